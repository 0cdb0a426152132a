use super::graph::{Graph, Worth, after};
use super::{Plan, Work};
use crate::Symmetric;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The number of deviations added before the next are chosen: enough for all threads, but
/// independent of their number.
const AT_ONCE: usize = 32;

/// Adds deviations, the best first, until there are as many as planned or no move is good enough.
pub(super) fn expand<P: Symmetric + Sync>(graph: &mut Graph<P>, work: &mut Work<'_, P>) {
    let target = graph.len() + work.plan.deviations;
    while graph.len() < target {
        let most = AT_ONCE.min(target - graph.len());
        let chosen = candidates(graph, work.plan, most);
        let before = graph.len();
        let mut anew = BTreeSet::new();
        for (from, mv, key) in chosen {
            if graph.contains(key) {
                continue;
            }
            let pos = after(&graph.node(from).pos, mv);
            let ply = graph.node(from).ply + 1;
            let Some(new) = graph.add(pos, ply) else {
                continue;
            };
            anew.insert(new);
            // Other searches that found this move must find a different one.
            let lost = |&node: &usize| {
                graph.child(node, key).is_some()
                    && graph.node(node).leaf.is_some_and(|leaf| leaf.key == key)
            };
            anew.extend(graph.before(key).iter().copied().filter(lost));
        }
        if graph.len() == before {
            return;
        }
        work.search(graph, &anew.into_iter().collect::<Vec<_>>());
    }
}

/// The moves that leave the book and are good enough, the likeliest in good play first: those that
/// cost the fewest points over all moves from the start, where each ply counts as an eighth of the
/// margin.
fn candidates<P: Symmetric>(
    graph: &Graph<P>,
    plan: &Plan,
    most: usize,
) -> Vec<(usize, P::Move, u64)> {
    let worth = graph.worth();
    let errors = errors(graph, &worth);
    let mut heap = BinaryHeap::new();
    for (number, &error) in errors.iter().enumerate() {
        let node = graph.node(number);
        let (Some(error), Some(leaf), Some(best)) = (error, node.leaf, worth[number]) else {
            continue;
        };
        let loss = best.score.get() - leaf.score.get();
        let over = after(&node.pos, leaf.mv)
            .legal_moves(&mut Vec::new())
            .is_some();
        if loss > plan.margin
            || node.ply + 1 >= plan.plies
            || graph.contains(leaf.key)
            || leaf.score.is_decisive()
            || over
        {
            continue;
        }
        let distance = (node.ply as i32).saturating_mul(plan.margin / 8);
        heap.push(Reverse((
            error.saturating_add(loss).saturating_add(distance),
            leaf.key,
            number,
        )));
    }
    let mut chosen = Vec::new();
    while chosen.len() < most
        && let Some(Reverse((_, key, number))) = heap.pop()
    {
        if let Some(leaf) = graph.node(number).leaf {
            chosen.push((number, leaf.mv, key));
        }
    }
    chosen
}

/// The least cost, in points, of the moves from the start to each position; `None` if unknown.
fn errors<P: Symmetric>(graph: &Graph<P>, worth: &[Option<Worth>]) -> Vec<Option<i32>> {
    let mut errors: Vec<Option<i32>> = vec![None; graph.len()];
    errors[0] = Some(0);
    for node in graph.by_layers() {
        let (Some(error), Some(best)) = (errors[node], worth[node]) else {
            continue;
        };
        for (_, key, option) in graph.options(node, worth) {
            if let Some(child) = graph.child(node, key) {
                let there = error.saturating_add(best.score.get() - option.score.get());
                errors[child] = Some(errors[child].map_or(there, |known| known.min(there)));
            }
        }
    }
    errors
}

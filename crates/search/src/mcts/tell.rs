use super::options::MctsOptions;
use super::tree::Tree;
use crate::{Bound, RootMove, Variation};
use game_core::{Outcome, Score};
use std::cmp::Reverse;

/// What the tree has to say.
impl<M: Copy> Tree<M> {
    /// The root's children, the best to play first: proved wins, the nearest first; then what looks
    /// no worse than a draw, by visits; then what does; then proved losses, the furthest first.
    fn ranked(&self) -> Vec<usize> {
        let nodes = &self.nodes;
        let mut family: Vec<_> = nodes[0].family().collect();
        family.sort_by_key(|&child| {
            let node = &nodes[child];
            let (class, within) = match node.proven_before() {
                Some(Outcome::Win) => (3, -i64::from(node.plies)),
                Some(Outcome::Loss) => (0, i64::from(node.plies)),
                Some(Outcome::Draw) => (2, i64::from(node.visits)),
                None => (
                    if node.visits > 0 && node.negamax(node.value()) >= 0.0 {
                        2
                    } else {
                        1
                    },
                    i64::from(node.visits),
                ),
            };
            (Reverse(class), Reverse(within))
        });
        family
    }

    /// The moves most often tried, from `child` of the root on, and whether the variation can grow
    /// no further.
    fn variation(&self, child: usize, options: &MctsOptions) -> (Vec<M>, bool) {
        let nodes = &self.nodes;
        let mut at = child;
        let mut moves = vec![nodes[child].mv];
        while nodes[at].children > 0 && moves.len() < crate::MAX_PLY {
            let good = |child: &usize| match (nodes[at].proven, nodes[*child].proven_before()) {
                // A proof is shown by the moves that prove it: a win the short way, a loss the long
                // way.
                (Some(wanted), Some(outcome)) if wanted == outcome => {
                    let plies = i64::from(nodes[*child].plies);
                    (
                        2,
                        if wanted == Outcome::Loss {
                            plies
                        } else {
                            -plies
                        },
                    )
                }
                (None, Some(Outcome::Loss)) => (0, 0),
                _ => (1, i64::from(nodes[*child].visits)),
            };
            let Some(next) = nodes[at].family().max_by_key(good) else {
                break;
            };
            if nodes[next].visits == 0 && nodes[next].proven.is_none() {
                break;
            }
            moves.push(nodes[next].mv);
            at = next;
        }
        (
            moves,
            nodes[at].children == 0 && nodes[at].visits > options.expand
                || nodes[at].proven.is_some(),
        )
    }

    /// The best `wanted` of the root's moves, as a report tells them.
    pub(super) fn lines(&self, options: &MctsOptions, wanted: usize) -> Vec<Variation<M>> {
        let line = |child: usize| {
            let node = &self.nodes[child];
            let (score, bound) = match node.proven_before() {
                Some(outcome) => (
                    Score::terminal(outcome, usize::from(node.plies) + 1),
                    Bound::Exact,
                ),
                None if node.visits == 0 => (Score::DRAW, Bound::None),
                None => (node.negamax(options.score(node.value())), Bound::None),
            };
            // A proof says who wins, and one way to, not the shortest.
            let bound = match score.plies_to_end() {
                Some(_) if score > Score::DRAW => Bound::Lower,
                Some(_) => Bound::Upper,
                None => bound,
            };
            Variation {
                moves: self.variation(child, options).0,
                score,
                bound,
            }
        };
        self.ranked().into_iter().take(wanted).map(line).collect()
    }

    /// How often each of the root's moves was visited, in the order of their block.
    pub(super) fn root_visits(&self) -> Vec<u32> {
        self.nodes[self.nodes[0].family()]
            .iter()
            .map(|root| root.visits)
            .collect()
    }

    /// How often each of the root's moves was visited since they had these visits, given in the
    /// order of their block.
    pub(super) fn visits_since(&self, known: &[u32]) -> impl Iterator<Item = RootMove<M>> {
        let nodes = &self.nodes;
        let first = self.nodes[0].family().start;
        let visits = move |child: usize| u64::from(nodes[child].visits - known[child - first]);
        self.ranked().into_iter().map(move |child| RootMove {
            mv: nodes[child].mv,
            nodes: visits(child),
        })
    }

    /// Whether the principal variation is `depth` plies long, or can grow no longer.
    pub(super) fn is_deep(&self, depth: usize, options: &MctsOptions) -> bool {
        self.ranked().first().is_none_or(|&child| {
            let (moves, grown) = self.variation(child, options);
            moves.len() >= depth || grown
        })
    }
}

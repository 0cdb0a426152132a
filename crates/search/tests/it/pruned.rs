//! A pruning technique of a caller's own.

use crate::games::Nim;
use game_core::{Evaluator, FromFn, Node, Position, Score, Window, from_fn};
use search::{Algorithm, AlphaBeta, Limits, NodeState, Options, Pruned, Pruning, Report, Searcher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const HEAPS: [u8; 3] = [3, 4, 5];
const ROOT_MOVES: i32 = 12;
const DEPTH: u32 = 6;

type Even = FromFn<fn(&Nim) -> i32>;

fn plain() -> AlphaBeta<Nim, Even> {
    let even: Even = from_fn(|_| 0);
    AlphaBeta::new(even).with_options(Options::exact(Algorithm::Pvs))
}

fn searched(technique: impl Pruning<Nim, Even> + Send) -> Report<(u8, u8)> {
    let mut search = plain().guided_by(Pruned::new((), technique));
    search.think(&Nim::new(HEAPS), Limits::depth(DEPTH))
}

/// Asks for nothing, and counts how often it is asked.
#[derive(Clone, Default)]
struct Watch(Arc<[AtomicU32; 2]>);

impl Pruning<Nim, Even> for Watch {
    fn prune(&mut self, line: &mut Node<'_, Nim, Even>, state: &NodeState) -> Option<Score> {
        assert!(!state.pv && state.depth > 0 && line.ply() > 0);
        assert_eq!(state.static_eval, Some(Score::DRAW));
        assert_eq!(state.window, Window::null(state.window.beta));
        self.0[0].fetch_add(1, Relaxed);
        None
    }

    fn reduce(
        &mut self,
        _: &mut Node<'_, Nim, Even>,
        _: (u8, u8),
        searched: i32,
        reduction: i32,
        state: &NodeState,
    ) -> Option<i32> {
        assert!(searched < ROOT_MOVES && reduction == 0 && state.depth > 0);
        self.0[1].fetch_add(1, Relaxed);
        Some(reduction)
    }
}

#[test]
fn a_technique_that_asks_for_nothing_changes_nothing() {
    let watch = Watch::default();
    let watched = searched(watch.clone());
    let plain = plain().think(&Nim::new(HEAPS), Limits::depth(DEPTH));
    assert_eq!((watched.nodes, &watched.lines), (plain.nodes, &plain.lines));
    let asked = watch.0.each_ref().map(|count| count.load(Relaxed));
    assert!(asked[0] > 0 && asked[1] > asked[0], "{asked:?}");
}

/// Reduces, or leaves out, every move but the first.
#[derive(Clone)]
struct Later(Option<i32>);

impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Later {
    fn reduce(
        &mut self,
        _: &mut Node<'_, P, E>,
        _: P::Move,
        searched: i32,
        reduction: i32,
        _: &NodeState,
    ) -> Option<i32> {
        match (searched, self.0) {
            (0, _) => Some(reduction),
            (_, more) => more.map(|more| reduction + more),
        }
    }
}

#[test]
fn moves_are_reduced_and_left_out() {
    let all = searched(Later(Some(0)));
    let reduced = searched(Later(Some(2)));
    let first = searched(Later(None));
    assert!(reduced.nodes < all.nodes && first.nodes < reduced.nodes);
    // One move a node after each root move.
    let iteration = first.iterations.last().expect("it searched");
    let most = ROOT_MOVES as u64 * u64::from(DEPTH) + 1;
    assert!(*iteration <= most, "{first:?}");
}

/// Says that every node is worth this.
#[derive(Clone)]
struct Worth(i32);

impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Worth {
    fn prune(&mut self, _: &mut Node<'_, P, E>, _: &NodeState) -> Option<Score> {
        Some(Score::eval(self.0))
    }
}

#[test]
fn a_node_ends_with_what_the_technique_says() {
    let all = searched(Later(Some(0)));
    let pruned = searched(Worth(0));
    assert!(
        pruned.nodes < all.nodes / 4,
        "{} of {}",
        pruned.nodes,
        all.nodes
    );
    assert_eq!(pruned.score(), Score::DRAW);
}

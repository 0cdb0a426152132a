//! After warm-up a node costs no allocation. Alone in its binary, so that no other test's are
//! counted.
#[path = "it/games/mod.rs"]
mod games;

use games::{Discs, Gomoku, Othello, Threats, Windows, wander};
use search::{AlphaBeta, Control, Limits, Mcts, MctsOptions, Request, Searcher};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::{
    alloc::System,
    sync::{Mutex, PoisonError},
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn allocations<P: game_core::Position>(
    searcher: &mut dyn Searcher<P>,
    pos: &P,
    nodes: u64,
) -> usize {
    let request = Request::new(pos, Limits::nodes(nodes));
    let region = Region::new(ALLOCATOR);
    let report = searcher.search(&request, &Control::default(), &mut |_| {});
    assert_eq!(report.nodes, nodes);
    let change = region.change();
    change.allocations + change.reallocations
}

/// The tests take turns, for an allocation tells nobody whose it is.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn a_node_allocates_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let othello = Othello::start();
    let gomoku = wander(Gomoku::start(), 8, 5);
    let mut discs = AlphaBeta::new(Discs::default());
    let mut threats = AlphaBeta::new(Windows::default()).guided_by(Threats { vcf: true });
    // What is left after the first search belongs to the request: the root's moves, their
    // variations, the report.
    let counts = [10_000, 300_000, 300_000].map(|nodes| {
        (
            allocations(&mut discs, &othello, nodes),
            allocations(&mut threats, &gomoku, nodes / 10),
        )
    });
    assert!(
        counts[1..].iter().all(|&(a, b)| a < 100 && b < 1_000),
        "{counts:?}"
    );
}

#[test]
fn a_round_of_a_tree_allocates_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let pos = Othello::start();
    // Small enough to be full within a search, so that a round is counted both where the tree grows
    // and where it cannot.
    let options = MctsOptions::default().with_bytes(4 << 20);
    let mut search = Mcts::new(Discs::default()).with_options(options);
    let counts = [1_000, 100_000, 100_000].map(|nodes| {
        search.new_game();
        allocations(&mut search, &pos, nodes)
    });
    // A report is told each time the rounds have doubled.
    assert!(counts[1..].iter().all(|&count| count < 300), "{counts:?}");
}

//! After warm-up a node costs no allocation. Alone in its binary, so that no other test's are counted.
mod games;

use games::{Discs, Gomoku, Othello, Threats, Windows, wander};
use search::{Control, Engine, Limits, Request, Searcher};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn allocations<P: game_core::Position>(searcher: &mut dyn Searcher<P>, pos: &P, nodes: u64) -> usize {
    let request = Request::new(pos, Limits::nodes(nodes));
    let region = Region::new(ALLOCATOR);
    let report = searcher.search(&request, &Control::default(), &mut |_| {});
    assert_eq!(report.nodes, nodes);
    let change = region.change();
    change.allocations + change.reallocations
}

#[test]
fn a_node_allocates_nothing() {
    let (othello, gomoku) = (Othello::start(), wander(Gomoku::start(), 8, 5));
    let mut discs = Engine::new(Discs::default());
    let mut threats = Engine::new(Windows::default()).guided_by(Threats { vcf: true });
    // What is left after the first search belongs to the request: the root's moves, their variations, the report.
    let counts = [10_000, 300_000, 300_000]
        .map(|nodes| (allocations(&mut discs, &othello, nodes), allocations(&mut threats, &gomoku, nodes / 10)));
    assert!(counts[1..].iter().all(|&(a, b)| a < 100 && b < 1_000), "{counts:?}");
}

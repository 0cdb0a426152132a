//! After warm-up a node of a real game costs no allocation. Alone in its binary, so that no other
//! test's are counted.

use boyi::core::Notation;
use boyi::engines::{Wiring, gomoku, othello, xiangqi};
use boyi::search::{AlphaBeta, Limits, Searcher};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations of a search of `nodes` positions, after a warm-up as long.
fn allocations<W: Wiring>(line: &str, nodes: u64) -> usize {
    let rules = Default::default();
    let pos = W::Position::parse_line(line, &rules)
        .expect("a legal line")
        .end();
    let mut engine = AlphaBeta::new(W::evaluator(&rules, None))
        .guided_by(W::Guide::default())
        .with_options(W::options(&rules));
    engine.think(&pos, Limits::nodes(nodes));
    engine.new_game();
    engine.think(&pos, Limits::nodes(nodes));
    let region = Region::new(ALLOCATOR);
    let report = engine.think(&pos, Limits::nodes(nodes));
    let change = region.change();
    assert_eq!(report.nodes, nodes, "the search was long enough to tell");
    change.allocations + change.reallocations
}

#[test]
fn a_node_allocates_nothing() {
    // What is left belongs to the request: the root's moves, their variations, the reports of the
    // iterations.
    let counts = [
        (
            "gomoku",
            allocations::<gomoku::GomokuWiring>("startpos moves h8i9h10g9", 20_000),
        ),
        (
            "othello",
            allocations::<othello::OthelloWiring>("startpos moves f5d6c3d3", 200_000),
        ),
        (
            "xiangqi",
            allocations::<xiangqi::XiangqiWiring>("startpos moves h2e2 h9g7", 100_000),
        ),
    ];
    assert!(counts.iter().all(|&(_, count)| count < 2_000), "{counts:?}");
}

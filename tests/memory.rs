//! What Othello's engine keeps in memory. Alone in its binary, so that no other test's allocations are counted.

use boyi::engines::{Spec, Wiring, othello};
use boyi::othello::Othello;
use boyi::search::{Engine, Limits, Searcher, Table};
use boyi::solvers::othello::{Endgame, Goal};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn evaluator_table_and_solver_fit_into_a_hundred_megabytes() {
    let region = Region::new(ALLOCATOR);
    let mut engine = Engine::new(othello::Othello::evaluator(&()))
        .guided_by(othello::Othello::guide())
        .with_options(othello::Othello::options())
        .with_table(Arc::new(Table::with_bytes(Spec::HASH << 20)));
    let mut endgame = Endgame::default();
    assert_eq!(engine.think(&Othello::START, Limits::depth(8)).depth, 8);
    let late: Othello = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X".parse().expect("a position");
    assert_eq!(endgame.solve(&late, Goal::Margin, &Default::default()).map(|solution| solution.score), Ok(64));
    let change = region.change();
    let kept = change.bytes_allocated - change.bytes_deallocated;
    // What is counted is what is there: more than the tables alone.
    assert!(kept > (Spec::HASH << 20) + endgame.bytes() && kept < 100_000_000, "{kept} bytes");
    println!("{kept} bytes: evaluator, table of {} MiB, solver's table of {}", Spec::HASH, endgame.bytes());
}

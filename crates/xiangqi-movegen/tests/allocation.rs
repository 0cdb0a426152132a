//! A search below a game does not allocate: not to play, not to generate, not to ask for verdicts.

use game_core::Position;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use xiangqi_movegen::{Move, Xiangqi};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Every line of `depth` plies, with all that a search asks on the way.
fn search(pos: &mut Xiangqi, depth: u32, stack: &mut Vec<Move>) -> usize {
    let verdict = usize::from(pos.adjudicate().is_some());
    if depth == 0 {
        return verdict + pos.count_moves() as usize;
    }
    let first = stack.len();
    pos.generate_captures(stack);
    pos.generate_quiets(stack);
    let mut nodes = verdict;
    for i in first..stack.len() {
        let mv = stack[i];
        if pos.is_legal(mv) {
            let undo = pos.play(mv);
            nodes += search(pos, depth - 1, stack);
            pos.undo(mv, undo);
        }
    }
    stack.truncate(first);
    nodes
}

#[test]
fn a_search_does_not_allocate() {
    // A hundred plies into a game, and where a draw depends on a mate in one.
    let mut game = Xiangqi::default();
    for _ in 0..25 {
        for text in ["b0c2", "b9c7", "c2b0", "c7b9"] {
            game.play(text.parse().unwrap());
        }
    }
    let endgame: Xiangqi = "3ak4/9/9/9/9/9/9/9/C8/2B2KB2 w".parse().unwrap();
    let mut stack = Vec::with_capacity(1024);
    for pos in [game, endgame, Xiangqi::default()] {
        let mut pos = pos.clone();
        // The thread of the test harness may allocate meanwhile, but not every time.
        let least = (0..20).map(|_| {
            let region = Region::new(ALLOCATOR);
            assert!(search(&mut pos, 3, &mut stack) > 0);
            let change = region.change();
            change.allocations + change.reallocations
        });
        assert_eq!(least.min(), Some(0));
    }
}

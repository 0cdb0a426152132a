//! What Othello's engine keeps in memory. Alone in its binary, so that no other test's allocations are counted.

use boyi::engines::{Mind, Question, game};
use boyi::othello::Othello;
use boyi::search::{Control, Limits};
use boyi::solvers::othello::{Endgame, Goal};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes that are still there of those allocated in `region`.
fn kept(region: &Region<'_, System>) -> usize {
    let change = region.change();
    change.bytes_allocated - change.bytes_deallocated
}

/// One empty square.
const LAST: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X";

/// Plays and solves with `words`' mind, and says how many bytes are kept then, and how many the game accounts for.
fn kept_by(words: &str) -> [usize; 2] {
    let othello = game("othello").expect("built in");
    let (mind, region): (Mind, _) = (words.parse().expect("a mind"), Region::new(ALLOCATOR));
    let mut thinker = othello.thinker(&Vec::new(), &mind, 0).expect("a thinker");
    // The first move; where one solver finishes the game; where another plays out the leaves; and the end.
    for line in [
        "startpos",
        "--XXXX----XXXX--OOOOOOO-OOOXOXXXOOXXXXXOOXXXXX----XXX-----XXXX-- O",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
        LAST,
    ] {
        let question = Question { instant: false, ..Question::new(Limits::nodes(3_000_000).with_depth(60)) };
        thinker.think(line, &question, &Control::default(), &mut |_| {}).expect("a position");
    }
    [kept(&region), othello.memory(&mind) << 20]
}

#[test]
fn what_plays_and_what_solves_fit_into_a_hundred_megabytes() {
    let region = Region::new(ALLOCATOR);
    let [_, account] = kept_by("aspiration");
    // The weights, which all share.
    let weights = kept(&region);
    println!("{weights} bytes of weights");
    assert!(weights + account < 100_000_000);
    for words in ["aspiration", "aspiration,hash=32", "smp,threads=3", "level=5", "level=9", "level=10"] {
        let [kept, account] = kept_by(words);
        println!("{words}: {kept} bytes kept, {account} accounted for");
        // What a server counts on: the tables, which are no larger than said and not much smaller, and little beside them.
        assert!(kept < account + (1 << 20) && kept > account / 3 * 2, "{words}: {kept} of {account}");
    }

    let region = Region::new(ALLOCATOR);
    let mut endgame = Endgame::default();
    let late: Othello = LAST.parse().expect("a position");
    assert_eq!(endgame.solve(&late, Goal::Margin, &Default::default()).map(|solution| solution.score), Ok(64));
    let kept = kept(&region);
    println!("the solver alone: {kept} bytes, {} of them its table", endgame.bytes());
    assert!(kept >= endgame.bytes() && kept < 100_000_000, "{kept} bytes");
}

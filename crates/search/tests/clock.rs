//! Clocks are kept, and only clocks are looked at: games on a clock, pondering, an only move. Alone
//! in its binary, so that no other test takes the time.

#[path = "it/games/mod.rs"]
mod games;

use game_core::Position;
use games::{Discs, Othello, wander};
use search::{AlphaBeta, Clock, Control, Handle, Limits, Minimax, Request, Searcher, Task};
use std::{
    thread,
    time::{Duration, Instant},
};

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// What a busy machine may add.
const SLACK: Duration = ms(500);
/// How long before its time a search may end: no look at the clock is to come too late.
const LOOK: Duration = Duration::from_millis(1);

/// Plays a game on a clock against itself; the furthest that a search overran its hard bound, and
/// what was left at the worst moment, less than nothing being a loss on time.
fn game_on_a_clock(
    base: Duration,
    increment: Duration,
    overhead: Duration,
    seed: u64,
) -> (Duration, f64) {
    let mut pos = wander(Othello::start(), 6, seed);
    let mut engines = [
        AlphaBeta::new(Discs::default()),
        AlphaBeta::new(Discs::default()),
    ];
    // The tables are built before the clock starts.
    for engine in &mut engines {
        engine.think(&pos, Limits::depth(1));
    }
    let mut left = [base.as_secs_f64(); 2];
    let mut overshoot = Duration::ZERO;
    let mut least = f64::INFINITY;
    while pos.outcome().is_none() {
        let turn = pos.turn().index();
        let remaining = Duration::from_secs_f64(left[turn].max(0.0));
        let clock = Clock::new(remaining, increment).with_overhead(overhead);
        let start = Instant::now();
        let best = engines[turn]
            .think(&pos, Limits::clock(clock))
            .best()
            .expect("the game goes on");
        let spent = start.elapsed();
        overshoot =
            overshoot.max(spent.saturating_sub(clock.allotment().hard.expect("a clock has one")));
        left[turn] -= spent.as_secs_f64();
        least = least.min(left[turn]);
        left[turn] += increment.as_secs_f64();
        pos.play(best);
    }
    (overshoot, least)
}

#[test]
fn a_game_is_played_within_its_clock() {
    // So much time that even a busy machine keeps it, and so little that it is shared out.
    let (_, least) = game_on_a_clock(ms(3_000), ms(100), ms(1_000), 1);
    assert!(least > 0.0, "{least} s left at the worst moment");
}

#[test]
#[ignore = "plays for many minutes, and wants an idle machine: BOYI_GAMES says how many games, 1,000 if not set"]
fn a_thousand_fast_games_are_not_lost_on_time() {
    let games = std::env::var("BOYI_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(1_000);
    let mut overshoot = Duration::ZERO;
    let mut least = f64::INFINITY;
    let mut lost = 0;
    for seed in 0..games {
        let (over, left) = game_on_a_clock(ms(100), ms(10), Clock::OVERHEAD, seed);
        (overshoot, least, lost) = (
            overshoot.max(over),
            least.min(left),
            lost + u32::from(left < 0.0),
        );
    }
    println!(
        "{games} games: {lost} lost on time, hard bound overrun by at most {overshoot:?}, never less than {least:.3} s left"
    );
    assert_eq!(lost, 0);
}

#[test]
fn a_clock_is_shared_out() {
    let pos = wander(Othello::start(), 8, 2);
    let clock = Clock::new(Duration::from_secs(6), Duration::ZERO);
    let searchers: [Box<dyn Searcher<Othello>>; 2] = [
        Box::new(AlphaBeta::new(Discs::default())),
        Box::new(Minimax::new(Discs::default())),
    ];
    for mut searcher in searchers {
        let start = Instant::now();
        let report = searcher.think(&pos, Limits::clock(clock));
        let hard = clock.allotment().hard.expect("a clock has one");
        assert!(start.elapsed() < hard + SLACK, "{report:?}");
        assert!(report.depth >= 2 && report.best().is_some());
    }
}

#[test]
fn an_only_move_is_not_thought_about() {
    // Black has one move here.
    let mut moves = Vec::new();
    let pos = (0..)
        .map(|seed| wander(Othello::start(), 20, seed))
        .find(|pos| {
            moves.clear();
            pos.legal_moves(&mut moves).is_none() && moves.len() == 1
        });
    let pos = pos.expect("some seed leads to one");
    let hour = Duration::from_secs(3_600);
    let searchers: [Box<dyn Searcher<Othello>>; 2] = [
        Box::new(AlphaBeta::new(Discs::default())),
        Box::new(Minimax::new(Discs::default())),
    ];
    for mut searcher in searchers {
        for limits in [Limits::time(hour), Limits::clock(Clock::new(hour, hour))] {
            let request = Request::new(&pos, limits).with_instant(true);
            let report = searcher.search(&request, &Control::default(), &mut |_| {});
            assert_eq!((report.best(), report.depth), (Some(moves[0]), 1));
        }
    }
}

#[test]
fn a_generous_clock_changes_nothing() {
    let pos = wander(Othello::start(), 10, 4);
    let hour = Clock::new(Duration::from_secs(360_000), Duration::ZERO);
    let plain = AlphaBeta::new(Discs::default()).think(&pos, Limits::depth(7));
    let timed = AlphaBeta::new(Discs::default()).think(&pos, Limits::clock(hour).with_depth(7));
    assert_eq!(
        (plain.lines, plain.nodes, plain.iterations),
        (timed.lines, timed.nodes, timed.iterations)
    );
}

#[test]
fn a_ponderer_waits_for_the_hit() {
    let pos = Othello::start();
    let clock = Clock::new(ms(300), Duration::ZERO)
        .with_moves_to_go(1)
        .with_overhead(Duration::ZERO);
    for limits in [Limits::clock(clock), Limits::time(ms(300))] {
        let pondering = Handle::ponder(AlphaBeta::new(Discs::default()), Task::new(pos, limits));
        thread::sleep(ms(600));
        assert!(!pondering.is_finished(), "its clock does not run yet");
        assert!(pondering.progress().is_some_and(|report| report.depth > 1));
        let hit = Instant::now();
        pondering.hit();
        pondering.hit();
        let (_, report) = pondering.join();
        assert!(
            hit.elapsed() < ms(300) + SLACK && report.best().is_some(),
            "{report:?}"
        );
    }
}

#[test]
fn a_hit_starts_the_clock_anew() {
    let control = Control::pondering();
    let pos = Othello::start();
    let mut engine = AlphaBeta::new(Discs::default());
    let request = Request::new(&pos, Limits::time(ms(150)));
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(ms(200));
            control.hit();
        });
        let start = Instant::now();
        engine.search(&request, &control, &mut |_| {});
        assert!(start.elapsed() >= ms(350) - LOOK, "{:?}", start.elapsed());
    });
    // A later search under the same hand is an ordinary one.
    let start = Instant::now();
    engine.search(&request, &control, &mut |_| {});
    assert!(start.elapsed() >= ms(150) - LOOK && start.elapsed() < ms(150) + SLACK);
}

//! Many threads on one search: the engine itself with one, as right with more, and a table that
//! none of them corrupts.

use crate::games::{Discs, Drawn, Nim, Othello, RandomTree, even, follow, small, wander};
use game_core::{Node, Position, Score};
use search::{
    Algorithm, AlphaBeta, Bound, Budget, Control, Guide, Limits, Options, Proof, Request, Searcher,
    Smp, Stopped, minimax,
};
use std::{
    num::NonZeroUsize,
    time::{Duration, Instant},
};

fn threads(count: usize) -> NonZeroUsize {
    count.try_into().expect("not zero")
}

#[test]
fn one_thread_is_the_engine() {
    for seed in 0..4 {
        let pos = wander(Othello::start(), 4 + 3 * seed as usize, seed);
        let mut engine = AlphaBeta::new(Discs::default());
        let mut smp = Smp::new(AlphaBeta::new(Discs::default()), threads(1));
        for limits in [Limits::depth(6), Limits::nodes(20_000), Limits::nodes(0)] {
            let mut a = engine.think(&pos, limits);
            let mut b = smp.think(&pos, limits);
            (a.time, b.time) = (Duration::ZERO, Duration::ZERO);
            assert_eq!(a, b);
        }
    }
}

/// Searches trees on many threads.
fn many_threads_find<const ALTERNATE: bool>(trees: u64) {
    for seed in 0..trees {
        let tree = RandomTree::<ALTERNATE>::new(seed, 1 + seed % 7, 5);
        let truth = minimax(
            &tree,
            &mut Drawn {
                range: 1 + seed % 90,
            },
            6,
        );
        if tree.outcome().is_some() {
            continue;
        }
        for algorithm in Algorithm::ALL {
            let engine = AlphaBeta::new(Drawn {
                range: 1 + seed % 90,
            })
            .with_options(Options::exact(algorithm))
            .with_table(small());
            let report = Smp::new(engine, threads(4)).think(&tree, Limits::depth(6));
            assert_eq!(
                report.score(),
                truth,
                "{algorithm} on tree {seed}: {report:?}"
            );
        }
    }
}

#[test]
fn many_threads_find_minimaxs_value() {
    many_threads_find::<true>(60);
    many_threads_find::<false>(60);
    let engine = AlphaBeta::new(Discs::default())
        .with_options(Options::exact(Algorithm::Pvs))
        .with_table(small());
    for seed in 0..6 {
        let pos = wander(Othello::start(), 10 + seed as usize, seed);
        let report = Smp::new(engine.clone(), threads(3)).think(&pos, Limits::depth(6));
        assert_eq!(report.score(), minimax(&pos, &mut Discs::default(), 6));
        follow(&pos, report.pv());
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    let pos = Othello::start();
    let mut smp = Smp::new(AlphaBeta::new(Discs::default()), threads(3));
    assert_eq!(smp.threads(), 3);
    let report = smp.think(&pos, Limits::nodes(300_000));
    assert!(
        (300_000..400_000).contains(&report.nodes) && report.best().is_some(),
        "{report:?}"
    );
    let start = Instant::now();
    let report = smp.think(&pos, Limits::time(Duration::from_millis(60)));
    let took = start.elapsed();
    assert!(
        took >= Duration::from_millis(59) && took < Duration::from_millis(560),
        "{took:?}"
    );
    assert!(report.best().is_some());
    let control = Control::default();
    control.stop();
    let report = smp.search(&Request::new(&pos, Limits::none()), &control, &mut |_| {});
    assert!(report.best().is_some(), "stopped before it began");
    smp.new_game();
}

/// A solver that goes on until nobody else spends anything.
#[derive(Clone)]
struct Hermit;

impl Guide<Othello, Discs> for Hermit {
    fn finish(
        &mut self,
        line: &mut Node<'_, Othello, Discs>,
        depth: i32,
        _: i32,
        budget: &mut Budget<'_>,
        answer: &mut Option<Proof<u8>>,
    ) -> Result<(), Stopped> {
        if depth < 6 {
            return Ok(());
        }
        budget.alone();
        let begun = Instant::now();
        let mut settled = 0;
        while settled < 3 && begun.elapsed() < Duration::from_secs(60) {
            let before = budget.left().0;
            std::thread::sleep(Duration::from_millis(20));
            settled = if budget.left().0 == before {
                settled + 1
            } else {
                0
            };
        }
        assert_eq!(settled, 3, "the helpers go on");
        let mut moves = Vec::new();
        line.pos().legal_moves(&mut moves);
        *answer = Some(Proof {
            score: Score::DRAW,
            bound: Bound::None,
            best: Some(moves[0]),
        });
        Ok(())
    }
}

#[test]
fn a_solver_that_finishes_is_left_alone() {
    let mut smp = Smp::new(
        AlphaBeta::new(Discs::default()).guided_by(Hermit),
        threads(3),
    );
    let report = smp.think(&Othello::start(), Limits::nodes(1 << 40));
    assert_eq!((report.depth, report.score()), (6, Score::DRAW));
}

#[test]
fn nodes_are_those_of_all_threads() {
    let pos = Othello::start();
    let mut told = Vec::new();
    let mut smp = Smp::new(AlphaBeta::new(Discs::default()), threads(2));
    let report = smp.search(
        &Request::new(&pos, Limits::depth(9)),
        &Control::default(),
        &mut |r| told.push(r.nodes),
    );
    assert!(
        told.is_sorted() && report.nodes >= told[told.len() - 1],
        "{told:?}"
    );
    assert_eq!(told.len(), 9);
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut smp = Smp::new(AlphaBeta::new(even()), threads(2));
    let report = smp.think(&Nim::new([0, 0, 0]), Limits::none());
    assert_eq!((report.best(), report.score()), (None, -Score::WIN));
    let report = smp.think(&Nim::new([1, 2, 3]), Limits::none());
    assert!(report.score() < -Score::MAX_EVAL && report.best().is_some());
}

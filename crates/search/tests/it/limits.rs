//! Searches end when they are told to, always with a legal move.

use crate::games::{
    Discs, Gomoku, Nim, Othello, Squares, TicTacToe, even, follow, ring, small, wander,
};
use game_core::{Outcome, Player, Position, Score, from_fn};
use search::{
    Algorithm, AlphaBeta, Bound, Control, Dfpn, Limits, MAX_PLY, Mcts, Minimax, Options, Request,
    Searcher,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// What a busy machine may add to the ten milliseconds promised; without a clock a search here
/// would take minutes.
const SLACK: Duration = Duration::from_millis(500);

fn all() -> Vec<Box<dyn Searcher<Othello>>> {
    let engine = |algorithm| {
        AlphaBeta::new(Discs::default()).with_options(Options::default().with_algorithm(algorithm))
    };
    let mut searchers: Vec<Box<dyn Searcher<Othello>>> =
        vec![Box::new(Minimax::new(Discs::default()))];
    searchers.extend(
        Algorithm::ALL.map(|algorithm| Box::new(engine(algorithm)) as Box<dyn Searcher<Othello>>),
    );
    searchers
}

#[test]
fn nodes_are_kept_and_repeat() {
    let pos = Othello::start();
    for nodes in [0, 1, 2, 10, 1_000, 50_000] {
        for (mut one, mut other) in all().into_iter().zip(all()) {
            let a = one.think(&pos, Limits::nodes(nodes));
            let b = other.think(&pos, Limits::nodes(nodes));
            assert_eq!(a.nodes, nodes);
            assert!(
                a.best().is_some() && a.iterations.iter().sum::<u64>() <= nodes,
                "{a:?}"
            );
            assert_eq!(
                (&a.lines, &a.iterations, a.depth, a.stats),
                (&b.lines, &b.iterations, b.depth, b.stats)
            );
            follow(&pos, a.pv());
        }
    }
}

#[test]
fn time_is_kept() {
    let pos = wander(Othello::start(), 3, 1);
    for mut searcher in all() {
        for millis in [0, 1, 30] {
            let time = Duration::from_millis(millis);
            let start = Instant::now();
            let report = searcher.think(&pos, Limits::time(time));
            let took = start.elapsed();
            // No look at the clock is to come too late: they are a millisecond apart at most.
            let least = time.saturating_sub(Duration::from_millis(1));
            assert!(took >= least && took < time + SLACK, "{took:?} of {time:?}");
            assert!(report.best().is_some() && report.time <= took);
        }
    }
}

#[test]
fn time_is_kept_by_a_slow_evaluator() {
    let pos = wander(Gomoku::start(), 4, 1);
    let slow = from_fn(|_: &Gomoku| {
        thread::sleep(Duration::from_millis(2));
        0
    });
    let start = Instant::now();
    let report = AlphaBeta::new(slow).think(&pos, Limits::time(Duration::from_millis(40)));
    let took = start.elapsed();
    assert!(
        took < Duration::from_millis(40) + SLACK,
        "{took:?} for {} nodes",
        report.nodes
    );
}

#[test]
fn a_stop_is_obeyed() {
    let pos = Othello::start();
    for mut searcher in all() {
        let control = Control::default();
        let request = Request::new(&pos, Limits::none());
        let took = thread::scope(|scope| {
            let stopper = control.clone();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(20));
                stopper.stop();
            });
            let start = Instant::now();
            assert!(
                searcher
                    .search(&request, &control, &mut |_| {})
                    .best()
                    .is_some()
            );
            start.elapsed()
        });
        assert!(took < Duration::from_millis(20) + SLACK, "{took:?}");
        let report = searcher.search(&request, &control, &mut |_| {});
        assert!(
            report.best().is_some() && report.nodes == 0,
            "stopped before it began"
        );
    }
}

#[test]
fn progress_may_stop_a_search() {
    let control = Control::default();
    let mut depths = Vec::new();
    let report = AlphaBeta::new(Discs::default()).search(
        &Request::new(&Othello::start(), Limits::none()),
        &control,
        &mut |report| {
            depths.push(report.depth);
            assert_eq!(report.iterations.len() as u32, report.depth);
            assert_eq!(report.iterations.iter().sum::<u64>(), report.nodes);
            if depths.len() == 4 {
                control.stop();
            }
        },
    );
    assert_eq!((report.depth, depths), (4, vec![1, 2, 3, 4]));
}

#[test]
fn depth_is_clamped() {
    let loops = ring::Ring::new(&ring::FALSE_WIN);
    for algorithm in Algorithm::ALL {
        let mut engine = AlphaBeta::new(even()).with_options(Options::exact(algorithm));
        assert_eq!(engine.think(&loops, Limits::depth(0)).depth, 1);
        let deepest = engine.think(&loops, Limits::depth(u32::MAX));
        assert_eq!(
            (deepest.depth, deepest.score()),
            (MAX_PLY as u32, Score::DRAW)
        );
        assert!(deepest.pv().len() <= MAX_PLY);
    }
    assert_eq!(
        Minimax::new(even()).think(&loops, Limits::depth(0)).depth,
        1
    );
}

#[test]
fn an_only_move_is_played_at_once() {
    let pos = Nim::new([1, 0, 0]);
    let one = TicTacToe::default();
    let full = follow(&one, &[0, 1, 2, 4, 3, 5, 7, 6]);
    for mut engine in [
        AlphaBeta::new(Squares::default()),
        AlphaBeta::new(Squares::default()).with_options(Options::exact(Algorithm::MtdF)),
    ] {
        let request =
            Request::new(&full, Limits::time(Duration::from_secs(100))).with_instant(true);
        let report = engine.search(&request, &Control::default(), &mut |_| {});
        assert_eq!((report.depth, report.best()), (1, Some(8)));
        assert!(report.time < Duration::from_secs(1));
    }
    assert_eq!(
        AlphaBeta::new(even()).think(&pos, Limits::depth(4)).best(),
        Some((0, 1))
    );
    // Where its value is wanted, it is searched until that is known.
    let chain = ring::Ring::new(&ring::FALSE_WIN);
    let report = AlphaBeta::new(even())
        .with_table(small())
        .think(&chain, Limits::time(Duration::from_millis(500)));
    assert!(report.depth > 1, "{report:?}");
    // With no clock to save, it is searched like any other.
    let forced = wander(Othello::start(), 10, 0);
    let mut moves = Vec::new();
    forced.legal_moves(&mut moves);
    let request = Request::new(&forced, Limits::depth(5)).with_only(&moves[..1]);
    assert_eq!(
        AlphaBeta::new(Discs::default())
            .search(&request, &Control::default(), &mut |_| {})
            .depth,
        5
    );
}

#[test]
fn a_forced_end_ends_the_search() {
    for algorithm in Algorithm::ALL {
        let options = Options::default().with_algorithm(algorithm);
        let mut engine = AlphaBeta::new(even()).with_options(options);
        let report = engine.think(&Nim::new([1, 2, 3]), Limits::none());
        assert!(
            report.score() < -Score::MAX_EVAL && report.depth < 12,
            "{report:?}"
        );
    }
}

#[test]
fn variations_are_full() {
    for algorithm in Algorithm::ALL {
        let mut engine = AlphaBeta::new(Discs::default())
            .with_options(Options::default().with_algorithm(algorithm));
        for depth in 1..=8 {
            let report = engine.think(&Othello::start(), Limits::depth(depth));
            assert_eq!(report.pv().len(), depth as usize, "{algorithm}");
            follow(&Othello::start(), report.pv());
        }
    }
}

#[test]
fn figures_add_up() {
    let report = AlphaBeta::new(Discs::default()).think(&Othello::start(), Limits::depth(7));
    let stats = report.stats;
    assert_eq!(report.iterations.iter().sum::<u64>(), report.nodes);
    assert!(
        0 < stats.table_cutoffs
            && stats.table_cutoffs <= stats.table_hits
            && stats.table_hits <= stats.table_probes
    );
    assert!(
        stats
            .first_move_rate()
            .is_some_and(|rate| (0.5..=1.0).contains(&rate)),
        "{stats:?}"
    );
    assert!(
        stats
            .hit_rate()
            .is_some_and(|rate| (0.0..=1.0).contains(&rate))
    );
    assert!(
        stats.evaluations > 0 && stats.evaluations <= report.nodes && stats.quiescence_nodes == 0
    );
    assert!(
        report
            .branching_factor()
            .is_some_and(|width| (1.5..6.0).contains(&width)),
        "{report:?}"
    );
    assert!(report.nps() > 0.0 && report.hashfull <= 1000 && report.selective_depth == 7);
    let text = report.map(|moves| moves.iter().map(u8::to_string).collect());
    assert_eq!(
        (text.nodes, text.pv().len()),
        (report.nodes, report.pv().len())
    );
    let nothing = AlphaBeta::new(Discs::default()).think(&Othello::start(), Limits::nodes(0));
    assert_eq!(
        (
            nothing.branching_factor(),
            nothing.stats.first_move_rate(),
            nothing.depth
        ),
        (None, None, 0)
    );
}

#[test]
fn the_best_move_of_half_an_iteration_is_played() {
    let mut seen = 0;
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        for (seed, depth) in (0..8).flat_map(|seed| (2..6).map(move |depth| (seed, depth))) {
            let pos = wander(Othello::start(), 10, seed);
            let think = |limits| {
                let options = Options::default().with_algorithm(algorithm);
                AlphaBeta::new(Discs::default())
                    .with_options(options)
                    .with_table(small())
                    .think(&pos, limits)
            };
            let before = think(Limits::depth(depth));
            let after = think(Limits::depth(depth + 1));
            if before.best() == after.best() {
                continue;
            }
            // Somewhere in the next iteration the better move is found, and what is left of it only
            // confirms that.
            let found = |nodes: u64| {
                let report = think(Limits::nodes(nodes));
                assert_eq!(report.depth, depth);
                report.best() == after.best()
            };
            assert!(!found(before.nodes + 1), "nothing is known yet");
            seen += (before.nodes + 1..after.nodes)
                .step_by(7)
                .filter(|&nodes| found(nodes))
                .count();
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_bound_is_never_told_as_a_score() {
    let mut moved = 0;
    for algorithm in [Algorithm::Aspiration, Algorithm::MtdF] {
        for (seed, depth) in (0..8).flat_map(|seed| (3..6).map(move |depth| (seed, depth))) {
            let pos = wander(Othello::start(), 10, seed);
            let think = |limits, only: &[u8]| {
                let options = Options::exact(algorithm).with_aspiration(20);
                let mut engine = AlphaBeta::new(Discs::default())
                    .with_options(options)
                    .with_table(small());
                engine.search(
                    &Request::new(&pos, limits).with_only(only),
                    &Control::default(),
                    &mut |_| {},
                )
            };
            let before = think(Limits::depth(depth), &[]);
            let after = think(Limits::depth(depth + 1), &[]);
            for nodes in (before.nodes + 1..after.nodes).step_by(7) {
                let report = think(Limits::nodes(nodes), &[]);
                let line = &report.lines[0];
                let mv = report.best().expect("there is a move");
                assert_eq!(
                    (report.depth, line.bound),
                    (depth, Bound::Exact),
                    "{algorithm}, {nodes} nodes"
                );
                if line.score != before.score() {
                    let worth = think(Limits::depth(depth + 1), &[mv]).score();
                    assert_eq!(
                        line.score, worth,
                        "{algorithm}, {nodes} nodes: neither the last value nor the move's own"
                    );
                } else {
                    moved += u32::from(Some(mv) != before.best());
                }
            }
        }
    }
    // The better move is played all the same, before its value is known.
    assert!(moved > 8, "{moved}");
}

#[test]
fn a_move_asked_for_by_name_is_thought_about() {
    let pos = wander(Othello::start(), 10, 1);
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let limits = Limits::time(Duration::from_secs(3_600)).with_depth(4);
    for mut searcher in all() {
        let request = Request::new(&pos, limits).with_instant(true);
        // One named is there to be judged, one left over is there to be played.
        let named = searcher.search(
            &request.with_only(&moves[..1]),
            &Control::default(),
            &mut |_| {},
        );
        assert_eq!((named.best(), named.depth), (Some(moves[0]), 4));
        let left = searcher.search(
            &request.with_exclude(&moves[1..]),
            &Control::default(),
            &mut |_| {},
        );
        assert_eq!((left.best(), left.depth), (Some(moves[0]), 1));
    }
}

/// Tells a search to stop at its so manieth move, and counts those that follow.
#[derive(Clone)]
struct Tripwire {
    inner: Othello,
    watch: Arc<(AtomicU64, Control, u64)>,
}

impl Tripwire {
    fn new(at: u64) -> Self {
        Self {
            inner: wander(Othello::start(), 8, 3),
            watch: Arc::new((AtomicU64::new(0), Control::default(), at)),
        }
    }
}

impl Position for Tripwire {
    type Move = u8;
    type Undo = u64;
    const SLOTS: usize = Othello::SLOTS;

    fn turn(&self) -> Player {
        self.inner.turn()
    }
    fn key(&self) -> u64 {
        self.inner.key()
    }
    fn decided(&self) -> Option<Outcome> {
        self.inner.decided()
    }
    fn stuck(&self) -> Outcome {
        self.inner.stuck()
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        self.inner.generate(moves);
    }
    fn play(&mut self, mv: u8) -> u64 {
        let (played, control, at) = &*self.watch;
        if played.fetch_add(1, Relaxed) + 1 == *at {
            control.stop();
        }
        self.inner.play(mv)
    }
    fn undo(&mut self, mv: u8, undo: u64) {
        self.inner.undo(mv, undo);
    }
    fn pack(&self, mv: u8) -> u16 {
        self.inner.pack(mv)
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        self.inner.unpack(bits)
    }
    fn slot(&self, mv: u8) -> usize {
        self.inner.slot(mv)
    }
}

#[test]
fn a_stop_is_seen_within_so_many_nodes() {
    // However fast its nodes are, no search goes without a look for more than these.
    const STRIDE: u64 = 4_096;
    let eval = || from_fn(|pos: &Tripwire| (pos.key() % 100) as i32);
    let engine = |algorithm| {
        AlphaBeta::new(eval())
            .with_options(Options::default().with_algorithm(algorithm))
            .with_table(small())
    };
    // And the moves that a node may play: one; all of them; all of a line. Of several threads only
    // the first looks, and when the others hear of it the machine decides.
    let mut all: Vec<(&str, u64, Box<dyn Searcher<Tripwire>>)> = vec![
        ("minimax", 1, Box::new(Minimax::new(eval()))),
        ("mcts", 60, Box::new(Mcts::new(eval()))),
        ("dfpn", 20, Box::new(Dfpn::with_bytes(1 << 20))),
    ];
    all.extend(Algorithm::ALL.map(|algorithm| {
        (
            algorithm.name(),
            1,
            Box::new(engine(algorithm)) as Box<dyn Searcher<Tripwire>>,
        )
    }));
    for (name, moves, mut searcher) in all {
        for at in [1, 100, 30_000, 200_000] {
            let pos = Tripwire::new(at);
            let (played, control, _) = &*pos.watch;
            let report = searcher.search(&Request::new(&pos, Limits::none()), control, &mut |_| {});
            assert!(
                report.best().is_some() && control.is_stopped(),
                "{name} ends before it is told to"
            );
            let beyond = played.load(Relaxed) - at;
            assert!(
                beyond <= moves * STRIDE,
                "{name}: {beyond} moves after the stop at {at}"
            );
        }
    }
}

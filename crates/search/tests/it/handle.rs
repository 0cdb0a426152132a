//! Searches in the background: watched, stopped, pondering, dropped. Alone in its binary, so that
//! it may count threads.

use crate::games;
use crate::games::{Discs, Othello, TicTacToe, even, mix, wander};
use game_core::Evaluator;
use search::{AlphaBeta, Control, Handle, Limits, Report, Request, Searcher, Smp, Task};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

/// Searches that have begun and not ended.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Counts the searches running.
struct Counted<S>(S);

impl<S: Searcher<TicTacToe>> Searcher<TicTacToe> for Counted<S> {
    fn search(
        &mut self,
        request: &Request<'_, TicTacToe>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<u8>),
    ) -> Report<u8> {
        RUNNING.fetch_add(1, SeqCst);
        let report = self.0.search(request, control, progress);
        RUNNING.fetch_sub(1, SeqCst);
        report
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// The threads of this process, where the system tells.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count)
}

/// Starts, hits, watches, stops, joins and drops searches in random order.
fn cycles(count: u64) {
    type CountedSearcher = Counted<Box<dyn Searcher<TicTacToe>>>;
    let engine = AlphaBeta::new(even()).with_table(games::small());
    let fresh = |k: u64| -> CountedSearcher {
        match k % 4 {
            0 => Counted(Box::new(Smp::new(
                engine.clone(),
                2.try_into().expect("not zero"),
            ))),
            _ => Counted(Box::new(engine.clone())),
        }
    };
    let before = threads();
    let mut idle: Option<CountedSearcher> = None;
    for cycle in 0..count {
        let roll = |salt| mix(cycle, salt);
        let pos = wander(TicTacToe::default(), (roll(0) % 4) as usize, cycle);
        let limits = match roll(1) % 4 {
            0 => Limits::none(),
            1 => Limits::time(Duration::from_micros(roll(2) % 2_000)),
            2 => Limits::depth((roll(2) % 9) as u32),
            _ => Limits::nodes(roll(2) % 5_000),
        };
        let searcher = idle.take().unwrap_or_else(|| fresh(roll(3)));
        let task = Task::new(pos, limits);
        let handle = if roll(4).is_multiple_of(2) {
            Handle::ponder(searcher, task)
        } else {
            Handle::start(searcher, task)
        };
        for step in 0..roll(5) % 4 {
            match roll(10 + step) % 5 {
                0 => handle.hit(),
                1 => handle.stop(),
                2 => drop(handle.progress()),
                3 => thread::sleep(Duration::from_micros(roll(20 + step) % 300)),
                _ => drop(handle.is_finished()),
            }
        }
        match roll(6) % 3 {
            0 => drop(handle),
            end => {
                // Without a stop a ponderer under a clock might wait for ever; tic-tac-toe itself
                // ends within its nine plies.
                if end == 1 {
                    handle.hit()
                } else {
                    handle.stop()
                }
                let (searcher, report) = handle.join();
                assert!(report.best().is_some(), "cycle {cycle}: {report:?}");
                idle = Some(searcher);
            }
        }
        assert_eq!(RUNNING.load(SeqCst), 0, "cycle {cycle}");
    }
    drop(idle);
    // The system may take a moment to bury a thread that was joined.
    let patience = Instant::now();
    while threads() > before && patience.elapsed() < Duration::from_secs(5) {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(threads() <= before, "{} threads of {before}", threads());
}

fn a_search_is_watched_and_stopped() {
    let handle = Handle::start(
        AlphaBeta::new(Discs::default()),
        Task::new(Othello::start(), Limits::none()),
    );
    let patience = Instant::now();
    while handle.progress().is_none_or(|report| report.depth < 4) {
        assert!(patience.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(1));
    }
    assert!(!handle.is_finished() && !handle.control().is_stopped());
    handle.stop();
    let stopped = Instant::now();
    let (mut engine, report) = handle.join();
    assert!(stopped.elapsed() < Duration::from_millis(500) && report.depth >= 4);
    // What it learnt has come back with it.
    let nodes =
        |engine: &mut AlphaBeta<_, _>| engine.think(&Othello::start(), Limits::depth(4)).nodes;
    assert!(nodes(&mut engine) < nodes(&mut AlphaBeta::new(Discs::default())));
}

fn a_task_asks_as_a_request_does() {
    let pos = wander(Othello::start(), 5, 1);
    let mut moves = Vec::new();
    game_core::Position::legal_moves(&pos, &mut moves);
    let task = Task {
        multi_pv: 2,
        exclude: moves[..1].to_vec(),
        ..Task::new(pos, Limits::depth(4))
    };
    let request = Request::new(&pos, Limits::depth(4))
        .with_multi_pv(2)
        .with_exclude(&moves[..1]);
    let report =
        AlphaBeta::new(Discs::default()).search(&request, &Control::default(), &mut |_| {});
    let (_, in_background) = Handle::start(AlphaBeta::new(Discs::default()), task).join();
    assert_eq!(
        (report.lines, report.nodes),
        (in_background.lines, in_background.nodes)
    );
}

fn a_panic_comes_out_at_the_join_alone() {
    #[derive(Clone)]
    struct Breaks;
    impl Evaluator<TicTacToe> for Breaks {
        fn evaluate(&mut self, _: &TicTacToe) -> game_core::Score {
            panic!("as the test wants")
        }
    }
    let start = || {
        Handle::start(
            AlphaBeta::new(Breaks),
            Task::new(TicTacToe::default(), Limits::depth(3)),
        )
    };
    drop(start());
    assert!(catch_unwind(AssertUnwindSafe(|| start().join())).is_err());
}

#[test]
fn background_searches() {
    a_search_is_watched_and_stopped();
    a_task_asks_as_a_request_does();
    a_panic_comes_out_at_the_join_alone();
    cycles(1_000);
}

#[test]
#[ignore = "ten thousand cycles take a minute; the test above runs a thousand"]
fn ten_thousand_cycles() {
    cycles(10_000);
}

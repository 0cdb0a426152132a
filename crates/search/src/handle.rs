use crate::{Control, Limits, Report, Request, Searcher, thread_builder};
use game_core::Position;
use std::{
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

/// A [`Request`] that owns all it asks about, so that it can go to another thread.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Handle, Limits, Task};
/// let task = Task { multi_pv: 2, ..Task::new(Othello::START, Limits::depth(3)) };
/// assert_eq!(task.request().moves().len(), 4);
/// let (_engine, report) = Handle::start(AlphaBeta::new(from_fn(Othello::margin)), task).join();
/// assert_eq!(report.lines.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Task<P: Position> {
    /// The root.
    pub pos: P,
    /// When to end.
    pub limits: Limits,
    /// How many of the best root moves to rank exactly.
    pub multi_pv: usize,
    /// The only root moves to consider; empty for all.
    pub only: Vec<P::Move>,
    /// Root moves not to consider.
    pub exclude: Vec<P::Move>,
    /// Whether the move is wanted more than its value, as [`Request::instant`] has it.
    pub instant: bool,
}

impl<P: Position> Task<P> {
    /// Asks for the best move in `pos`.
    pub fn new(pos: P, limits: Limits) -> Self {
        Self {
            pos,
            limits,
            multi_pv: 1,
            only: Vec::new(),
            exclude: Vec::new(),
            instant: false,
        }
    }

    /// The same question, as searchers are asked.
    pub fn request(&self) -> Request<'_, P> {
        let Self {
            pos,
            limits,
            multi_pv,
            only,
            exclude,
            instant,
        } = self;
        Request {
            pos,
            limits: *limits,
            multi_pv: *multi_pv,
            only,
            exclude,
            instant: *instant,
        }
    }
}

/// A search in the background: watched, stopped and ended from the thread that wants the move,
/// which it never blocks.
///
/// The searcher goes along and comes back with the report, so that it keeps what it learnt. A
/// handle that is dropped stops its search and waits for the thread, a few milliseconds: none is
/// ever left behind.
///
/// ```
/// use game_core::{Outcome, Player, Position, from_fn};
/// use search::{AlphaBeta, Handle, Limits, Task};
/// # #[derive(Clone)]
/// # struct Heap(u8);
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 4;
/// #     fn turn(&self) -> Player { Player::First }
/// #     fn key(&self) -> u64 { game_core::zobrist::mix(self.0.into()) }
/// #     fn decided(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Loss) }
/// #     fn stuck(&self) -> Outcome { Outcome::Loss }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.0.min(3)) }
/// #     fn play(&mut self, mv: u8) { self.0 -= mv }
/// #     fn undo(&mut self, mv: u8, (): ()) { self.0 += mv }
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
/// // Take one to three counters; whoever takes the last one wins.
/// let engine = AlphaBeta::new(from_fn(|_: &Heap| 0));
/// let thinking = Handle::start(engine, Task::new(Heap(13), Limits::depth(20)));
/// let _so_far = thinking.progress();
/// let (engine, report) = thinking.join();
/// assert_eq!(report.best(), Some(1));
///
/// // The opponent will surely take two, which leaves ten: meanwhile, think about those.
/// let pondering = Handle::ponder(engine, Task::new(Heap(10), Limits::depth(20)));
/// pondering.hit();
/// assert_eq!(pondering.join().1.best(), Some(2));
/// ```
#[derive(Debug)]
pub struct Handle<P: Position, S> {
    /// Taken by the end of the handle alone.
    thread: Option<JoinHandle<(S, Report<P::Move>)>>,
    control: Control,
    latest: Arc<Mutex<Option<Report<P::Move>>>>,
}

impl<P: Position + 'static, S: Searcher<P> + 'static> Handle<P, S> {
    /// Sends `searcher` to work on `task`; its clock runs from now on.
    ///
    /// # Panics
    /// If the system has no thread to give.
    pub fn start(searcher: S, task: Task<P>) -> Self {
        Self::spawn(searcher, task, Control::default())
    }

    /// Sends `searcher` to work on `task`, the position expected after the opponent's move, on the
    /// opponent's time: its clock runs from the [`hit`](Self::hit) on, before which it ends only by
    /// depth, nodes, a forced end or a stop.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    pub fn ponder(searcher: S, task: Task<P>) -> Self {
        Self::spawn(searcher, task, Control::pondering())
    }

    fn spawn(mut searcher: S, task: Task<P>, control: Control) -> Self {
        let latest = Arc::new(Mutex::new(None));
        let watched = Arc::clone(&latest);
        let its = control.clone();
        let work = move || {
            let report = searcher.search(&task.request(), &its, &mut |report| {
                *watched.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
            });
            (searcher, report)
        };
        let thread = thread_builder("search").spawn(work);
        let thread = Some(thread.unwrap_or_else(|error| panic!("no thread for a search: {error}")));
        Self {
            thread,
            control,
            latest,
        }
    }
}

impl<P: Position, S> Handle<P, S> {
    /// The opponent has played the move pondered on: from now on the search is an ordinary one.
    /// Does nothing to others.
    pub fn hit(&self) {
        self.control.hit();
    }

    /// Ends the search within a few milliseconds, without waiting for it.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// What the last finished iteration found; `None` before the first.
    pub fn progress(&self) -> Option<Report<P::Move>> {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether the search has ended, so that [`join`](Self::join) does not wait.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The hand on the search, for a thread that may want to stop it too.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Waits for the search to end; gives back the searcher, and its report. One that ponders waits
    /// for a hit or a stop, unless there is nothing left to search.
    ///
    /// # Panics
    /// If the search did, with its panic.
    pub fn join(mut self) -> (S, Report<P::Move>) {
        let Some(thread) = self.thread.take() else {
            unreachable!("a handle is joined once")
        };
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl<P: Position, S> Drop for Handle<P, S> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.control.stop();
            // Its panic concerns nobody any more.
            let _ = thread.join();
        }
    }
}

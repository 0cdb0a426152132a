use crate::alpha_beta::Part;
use crate::{
    AlphaBeta, Control, Guide, Limits, Report, Request, RootMove, Searcher, thread_builder,
};
use game_core::{Evaluator, Position};
use std::{
    num::NonZeroUsize,
    panic::resume_unwind,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

/// Lazy SMP: one engine on several threads that share nothing but its table.
///
/// The leader searches as an engine does alone, and its answer is the answer; the helpers search
/// the same position to depths of their own, for what they leave in the table. Nodes are counted
/// together, those below each root move when the search has ended, and so limited, to within a
/// millisecond's worth a thread. Where the guide's solver [finishes](Guide::finish) the search, the
/// helpers have done their part. The threads live for one search; no more than one a core is
/// started, for more would only take turns, and keep the leader from seeing the clock. With one
/// thread it is the engine, node for node; with more, no two searches are alike.
///
/// ```
/// use game_core::{Outcome, Player, Position, from_fn};
/// use search::{AlphaBeta, Limits, Searcher, Smp};
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
/// // Take one to three counters; whoever takes the last one wins, by leaving a multiple of four.
/// let mut searcher = Smp::new(AlphaBeta::new(from_fn(|_: &Heap| 0)), 2.try_into()?);
/// assert_eq!(searcher.think(&Heap(13), Limits::depth(20)).best(), Some(1));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Smp<P: Position, E, G = ()> {
    leader: AlphaBeta<P, E, G>,
    helpers: Vec<AlphaBeta<P, E, G>>,
}

impl<P: Position, E: Clone, G: Clone> Smp<P, E, G> {
    /// `engine` on this many `threads`, itself included.
    pub fn new(engine: AlphaBeta<P, E, G>, threads: NonZeroUsize) -> Self {
        Self {
            helpers: vec![engine.clone(); threads.get() - 1],
            leader: engine,
        }
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }
}

/// How many of this many `helpers` are worth a thread on this machine.
pub(crate) fn useful(helpers: usize) -> usize {
    // The system is asked once: it may have to read files.
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
    helpers.min(*CORES - 1)
}

/// Adds what another thread spent on each root move.
fn add<M: PartialEq>(roots: &mut [RootMove<M>], others: &[RootMove<M>]) {
    for root in roots {
        root.nodes += others
            .iter()
            .find(|other| other.mv == root.mv)
            .map_or(0, |other| other.nodes);
    }
}

/// Stops the helpers however the leader's search ends: the scope would wait for them.
pub(crate) struct StopOnDrop<'a>(pub(crate) &'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<P, E, G> Searcher<P> for Smp<P, E, G>
where
    P: Position,
    E: Evaluator<P> + Send,
    G: Guide<P, E> + Send,
{
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let Self { leader, helpers } = self;
        if helpers.is_empty() {
            return leader.search(request, control, progress);
        }
        let pool = AtomicU64::new(0);
        let done = Control::default();
        let last = request.limits.deepest();
        leader.begin(&request.limits);
        let mut report = thread::scope(|scope| {
            let stop = StopOnDrop(&done);
            let mut threads = Vec::with_capacity(helpers.len());
            let useful = useful(helpers.len());
            for (number, helper) in (1..).zip(&mut helpers[..useful]) {
                let pool = Some(&pool);
                let done = &done;
                let pos = request.pos.clone();
                let Request {
                    multi_pv,
                    only,
                    exclude,
                    ..
                } = *request;
                // The leader alone keeps time; but the system may keep it from seeing that the
                // nodes are spent.
                let limits = Limits {
                    mate: request.limits.mate,
                    nodes: request.limits.nodes,
                    ..Limits::none()
                };
                let work = move || {
                    let request = Request {
                        multi_pv,
                        only,
                        exclude,
                        ..Request::new(&pos, limits)
                    };
                    helper
                        .deepen(
                            &request,
                            done,
                            &mut |_| {},
                            &Part {
                                number,
                                pool,
                                helpers: None,
                                last,
                            },
                        )
                        .roots
                };
                // Where the system has no thread to give, the search goes on with those it gave.
                threads.extend(thread_builder("search").spawn_scoped(scope, work));
            }
            let part = Part {
                number: 0,
                pool: Some(&pool),
                helpers: Some(&done),
                last,
            };
            let mut report = leader.deepen(request, control, progress, &part);
            drop(stop);
            for thread in threads {
                add(
                    &mut report.roots,
                    &thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                );
            }
            report
        });
        report.nodes = report.nodes.max(pool.load(Relaxed));
        report
    }

    fn new_game(&mut self) {
        self.leader.new_game();
        self.helpers.iter_mut().for_each(AlphaBeta::forget);
    }
}

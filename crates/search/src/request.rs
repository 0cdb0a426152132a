use crate::Clock;
use game_core::{Outcome, Position, Score};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};
use std::time::Duration;
use web_time::Instant;

/// When a search must end; the first limit reached wins, and `None` is no limit.
///
/// Searches limited by depth and nodes alone repeat exactly.
///
/// ```
/// use search::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(12).with_time(Duration::from_millis(500));
/// assert_eq!((limits.depth, limits.nodes), (Some(12), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Full plies, taken to lie within 1 to [`MAX_PLY`](crate::MAX_PLY).
    pub depth: Option<u32>,
    /// Positions visited: the reproducible limit, for benchmarks and tests.
    pub nodes: Option<u64>,
    /// Wall-clock time, spent to its end.
    pub time: Option<Duration>,
    /// A clock to share out among the moves to come.
    pub clock: Option<Clock>,
    /// Plies within which a win is looked for: the search ends as soon as it has proved one so
    /// short, and looks no deeper than that takes. An [`AlphaBeta`](crate::AlphaBeta) then searches
    /// [full width](crate::Options::full_width), so that it finds the win if there is one among the
    /// moves its guide offers.
    pub mate: Option<u32>,
}

impl Limits {
    /// No limit at all: until stopped, or [`MAX_PLY`](crate::MAX_PLY) deep.
    pub const fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            mate: None,
        }
    }

    /// No limit but a depth.
    pub const fn depth(depth: u32) -> Self {
        Self::none().with_depth(depth)
    }

    /// No limit but a number of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self::none().with_nodes(nodes)
    }

    /// No limit but a duration.
    pub const fn time(time: Duration) -> Self {
        Self::none().with_time(time)
    }

    /// No limit but a clock.
    pub const fn clock(clock: Clock) -> Self {
        Self {
            clock: Some(clock),
            ..Self::none()
        }
    }

    /// No limit but a number of plies to win within.
    ///
    /// ```
    /// use search::Limits;
    /// assert_eq!(Limits::mate(5).and(Limits::mate(3)), Limits::none().with_mate(3));
    /// ```
    pub const fn mate(plies: u32) -> Self {
        Self::none().with_mate(plies)
    }

    /// Both these limits and `other`: the smaller of each. Of two clocks `other` counts.
    ///
    /// ```
    /// use search::Limits;
    /// assert_eq!(Limits::depth(9).and(Limits::depth(5).with_nodes(100)), Limits::depth(5).with_nodes(100));
    /// ```
    pub fn and(self, other: Self) -> Self {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            clock: other.clock.or(self.clock),
            mate: least(self.mate, other.mate),
        }
    }

    /// The same limits and a depth.
    pub const fn with_depth(self, depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..self
        }
    }

    /// The same limits and a number of nodes.
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..self
        }
    }

    /// The same limits and a duration.
    pub const fn with_time(self, time: Duration) -> Self {
        Self {
            time: Some(time),
            ..self
        }
    }

    /// The same limits and a clock.
    pub const fn with_clock(self, clock: Clock) -> Self {
        Self {
            clock: Some(clock),
            ..self
        }
    }

    /// The same limits and a number of plies to win within.
    pub const fn with_mate(self, plies: u32) -> Self {
        Self {
            mate: Some(plies),
            ..self
        }
    }

    /// The longest line worth a look, in plies.
    pub(crate) fn longest(&self) -> usize {
        let plies = self.depth.into_iter().chain(self.mate).min();
        plies.map_or(crate::MAX_PLY, |plies| {
            (plies as usize).clamp(1, crate::MAX_PLY)
        })
    }

    /// The last iteration allowed. Of a win it has to see a ply beyond the end: that there is no
    /// move left is not noticed at the horizon.
    pub(crate) fn deepest(&self) -> i32 {
        let depth = self.depth.map_or(crate::MAX_PLY, |depth| depth as usize);
        let mate = self
            .mate
            .map_or(crate::MAX_PLY, |plies| (plies as usize).saturating_add(1));
        depth.min(mate).clamp(1, crate::MAX_PLY) as i32
    }

    /// The score that ends the search as soon as it is proved; beyond every score where no win is
    /// looked for.
    pub(crate) fn goal(&self) -> Score {
        self.mate.map_or(Score::INFINITE, |plies| {
            Score::terminal(Outcome::Win, (plies as usize).min(crate::MAX_PLY))
        })
    }
}

/// A question for a searcher: where, how long, and about which root moves.
///
/// ```
/// use game_core::{Notation, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Control, Limits, Request, Searcher};
/// let game = Othello::START;
/// let moves = game.parse_moves("f5")?;
/// // The two best of the first moves, f5 aside.
/// let request = Request::new(&game, Limits::depth(2)).with_multi_pv(2).with_exclude(&moves);
/// assert_eq!(request.moves().len(), 3);
/// let report = AlphaBeta::new(from_fn(Othello::margin)).search(&request, &Control::default(), &mut |_| {});
/// assert!(report.lines.len() == 2 && report.lines.iter().all(|line| line.moves[0] != moves[0]));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Request<'a, P: Position> {
    /// The root.
    pub pos: &'a P,
    /// When to end.
    pub limits: Limits,
    /// How many of the best root moves to rank exactly.
    pub multi_pv: usize,
    /// The only root moves to consider; empty for all. Illegal ones are passed over.
    pub only: &'a [P::Move],
    /// Root moves not to consider.
    pub exclude: &'a [P::Move],
    /// Whether the move is wanted more than its value: then a search against
    /// time with one move to choose from ends at once, as it always does on a clock.
    pub instant: bool,
}

// Derived, these would ask the position to be `Copy`.
impl<P: Position> Clone for Request<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Request<'_, P> {}

impl<'a, P: Position> Request<'a, P> {
    /// Asks for the best move in `pos`.
    pub fn new(pos: &'a P, limits: Limits) -> Self {
        Self {
            pos,
            limits,
            multi_pv: 1,
            only: &[],
            exclude: &[],
            instant: false,
        }
    }

    /// The moves to choose from at the root; none where the game is over.
    pub fn moves(&self) -> Vec<P::Move> {
        self.moves_or_outcome().unwrap_or_default()
    }

    /// The moves to choose from at the root, or how the game ended.
    pub(crate) fn moves_or_outcome(&self) -> Result<Vec<P::Move>, Outcome> {
        let mut moves = Vec::new();
        match self.pos.legal_moves(&mut moves) {
            Some(outcome) => Err(outcome),
            None => {
                moves.retain(|mv| self.allows(mv));
                Ok(moves)
            }
        }
    }

    /// The same request, asking for this many moves: the best, the second best and so on.
    #[must_use]
    pub fn with_multi_pv(self, multi_pv: usize) -> Self {
        Self { multi_pv, ..self }
    }

    /// The same request about these moves alone; about all if there are none.
    #[must_use]
    pub fn with_only(self, only: &'a [P::Move]) -> Self {
        Self { only, ..self }
    }

    /// The same request about all moves but these.
    #[must_use]
    pub fn with_exclude(self, exclude: &'a [P::Move]) -> Self {
        Self { exclude, ..self }
    }

    /// The same request for a move rather than its value, or the reverse.
    #[must_use]
    pub fn with_instant(self, instant: bool) -> Self {
        Self { instant, ..self }
    }

    /// Whether time is worth saving: on a clock always.
    pub(crate) fn hurries(&self) -> bool {
        self.limits.clock.is_some() || self.instant && self.limits.is_timed()
    }

    /// Whether `mv` is to be considered at the root, if it is legal.
    pub fn allows(&self, mv: &P::Move) -> bool {
        (self.only.is_empty() || self.only.contains(mv)) && !self.exclude.contains(mv)
    }
}

/// The hand on a running search: clones share it, so one goes to the thread that may want to stop
/// it.
///
/// ```
/// let control = search::Control::default();
/// let elsewhere = control.clone();
/// std::thread::spawn(move || elsewhere.stop()).join().expect("it only sets a flag");
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    /// Positions visited, as far as the search under way has told.
    nodes: AtomicU64,
    ponders: bool,
    /// When the opponent played the move pondered on.
    hit: OnceLock<Instant>,
}

impl Control {
    /// The hand on a search of the position that the opponent's expected move would lead to, on the
    /// opponent's time: the clock of its limits starts at the [`hit`](Self::hit), and until then
    /// only depth, nodes and [`stop`](Self::stop) end it.
    ///
    /// ```
    /// let control = search::Control::pondering();
    /// assert!(control.is_pondering());
    /// control.hit();
    /// assert!(!control.is_pondering());
    /// ```
    pub fn pondering() -> Self {
        Self {
            shared: Arc::new(Shared {
                ponders: true,
                ..Shared::default()
            }),
        }
    }

    /// The opponent has played the move pondered on: the search goes on as an ordinary one whose
    /// clock starts now. Does nothing the second time, or where nothing is pondered on.
    pub fn hit(&self) {
        self.shared.hit.get_or_init(Instant::now);
    }

    /// Whether the opponent's move is still awaited.
    pub fn is_pondering(&self) -> bool {
        self.shared.ponders && self.shared.hit.get().is_none()
    }

    /// When the clock of a search begun at `begun` started, if it did.
    pub(crate) fn started(&self, begun: Instant) -> Option<Instant> {
        // A hit before the search began is history.
        if self.shared.ponders {
            self.shared.hit.get().map(|&hit| hit.max(begun))
        } else {
            Some(begun)
        }
    }

    /// Ends every search under this control as soon as it looks, within a few milliseconds.
    pub fn stop(&self) {
        self.shared.stop.store(true, Relaxed);
    }

    /// How many positions the search under way, or else the last one, has visited: told about every
    /// millisecond, for those who watch while an iteration takes its time.
    ///
    /// ```
    /// use search::Control;
    /// assert_eq!(Control::default().nodes(), 0);
    /// ```
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }

    /// A search tells how many positions it has visited.
    pub(crate) fn visited(&self, nodes: u64) {
        self.shared.nodes.store(nodes, Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }
}

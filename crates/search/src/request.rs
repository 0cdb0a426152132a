use game_core::Position;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};
use std::time::Duration;

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
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// No limit at all: until stopped, or [`MAX_PLY`](crate::MAX_PLY) deep.
    pub const fn none() -> Self {
        Self { depth: None, nodes: None, time: None }
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

    /// The same limits and a depth.
    pub const fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// The same limits and a number of nodes.
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same limits and a duration.
    pub const fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The last iteration allowed.
    pub(crate) fn deepest(&self) -> i32 {
        self.depth.map_or(crate::MAX_PLY, |depth| (depth as usize).clamp(1, crate::MAX_PLY)) as i32
    }
}

/// A question for a searcher: where, how long, and about which root moves.
#[derive(Debug)]
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
    /// Whether the move is wanted more than its value: then a search against time with one move to choose from ends at once.
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
        Self { pos, limits, multi_pv: 1, only: &[], exclude: &[], instant: false }
    }

    /// Whether `mv` is to be considered at the root.
    pub(crate) fn allows(&self, mv: &P::Move) -> bool {
        (self.only.is_empty() || self.only.contains(mv)) && !self.exclude.contains(mv)
    }
}

/// The hand on a running search: clones share one stop flag, so one goes to the thread that may want to stop it.
///
/// ```
/// let control = search::Control::default();
/// let elsewhere = control.clone();
/// std::thread::spawn(move || elsewhere.stop()).join().expect("it only sets a flag");
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
}

impl Control {
    /// Ends every search under this control as soon as it looks, within a few milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

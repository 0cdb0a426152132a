use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};
use thiserror::Error;

/// What a solve may cost; without any limit it ends when the position is solved.
///
/// ```
/// use solvers::othello::Limits;
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
/// assert!(limits.time.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions visited, give or take some ten thousand.
    pub nodes: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Ends the solve once another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A limit ended the solve before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not solved within its limits, {nodes} positions and {:.3} s", time.as_secs_f64())]
pub struct Unsolved {
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

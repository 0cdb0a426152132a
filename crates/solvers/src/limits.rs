use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use thiserror::Error;
use web_time::Instant;

/// The limits of a solve; without any it ends when the position is solved.
///
/// ```
/// use solvers::SolveLimits;
/// let limits = SolveLimits::nodes(1_000_000);
/// assert!(limits.time.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SolveLimits {
    /// Positions visited, to about a thousand.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Ends the solve once another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

impl SolveLimits {
    /// SolveLimits to this many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Accounts for positions until a limit is reached; time counts from `start`.
    pub(crate) fn spend(&self, start: Instant) -> impl FnMut(u64) -> bool {
        let mut left = self.nodes.unwrap_or(u64::MAX);
        let deadline = self.time.and_then(|time| start.checked_add(time));
        move |nodes| {
            left = left.saturating_sub(nodes);
            let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let told = || self.stop.as_deref().is_some_and(|stop| stop.load(Relaxed));
            left > 0 && !told() && !late()
        }
    }
}

/// A limit ended the solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not solved within its limits, {nodes} positions and {:.3} s", time.as_secs_f64())]
pub struct Unsolved {
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

use std::fmt::Debug;
use std::time::Duration;

/// What a timer calls.
pub(crate) type Callback = Box<dyn FnOnce() + Send>;

/// Calls back later.
pub(crate) trait Timers: Debug + Send + Sync {
    /// Calls `callback` once `wait` has passed.
    fn after(&self, wait: Duration, callback: Callback);
}

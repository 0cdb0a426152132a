use std::fmt::Debug;
use std::time::Duration;

/// What is to be done later.
pub(crate) type Deed = Box<dyn FnOnce() + Send>;

/// Does things later.
pub(crate) trait Timers: Debug + Send + Sync {
    /// Does `deed` once `wait` has passed.
    fn after(&self, wait: Duration, deed: Deed);
}

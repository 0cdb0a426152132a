use super::{Job, Queue, lock};
use std::sync::Arc;

/// The handle of a job. Dropping it stops the job, or removes it if it has not begun.
pub(crate) struct Ticket {
    pub(super) job: Arc<Job>,
    pub(super) queue: Arc<Queue>,
    pub(super) express: Arc<Queue>,
    pub(super) ahead: usize,
}

impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ticket")
            .field("ahead", &self.ahead)
            .finish_non_exhaustive()
    }
}

impl Ticket {
    /// How many jobs were ahead when this one came; 0 if a worker was free.
    pub fn ahead(&self) -> usize {
        self.ahead
    }

    /// How many jobs are ahead now; 0 once it is under way.
    pub fn place(&self) -> usize {
        self.queue.ahead(&self.job).map_or(0, |ahead| ahead + 1)
    }

    /// How many positions the job has visited.
    pub fn nodes(&self) -> u64 {
        self.job.control.nodes()
    }

    /// Makes the job answer now: a running job is stopped, a waiting one need not wait any longer.
    pub fn hurry(&self) {
        let waited = self.queue.remove(&self.job);
        self.job.control.stop();
        if waited {
            self.express.push(&self.job);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.job.control.stop();
        if self.queue.remove(&self.job) || self.express.remove(&self.job) {
            lock(&self.job.work).take();
        }
    }
}

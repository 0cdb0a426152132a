mod ticket;

use search::Control;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

pub(crate) use ticket::Ticket;

/// Where a job waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Moves and hints: somebody waits for them.
    Play,
    /// Analysis: it takes all the time it is given.
    Study,
    /// The laboratory: so does it, and waits for nobody's analysis.
    Lab,
}

/// The threads that search: some for each lane, first come, first served, and one for those in a hurry.
#[derive(Debug)]
pub(crate) struct Pool {
    play: Arc<Queue>,
    study: Arc<Queue>,
    lab: Arc<Queue>,
    /// Jobs stopped before they began. They are answered at once, whatever else is going on.
    express: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// What a worker does: a search under `control`, or the least that answers if it is in a `hurry`.
type Work = Box<dyn FnOnce(&Control, bool) + Send>;

struct Job {
    control: Control,
    work: Mutex<Option<Work>>,
}

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Arc<Job>>,
    /// Workers that have nothing to do.
    free: usize,
    closed: bool,
}

impl State {
    fn place(&self, job: &Arc<Job>) -> Option<usize> {
        self.waiting.iter().position(|other| Arc::ptr_eq(job, other))
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} waiting, {} free", self.waiting.len(), self.free)
    }
}

impl Pool {
    /// A searcher recurses once a ply, beyond what threads are given by default.
    const STACK: usize = 16 << 20;

    /// Threads for `play`, for `study` and as many for the laboratory, and one more.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn new(play: NonZeroUsize, study: NonZeroUsize) -> std::io::Result<Self> {
        let [one, two, three, express] = [(); 4].map(|()| Arc::new(Queue::default()));
        let pool = Self { play: one, study: two, lab: three, express, threads: Mutex::default() };
        for (queue, count, name, nice) in [
            (&pool.play, play.get(), "play", 5),
            (&pool.study, study.get(), "study", 10),
            (&pool.lab, study.get(), "lab", 10),
            (&pool.express, 1, "express", 0),
        ] {
            for _ in 0..count {
                let queue = Arc::clone(queue);
                let worker = Builder::new().name(name.to_owned()).stack_size(Self::STACK);
                let worker = worker.spawn(move || {
                    give_way(nice);
                    queue.work();
                })?;
                lock(&pool.threads).push(worker);
            }
        }
        Ok(pool)
    }

    /// Sends `work` to wait in `lane`. The ticket is the hand on it: it is given up when that is dropped.
    pub fn submit(&self, lane: Lane, work: impl FnOnce(&Control, bool) + Send + 'static) -> Ticket {
        let queue = match lane {
            Lane::Play => &self.play,
            Lane::Study => &self.study,
            Lane::Lab => &self.lab,
        };
        let job = Arc::new(Job { control: Control::default(), work: Mutex::new(Some(Box::new(work))) });
        let mut state = lock(&queue.state);
        let ahead = (state.waiting.len() + 1).saturating_sub(state.free);
        state.waiting.push_back(Arc::clone(&job));
        drop(state);
        queue.bell.notify_one();
        Ticket { job, queue: Arc::clone(queue), express: Arc::clone(&self.express), ahead }
    }

    /// Sends the workers home; what they are at is to be stopped by its ticket.
    pub fn close(&self) {
        for queue in [&self.play, &self.study, &self.lab, &self.express] {
            let mut state = lock(&queue.state);
            state.closed = true;
            state.waiting.clear();
            drop(state);
            queue.bell.notify_all();
        }
    }

    /// Waits for the workers to go home.
    pub fn join(&self) {
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            // A worker catches the panics of its jobs.
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Queue {
    /// Does one job after another until the queue is closed.
    fn work(&self) {
        let mut state = lock(&self.state);
        while !state.closed {
            let Some(job) = state.waiting.pop_front() else {
                state.free += 1;
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.free -= 1;
                continue;
            };
            drop(state);
            job.run(job.control.is_stopped());
            state = lock(&self.state);
        }
    }

    /// How many wait before `job`, if it still waits.
    fn place(&self, job: &Arc<Job>) -> Option<usize> {
        lock(&self.state).place(job)
    }

    /// Takes `job` out, if it still waits.
    fn remove(&self, job: &Arc<Job>) -> bool {
        let mut state = lock(&self.state);
        let place = state.place(job);
        place.is_some_and(|place| state.waiting.remove(place).is_some())
    }
}

impl Job {
    fn run(&self, hurry: bool) {
        let work = lock(&self.work).take();
        if let Some(work) = work {
            // The work reports its panics itself; a worker outlives them.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&self.control, hurry)));
        }
    }
}

/// Lets others go first where the processor is short, so that messages are answered while engines think.
#[cfg(target_os = "linux")]
fn give_way(nice: i32) {
    // Of this thread alone, on Linux. Where it is refused, all are equal.
    let _ = rustix::process::nice(nice);
}

#[cfg(not(target_os = "linux"))]
fn give_way(_: i32) {}

/// What a mutex guards. No one leaves it half-changed, not even by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;

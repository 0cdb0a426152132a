mod shares;
mod ticket;

use search::{Control, thread_builder};
use shares::Shares;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use web_time::Instant;

pub(crate) use shares::Party;
pub(crate) use ticket::Ticket;

/// Where a job waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Moves and hints: a person waits for them.
    Play,
    /// Analysis: it uses all the time it is given.
    Study,
    /// The laboratory: it uses all its time too, and never waits for an analysis.
    Lab,
}

impl Lane {
    /// How long a job of this lane should wait at most, relative to a search for a move.
    fn patience(self) -> u32 {
        match self {
            Self::Play => 1,
            Self::Study => 10,
            Self::Lab => 60,
        }
    }
}

/// The threads that search: some for each lane, and one for jobs that must answer at once.
///
/// The [parties](Party) of a lane's jobs take turns, the least served first. A job runs without
/// limit while no other waits. While others wait it has a share of the lane's patience and is then
/// stopped; a stopped search answers with the best move it has found.
#[derive(Debug)]
pub(crate) struct Pool {
    play: Arc<Queue>,
    study: Arc<Queue>,
    lab: Arc<Queue>,
    /// Jobs stopped before they began. They are answered at once, however busy the other threads
    /// are.
    express: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A worker's task: a search under `control`, or the shortest search that answers if `hurry` is
/// set.
type Work = Box<dyn FnOnce(&Control, bool) + Send>;

struct Job {
    party: Party,
    control: Control,
    work: Mutex<Option<Work>>,
}

#[derive(Debug)]
struct Queue {
    state: Mutex<State>,
    /// Signals that a job waits or the queue is closed.
    bell: Condvar,
    /// Signals that a job waits or begins, which changes the shares, or that the queue is closed.
    changed: Condvar,
    /// The time that running and waiting jobs share, for each worker.
    patience: Duration,
}

#[derive(Default)]
struct State {
    /// In the order of arrival.
    waiting: Vec<Arc<Job>>,
    running: Vec<Running>,
    shares: Shares,
    /// The number of idle workers.
    free: usize,
    closed: bool,
}

/// A job under way.
#[derive(Clone)]
struct Running {
    job: Arc<Job>,
    since: Instant,
}

impl State {
    /// The index of the next job.
    fn next(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|&place| self.shares.served(self.waiting[place].party))
    }

    /// Takes the next job out to run it.
    fn begin(&mut self) -> Option<Running> {
        let running = Running {
            job: self.waiting.remove(self.next()?),
            since: Instant::now(),
        };
        self.shares.begin(running.job.party);
        self.running.push(running.clone());
        Some(running)
    }

    /// How many waiting jobs go before `job`, if it waits.
    fn ahead(&self, job: &Arc<Job>) -> Option<usize> {
        let place = self.place(job)?;
        let turn = |place: usize| (self.shares.served(self.waiting[place].party), place);
        Some(
            (0..self.waiting.len())
                .filter(|&other| turn(other) < turn(place))
                .count(),
        )
    }

    fn place(&self, job: &Arc<Job>) -> Option<usize> {
        self.waiting
            .iter()
            .position(|other| Arc::ptr_eq(job, other))
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} waiting, {} free", self.waiting.len(), self.free)
    }
}

impl Pool {
    /// Starts the threads: `play` for moves, `study` for analysis and as many for the laboratory,
    /// and a few more. Jobs for moves share `patience` while others wait.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn new(
        play: NonZeroUsize,
        study: NonZeroUsize,
        patience: Duration,
    ) -> std::io::Result<Self> {
        let pool = Self::with_queues(patience, 0);
        for (queue, count, name, nice) in [
            (&pool.play, play.get(), "play", 5),
            (&pool.study, study.get(), "study", 10),
            (&pool.lab, study.get(), "lab", 10),
            (&pool.express, 1, "express", 0),
        ] {
            for _ in 0..count {
                let queue = Arc::clone(queue);
                let worker = thread_builder(name).spawn(move || {
                    give_way(nice);
                    queue.work();
                })?;
                lock(&pool.threads).push(worker);
            }
        }
        for queue in [&pool.play, &pool.study, &pool.lab] {
            let queue = Arc::clone(queue);
            let referee = Builder::new()
                .name("referee".to_owned())
                .spawn(move || queue.enforce_shares())?;
            lock(&pool.threads).push(referee);
        }
        Ok(pool)
    }

    /// A pool without threads: its jobs wait for [`run_next`](Self::run_next).
    pub fn without_threads() -> Self {
        Self::with_queues(Duration::MAX, 1)
    }

    /// A pool without threads, in which `free` workers of each lane count as idle.
    fn with_queues(patience: Duration, free: usize) -> Self {
        let queue = |patience| Arc::new(Queue::new(patience, free));
        let [play, study, lab] = [Lane::Play, Lane::Study, Lane::Lab]
            .map(|lane| queue(patience.saturating_mul(lane.patience())));
        Self {
            play,
            study,
            lab,
            // Its jobs take milliseconds.
            express: queue(Duration::MAX),
            threads: Mutex::default(),
        }
    }

    /// Runs the next job on this thread, of the most urgent lane that has one. `false` if no job
    /// waits.
    pub fn run_next(&self) -> bool {
        [&self.express, &self.play, &self.study, &self.lab]
            .into_iter()
            .any(|queue| queue.run_next())
    }

    /// Queues `work` of `party` in `lane`. Dropping the ticket abandons it.
    pub fn submit(
        &self,
        lane: Lane,
        party: Party,
        work: impl FnOnce(&Control, bool) + Send + 'static,
    ) -> Ticket {
        let queue = match lane {
            Lane::Play => &self.play,
            Lane::Study => &self.study,
            Lane::Lab => &self.lab,
        };
        let job = Arc::new(Job {
            party,
            control: Control::default(),
            work: Mutex::new(Some(Box::new(work))),
        });
        let mut state = lock(&queue.state);
        state.waiting.push(Arc::clone(&job));
        let ahead = state
            .ahead(&job)
            .map_or(0, |ahead| (ahead + 1).saturating_sub(state.free));
        drop(state);
        queue.bell.notify_one();
        queue.changed.notify_one();
        Ticket {
            job,
            queue: Arc::clone(queue),
            express: Arc::clone(&self.express),
            ahead,
        }
    }

    /// Ends the workers; jobs under way are stopped by their tickets.
    pub fn close(&self) {
        for queue in [&self.play, &self.study, &self.lab, &self.express] {
            let mut state = lock(&queue.state);
            state.closed = true;
            state.waiting.clear();
            drop(state);
            queue.bell.notify_all();
            queue.changed.notify_all();
        }
    }

    /// Waits for the workers to end.
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
    /// The smallest share is the patience divided by this.
    const LEAST_SHARE: u32 = 50;

    fn new(patience: Duration, free: usize) -> Self {
        Self {
            state: Mutex::new(State {
                free,
                ..State::default()
            }),
            bell: Condvar::new(),
            changed: Condvar::new(),
            patience,
        }
    }

    /// Runs one job after another until the queue is closed.
    fn work(&self) {
        let mut state = lock(&self.state);
        while !state.closed {
            if let Some(running) = state.begin() {
                drop(state);
                self.run(&running);
                state = lock(&self.state);
                continue;
            }
            state.free += 1;
            state = self
                .bell
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.free -= 1;
        }
    }

    /// Runs the next job. `false` if none waits.
    fn run_next(&self) -> bool {
        let running = lock(&self.state).begin();
        running.inspect(|running| self.run(running)).is_some()
    }

    /// Runs a job that has left the queue.
    fn run(&self, Running { job, since }: &Running) {
        self.changed.notify_one();
        job.run(job.control.is_stopped());
        let mut state = lock(&self.state);
        state
            .running
            .retain(|running| !Arc::ptr_eq(&running.job, job));
        // A turn counts at most as the smallest share: a party that searched long while no
        // other waited owes nothing when others come.
        state
            .shares
            .charge(job.party, since.elapsed().min(self.least_share()));
    }

    /// Stops jobs that have used their share while others wait, until the queue is closed.
    fn enforce_shares(&self) {
        let mut state = lock(&self.state);
        while !state.closed {
            let now = Instant::now();
            let share = self.share(&state);
            let mut next = None;
            for Running { job, since } in state
                .running
                .iter()
                .filter(|running| !running.job.control.is_stopped())
            {
                let Some(left) = share.map(|share| share.saturating_sub(now - *since)) else {
                    continue;
                };
                if left.is_zero() {
                    job.control.stop();
                } else {
                    next = Some(next.map_or(left, |next: Duration| next.min(left)));
                }
            }
            state = match next {
                Some(left) => {
                    self.changed
                        .wait_timeout(state, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
                None => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// How long a job may run; `None` while no other waits.
    fn share(&self, state: &State) -> Option<Duration> {
        if state.waiting.is_empty() {
            return None;
        }
        let jobs = u32::try_from(state.waiting.len() + state.running.len()).unwrap_or(u32::MAX);
        let workers = u32::try_from(state.running.len()).unwrap_or(u32::MAX);
        let fair = self.patience.saturating_mul(workers) / jobs;
        Some(fair.max(self.least_share()))
    }

    /// How long a job may always run, however many wait.
    fn least_share(&self) -> Duration {
        self.patience / Self::LEAST_SHARE
    }

    /// How many jobs run before `job`, if it still waits.
    fn ahead(&self, job: &Arc<Job>) -> Option<usize> {
        lock(&self.state).ahead(job)
    }

    /// Takes `job` out, if it still waits.
    fn remove(&self, job: &Arc<Job>) -> bool {
        let mut state = lock(&self.state);
        let place = state.place(job);
        place.map(|place| state.waiting.remove(place)).is_some()
    }

    /// Adds `job` to the queue.
    fn push(&self, job: &Arc<Job>) {
        lock(&self.state).waiting.push(Arc::clone(job));
        self.bell.notify_one();
    }
}

impl Job {
    fn run(&self, hurry: bool) {
        let work = lock(&self.work).take();
        if let Some(work) = work {
            // The work reports its panics itself; the worker survives them.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&self.control, hurry)));
        }
    }
}

/// Lowers the priority of this thread, so that messages are answered while engines search.
#[cfg(all(feature = "server", target_os = "linux"))]
fn give_way(nice: i32) {
    // On Linux this concerns this thread alone. If it is refused, all threads are equal.
    let _ = rustix::process::nice(nice);
}

#[cfg(not(all(feature = "server", target_os = "linux")))]
fn give_way(_: i32) {}

/// Locks `mutex`. No code leaves its data half-changed, not even by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;

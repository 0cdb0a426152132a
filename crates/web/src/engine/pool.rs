use search::Control;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

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

    /// Takes `job` out, if it still waits.
    fn remove(&self, job: &Arc<Job>) -> bool {
        let mut state = lock(&self.state);
        let place = state.waiting.iter().position(|other| Arc::ptr_eq(job, other));
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

/// The hand on a job: dropped, the job is stopped, or forgotten if it has not begun.
pub(crate) struct Ticket {
    job: Arc<Job>,
    queue: Arc<Queue>,
    express: Arc<Queue>,
    ahead: usize,
}

impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ticket").field("ahead", &self.ahead).finish_non_exhaustive()
    }
}

impl Ticket {
    /// How many jobs were before this one when it came; 0 if a worker was free.
    pub fn ahead(&self) -> usize {
        self.ahead
    }

    /// Has the job answer now: one that runs is stopped, one that waits needs wait no longer.
    pub fn hurry(&self) {
        let waited = self.queue.remove(&self.job);
        self.job.control.stop();
        if waited {
            lock(&self.express.state).waiting.push_back(Arc::clone(&self.job));
            self.express.bell.notify_one();
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
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    const WAIT: Duration = Duration::from_secs(20);

    fn pool() -> Pool {
        Pool::new(NonZeroUsize::MIN, NonZeroUsize::MIN).expect("threads")
    }

    /// Works until it is stopped, and tells that it began and how it ended.
    fn endless(name: &'static str, told: &Sender<String>) -> impl FnOnce(&Control, bool) + Send + 'static {
        let told = told.clone();
        move |control, hurry| {
            let tell = |what: &str| told.send(format!("{name} {what}")).expect("the test listens");
            tell(if hurry { "hurries" } else { "begins" });
            while !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            tell("ends");
        }
    }

    #[test]
    fn jobs_are_done_in_order_and_a_dropped_one_never() {
        let (pool, (tell, told)) = (pool(), channel());
        let next = || told.recv_timeout(WAIT).expect("a job tells");
        let a = pool.submit(Lane::Play, endless("a", &tell));
        assert_eq!(next(), "a begins");
        let b = pool.submit(Lane::Play, endless("b", &tell));
        let c = pool.submit(Lane::Play, endless("c", &tell));
        assert_eq!((b.ahead(), c.ahead()), (1, 2));
        drop(b);
        drop(a);
        assert_eq!([next(), next()], ["a ends", "c begins"]);
        drop(c);
        assert_eq!(next(), "c ends");
    }

    #[test]
    fn who_is_hurried_while_waiting_answers_at_once() {
        let (pool, (tell, told)) = (pool(), channel());
        let next = || told.recv_timeout(WAIT).expect("a job tells");
        let a = pool.submit(Lane::Play, endless("a", &tell));
        assert_eq!(next(), "a begins");
        let b = pool.submit(Lane::Play, endless("b", &tell));
        b.hurry();
        assert_eq!([next(), next()], ["b hurries", "b ends"]);
        a.hurry();
        assert_eq!(next(), "a ends");
    }

    #[test]
    fn study_keeps_no_game_waiting() {
        let (pool, (tell, told)) = (pool(), channel());
        let next = || told.recv_timeout(WAIT).expect("a job tells");
        let _study = pool.submit(Lane::Study, endless("study", &tell));
        assert_eq!(next(), "study begins");
        let _lab = pool.submit(Lane::Lab, endless("lab", &tell));
        assert_eq!(next(), "lab begins");
        let _play = pool.submit(Lane::Play, endless("play", &tell));
        assert_eq!(next(), "play begins");
    }

    #[test]
    fn a_worker_outlives_a_panic() {
        let (pool, (tell, told)) = (pool(), channel());
        let _bad = pool.submit(Lane::Play, |_, _| panic!("wanted by the test"));
        let _good = pool.submit(Lane::Play, endless("good", &tell));
        assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("good begins"));
    }

    #[test]
    fn workers_go_home() {
        let (pool, (tell, told)) = (pool(), channel());
        let running = pool.submit(Lane::Play, endless("a", &tell));
        assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("a begins"));
        let waiting = pool.submit(Lane::Play, endless("b", &tell));
        pool.close();
        drop(running);
        pool.join();
        drop(waiting);
        drop(tell);
        assert_eq!(told.iter().collect::<Vec<_>>(), ["a ends"]);
    }
}

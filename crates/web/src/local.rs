use crate::Config;
use crate::engine::{Cache, Pool};
use crate::outbox::{Kind, Outbox};
use crate::room::AppState;
use crate::rooms::Rooms;
use crate::timers::{Callback, Timers};
use crate::visitor::Visitor;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// The games of one page without a server: the same protocol in the caller's own thread, as a
/// browser has it.
///
/// Searches run inside [`work`](Self::work), one at a time. No message can stop one, but none takes
/// longer than [`Config::time`]; its progress is sent while it runs.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// let heard = Arc::new(Mutex::new(Vec::new()));
/// let ear = Arc::clone(&heard);
/// let config = web::LocalGames::config();
/// let mut games = web::LocalGames::new(config, move |message| {
///     ear.lock().expect("no panic").push(message.to_owned());
/// });
/// games.send(r#"{"id": 1, "do": "open", "game": "othello"}"#);
/// games.send(r#"{"id": 2, "do": "play", "move": "f5", "ply": 0}"#);
/// // The engine, which moves second, answers.
/// while games.work().is_some_and(|wait| wait.is_zero()) {}
/// let heard = heard.lock().expect("no panic");
/// assert!(heard.iter().any(|message| message.contains(r#""ply":2"#)));
/// ```
#[derive(Debug)]
pub struct LocalGames {
    rooms: Arc<Rooms>,
    visitor: Visitor,
    timers: Arc<TimerQueue>,
}

impl LocalGames {
    /// Limits for a browser on a small machine: little memory, one thread, and searches so short
    /// that the page is not deaf for long.
    #[must_use]
    pub fn config() -> Config {
        Config {
            rooms: 8,
            time: Duration::from_secs(3),
            hash: 16,
            threads: 1,
            game_memory: 96,
            memory: 192,
            ..Config::default()
        }
    }

    /// Greets a client, which hears everything by `tell`.
    pub fn new(config: Config, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let config = config.sound();
        let timers = Arc::<TimerQueue>::default();
        let rooms = Arc::new(Rooms::new(AppState {
            pool: Pool::without_threads(),
            cache: Cache::new(config.game_memory, config.memory),
            explorer: None,
            timers: Box::new(Arc::clone(&timers)),
            config,
        }));
        let visitor = Visitor::new(Arc::clone(&rooms), None, Arc::new(Direct(tell)));
        Self {
            rooms,
            visitor,
            timers,
        }
    }

    /// Carries out `message` and replies to it.
    pub fn send(&mut self, message: &str) {
        self.visitor.receive(message);
    }

    /// Does what is due, and one search if one waits. Returns after how long there is more to do;
    /// `None` if not before the next message.
    pub fn work(&mut self) -> Option<Duration> {
        self.timers.fire_due();
        if self.rooms.app().pool.run_next() {
            return Some(Duration::ZERO);
        }
        self.timers.wait()
    }
}

/// Hands messages on at once.
struct Direct<F>(F);

impl<F> fmt::Debug for Direct<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Direct")
    }
}

impl<F: Fn(&str) + Send + Sync> Outbox for Direct<F> {
    fn send(&self, _: Kind, message: &Arc<str>) {
        (self.0)(message);
    }
}

/// The timers set, in the order in which they were.
#[derive(Default)]
struct TimerQueue(Mutex<Vec<(Instant, Callback)>>);

impl TimerQueue {
    /// Fires the timers that are due. Those set meanwhile wait for the next time.
    fn fire_due(&self) {
        let now = Instant::now();
        let due: Vec<_> = self.with(|timers| timers.extract_if(.., |(at, _)| *at <= now).collect());
        due.into_iter().for_each(|(_, callback)| callback());
    }

    /// After how long the next timer is due; `None` where none is set.
    fn wait(&self) -> Option<Duration> {
        let next = self.with(|timers| timers.iter().map(|&(at, _)| at).min())?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<(Instant, Callback)>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for TimerQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} set", self.with(|timers| timers.len()))
    }
}

impl Timers for Arc<TimerQueue> {
    fn after(&self, wait: Duration, callback: Callback) {
        self.with(|timers| timers.push((Instant::now() + wait, callback)));
    }
}

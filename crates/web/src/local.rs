use crate::Config;
use crate::engine::{Cache, Pool};
use crate::outbox::{Kind, Outbox};
use crate::room::AppState;
use crate::rooms::Rooms;
use crate::timers::{Deed, Timers};
use crate::visitor::Visitor;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// The games of one page without a server: the same protocol in the caller's own thread, as a
/// browser has it.
///
/// Searches run within [`work`](Self::work), one at a time, and hear nothing meanwhile: no message
/// stops them, and none takes longer than [`Config::time`]. What they find is told at once.
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
    agenda: Arc<Agenda>,
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
        let agenda = Arc::<Agenda>::default();
        let rooms = Arc::new(Rooms::new(AppState {
            pool: Pool::without_threads(),
            cache: Cache::new(config.game_memory, config.memory),
            explorer: None,
            timers: Box::new(Arc::clone(&agenda)),
            config,
        }));
        let visitor = Visitor::new(Arc::clone(&rooms), None, Arc::new(Told(tell)));
        Self {
            rooms,
            visitor,
            agenda,
        }
    }

    /// Carries out `message` and replies to it.
    pub fn send(&mut self, message: &str) {
        self.visitor.receive(message);
    }

    /// Does what is due, and one search if one waits. Returns after how long there is more to do;
    /// `None` if not before the next message.
    pub fn work(&mut self) -> Option<Duration> {
        self.agenda.do_due();
        if self.rooms.app().pool.run_next() {
            return Some(Duration::ZERO);
        }
        self.agenda.wait()
    }
}

/// Messages that are heard at once.
struct Told<F>(F);

impl<F> fmt::Debug for Told<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Told")
    }
}

impl<F: Fn(&str) + Send + Sync> Outbox for Told<F> {
    fn send(&self, _: Kind, message: &Arc<str>) {
        (self.0)(message);
    }
}

/// What is to be done later, in the order in which it came.
#[derive(Default)]
struct Agenda(Mutex<Vec<(Instant, Deed)>>);

impl Agenda {
    /// Does what is due. What this adds to the agenda waits for the next time.
    fn do_due(&self) {
        let now = Instant::now();
        let due: Vec<_> = self.with(|deeds| deeds.extract_if(.., |(at, _)| *at <= now).collect());
        due.into_iter().for_each(|(_, deed)| deed());
    }

    /// After how long something is due; `None` where nothing is planned.
    fn wait(&self) -> Option<Duration> {
        let next = self.with(|deeds| deeds.iter().map(|&(at, _)| at).min())?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<(Instant, Deed)>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Agenda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} planned", self.with(|deeds| deeds.len()))
    }
}

impl Timers for Arc<Agenda> {
    fn after(&self, wait: Duration, deed: Deed) {
        self.with(|deeds| deeds.push((Instant::now() + wait, deed)));
    }
}

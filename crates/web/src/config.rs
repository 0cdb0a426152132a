use crate::protocol::ApiError;
use engines::{Allowance, GAMES, Game, Games};
use std::{num::NonZeroUsize, path::PathBuf, thread::available_parallelism, time::Duration};

/// Which games a server has, what it allows, and how much of the machine it may take.
///
/// ```
/// use std::time::Duration;
/// let config = web::Config { time: Duration::from_secs(5), rooms: 10, ..web::Config::default() };
/// assert!(!config.public);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The games that visitors may open.
    pub games: Games,
    /// A database of games, by [`db`], that tells what was played from the position on the board.
    pub database: Option<PathBuf>,
    /// Whether requests to any host name are answered, or only those to the loopback's. A page
    /// elsewhere may rebind its own name to this machine, and would then pass for the server's own
    /// page.
    pub public: bool,
    /// Origins besides the server's own whose pages may connect, as `https://example.org`.
    pub origins: Vec<String>,
    /// Whether every request comes through a proxy that names the client's address last in
    /// `X-Forwarded-For`. Otherwise the address is the one that the connection comes from, and all
    /// connections of a proxy share one.
    pub proxied: bool,
    /// The most games at a time.
    pub rooms: usize,
    /// The most games at a time that clients at one address have opened.
    pub rooms_per_address: usize,
    /// The most connections at a time.
    pub connections: usize,
    /// The most connections at a time from one address.
    pub connections_per_address: usize,
    /// Threads that search for moves and hints, each one search at a time.
    pub workers: usize,
    /// Threads for analysis, and as many for laboratories, so that these never keep a game waiting.
    pub study_workers: usize,
    /// The longest a search may take, whatever a player asks for.
    pub time: Duration,
    /// How long a search for a move should wait for others at most. While searches wait, all of
    /// them share this time, and the one under way is stopped after its share and plays the best
    /// move it has found. An analysis has ten times as long, a laboratory's run sixty times. A
    /// search that keeps no other waiting is never stopped early.
    pub patience: Duration,
    /// The least time between moves in a game between engines, so that people can follow it.
    pub pace: Duration,
    /// The largest table a searcher may have, in MiB.
    pub hash: usize,
    /// The most threads a searcher may have.
    pub threads: usize,
    /// The most lines an analysis may show.
    pub lines: usize,
    /// The memory that the engines of one game may take together, in MiB, by [their own
    /// count](engines::Game::check). One engine may take half of it, since at most two work at a
    /// time: one that plays or analyses, and one in the laboratory. A searcher that takes more is
    /// refused before it is built.
    pub game_memory: usize,
    /// The memory that all engines may take together, busy and idle, in MiB; idle engines are
    /// dropped, the longest unused first. Raised to what all searching threads may need at once.
    pub memory: usize,
    /// A game is closed when nothing has happened in it for this long.
    pub idle: Duration,
    /// A game whose players have lost their connections is kept for at least this long when others
    /// need its place.
    pub grace: Duration,
    /// The longest message, in bytes.
    pub message: usize,
    /// The most messages a second that are read from a connection.
    pub rate: f64,
    /// The number of messages that may come at once before that rate holds.
    pub burst: u32,
    /// The longest record of a game, in plies.
    pub record: usize,
    /// The most messages that wait for a slow connection. When it is half full, only the latest
    /// state of a game waits.
    pub backlog: usize,
}

impl Config {
    /// The most messages that one command may add to a [`backlog`](Self::backlog): a command waits
    /// until there is room for them.
    pub(crate) const MARGIN: usize = 8;

    /// The memory that two engines of the strongest level fit into in any game, in MiB.
    pub(crate) const LEAST_MEMORY: usize = 96;

    /// The game of that name.
    ///
    /// # Errors
    /// If there is none, at the field `game`.
    pub(crate) fn game(&self, name: &str) -> Result<&'static dyn Game, ApiError> {
        let found = self.games.get(name);
        found.map_err(|error| ApiError::new("game", error))
    }

    /// The memory that one engine may take, in MiB.
    pub(crate) fn engine_memory(&self) -> usize {
        self.game_memory / 2
    }

    /// What one engine may take.
    pub(crate) fn allowance(&self) -> Allowance {
        Allowance {
            hash: self.hash,
            threads: self.threads,
            memory: self.engine_memory(),
        }
    }

    /// These values with every number large enough to work with.
    pub(crate) fn sound(mut self) -> Self {
        for number in [
            &mut self.workers,
            &mut self.study_workers,
            &mut self.hash,
            &mut self.threads,
            &mut self.lines,
        ] {
            *number = (*number).max(1);
        }
        self.game_memory = self.game_memory.max(Self::LEAST_MEMORY);
        self.memory = self.memory.max(
            self.engine_memory()
                .saturating_mul(self.workers + 2 * self.study_workers),
        );
        self.backlog = self.backlog.max(2 * Self::MARGIN);
        self.burst = self.burst.max(1);
        self.rate = if self.rate > 0.0 {
            self.rate
        } else {
            f64::INFINITY
        };
        self
    }
}

impl Default for Config {
    /// The games built in, and limits for a household or for a class on a small machine.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            games: GAMES.clone(),
            database: None,
            public: false,
            origins: Vec::new(),
            proxied: false,
            rooms: 256,
            rooms_per_address: 64,
            connections: 512,
            connections_per_address: 128,
            workers: (cores - 1).max(1),
            study_workers: (cores / 2).max(1),
            time: Duration::from_secs(60),
            patience: Duration::from_secs(1),
            pace: Duration::from_millis(400),
            hash: 64,
            threads: 2,
            lines: 8,
            game_memory: 192,
            memory: 512,
            idle: Duration::from_secs(3600),
            grace: Duration::from_secs(60),
            message: 64 << 10,
            rate: 50.0,
            burst: 100,
            record: 1024,
            backlog: 64,
        }
    }
}

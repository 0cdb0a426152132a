use std::{num::NonZeroUsize, thread::available_parallelism, time::Duration};

/// What a server allows, and how much of the machine it may take.
///
/// ```
/// use std::time::Duration;
/// let config = web::Config { time: Duration::from_secs(5), rooms: 10, ..web::Config::default() };
/// assert!(!config.public);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether requests to any host name are answered, and not to the loopback's alone. A page
    /// elsewhere may rebind its own name to this machine, and would then speak to the server as if
    /// it were the server's own page.
    pub public: bool,
    /// Origins besides the server's own whose pages may connect, as `https://example.org`.
    pub origins: Vec<String>,
    /// Whether every request comes through a proxy that names the client's address last in
    /// `X-Forwarded-For`. Otherwise the address is the one that the connection comes from, and all
    /// connections of a proxy share one.
    pub proxied: bool,
    /// The most games at a time.
    pub rooms: usize,
    /// The most games at a time that connections from one address have opened.
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
    /// How long a search for a move should wait for others at most: while some wait, all have this
    /// time between them, and the one under way is stopped after its part, with the best move it
    /// has found. An analysis has ten times as long, a laboratory's run sixty times. A search that
    /// keeps no other waiting is never stopped early.
    pub patience: Duration,
    /// Where no human plays, the least time from one move to the next, so that one can follow the
    /// game.
    pub pace: Duration,
    /// The largest table a searcher may have, in MiB.
    pub hash: usize,
    /// The most threads a searcher may have.
    pub threads: usize,
    /// The most lines an analysis may show.
    pub lines: usize,
    /// What the engines of one game may take together, in MiB, by [their own
    /// count](engines::Game::memory): half of it one that plays or analyses, half one in its
    /// laboratory, for no more are at work at a time. A searcher that takes more is refused before
    /// it is built.
    pub game_memory: usize,
    /// What all engines may take together, at work and at rest, in MiB; of those at rest the
    /// longest unused go first. Raised to what every searching thread may need at once.
    pub memory: usize,
    /// A game is given up when nothing has happened in it for so long.
    pub idle: Duration,
    /// A game whose players have lost their connections is safe for so long at least when room is
    /// needed for others.
    pub grace: Duration,
    /// The longest message, in bytes.
    pub message: usize,
    /// Messages a second that are read from a connection.
    pub rate: f64,
    /// Messages that may come at once before that rate holds.
    pub burst: u32,
    /// The longest record of a game, in plies.
    pub record: usize,
    /// Messages that may wait for a slow connection. Of the news of a game only the latest waits,
    /// when it is half full.
    pub backlog: usize,
}

impl Config {
    /// The largest share of a [`backlog`](Self::backlog) that one command may fill: what waits
    /// already leaves so much room.
    pub(crate) const MARGIN: usize = 8;

    /// What two of the strongest level fit into, in MiB, whatever the game.
    pub(crate) const LEAST_MEMORY: usize = 96;

    /// What one engine may take, in MiB.
    pub(crate) fn engine_memory(&self) -> usize {
        self.game_memory / 2
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
    /// Enough for a household, or for a class on a small machine.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
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

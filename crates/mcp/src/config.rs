use engines::{Allowance, GAMES, Games};
use std::{num::NonZeroUsize, thread::available_parallelism, time::Duration};

/// Which games a server has, and what a client may ask of it.
///
/// ```
/// use std::time::Duration;
/// let config = mcp::Config { time: Duration::from_secs(2), open_games: 4, ..Default::default() };
/// assert_eq!(config.games.names().collect::<Vec<_>>(), ["gomoku", "othello", "xiangqi"]);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The games that a client may open.
    pub games: Games,
    /// The most games in progress at a time.
    pub open_games: usize,
    /// The longest that one call may search, whatever it asks for.
    pub time: Duration,
    /// The calls that search at a time. Others wait for their turn.
    pub searches: usize,
    /// What an engine may take.
    pub allowance: Allowance,
    /// The most lines of an analysis.
    pub lines: usize,
    /// The longest record of a game, in plies.
    pub record: usize,
    /// The longest message, in bytes. A longer one is dropped without an answer.
    pub message: usize,
}

impl Config {
    /// The time that an analysis takes unless it asks for another.
    pub(crate) const USUAL_TIME: Duration = Duration::from_secs(2);

    /// These values with every number large enough to work with.
    pub(crate) fn sound(mut self) -> Self {
        for number in [&mut self.open_games, &mut self.searches, &mut self.lines] {
            *number = (*number).max(1);
        }
        self.time = self.time.max(Duration::from_millis(1));
        self
    }
}

impl Default for Config {
    /// The games built in, and limits for one client on a small machine.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            games: GAMES.clone(),
            open_games: 64,
            time: Duration::from_secs(10),
            searches: cores,
            allowance: Allowance {
                hash: 64,
                threads: 2,
                memory: 96,
            },
            lines: 8,
            record: 1024,
            message: 256 << 10,
        }
    }
}

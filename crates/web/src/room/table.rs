//! The game itself: a session, who plays it, and which search it waits for. No thread, no clock, no
//! connection.

mod actions;
#[cfg(test)]
mod tests;
mod views;
mod wants;

use super::scores::Scores;
use crate::engine::Ticket;
use crate::protocol::{ApiError, Open, Player};
use crate::{Config, engine::GameRef};
use engines::{EngineConfig, EngineError, Game, GameTable, Session, Settings};
use game_core::{BoardShape, BoardView, Player as Mover, Score};
use search::{Bound, Report};
pub(crate) use views::{forbidden, routes};
pub(crate) use wants::{Purpose, SearchTask, Settled, Subscribers};

/// A game in progress and everything the page shows of it.
pub(crate) struct Table {
    game: GameRef,
    table: GameTable<Player>,
    /// The board before the first move.
    start: BoardView,
    shape: BoardShape,
    scores: Scores,
    analysis: Option<Analysis>,
    /// A search requested beyond the course of the game.
    requested: Option<RequestedSearch>,
    search: Option<Search>,
    version: u64,
    /// The seed of the levels' mistakes, and whether a client chose it.
    seed: (u64, bool),
    searches: u64,
}

/// Analysis mode.
#[derive(Clone, Debug)]
struct Analysis {
    lines: usize,
    engine: EngineConfig,
    /// Whether the position at hand has been analysed.
    done: bool,
}

/// A search asked for once.
#[derive(Clone, Debug)]
struct RequestedSearch {
    purpose: Purpose,
    engine: EngineConfig,
}

/// A search under way.
#[derive(Debug)]
struct Search {
    number: u64,
    purpose: Purpose,
    engine: String,
    lines: usize,
    /// Its ticket; dropping it ends the search.
    ticket: Option<Ticket>,
}

/// What a search's answer led to.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The game went on, or an analysis ended.
    Done,
    /// A move is advised.
    Hint { mv: String, score: Option<Score> },
    /// The search failed; the game is paused.
    Trouble(String),
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("game", &self.game)
            .field("line", &self.session().line())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// The game that `open` describes, within the limits of `config`.
    pub fn open(open: Open, config: &Config) -> Result<Self, ApiError> {
        let game = config.game(&open.game)?;
        let settings: Settings = open.settings.into_iter().collect();
        let players = open
            .players
            .map(|players| Player::pair(players, game, config))
            .transpose()?;
        let mut session = game.session(&settings).map_err(setting_error)?;
        match (&open.line, &open.record) {
            (Some(_), Some(_)) => {
                return Err(ApiError::new(
                    "record",
                    "a game begins with a line or a record, not both",
                ));
            }
            (Some(line), None) => session
                .set_line(line)
                .map_err(|error| ApiError::new("line", error))?,
            (None, Some(record)) => session
                .load(record)
                .map_err(|error| ApiError::new("record", error))?,
            (None, None) => {}
        }
        let plies = session.state().ply;
        if plies > config.record {
            let field = if open.line.is_some() {
                "line"
            } else {
                "record"
            };
            return Err(ApiError::new(field, too_long(config)));
        }
        let start = session.start_view().board;
        let shape = session.board_shape();
        let mut table = GameTable::new(session, players.unwrap_or_else(Player::default_pair));
        if let Some(name) = &open.swap {
            let rule = game.facts().swap(name);
            let rule = rule.map_err(|error| ApiError::new("swap", error))?;
            table
                .begin_swap(rule)
                .map_err(|error| ApiError::new("swap", error))?;
        }
        table.pause(open.paused);
        Ok(Self {
            game: GameRef(game),
            table,
            start,
            shape,
            scores: Scores::unknown(plies),
            analysis: None,
            requested: None,
            search: None,
            version: 0,
            seed: open
                .seed
                .map_or_else(|| (rand::random(), false), |seed| (seed, true)),
            searches: 0,
        })
    }

    /// The game played.
    pub fn game(&self) -> &'static dyn Game {
        self.game.0
    }

    /// How many moves are played.
    pub fn ply(&self) -> usize {
        self.table.ply()
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Counts a change.
    pub fn touch(&mut self) {
        self.version += 1;
    }

    /// Refuses what cannot be done once the game is over.
    fn check_open(&self, field: &str) -> Result<(), ApiError> {
        self.table
            .check_open()
            .map_err(|error| ApiError::new(field, error))
    }

    /// Notes that the position has changed: searches for the old one are of no use.
    fn moved(&mut self) {
        self.search = None;
        self.requested = None;
        if let Some(analysis) = &mut self.analysis {
            analysis.done = false;
        }
    }

    /// Another game, or the same from its start.
    fn reload(&mut self, start: BoardView) {
        self.start = start;
        self.shape = self.session().board_shape();
        self.scores = Scores::unknown(self.ply());
        self.moved();
    }

    /// Plays a move: a person's, or a search's `choice`.
    fn advance(&mut self, text: &str, choice: bool) -> Result<(), EngineError> {
        let ply = self.ply();
        self.table.play(text)?;
        self.scores.play(ply, choice);
        self.moved();
        Ok(())
    }

    /// `score`, which is the mover's, for the first mover.
    fn for_first(&self, score: Score) -> Score {
        match self.session().state().turn {
            Mover::First => score,
            Mover::Second => -score,
        }
    }

    /// The best line's score, if the search got far enough to know one.
    fn value(report: &Report<String>) -> Option<Score> {
        report
            .lines
            .first()
            .filter(|line| line.bound != Bound::None)
            .map(|line| line.score)
    }
}

/// A record longer than is allowed.
fn too_long(config: &Config) -> String {
    format!("a record may be {} plies long here", config.record)
}

/// The setting that was wrong.
fn setting_error(error: EngineError) -> ApiError {
    let field = match &error {
        EngineError::UnknownSetting { name, .. } | EngineError::BadSetting { name, .. } => {
            format!("settings.{name}")
        }
        _ => "settings".to_owned(),
    };
    ApiError::new(field, error)
}

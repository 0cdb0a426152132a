//! The game itself: a session, who plays it, and which search it waits for. No thread, no clock, no
//! connection.

mod actions;
#[cfg(test)]
#[cfg(all(feature = "gomoku", feature = "othello"))]
mod tests;
mod views;
mod wants;

use super::scores::Scores;
use crate::engine::Ticket;
use crate::protocol::{ApiError, Open, Player};
use crate::{Config, engine::GameRef};
use engines::{Ending, EngineConfig, Game, Session, Settings, TextError};
use game_core::Score;
use search::{Bound, Report};
pub(crate) use wants::{Purpose, SearchTask, Settled, Subscribers};

/// A game in progress, with all that the page shows of it.
pub(crate) struct Table {
    game: GameRef,
    session: Box<dyn Session>,
    players: [Player; 2],
    /// The whole record; the first `ply` moves of it are played.
    record: Vec<String>,
    ply: usize,
    scores: Scores,
    /// Whether engines wait for `continue`.
    paused: bool,
    resigned: Option<Resignation>,
    analysis: Option<Analysis>,
    /// What somebody asked for beyond the course of the game.
    requested: Option<RequestedSearch>,
    search: Option<Search>,
    version: u64,
    /// Of the mistakes of levels; whether somebody chose it.
    seed: (u64, bool),
    searches: u64,
}

/// Who gave up, and when.
#[derive(Clone, Copy, Debug)]
struct Resignation {
    player: usize,
    ply: usize,
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
    /// The hand on it; it ends with this.
    ticket: Option<Ticket>,
}

/// What came of a search's answer.
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
            .field("line", &self.session.line())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// The game that `open` describes, within the limits of `config`.
    pub fn open(open: Open, config: &Config) -> Result<Self, ApiError> {
        let game = open.game.0.0;
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
        let record = session.moves();
        if record.len() > config.record {
            let field = if open.line.is_some() {
                "line"
            } else {
                "record"
            };
            return Err(ApiError::new(field, too_long(config)));
        }
        Ok(Self {
            game: GameRef(game),
            players: players.unwrap_or_else(Player::default_pair),
            ply: record.len(),
            scores: Scores::unknown(record.len()),
            record,
            session,
            paused: open.paused,
            resigned: None,
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
        self.ply
    }

    /// Counts a change.
    pub fn touch(&mut self) {
        self.version += 1;
    }

    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending> {
        self.session.ending().or_else(|| {
            let Resignation { player, .. } =
                self.resigned.filter(|resigned| resigned.ply == self.ply)?;
            Some(Ending {
                winner: Some(self.game.0.facts().players[1 - player]),
                reason: "resignation",
                margin: None,
            })
        })
    }

    /// Which player is to move: 0 moves first.
    fn mover(&self) -> usize {
        usize::from(!self.session.first_to_move())
    }

    /// Whether an engine is to move.
    fn is_engines_turn(&self) -> bool {
        !self.players[self.mover()].is_human()
    }

    /// Refuses what cannot be done once the game is over.
    fn still_on(&self, field: &str) -> Result<(), ApiError> {
        match self.ending() {
            None => Ok(()),
            Some(Ending { reason, .. }) => {
                Err(ApiError::new(field, format!("the game is over ({reason})")))
            }
        }
    }

    /// The position is another one: what was searched for is of no use.
    fn moved(&mut self) {
        self.search = None;
        self.requested = None;
        if let Some(analysis) = &mut self.analysis {
            analysis.done = false;
        }
    }

    /// Takes up what the session has become.
    fn reload(&mut self) {
        self.record = self.session.moves();
        self.ply = self.record.len();
        self.scores = Scores::unknown(self.ply);
        self.resigned = None;
        self.moved();
    }

    /// Plays a move: somebody's, or a search's `choice`.
    fn advance(&mut self, text: &str, choice: bool) -> Result<(), TextError> {
        let mv = self.session.read(text)?;
        self.session.play(&mv)?;
        self.record.truncate(self.ply);
        self.record.push(mv);
        self.scores.play(self.ply, choice);
        self.ply += 1;
        self.resigned = None;
        self.moved();
        Ok(())
    }

    /// `score`, which is the mover's, for the first mover.
    fn for_first(&self, score: Score) -> Score {
        if self.session.first_to_move() {
            score
        } else {
            -score
        }
    }

    /// The best line's value, if the search came so far as to know one.
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
fn setting_error(error: TextError) -> ApiError {
    let field = match &error {
        TextError::UnknownSetting { name, .. } | TextError::BadSetting { name, .. } => {
            format!("settings.{name}")
        }
        _ => "settings".to_owned(),
    };
    ApiError::new(field, error)
}

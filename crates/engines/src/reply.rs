use crate::GameView;
use game_core::{GameLine, Player, Score};
use search::{Bound, Clock, Limits, Report};
use std::time::Duration;

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position that the opening began with and every move since, those of the opening and of
    /// both players, passes too, as a [`Session`](crate::Session) spells them.
    pub line: &'a GameLine,
    /// The position at the start of `line`.
    pub start: &'a GameView,
    /// What this move may cost: plies, nodes and time, and in a match with clocks, the player's own
    /// clock.
    pub limits: Limits,
    /// In a match with clocks: the player's own, as in `limits`, and the opponent's.
    pub clocks: Option<[Clock; 2]>,
    /// After this long the game is lost on time whatever the answer, even if there is none: no use
    /// in waiting longer.
    pub patience: Option<Duration>,
}

impl Turn<'_> {
    /// Whose move is asked for. Players take turns, a pass being a move.
    pub fn to_move(&self) -> Player {
        match self.line.moves.len() % 2 {
            0 => self.start.turn,
            _ => !self.start.turn,
        }
    }
}

/// What a player does when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Plays a move, in the game's notation.
    Move(String),
    /// Plays a move and offers a draw, as UCCI's `bestmove h2e2 draw` does.
    DrawOffer(String),
    /// Gives the game up.
    Resign,
    /// Has no move.
    None,
}

/// A player's reply and what it found on the way.
///
/// ```
/// use engines::{Answer, Reply};
/// let answer = Answer::of_move("h8");
/// assert_eq!(answer.reply, Reply::Move("h8".to_owned()));
/// assert_eq!((answer.report.nodes, answer.score()), (0, None));
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it does.
    pub reply: Reply,
    /// What it found; empty where the player does not say.
    pub report: Report<String>,
}

impl Reply {
    /// The move played, if it is one.
    pub fn mv(&self) -> Option<&str> {
        match self {
            Self::Move(mv) | Self::DrawOffer(mv) => Some(mv),
            Self::Resign | Self::None => None,
        }
    }
}

impl Answer {
    /// A reply, and nothing said about the position.
    pub fn new(reply: Reply) -> Self {
        Self {
            reply,
            report: Report::empty(),
        }
    }

    /// A move, and nothing said about it.
    pub fn of_move(mv: impl Into<String>) -> Self {
        Self::new(Reply::Move(mv.into()))
    }

    /// What the position is worth to the player who answers; `None` where no search says so: before
    /// the first iteration has ended, and for a move chosen without thinking.
    pub fn score(&self) -> Option<Score> {
        let best = self.report.lines.first()?;
        (best.bound != Bound::None).then_some(best.score)
    }
}

/// Plays the best move.
impl From<Report<String>> for Answer {
    fn from(report: Report<String>) -> Self {
        Self {
            reply: report.best().map_or(Reply::None, Reply::Move),
            report,
        }
    }
}

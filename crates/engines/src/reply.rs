use game_core::Score;
use search::{Bound, Report};

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

use crate::GameView;
use game_core::{GameLine, Player, Score};
use search::{Bound, Clock, Limits, Report};
use std::time::Duration;

/// A request for a player's move.
///
/// ```
/// use engines::{EngineConfig, SearchRequest, Turn};
/// use search::{Control, Limits};
/// let othello = engines::game("othello")?;
/// let mut session = othello.session(&Vec::new())?;
/// session.play("f5")?;
/// let (line, start) = (session.line(), session.start_view());
/// let turn = Turn {
///     line: &line,
///     to_move: session.state().turn,
///     start: &start,
///     limits: Limits::nodes(1_000),
///     clocks: None,
///     patience: None,
/// };
/// // An engine answers a turn by its line and its limits; another program may need the rest.
/// let mut engine = othello.engine(&Vec::new(), &EngineConfig::level(8), 1)?;
/// let request = SearchRequest::new(turn.limits);
/// let answer = engine.choose(turn.line, &request, &Control::default(), &mut |_| {})?;
/// assert!(session.play(answer.reply.mv().ok_or("it has a move")?).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The start of the opening and every move since, of the opening and of both players, including
    /// passes, as a [`Session`](crate::Session) spells them.
    pub line: &'a GameLine,
    /// The player to move, at the end of `line`.
    pub to_move: Player,
    /// The position at the start of `line`.
    pub start: &'a GameView,
    /// The limits of this move: plies, nodes and time, and in a match with clocks, the player's own
    /// clock.
    pub limits: Limits,
    /// In a match with clocks: the player's own, as in `limits`, and the opponent's.
    pub clocks: Option<[Clock; 2]>,
    /// After this time the game is lost on time, with or without an answer.
    pub patience: Option<Duration>,
}

/// A player's reply to a request for a move.
///
/// ```
/// use engines::Reply;
/// // As UCCI has it: "bestmove h2e2 draw".
/// let reply = Reply::DrawOffer("h2e2".to_owned());
/// assert_eq!(reply.mv(), Some("h2e2"), "an offer comes with a move");
/// assert_eq!(Reply::Resign.mv(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Plays a move, in the game's notation.
    Move(String),
    /// Plays a move and offers a draw, as UCCI's `bestmove h2e2 draw` does.
    DrawOffer(String),
    /// Resigns.
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
    /// The reply.
    pub reply: Reply,
    /// The result of its search; empty if the player gives none.
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
    /// A reply without a report.
    pub fn new(reply: Reply) -> Self {
        Self {
            reply,
            report: Report::empty(),
        }
    }

    /// A move without a report.
    pub fn of_move(mv: impl Into<String>) -> Self {
        Self::new(Reply::Move(mv.into()))
    }

    /// The score for the player who answers; `None` before the end of the first iteration, and for
    /// a move chosen without a search.
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

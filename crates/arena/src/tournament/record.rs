use super::{Match, MatchPlace};
use crate::Side;
use crate::game::{Fault, TimeControl, Timing};
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One finished game of a match.
///
/// ```
/// use arena::{Side, tournament::Match};
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "pvs,depth=3,hash=1".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let game = plan.play(1, &plan.suite()?, &Control::default())?.ok_or("stopped")?;
/// assert_eq!((game.index, game.first), (1, Side::B));
/// assert_eq!((game.winner, game.half_points(), game.fault), (Some(Side::B), 0, None));
/// assert!(game.moves.split(' ').count() > 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0; games 2k and 2k + 1 are a pair.
    pub index: u64,
    /// Who had the first mover's side.
    pub first: Side,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game ended, in a few words.
    pub reason: String,
    /// What the loser did wrong, if the game was lost that way.
    pub fault: Option<Fault>,
    /// The opening, as a session reads it.
    pub opening: String,
    /// The moves played from there, with spaces between.
    pub moves: String,
    /// Positions visited by A and by B.
    pub nodes: [u64; 2],
    /// How the clocks of A and of B went, in a match with clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<[Timing; 2]>,
}

impl GameRecord {
    /// A's points in half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        match self.winner {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        }
    }
}

/// The part of a log line that identifies the match: enough to distinguish it from others and to
/// sum its games.
///
/// ```
/// use arena::tournament::{Match, Ticket};
/// let plan = Match::new(engines::game("othello")?, "level=1".parse()?, "pvs,depth=3".parse()?);
/// let ticket = Ticket::of(&plan);
/// assert_eq!((&*ticket.game, &*ticket.a, &*ticket.b, ticket.of), ("othello", "level=1", "pvs,depth=3", 100));
/// assert_eq!(ticket.id, plan.id());
/// assert_ne!(ticket, Ticket::of(&Match { seed: 2, ..plan }), "other openings are another match");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// The match's [id](Match::id).
    #[serde(rename = "match")]
    pub id: String,
    /// The game's name.
    pub game: String,
    /// Who A is.
    pub a: String,
    /// Who B is.
    pub b: String,
    /// Games planned in all.
    pub of: u64,
    /// The clock of either player at a game's start, where the match has clocks: a [`TimeControl`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// The match's place in a tournament, if it is part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<MatchPlace>,
}

impl Ticket {
    /// The ticket of a single match; see [`Tournament::tickets`](super::Tournament::tickets).
    pub fn of(plan: &Match) -> Self {
        Self {
            id: plan.id(),
            game: plan.game.name().to_owned(),
            a: plan.a.to_string(),
            b: plan.b.to_string(),
            of: plan.games,
            clock: plan
                .limits
                .clock
                .map(|clock| TimeControl::of(&clock).to_string()),
            sprt: plan.sprt,
            tournament: None,
        }
    }

    /// The id of the tournament, if the match is part of one, else of the match.
    pub(super) fn whole(&self) -> &str {
        self.tournament.as_ref().map_or(&self.id, |place| &place.id)
    }
}

/// A line that is no game of a match.
///
/// ```
/// use arena::tournament::read_line;
/// let error = read_line(b"{\"match\": 7}").unwrap_err();
/// assert!(error.to_string().starts_with("it is no game of a match: invalid type: integer `7`"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// It is not text in UTF-8.
    #[error("it is not UTF-8")]
    NotText,
    /// It is not a JSON object with the fields of a game.
    #[error("it is no game of a match: {0}")]
    NotAGame(serde_json::Error),
    /// Its fields contradict each other.
    #[error("it contradicts itself: {0}")]
    Contradiction(&'static str),
}

#[derive(Serialize)]
struct LineOut<'a> {
    #[serde(flatten)]
    ticket: &'a Ticket,
    #[serde(flatten)]
    record: &'a GameRecord,
}

#[derive(Deserialize)]
struct LineIn {
    #[serde(flatten)]
    ticket: Ticket,
    #[serde(flatten)]
    record: GameRecord,
}

/// A game as one line of JSON, without the newline.
///
/// ```
/// use arena::tournament::{Match, Ticket, write_line};
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let game = plan.play(0, &plan.suite()?, &Control::default())?.ok_or("stopped")?;
/// let line = write_line(&Ticket::of(&plan), &game);
/// assert!(line.contains(r#""a":"level=1","b":"level=2""#) && !line.contains('\n'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_line(ticket: &Ticket, record: &GameRecord) -> String {
    serde_json::to_string(&LineOut { ticket, record })
        .expect("strings, numbers and lists of them can be written")
}

/// How every line of the match that `ticket` names begins.
pub(super) fn opening(ticket: &Ticket) -> String {
    let mut text = serde_json::to_string(ticket).expect("strings and numbers can be written");
    // A game's fields follow.
    text.pop();
    text.push(',');
    text
}

/// Reads what [`write_line`] wrote; `None` for the summary that ends a match's output and for an
/// empty line.
///
/// # Errors
/// If the line is neither.
///
/// ```
/// use arena::tournament::{Match, Ticket, read_line, write_line};
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let game = plan.play(0, &plan.suite()?, &Control::default())?.ok_or("stopped")?;
/// let line = write_line(&Ticket::of(&plan), &game);
/// assert_eq!(read_line(line.as_bytes())?, Some((Ticket::of(&plan), game)));
/// assert_eq!(read_line(b"\n")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_line(line: &[u8]) -> Result<Option<(Ticket, GameRecord)>, LineError> {
    let text = std::str::from_utf8(line)
        .map_err(|_| LineError::NotText)?
        .trim();
    if text.is_empty() {
        return Ok(None);
    }
    let value: serde_json::Value = serde_json::from_str(text).map_err(LineError::NotAGame)?;
    if value.get("elo").is_some() {
        return Ok(None);
    }
    let LineIn { ticket, record } = serde_json::from_value(value).map_err(LineError::NotAGame)?;
    let wrong = |what| Err(LineError::Contradiction(what));
    if record.index >= ticket.of {
        return wrong("its index lies beyond the match");
    }
    if record.first != Side::first_in(record.index) {
        return wrong("the other side moves first in this game of the pair");
    }
    if record.fault.is_some() && record.winner.is_none() {
        return wrong("a player is at fault, but nobody won");
    }
    if ticket
        .tournament
        .as_ref()
        .is_some_and(|place| !place.is_of(&ticket.a, &ticket.b))
    {
        return wrong("its players do not meet so in their tournament");
    }
    Ok(Some((ticket, record)))
}

//! One game, with a referee who trusts neither player.

mod adjudication;
mod clock;
mod referee;

pub use adjudication::{AdjudicationRules, BadAdjudication, DrawWithin, WinBy};
pub use clock::{BadTimeControl, TimeControl, Timing};
pub use referee::Referee;

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The conditions of games, besides the game's own rules.
///
/// ```
/// use arena::game::{Conduct, Referee, TOO_LONG};
/// use search::{Control, Limits};
/// # use arena::EngineBot;
/// # let othello = engines::game("othello")?;
/// # let bot = || -> Result<_, Box<dyn std::error::Error>> {
/// #     Ok(EngineBot { engine: othello.engine(&Vec::new(), &"pvs,hash=1".parse()?, 1)? })
/// # };
/// # let (mut black, mut white) = (bot()?, bot()?);
/// # let mut session = othello.session(&Vec::new())?;
/// let conduct = Conduct { max_plies: 4, ..Conduct::default() };
/// let referee = Referee { conduct, ..Referee::new([Limits::depth(1); 2]) };
/// let played = referee.play(&mut *session, [&mut black, &mut white], &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.winner, &*played.reason, played.moves.len()), (None, TOO_LONG, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// How much longer than allowed a move may take before the game is lost on time. The margin
    /// adds no time to a clock: one that has run out stands at zero.
    pub time_margin: Duration,
    /// A game of this many plies from its opening that is not over is a draw, for the reason
    /// [`TOO_LONG`].
    pub max_plies: usize,
    /// When a game ends because both players agree on its result, for the reason [`ADJUDICATED`].
    pub adjudication: AdjudicationRules,
}

impl Default for Conduct {
    /// A margin of [`TIME_MARGIN`], at most [`MAX_PLIES`], and every game played out.
    fn default() -> Self {
        Self {
            time_margin: TIME_MARGIN,
            max_plies: MAX_PLIES,
            adjudication: AdjudicationRules::NEVER,
        }
    }
}

/// Plies from its opening after which a game is a draw by default.
pub const MAX_PLIES: usize = 1_000;

/// How much longer than allowed a move may take by default, to allow for a busy machine.
pub const TIME_MARGIN: Duration = Duration::from_millis(100);

/// The reason of a game that grew too long.
pub const TOO_LONG: &str = "length";

/// The reason of a game that ended because both players agreed on its result.
pub const ADJUDICATED: &str = "adjudicated";

/// The reason of a game in which a player offered a draw and the other's reply did too.
pub const AGREED: &str = "agreed";

/// The reason of a game that its loser resigned.
pub const RESIGNED: &str = "resigned";

/// A fault that loses the game, whatever the position.
///
/// ```
/// use arena::game::{Fault, Referee};
/// use arena::{Bot, BotError};
/// use engines::{Answer, Turn};
/// use search::{Control, Limits};
/// /// Plays in the corner, whatever the rules say.
/// struct Cornered;
/// impl Bot for Cornered {
///     fn reply(&mut self, _: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
///         Ok(Answer::of_move("a1"))
///     }
/// }
/// let mut session = engines::game("othello")?.session(&Vec::new())?;
/// let players: [&mut dyn Bot; 2] = [&mut Cornered, &mut Cornered];
/// let referee = Referee::new([Limits::none(); 2]);
/// let played = referee.play(&mut *session, players, &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.fault, played.winner), (Some(Fault::Illegal), Some(1)));
/// assert!(played.reason.starts_with("illegal move: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It panicked, or gave no answer.
    Crash,
    /// It named a move that is not legal.
    Illegal,
    /// It thought for longer than allowed.
    Time,
}

/// How a game went.
///
/// ```
/// use arena::game::{RESIGNED, Referee};
/// use arena::{Bot, BotError};
/// use engines::{Answer, Reply, Turn};
/// use search::{Control, Limits};
/// /// Plays one move and resigns.
/// struct Faint;
/// impl Bot for Faint {
///     fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
///         Ok(match turn.line.moves.len() {
///             0 => Answer::of_move("h8"),
///             1 => Answer::of_move("i9"),
///             _ => Answer::new(Reply::Resign),
///         })
///     }
/// }
/// let mut session = engines::game("gomoku")?.session(&Vec::new())?;
/// let players: [&mut dyn Bot; 2] = [&mut Faint, &mut Faint];
/// let referee = Referee::new([Limits::none(); 2]);
/// let played = referee.play(&mut *session, players, &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.moves.join(" "), played.winner), ("h8 i9".to_owned(), Some(1)));
/// assert_eq!((&*played.reason, played.fault), (RESIGNED, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winner: 0 had the first mover's side, 1 the other; `None` is a draw.
    pub winner: Option<usize>,
    /// Why the game ended, in a few words.
    pub reason: String,
    /// What the loser did wrong, if the game was lost that way.
    pub fault: Option<Fault>,
    /// The moves played from the opening.
    pub moves: Vec<String>,
    /// Positions visited by either player.
    pub nodes: [u64; 2],
    /// How either player's clock went, where both had one.
    pub timing: Option<[Timing; 2]>,
}

#[cfg(test)]
mod tests;

//! One game, with a referee who trusts nobody.

mod adjudication;
mod clock;
mod referee;

pub use adjudication::{Adjudication, BadAdjudication, DrawWithin, WinBy};
pub use clock::{BadTimeControl, TimeControl, Timing};
pub use referee::Referee;

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How games are conducted, beside the rules of the game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// How much longer than allowed a move may take before the game is lost on time. On a clock the
    /// margin is no gift: one that has run out stands at zero.
    pub time_margin: Duration,
    /// A game of this many plies from its opening that is not over is a draw, for the reason
    /// [`TOO_LONG`].
    pub max_plies: usize,
    /// When a game is ended by what both players say of it, for the reason [`ADJUDICATED`].
    pub adjudication: Adjudication,
}

impl Default for Conduct {
    /// A margin of [`TIME_MARGIN`], at most [`MAX_PLIES`], and every game played out.
    fn default() -> Self {
        Self {
            time_margin: TIME_MARGIN,
            max_plies: MAX_PLIES,
            adjudication: Adjudication::NEVER,
        }
    }
}

/// Plies from its opening after which a game is a draw by default.
pub const MAX_PLIES: usize = 1_000;

/// How much longer than allowed a move may take by default: what a busy machine
/// may add.
pub const TIME_MARGIN: Duration = Duration::from_millis(100);

/// The reason told for a game that grew too long.
pub const TOO_LONG: &str = "length";

/// The reason told for a game that was ended because both players agreed on it.
pub const ADJUDICATED: &str = "adjudicated";

/// The reason told for a game in which one player offered a draw and the other's reply did too.
pub const AGREED: &str = "agreed";

/// The reason told for a game that its loser gave up.
pub const RESIGNED: &str = "resigned";

/// What a player did that loses a game whatever the board says.
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

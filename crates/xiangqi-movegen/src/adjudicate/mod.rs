//! How the rules end a game that the board would let go on.

mod chase;
mod material;
mod repetition;

use crate::Xiangqi;
use core::fmt;
use game_core::{Adjudication, Outcome};

/// Why a game is over.
///
/// ```
/// use xiangqi_movegen::{Reason, Xiangqi};
/// let pos: Xiangqi = "1N2P1N2/9/3k5/9/7RP/6C2/9/8B/4K4/6B2 b".parse()?;
/// assert_eq!(pos.ending(), Some(Reason::Stalemate));
/// # Ok::<(), xiangqi_movegen::notation::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// The player to move is in check and has no legal move: it has lost.
    Checkmate,
    /// The player to move is not in check and has no legal move: it has lost.
    Stalemate,
    /// The third occurrence of a position, for which neither player, or both, is to blame: a draw.
    Repetition,
    /// The third occurrence of a position, one player having given check all the way: it has lost.
    PerpetualCheck,
    /// The third occurrence of a position, one player having chased a piece all the way: it has
    /// lost.
    PerpetualChase,
    /// Too many plies without a capture: a draw.
    MoveLimit,
    /// Neither player has the pieces to win: a draw.
    InsufficientMaterial,
}

impl Reason {
    /// The reason in a few lower-case words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::MoveLimit => "move limit",
            Self::InsufficientMaterial => "insufficient material",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An adjudication and its reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub adjudication: Adjudication,
    pub reason: Reason,
}

impl Verdict {
    fn new(outcome: Outcome, reason: Reason, reach: usize) -> Self {
        Self {
            adjudication: Adjudication { outcome, reach },
            reason,
        }
    }
}

impl Xiangqi {
    /// Why the game is over; `None` while it goes on. Looks for legal moves first.
    pub fn ending(&self) -> Option<Reason> {
        if self.has_legal_move() {
            self.verdict().map(|verdict| verdict.reason)
        } else if self.in_check() {
            Some(Reason::Checkmate)
        } else {
            Some(Reason::Stalemate)
        }
    }

    /// The rules' verdict on a position with a legal move; `None` without one, and while the game
    /// goes on.
    #[inline]
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        // A repeated position had a legal move the first time.
        self.repetition()
            .or_else(|| self.move_limit())
            .or_else(|| self.insufficient_material())
    }

    #[inline]
    fn move_limit(&self) -> Option<Verdict> {
        let plies = u32::from(self.halfmove_clock());
        (self.rules().move_limit.is_some_and(|limit| plies >= limit) && self.has_legal_move())
            .then(|| Verdict::new(Outcome::Draw, Reason::MoveLimit, plies as usize))
    }
}

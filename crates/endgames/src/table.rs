use crate::{Material, layout::Layout};
use game_core::{Outcome, Player};
use xiangqi_movegen::Board;

/// How a position ends if both sides play perfectly, for the player to move.
///
/// In perfect play the winner is as fast and the loser as slow as possible. Repetition and the move
/// limit are ignored: a win stays a win if the limit leaves time for it, and so does a loss; a draw
/// means that neither side can force a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableValue {
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to the end: 0 for a player without a move or for a draw, at most [`TableValue::LONGEST`].
    pub plies: u8,
}

impl TableValue {
    /// The most plies that a table can hold.
    pub const LONGEST: u8 = 250;
    /// A draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        plies: 0,
    };

    /// The ending after this many plies: the player of the last one wins.
    pub(crate) const fn after(plies: u8) -> Self {
        Self {
            outcome: if plies % 2 == 1 {
                Outcome::Win
            } else {
                Outcome::Loss
            },
            plies,
        }
    }

    /// The ending one ply earlier, for the player who moved.
    #[must_use]
    pub const fn before(self) -> Self {
        match self.outcome {
            Outcome::Draw => Self::DRAW,
            _ => Self::after(self.plies + 1),
        }
    }

    /// A rank for comparing moves: greater is better for the player who chooses. A quicker win is
    /// better than a slow one.
    pub fn rank(self) -> i16 {
        match self.outcome {
            Outcome::Win => 1_000 - i16::from(self.plies),
            Outcome::Draw => 0,
            Outcome::Loss => i16::from(self.plies) - 1_000,
        }
    }
}

/// The byte for a draw, or for an unknown position during the analysis.
pub(crate) const DRAW: u8 = 0;
/// The byte for no position, during the analysis.
pub(crate) const NONE: u8 = u8::MAX;

/// The byte for what ends after `plies`.
pub(crate) const fn byte(plies: u8) -> u8 {
    plies + 1
}

/// How every position of one [`Material`] ends with the strong side to move.
///
/// Positions with the weak side to move are looked up a ply later.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    /// A byte for each number of the layout: 0 for a draw, or one more than the plies to the end.
    pub(crate) bytes: Vec<u8>,
}

impl Table {
    /// The table of a material from its bytes, one for each number of the layout.
    pub(crate) fn new(material: &Material, bytes: Vec<u8>) -> Option<Self> {
        let layout = Layout::new(material);
        let fits = bytes.len() == layout.len()
            && bytes.iter().all(|&byte| byte <= TableValue::LONGEST + 1);
        fits.then_some(Self { layout, bytes })
    }

    /// The ending of a board of this material, its strong side to move.
    #[inline]
    pub(crate) fn ending(&self, board: &Board, strong: Player) -> TableValue {
        match self.bytes[self.layout.number(board, strong)] {
            DRAW => TableValue::DRAW,
            byte => TableValue::after(byte - 1),
        }
    }
}

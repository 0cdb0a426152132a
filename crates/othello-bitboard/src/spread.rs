//! Squares next to others: what the potential mobility and the frontier are made of.

use crate::Othello;
use game_core::Player;

/// `set` and the squares next to it, in eight directions.
///
/// ```
/// use othello_bitboard::{Square, spread};
/// let a1: Square = "a1".parse()?;
/// assert_eq!(spread(a1.bit()), 0b11 | 0b11 << 8);
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[inline]
pub const fn spread(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let row = set | set << 1 & !FILE_A | set >> 1 & !(FILE_A << 7);
    row | row << 8 | row >> 8
}

impl Othello {
    /// The empty squares next to a disc of the other side: where the side to move may come to have
    /// a move (potential mobility). Every legal move is among them.
    ///
    /// ```
    /// use othello_bitboard::Othello;
    /// assert_eq!(Othello::START.potential_moves().count_ones(), 10);
    /// ```
    #[inline]
    pub const fn potential_moves(&self) -> u64 {
        spread(self.opp) & self.empty()
    }

    /// The discs of `player` that touch an empty square: the fewer, the fewer moves they offer the
    /// other side.
    ///
    /// ```
    /// use game_core::Player;
    /// use othello_bitboard::Othello;
    /// assert_eq!(Othello::START.frontier(Player::First).count_ones(), 2);
    /// ```
    #[inline]
    pub fn frontier(&self, player: Player) -> u64 {
        spread(self.empty()) & self.board(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Square, moves, squares};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equal_to_looking_around(a: u64, b: u64) {
            for set in [a, a & b, a | b, 0, u64::MAX] {
                let near = |square: &Square| {
                    squares(set).any(|other| {
                        square.column().abs_diff(other.column()) <= 1 && square.row().abs_diff(other.row()) <= 1
                    })
                };
                prop_assert_eq!(
                    spread(set),
                    Square::all().filter(near).map(Square::bit).sum::<u64>(),
                );
            }
            let pos = Othello::new(a & b, a & !b, Player::First).unwrap();
            prop_assert_eq!(moves(a & b, a & !b) & !pos.potential_moves(), 0);
            let touching = squares(a & !b).filter(|disc| spread(disc.bit()) & !a != 0).map(Square::bit).sum::<u64>();
            prop_assert_eq!(pos.frontier(Player::Second), touching);
        }
    }
}

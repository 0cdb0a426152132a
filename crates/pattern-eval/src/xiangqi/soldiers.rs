//! Soldiers that protect each other.

use game_core::Player;
use xiangqi_movegen::{Bitboard, Board, Kind, Square};

/// The points beyond each player's river.
const BEYOND: [Bitboard; 2] = [
    Bitboard::from_bits(Bitboard::ALL.bits() << (5 * Square::FILES)),
    Bitboard::from_bits(Bitboard::ALL.bits() >> (5 * Square::FILES)),
];

/// The points that have a neighbour to their right.
const LEFT: Bitboard = {
    let mut squares = 0;
    let mut i = 0;
    while i < Square::COUNT {
        if !(i as u8 % Square::FILES == Square::FILES - 1) {
            squares |= 1 << i;
        }
        i += 1;
    }
    Bitboard::from_bits(squares)
};

/// The pairs of `player`'s soldiers that stand side by side across the river.
#[inline]
pub(super) fn linked(board: &Board, player: Player) -> i32 {
    let across = board.pieces(player, Kind::Soldier) & BEYOND[player.index()];
    (Bitboard::from_bits((across & LEFT).bits() << 1) & across).len() as i32
}

//! The frozen numbers behind the position's key.

use crate::{Board, Piece, Square};
use game_core::{Player, zobrist};

/// One key for each piece on each square, then the turn's.
static KEYS: [u64; 14 * Square::COUNT + 1] = zobrist::keys(*b"xiangqi\0");

/// What a change of turn changes.
pub(crate) const TURN: u64 = {
    const ALL: [u64; 14 * Square::COUNT + 1] = zobrist::keys(*b"xiangqi\0");
    ALL[14 * Square::COUNT]
};

/// The key of `piece` on `square`.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS[piece.index() * Square::COUNT + square.index()]
}

/// The key of a position, from nothing.
pub(crate) fn key(board: &Board, turn: Player) -> u64 {
    let turn = if turn == Player::Second { TURN } else { 0 };
    board
        .occupied()
        .filter_map(|square| board.piece_at(square).map(|found| piece(found, square)))
        .fold(turn, |key, part| key ^ part)
}

#[cfg(test)]
mod tests {
    use crate::Xiangqi;
    use game_core::Position;

    #[test]
    fn keys_are_frozen() {
        assert_eq!(
            Xiangqi::default().key(),
            super::key(Xiangqi::default().board(), game_core::Player::First)
        );
        assert_eq!(
            format!("{:016x}", Xiangqi::default().key()),
            "30c9f1e4387774c6"
        );
    }
}

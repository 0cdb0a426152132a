//! Cheap ranks for ordering moves.

use super::SQUARES;
use othello_bitboard::{CORNERS, Move, Othello, Square, flips, moves};

/// The value of a disc on `square` in the table [`SQUARES`], from -7 next to a corner to 20 in it.
///
/// ```
/// use pattern_eval::othello::square_value;
/// assert_eq!((square_value("a1".parse()?), square_value("b2".parse()?)), (20, -7));
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[inline]
pub const fn square_value(square: Square) -> i32 {
    SQUARES[square.index()] as i32
}

/// How many squares the opponent could play on after `mv`: the fewer, the better the move tends to
/// be. Some 20 ns.
///
/// ```
/// use othello_bitboard::Othello;
/// use pattern_eval::othello::replies;
/// assert_eq!(replies(&Othello::START, "f5".parse()?), 3);
/// # Ok::<(), othello_bitboard::MoveTextError>(())
/// ```
#[inline]
pub fn replies(pos: &Othello, mv: Move) -> u32 {
    let flipped = mv
        .square()
        .map_or(0, |square| flips(square, pos.own(), pos.opp()));
    moves(pos.opp() ^ flipped, pos.own() | flipped | mv.bit()).count_ones()
}

/// The number of `replies`, where those in corners count twice.
#[inline(always)]
pub const fn weighted(replies: u64) -> u32 {
    replies.count_ones() + (replies & CORNERS).count_ones()
}

/// The rank of a disc on `square` that leaves these `replies`: the fewer the better, and corners
/// first ("fastest first": such moves have the smallest trees).
///
/// ```
/// use pattern_eval::othello::promise;
/// assert_eq!((promise("d3".parse()?, 0b111_u64 << 10), promise("a1".parse()?, 1 << 7)), (-3, 2));
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[inline(always)]
pub const fn promise(square: Square, replies: u64) -> i32 {
    let corner = if square.bit() & CORNERS != 0 { 4 } else { 0 };
    corner - weighted(replies) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Position;

    #[test]
    fn replies_are_those_of_the_child() {
        let mut pos = Othello::START;
        let mut list = Vec::new();
        while pos.legal_moves(&mut list).is_none() {
            for &mv in &list {
                let mut child = pos;
                child.play(mv);
                assert_eq!(replies(&pos, mv), child.moves().count_ones());
            }
            let mv = list[list.len() / 2];
            pos.play(mv);
            list.clear();
        }
        assert!(pos.empty().count_ones() < 20);
    }
}

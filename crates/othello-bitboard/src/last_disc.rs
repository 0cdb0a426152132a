//! The last empty square, where nothing but counting is left to do.

use crate::Square;

/// How many discs a disc of `own` on `square`, the only empty one, turns: 0 if it is no move.
///
/// Every other square is taken, so `own` alone is the whole board. Each of the four lines through
/// the square is gathered into a byte, by a multiplication, and looked up.
///
/// ```
/// use othello_bitboard::{Square, last_flips};
/// let a1: Square = "a1".parse()?;
/// assert_eq!(last_flips(a1, 1 << 7), 6); // a disc on h1, and six of the other side between
/// assert_eq!(last_flips(a1, 1 << 1), 0);
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[inline]
pub const fn last_flips(square: Square, own: u64) -> u32 {
    let column = square.column() as usize;
    let row = square.row() as usize;
    let [falling, rising] = DIAGONALS[square.index()];
    let row_byte = (own >> (8 * row)) as u8;
    let column_byte = (own >> column & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling_byte = (own & falling).wrapping_mul(FILE_A) >> 56;
    let rising_byte = (own & rising).wrapping_mul(FILE_A) >> 56;
    let by_column = &TURNED[column];
    let by_row = &TURNED[row];
    (by_column[row_byte as usize]
        + by_row[column_byte as usize]
        + by_column[falling_byte as usize]
        + by_column[rising_byte as usize]) as u32
}

/// The final margin for the side to move, which owns `own`, with `square` the only empty one: -64
/// to 64.
///
/// It takes the square if it can, else the other side does if it can, else the square goes to the
/// winner.
///
/// ```
/// use othello_bitboard::{Othello, last_margin};
/// let pos: Othello = "-OOOOOOXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXXXXXXXXX X".parse()?;
/// assert_eq!(last_margin("a1".parse()?, pos.own()), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub const fn last_margin(square: Square, own: u64) -> i32 {
    let margin = 2 * own.count_ones() as i32 - 63;
    let flips = last_flips(square, own) as i32;
    if flips != 0 {
        return margin + 2 * flips + 1;
    }
    let flips = last_flips(square, !(own | square.bit())) as i32;
    if flips != 0 {
        margin - 2 * flips - 1
    } else {
        margin + margin.signum()
    }
}

/// Column a.
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// From each square, the diagonals through it: those towards h8 and a1, and those towards a8 and
/// h1.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let from = i / 64;
        let to = i % 64;
        let dx = to as i32 % 8 - from as i32 % 8;
        let dy = to as i32 / 8 - from as i32 / 8;
        diagonals[from][0] |= ((dx == dy) as u64) << to;
        diagonals[from][1] |= ((dx == -dy) as u64) << to;
        i += 1;
    }
    diagonals
};

/// How many discs turn on a line, by the place of the disc put down and the discs of its side; the
/// others are the opponent's. What lies beyond the ends of a short diagonal reads as the opponent's
/// too, and holds no run together.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 * 256 {
        let place = i / 256;
        let own = i % 256;
        let mut above = place + 1;
        while above < 8 && own >> above & 1 == 0 {
            above += 1;
        }
        if above < 8 {
            turned[place][own] += (above - place - 1) as u8;
        }
        let mut below = place;
        while below > 0 && own >> (below - 1) & 1 == 0 {
            below -= 1;
        }
        if below > 0 {
            turned[place][own] += (place - below) as u8;
        }
        i += 1;
    }
    turned
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Othello, movegen::reference};
    use game_core::{Player, Position};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equal_to_playing_it_out(a: u64, b: u64) {
            for own in [a, a & b, a | b, a & b & a.rotate_left(9), !(a & b & b.rotate_left(21))] {
                for square in Square::all() {
                    let own = own & !square.bit();
                    let opp = !(own | square.bit());
                    prop_assert_eq!(
                        last_flips(square, own),
                        reference::flips(square, own, opp).count_ones(),
                    );
                    let mut pos = Othello::new(own, opp, Player::First).unwrap();
                    let mut moves = Vec::new();
                    while pos.legal_moves(&mut moves).is_none() {
                        pos.play(moves[0]);
                        moves.clear();
                    }
                    let margin = if pos.turn() == Player::First { pos.final_margin() } else { -pos.final_margin() };
                    prop_assert_eq!(last_margin(square, own), margin);
                }
            }
        }
    }
}

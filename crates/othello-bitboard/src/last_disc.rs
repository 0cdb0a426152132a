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
    turned(square, own)[0] as u32
}

/// The final margin for the side to move, which owns `own`, with `square` the only empty one: -64
/// to 64.
///
/// It takes the square if it can, else the other side does if it can, else the square goes to the
/// winner. Without a branch: every line gives what either side would turn.
///
/// ```
/// use othello_bitboard::{Othello, last_margin};
/// let pos: Othello = "-OOOOOOXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXXXXXXXXX X".parse()?;
/// assert_eq!(last_margin("a1".parse()?, pos.own()), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub const fn last_margin(square: Square, own: u64) -> i32 {
    let [by_own, by_opp] = turned(square, own);
    let margin = 2 * own.count_ones() as i32 - 63;
    let unplayed = margin + margin.signum();
    let answered = if by_opp != 0 {
        margin - 2 * by_opp - 1
    } else {
        unplayed
    };
    if by_own != 0 {
        margin + 2 * by_own + 1
    } else {
        answered
    }
}

/// How many discs either side turns by a disc on `square`, the only empty one.
#[inline(always)]
const fn turned(square: Square, own: u64) -> [i32; 2] {
    let column = square.column() as usize;
    let row = square.row() as usize;
    let [falling, rising] = DIAGONALS[square.index()];
    let row_byte = (own >> (8 * row)) as u8;
    let column_byte = (own >> column & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let falling_byte = (own & falling).wrapping_mul(FILE_A) >> 56;
    let rising_byte = (own & rising).wrapping_mul(FILE_A) >> 56;
    let sum = TURNED[9 * column][row_byte as usize]
        + TURNED[9 * row][column_byte as usize]
        + TURNED[square.index()][falling_byte as usize]
        + TURNED[square.index() ^ 56][rising_byte as usize];
    [(sum & 0xff) as i32, (sum >> 8) as i32]
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

/// By the square of the disc put down and the columns of one side's discs on its falling diagonal,
/// how many discs turn there: in the low byte those that this side turns, in the high byte those that
/// the other side turns, which has all the rest.
///
/// A rising diagonal is the falling one of the board turned upside down, and a row or a column with
/// eight squares is as the longest diagonal.
static TURNED: [[u16; 256]; 64] = {
    let mut turned = [[0; 256]; 64];
    let mut i = 0_usize;
    while i < 64 * 256 {
        let square = i / 256;
        let column = square % 8;
        let row = square / 8;
        // The columns of the diagonal: from the first, and to before the last.
        let first = column.saturating_sub(row);
        let last = 8 - row.saturating_sub(column);
        let own = i % 256;
        let squares = (1 << last) - (1 << first);
        let opp = squares & !own & !(1 << column);
        turned[square][own] = run(column, own) as u16 | (run(column, opp) as u16) << 8;
        i += 1;
    }
    turned
};

/// How many discs a side turns on a line by a disc on `place`, with its other discs at `own`. What
/// lies beyond the ends of a short line reads as the opponent's, and holds no run together.
const fn run(place: usize, own: usize) -> usize {
    let mut turned = 0;
    let mut above = place + 1;
    while above < 8 && own >> above & 1 == 0 {
        above += 1;
    }
    if above < 8 {
        turned += above - place - 1;
    }
    let mut below = place;
    while below > 0 && own >> (below - 1) & 1 == 0 {
        below -= 1;
    }
    if below > 0 {
        turned += place - below;
    }
    turned
}

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

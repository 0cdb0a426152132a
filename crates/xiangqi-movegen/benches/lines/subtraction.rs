//! Attacks by subtraction, on boards of ninety bits: o^(o-2r), "hyperbola quintessence" (Gerd
//! Isenberg and Aleks Peshkov, chessprogramming wiki), with a cannon's by taking the first pieces
//! away and looking once more.

use crate::Lines;
use xiangqi_movegen::Square;

/// The first rank.
const RANK: u128 = 0x1ff;
/// The first file.
const FILE: u128 = {
    let mut bits = 0_u128;
    let mut rank = 0;
    while rank < Square::RANKS {
        bits |= 1 << (rank * Square::FILES);
        rank += 1;
    }
    bits
};

/// What a chariot on `square` attacks.
#[inline(always)]
pub fn slide(square: Square, occupied: u128) -> u128 {
    let [rank, file] = through(square);
    along(square, occupied & rank) & rank | along(square, occupied & file) & file
}

/// What a chariot and a cannon on `square` attack.
#[inline(always)]
pub fn lines(square: Square, occupied: u128) -> Lines {
    let slide = slide(square, occupied);
    // A cannon sees what a chariot would if the first pieces were gone.
    Lines {
        slide,
        jump: self::slide(square, occupied & !slide) & !slide,
    }
}

/// The rank and the file through `square`.
#[inline(always)]
fn through(square: Square) -> [u128; 2] {
    [
        RANK << (square.rank() * Square::FILES),
        FILE << square.file(),
    ]
}

/// Subtracting the square from the occupancy of a line flips all bits up to the next piece; of the
/// mirrored board, down to it.
#[inline(always)]
fn along(square: Square, occupied: u128) -> u128 {
    let at = 1_u128 << square.index();
    let up = occupied.wrapping_sub(at << 1);
    let down = occupied
        .reverse_bits()
        .wrapping_sub(at.reverse_bits() << 1)
        .reverse_bits();
    up ^ down
}

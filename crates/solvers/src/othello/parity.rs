//! The parity of quadrants: in a region with an odd number of empty squares, the side that plays
//! there first plays there last.

use othello_bitboard::Square;

/// The quadrants of the board: a1, e1, a5 and e5 are their first squares.
const QUADRANTS: [u64; 4] = {
    let quarter = 0x0f0f_0f0f;
    [quarter, quarter << 4, quarter << 32, quarter << 36]
};

/// The squares of the quadrants whose bits are set.
pub(super) static ODD: [u64; 16] = {
    let mut odd = [0; 16];
    let mut i = 0;
    while i < 64 {
        odd[i / 4] |= QUADRANTS[i % 4] * ((i / 4) >> (i % 4) & 1) as u64;
        i += 1;
    }
    odd
};

/// The quadrant of a square, as a bit.
#[inline]
pub(super) const fn quadrant(square: Square) -> u32 {
    1 << quadrant_number(square)
}

/// The number of its quadrant.
#[inline]
pub(super) const fn quadrant_number(square: Square) -> usize {
    square.index() >> 2 & 1 | square.index() >> 4 & 2
}

/// The quadrants with an odd number of empty squares, as bits.
#[inline]
pub(super) const fn parity(empty: u64) -> u32 {
    let mut parity = 0;
    let mut i = 0;
    while i < 4 {
        parity |= ((empty & QUADRANTS[i]).count_ones() & 1) << i;
        i += 1;
    }
    parity
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_and_their_parity() {
        for square in Square::all() {
            assert_eq!(parity(square.bit()), quadrant(square));
            assert_ne!(ODD[quadrant(square) as usize] & square.bit(), 0);
            assert_eq!(
                quadrant(square).trailing_zeros(),
                u32::from(square.column() / 4 + 2 * (square.row() / 4))
            );
        }
        assert_eq!((parity(u64::MAX), parity(0b111)), (0, 1));
        assert_eq!((ODD[0], ODD[15]), (0, u64::MAX));
    }
}

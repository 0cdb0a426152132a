//! Moves and flips on two bitboards.

pub mod reference;

use crate::Square;

/// Columns b to g: a run of turned discs never leaves them sideways, nor along a diagonal.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// A board and its mirror image, rows swapped, so that one shift walks up one and down the other.
type Both = [u64; 2];

#[inline(always)]
fn both(bits: u64) -> Both {
    [bits, bits.swap_bytes()]
}

/// The squares where `own`, to move, turns at least one disc of `opp`; bit 0 is a1, bit 63 is h8.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER;
    // Eastwards an addition does it: the bit at the head of a run carries to the square behind it.
    let east = inner.wrapping_add(inner & own << 1);
    let mut west = inner & own >> 1;
    west |= inner & west >> 1;
    let pairs = inner & inner >> 1;
    west |= pairs & west >> 2;
    west |= pairs & west >> 2;
    let (from, over, inner2) = (both(own), both(opp), both(inner));
    let mut ends = [0; 2];
    for (shift, over) in [(8, over), (9, inner2), (7, inner2)] {
        for i in 0..2 {
            let mut run = over[i] & from[i] << shift;
            run |= over[i] & run << shift;
            let pairs = over[i] & over[i] << shift;
            run |= pairs & run << (2 * shift);
            run |= pairs & run << (2 * shift);
            ends[i] |= run << shift;
        }
    }
    (east | west >> 1 | ends[0] | ends[1].swap_bytes()) & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on `square` turns; none where the move would be illegal.
#[inline]
pub fn flips(square: Square, own: u64, opp: u64) -> u64 {
    let (up, down) = (&UP[square.index()], &DOWN[square.index()]);
    let mut flipped = 0;
    for ray in up {
        let stop = ray & !opp;
        let end = stop & stop.wrapping_neg() & own;
        flipped |= ray & (end - u64::from(end != 0));
    }
    for ray in down {
        let stop = ray & !opp;
        let end = ray & own & (1 << 63 >> (stop | 1).leading_zeros());
        flipped |= ray & end.wrapping_neg() << 1;
    }
    flipped
}

/// From each square, the rays towards higher indices: east, south-west, south, south-east.
static UP: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);
/// From each square, the rays towards lower indices.
static DOWN: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (dx, dy) = steps[i];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while 0 <= x && x < 8 && 0 <= y && y < 8 {
                rays[square as usize][i] |= 1 << (8 * y + x);
                (x, y) = (x + dx, y + dy);
            }
            i += 1;
        }
        square += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn moves_equal_the_reference(a: u64, b: u64, c: u64) {
            // Boards thin, even and crowded.
            for (own, opp) in [(a, b & !a), (a & b, c & !(a & b)), (a & b & c, !a & b), (a & b, !(a & b)), (a & b & c, !a)] {
                prop_assert_eq!(moves(own, opp), reference::moves(own, opp));
                for square in Square::all() {
                    prop_assert_eq!(flips(square, own, opp), reference::flips(square, own, opp));
                }
            }
        }
    }

    #[test]
    fn long_runs_in_every_direction() {
        // The board full of the opponent's discs but for two squares on a line.
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let (own, opp) = (to.bit(), !(to.bit() | from.bit()));
                assert_eq!(moves(own, opp), reference::moves(own, opp));
                assert_eq!(flips(from, own, opp), reference::flips(from, own, opp));
            }
        }
    }
}

//! Moves and flips on two bitboards.

pub mod reference;

use crate::Square;

/// Columns b to g: a run of turned discs never leaves them sideways, nor along a diagonal.
pub(crate) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares where `own`, to move, turns at least one disc of `opp`; bit 0 is a1, bit 63 is h8.
///
/// A parallel-prefix fill (Kogge and Stone, 1973): after runs of one and two discs, two steps of
/// two reach six, the longest that can be turned. Some 4 ns a board; vectors of four directions
/// were measured to be slower.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    moves_of(own, opp)
}

/// [`moves`], inlined wherever it stands: in a loop over boards it becomes vectors.
#[inline(always)]
pub(crate) fn moves_of(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER;
    // Eastwards an addition does it: the bit at the head of a run carries to the square behind it.
    let mut ends = inner + (inner & own << 1);
    ends |= before(own, inner, inner & inner >> 1, 1);
    for (shift, over) in [(7, inner), (8, opp), (9, inner)] {
        let pairs = over & over << shift;
        let mut run = over & own << shift;
        run |= over & run << shift;
        run |= pairs & run << (2 * shift);
        run |= pairs & run << (2 * shift);
        ends |= run << shift | before(own, over, pairs >> shift, shift);
    }
    ends & !(own | opp)
}

/// The squares where runs of `over` end that begin at `own` and go towards lower indices; `pairs`
/// are runs of two.
#[inline(always)]
fn before(own: u64, over: u64, pairs: u64, shift: u32) -> u64 {
    let mut run = over & own >> shift;
    run |= over & run >> shift;
    run |= pairs & run >> (2 * shift);
    run |= pairs & run >> (2 * shift);
    run >> shift
}

/// The discs of `opp` that a disc of `own` on `square`, an empty one, turns; none where the move
/// would be illegal.
///
/// Each ray ends at its first square that `opp` does not hold; if `own` holds that, what lies
/// before it turns. Some 5 ns.
#[inline]
pub fn flips(square: Square, own: u64, opp: u64) -> u64 {
    let up = &UP[square.index()];
    let down = &DOWN[square.index()];
    let mut flipped = 0;
    for ray in up {
        // The lowest such square; all bits below it that lie on the ray.
        let stop = ray & !opp;
        let end = stop & stop.wrapping_neg() & own;
        flipped |= ray & (end - u64::from(end != 0));
    }
    for ray in down {
        // The highest; where there is none, a1 stands in and is on the ray or else masked off.
        let stop = ray & !opp;
        let end = ray & own & (1 << 63 >> (stop | 1).leading_zeros());
        flipped |= ray & end.wrapping_neg() << 1;
    }
    flipped
}

/// From each square, the rays towards higher indices: east, south-west, south, south-east.
pub(crate) static UP: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);
/// From each square, the rays towards lower indices.
pub(crate) static DOWN: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (dx, dy) = steps[i];
            let mut x = square % 8 + dx;
            let mut y = square / 8 + dy;
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
                let own = to.bit();
                let opp = !(to.bit() | from.bit());
                assert_eq!(moves(own, opp), reference::moves(own, opp));
                assert_eq!(flips(from, own, opp), reference::flips(from, own, opp));
            }
        }
    }
}

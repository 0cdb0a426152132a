//! The last four empty squares, with separate code for each number: no list of moves, only squares
//! to try.

use super::{
    parity::{ODD, quadrant},
    search::{NONE, Search, final_margin},
};
use othello_bitboard::{
    Square,
    kernel::{Kernel, Routine},
    last_margin,
};

/// Four squares are empty: is the score above `alpha`?
#[derive(Clone, Copy)]
pub(super) struct Four {
    pub(super) alpha: i32,
    /// The quadrants with an odd number of empty squares, as bits.
    pub(super) parity: u32,
}

/// Three squares are empty.
#[derive(Clone, Copy)]
struct Three {
    alpha: i32,
    parity: u32,
}

impl Routine<Four> for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: Four) -> i32 {
        self.nodes += 1;
        let Four { alpha, parity } = args;
        if let Some(bound) = self.bound_by_stability(own, opp, alpha) {
            return bound;
        }
        let empty = !(own | opp);
        let odd = empty & ODD[parity as usize & 15];
        // Two squares alone in their quadrants come before the two that stand together.
        let lowest = lowest_bit(empty);
        let first = if odd.count_ones() == 2 {
            odd
        } else {
            lowest | lowest_bit(empty ^ lowest)
        };
        let squares = [
            lowest_of(first),
            highest_of(first),
            lowest_of(empty ^ first),
            highest_of(empty ^ first),
        ];
        let best = self.four(kernel, own, opp, alpha, parity, squares);
        if best != NONE {
            return best;
        }
        match self.four(kernel, opp, own, -alpha - 1, parity, squares) {
            NONE => final_margin(own, opp),
            score => -score,
        }
    }
}

impl Routine<Three> for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: Three) -> i32 {
        self.nodes += 1;
        let Three { alpha, parity } = args;
        let empty = !(own | opp);
        let odd = empty & ODD[parity as usize & 15];
        // A square alone in its quadrant comes before two that stand together.
        let first = if odd.count_ones() == 1 {
            odd
        } else {
            lowest_bit(empty)
        };
        let rest = empty ^ first;
        let squares = [lowest_of(first), lowest_of(rest), highest_of(rest)];
        let best = self.three(kernel, own, opp, alpha, squares);
        if best != NONE {
            return best;
        }
        match self.three(kernel, opp, own, -alpha - 1, squares) {
            NONE => final_margin(own, opp),
            score => -score,
        }
    }
}

/// Each of these tries a side's moves on squares in their order and ends at the first score above
/// `alpha`; the best score, or [`NONE`] without a move.
impl Search<'_> {
    #[inline(always)]
    fn four<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        parity: u32,
        [a, b, c, d]: [Square; 4],
    ) -> i32 {
        let by_a = self.leaves_three(kernel, own, opp, alpha, parity, a);
        if by_a > alpha {
            return by_a;
        }
        let by_b = self.leaves_three(kernel, own, opp, alpha, parity, b);
        if by_b > alpha {
            return by_b;
        }
        let by_c = self.leaves_three(kernel, own, opp, alpha, parity, c);
        if by_c > alpha {
            return by_c;
        }
        let by_d = self.leaves_three(kernel, own, opp, alpha, parity, d);
        by_a.max(by_b).max(by_c).max(by_d)
    }

    /// The score of the move on `square` that leaves three empty, or [`NONE`].
    #[inline(always)]
    fn leaves_three<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        parity: u32,
        square: Square,
    ) -> i32 {
        let flipped = kernel.flips(square, own, opp);
        if flipped == 0 {
            return NONE;
        }
        let three = Three {
            alpha: -alpha - 1,
            parity: parity ^ quadrant(square),
        };
        -kernel.call(self, opp ^ flipped, own ^ flipped | square.bit(), three)
    }

    #[inline(always)]
    fn three<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        [a, b, c]: [Square; 3],
    ) -> i32 {
        let by_a = self.leaves_two(kernel, own, opp, alpha, a, [b, c]);
        if by_a > alpha {
            return by_a;
        }
        let by_b = self.leaves_two(kernel, own, opp, alpha, b, [a, c]);
        if by_b > alpha {
            return by_b;
        }
        let by_c = self.leaves_two(kernel, own, opp, alpha, c, [a, b]);
        by_a.max(by_b).max(by_c)
    }

    /// The score of the move on `square` that leaves two empty, or [`NONE`].
    #[inline(always)]
    fn leaves_two<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        square: Square,
        rest: [Square; 2],
    ) -> i32 {
        let flipped = kernel.flips(square, own, opp);
        if flipped == 0 {
            return NONE;
        }
        let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
        self.nodes += 1;
        let best = self.two(kernel, own, opp, -alpha - 1, rest);
        if best != NONE {
            return -best;
        }
        match self.two(kernel, opp, own, alpha, rest) {
            NONE => -final_margin(own, opp),
            score => score,
        }
    }

    #[inline(always)]
    fn two<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        [a, b]: [Square; 2],
    ) -> i32 {
        let by_a = self.leaves_one(kernel, own, opp, a, b);
        if by_a > alpha {
            return by_a;
        }
        by_a.max(self.leaves_one(kernel, own, opp, b, a))
    }

    /// The score of the move on `square` that leaves `last` empty, or [`NONE`].
    #[inline(always)]
    fn leaves_one<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        square: Square,
        last: Square,
    ) -> i32 {
        let flipped = kernel.flips(square, own, opp);
        if flipped == 0 {
            return NONE;
        }
        self.nodes += 1;
        -last_margin(last, opp ^ flipped)
    }
}

#[inline(always)]
fn lowest_bit(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// The first square of a set that is not empty.
#[inline(always)]
fn lowest_of(bits: u64) -> Square {
    Square::new(bits.trailing_zeros() as u8 & 63).unwrap_or_else(|| unreachable!())
}

/// The last square of a set that is not empty.
#[inline(always)]
fn highest_of(bits: u64) -> Square {
    Square::new(63 - (bits.leading_zeros() as u8 & 63)).unwrap_or_else(|| unreachable!())
}

//! The last four empty squares, with separate code for each number: no list of moves, only squares
//! to try.

use super::{
    parity::{NEIGHBOURS, quadrant_number},
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
}

/// Three squares are empty, in the order to try them.
#[derive(Clone, Copy)]
struct Three {
    alpha: i32,
    squares: [Square; 3],
}

impl Routine<Four> for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, Four { alpha }: Four) -> i32 {
        self.nodes += 1;
        let (squares, paired) = in_order(!(own | opp));
        let best = self.four(kernel, own, opp, alpha, squares, paired);
        if best != NONE {
            return best;
        }
        match self.four(kernel, opp, own, -alpha - 1, squares, paired) {
            NONE => final_margin(own, opp),
            score => -score,
        }
    }
}

impl Routine<Three> for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        Three { alpha, squares }: Three,
    ) -> i32 {
        self.nodes += 1;
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

impl Search<'_> {
    /// The best of the moves of `own`, or [`NONE`]; ends at the first above `alpha`.
    #[inline(always)]
    fn four<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        [a, b, c, d]: [Square; 4],
        paired: bool,
    ) -> i32 {
        let mut best = NONE;
        // With two pairs, the partner of the square played is now alone, so it comes first.
        let (after_c, after_d) = if paired {
            ([d, a, b], [c, a, b])
        } else {
            ([a, b, d], [a, b, c])
        };
        for (square, squares) in [(a, [b, c, d]), (b, [a, c, d]), (c, after_c), (d, after_d)] {
            let flipped = turned(kernel, square, own, opp);
            if flipped != 0 {
                let three = Three {
                    alpha: -alpha - 1,
                    squares,
                };
                let score = -kernel.call(self, opp ^ flipped, own ^ flipped | square.bit(), three);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
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
        let mut best = NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flipped = turned(kernel, square, own, opp);
            if flipped != 0 {
                let score = -self.two(
                    kernel,
                    opp ^ flipped,
                    own ^ flipped | square.bit(),
                    -alpha - 1,
                    rest,
                );
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// The score with two empty squares.
    #[inline(always)]
    fn two<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        squares: [Square; 2],
    ) -> i32 {
        self.nodes += 1;
        let best = self.one(kernel, own, opp, alpha, squares);
        if best != NONE {
            return best;
        }
        match self.one(kernel, opp, own, -alpha - 1, squares) {
            NONE => final_margin(own, opp),
            score => -score,
        }
    }

    /// The best of the moves of `own` where one square is left after it, or [`NONE`].
    #[inline(always)]
    fn one<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        alpha: i32,
        [a, b]: [Square; 2],
    ) -> i32 {
        let mut best = NONE;
        for (square, last) in [(a, b), (b, a)] {
            let flipped = turned(kernel, square, own, opp);
            if flipped != 0 {
                self.nodes += 1;
                let score = -last_margin(last, opp ^ flipped);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}

/// The discs that a move of `own` on `square` turns; the neighbours rule out most squares.
#[inline(always)]
fn turned<K: Kernel>(kernel: K, square: Square, own: u64, opp: u64) -> u64 {
    if NEIGHBOURS[square.index()] & opp == 0 {
        0
    } else {
        kernel.flips(square, own, opp)
    }
}

/// The four empty squares, those alone in their quadrant first, and whether they are two pairs
/// (which stand together).
#[inline(always)]
fn in_order(mut empty: u64) -> ([Square; 4], bool) {
    let mut found = [Square::at(0, 0).unwrap_or_else(|| unreachable!()); 4];
    let mut key = 0;
    for (i, place) in found.iter_mut().enumerate() {
        if let Some(square) = Square::new(empty.trailing_zeros() as u8) {
            *place = square;
            key |= quadrant_number(square) << (2 * i);
        }
        empty &= empty.wrapping_sub(1);
    }
    let (order, paired) = ORDERS[key & 255];
    (order.map(|i| found[i as usize & 3]), paired)
}

/// For the numbers of four squares' quadrants, two bits each: which of the squares comes first,
/// second and so on.
static ORDERS: [([u8; 4], bool); 256] = {
    let mut orders = [([0; 4], false); 256];
    let mut key = 0;
    while key < 256 {
        let mut order = [0; 4];
        let mut len = 0;
        // Twice: those alone, then the others, quadrant by quadrant.
        let mut turn = 0;
        while turn < 8 {
            let mut here = 0;
            let mut i = 0;
            while i < 4 {
                here += (key >> (2 * i) & 3 == turn % 4) as u32;
                i += 1;
            }
            i = 0;
            while i < 4 {
                if key >> (2 * i) & 3 == turn % 4 && (here == 1) == (turn < 4) {
                    order[len] = i as u8;
                    len += 1;
                }
                i += 1;
            }
            turn += 1;
        }
        let mut pairs = 0;
        turn = 0;
        while turn < 4 {
            let mut here = 0;
            let mut i = 0;
            while i < 4 {
                here += (key >> (2 * i) & 3 == turn) as u32;
                i += 1;
            }
            pairs += (here == 2) as u32;
            turn += 1;
        }
        orders[key] = (order, pairs == 2);
        key += 1;
    }
    orders
};

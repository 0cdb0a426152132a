//! Nodes with few empty squares, without a table: with six the replies order the moves, with five
//! parity does.

use super::{
    last::Four,
    order::{add, pick, rank_of},
    parity::{ODD, quadrant},
    search::{NONE, Search, final_margin},
};
use arrayvec::ArrayVec;
use othello_bitboard::{
    CORNERS,
    kernel::{Kernel, Routine},
    squares,
};

/// Five to [`MOST`](Self::MOST) squares are empty: is the score above `alpha`?
#[derive(Clone, Copy)]
pub(super) struct Shallow {
    pub(super) alpha: i32,
    /// The quadrants with an odd number of empty squares, as bits.
    pub(super) parity: u32,
    /// The moves of the side to move.
    pub(super) moves: u64,
}

impl Shallow {
    /// The most empty squares.
    pub(super) const MOST: u32 = 6;
}

/// Corners, then squares not beside a corner, then the rest.
const CLASSES: [u64; 3] = [CORNERS, !(CORNERS | BESIDE), BESIDE];
const BESIDE: u64 = 0x42c3_0000_0000_c342;

impl Routine<Shallow> for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: Shallow) -> i32 {
        let Shallow {
            alpha,
            parity,
            moves,
        } = args;
        let empties = (!(own | opp)).count_ones();
        if empties < 5 {
            return self.few(kernel, own, opp, args);
        }
        self.nodes += 1;
        if let Some(bound) = self.bound_by_stability(own, opp, alpha) {
            return bound;
        }
        if moves == 0 {
            let moves = kernel.moves(opp, own);
            if moves == 0 {
                return final_margin(own, opp);
            }
            return -kernel.call(
                self,
                opp,
                own,
                Shallow {
                    alpha: -alpha - 1,
                    parity,
                    moves,
                },
            );
        }
        if empties > 5 {
            return self.by_replies(kernel, own, opp, args);
        }
        let odd = ODD[parity as usize & 15];
        let mut best = NONE;
        for side in [moves & odd, moves & !odd] {
            for class in CLASSES {
                for square in squares(side & class) {
                    let flipped = kernel.flips(square, own, opp);
                    let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
                    let four = Four {
                        alpha: -alpha - 1,
                        parity: parity ^ quadrant(square),
                    };
                    let score = -kernel.call(self, own, opp, four);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        best
    }
}

impl Search<'_> {
    /// Six empty squares: the moves that leave the fewest replies come first (fastest first).
    #[inline(always)]
    fn by_replies<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: Shallow) -> i32 {
        let Shallow {
            alpha,
            parity,
            moves,
        } = args;
        let mut children = ArrayVec::<_, { Shallow::MOST as usize }>::new();
        add(kernel, &mut children, own, opp, moves);
        let odd = ODD[parity as usize & 15];
        for child in &mut children {
            child.replies = kernel.moves(child.own, child.opp);
            child.rank = rank_of(child.square, child.replies, odd);
        }
        let mut best = NONE;
        for i in 0..children.len() {
            let child = pick(&mut children, i);
            let next = Shallow {
                alpha: -alpha - 1,
                parity: parity ^ quadrant(child.square),
                moves: child.replies,
            };
            let score = -kernel.call(self, child.own, child.opp, next);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        best
    }

    /// Four empty squares or fewer, which occurs only at the root or after a pass.
    #[inline(always)]
    fn few<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: Shallow) -> i32 {
        let Shallow {
            alpha,
            parity,
            moves,
        } = args;
        if (!(own | opp)).count_ones() == 4 {
            return kernel.call(self, own, opp, Four { alpha, parity });
        }
        self.nodes += 1;
        let mut best = NONE;
        for square in squares(moves) {
            let flipped = kernel.flips(square, own, opp);
            let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
            let next = Shallow {
                alpha: -alpha - 1,
                parity: parity ^ quadrant(square),
                moves: kernel.moves(own, opp),
            };
            best = best.max(-kernel.call(self, own, opp, next));
        }
        if best != NONE {
            return best;
        }
        let moves = kernel.moves(opp, own);
        if moves == 0 {
            return final_margin(own, opp);
        }
        -kernel.call(
            self,
            opp,
            own,
            Shallow {
                alpha: -alpha - 1,
                parity,
                moves,
            },
        )
    }
}

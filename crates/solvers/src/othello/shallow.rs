//! Nodes with few empty squares: parity orders the moves, and there is no table.

use super::{
    last::Four,
    parity::{ODD, quadrant},
    search::{NONE, Search, final_margin},
};
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
        let odd = ODD[parity as usize & 15];
        let mut best = NONE;
        for side in [moves & odd, moves & !odd] {
            for class in CLASSES {
                for square in squares(side & class) {
                    let flipped = kernel.flips(square, own, opp);
                    let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
                    let score = if empties == 5 {
                        -kernel.call(
                            self,
                            own,
                            opp,
                            Four {
                                alpha: -alpha - 1,
                                parity: parity ^ quadrant(square),
                            },
                        )
                    } else {
                        -kernel.call(
                            self,
                            own,
                            opp,
                            Shallow {
                                alpha: -alpha - 1,
                                parity: parity ^ quadrant(square),
                                moves: kernel.moves(own, opp),
                            },
                        )
                    };
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

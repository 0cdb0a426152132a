//! A look-ahead of a few plies with the patterns: it orders moves at large trees, and is the leaf
//! of a search that does not reach the end.

use super::search::Search;
use arrayvec::ArrayVec;
use othello_bitboard::{
    Square,
    kernel::{Kernel, Routine},
    squares,
};
use pattern_eval::othello::{Filled, weighted};

/// Finds the score of a position in hundredths of a disc, looking `depth` plies ahead.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) filled: &'a Filled,
    pub(super) alpha: i16,
    pub(super) beta: i16,
    pub(super) depth: u8,
}

impl Look<'_> {
    /// Beyond any value.
    pub(super) const MOST: i16 = 10_000;
    /// The score of a disc in a finished game.
    const END: i32 = 100;
}

/// A move to look at.
#[derive(Clone, Copy)]
struct Step {
    square: Square,
    flipped: u64,
    replies: u32,
}

impl Routine<Look<'_>> for Search<'_> {
    type Output = i16;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, look: Look<'_>) -> i16 {
        let Look {
            filled,
            mut alpha,
            beta,
            depth,
        } = look;
        self.nodes += 1;
        let moves = kernel.moves(own, opp);
        if depth == 0 || moves == 0 {
            let replies = kernel.moves(opp, own);
            if moves | replies == 0 {
                return (Look::END * super::search::final_margin(own, opp)) as i16;
            }
            if depth == 0 {
                let empties = (!(own | opp)).count_ones();
                let value = filled.value(
                    self.weights,
                    moves.count_ones(),
                    replies.count_ones(),
                    empties,
                );
                return value.clamp(-6400, 6400) as i16;
            }
            let turned = Look {
                filled: &filled.turned(),
                alpha: -beta,
                beta: -alpha,
                depth,
            };
            return -kernel.call(self, opp, own, turned);
        }
        let mut steps = ArrayVec::<Step, 64>::new();
        for square in squares(moves) {
            let flipped = kernel.flips(square, own, opp);
            let mut replies = 0;
            if depth > 1 {
                replies = weighted(kernel.moves(opp ^ flipped, own ^ flipped | square.bit()));
            }
            steps.push(Step {
                square,
                flipped,
                replies,
            });
        }
        let mut best = -Look::MOST;
        for i in 0..steps.len() {
            if depth > 1 {
                let fewest = (i..steps.len())
                    .min_by_key(|&i| steps[i].replies)
                    .unwrap_or(i);
                steps.swap(i, fewest);
            }
            let Step {
                square, flipped, ..
            } = steps[i];
            let next = Look {
                filled: &filled.after(square, flipped),
                alpha: -beta,
                beta: -alpha,
                depth: depth - 1,
            };
            let score = -kernel.call(self, opp ^ flipped, own ^ flipped | square.bit(), next);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

//! A guess at the score by a few plies of look-ahead, for the order of moves where the trees below are large.

use super::search::Search;
use othello_bitboard::{
    kernel::{Kernel, Routine},
    spread, squares, stable,
};

/// What a position is worth, roughly, in a unit of its own, looking `depth` plies ahead.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub(super) alpha: i16,
    pub(super) beta: i16,
    pub(super) depth: u32,
}

impl Guess {
    /// Beyond any guess.
    pub(super) const MOST: i16 = 10_000;
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Routine<Guess> for Search<'_> {
    type Output = i16;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, Guess { mut alpha, beta, depth }: Guess) -> i16 {
        self.nodes += 1;
        let moves = kernel.moves(own, opp);
        if depth == 0 {
            return judge(moves, kernel.moves(opp, own), own, opp);
        }
        if moves == 0 {
            let replies = kernel.moves(opp, own);
            if replies == 0 {
                let margin = own.count_ones() as i16 - opp.count_ones() as i16;
                return 100 * margin;
            }
            return -kernel.call(self, opp, own, Guess { alpha: -beta, beta: -alpha, depth });
        }
        let mut best = -Guess::MOST;
        for set in [moves & CORNERS, moves & !CORNERS] {
            for square in squares(set) {
                let flipped = kernel.flips(square, own, opp);
                let next = Guess { alpha: -beta, beta: -alpha, depth: depth - 1 };
                let score = -kernel.call(self, opp ^ flipped, own ^ flipped | square.bit(), next);
                best = best.max(score);
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        return score;
                    }
                }
            }
        }
        best
    }
}

/// Mobility, now and to come, and discs that are safe.
#[inline(always)]
fn judge(moves: u64, replies: u64, own: u64, opp: u64) -> i16 {
    let empty = !(own | opp);
    let count = |set: u64| set.count_ones() as i16;
    let mobility = |moves: u64| 2 * count(moves) + 4 * count(moves & CORNERS);
    8 * (mobility(moves) - mobility(replies))
        + 6 * (count(spread(opp) & empty) - count(spread(own) & empty))
        + 12 * (count(stable(own, opp)) - count(stable(opp, own)))
}

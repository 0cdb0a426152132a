use game_core::{Evaluator, Position};
use othello_bitboard::{Move, Othello, Square, flips, moves, squares};
use pattern_eval::othello::{DISC, Patterns, Weights, promise};
use std::sync::Arc;

/// A search to a given number of empty squares, where the patterns evaluate.
///
/// The crate `search` counts plies, but here a forced pass must not reduce the depth, or a position
/// would be compared with one of another stage. It also runs for every sample, for a few plies
/// each, where a table, a clock and a report would be most of the work.
pub(super) struct Lookahead {
    eval: Patterns,
}

/// Alpha and beta.
type Window = (i32, i32);

impl Lookahead {
    const ALL: Window = (-64 * DISC, 64 * DISC);

    pub(super) fn new(weights: &Arc<Weights>) -> Self {
        Self {
            eval: Patterns::new(weights.clone()),
        }
    }

    /// The value of `pos` for the side to move, in hundredths of a disc: the patterns' where
    /// `horizon` squares are empty, the margin where the game ends before.
    ///
    /// Each ply takes about four times as long as the last: some 0.3 ms for four.
    pub(super) fn value(&mut self, pos: &Othello, horizon: u32) -> i32 {
        let mut pos = *pos;
        self.eval.reset(&pos);
        self.search(&mut pos, horizon, Self::ALL)
    }

    /// The move that looks best one ply ahead; of equals the first.
    pub(super) fn best(&mut self, pos: &Othello) -> Move {
        let horizon = pos.empty().count_ones().saturating_sub(1);
        let value = |square| {
            let mut child = *pos;
            let mv = Move::from(square);
            child.play(mv);
            (self.value(&child, horizon), mv)
        };
        squares(pos.moves())
            .map(value)
            .min_by_key(|&(value, _)| value)
            .map_or(Move::PASS, |(_, mv)| mv)
    }

    /// Principal variation search; a forced pass is no ply.
    fn search(&mut self, pos: &mut Othello, horizon: u32, (mut alpha, beta): Window) -> i32 {
        let places = pos.moves();
        if places == 0 {
            if pos.opponent_moves() == 0 {
                return pos.final_margin() * DISC;
            }
            return self.after(pos, Move::PASS, horizon, (alpha, beta));
        }
        let empties = pos.empty().count_ones();
        if empties <= horizon {
            return self.eval.evaluate(pos).get();
        }
        // Before the last ply the moves that leave the fewest replies come first.
        let ordered = empties > horizon + 1;
        let mut ranked = [(0, Move::PASS); 64];
        let mut count = 0;
        for square in squares(places) {
            let rank = if ordered { Self::rank(pos, square) } else { 0 };
            ranked[count] = (rank, square.into());
            count += 1;
        }
        if ordered {
            ranked[..count].sort_by_key(|&(rank, _)| rank);
        }
        let mut best = Self::ALL.0;
        for (i, &(_, mv)) in ranked[..count].iter().enumerate() {
            let narrow = (alpha, if i == 0 { beta } else { alpha + 1 });
            let mut value = self.after(pos, mv, horizon, narrow);
            if i > 0 && alpha < value && value < beta {
                value = self.after(pos, mv, horizon, (alpha, beta));
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of `mv` for the player who makes it.
    fn after(&mut self, pos: &mut Othello, mv: Move, horizon: u32, (alpha, beta): Window) -> i32 {
        let undo = pos.play(mv);
        self.eval.played(pos, mv, &undo);
        let value = -self.search(pos, horizon, (-beta, -alpha));
        self.eval.undone(pos, mv, &undo);
        pos.undo(mv, undo);
        value
    }

    /// Less promising moves come later.
    fn rank(pos: &Othello, square: Square) -> i32 {
        let flipped = flips(square, pos.own(), pos.opp());
        -promise(
            square,
            moves(pos.opp() ^ flipped, pos.own() ^ flipped | square.bit()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::zobrist;
    use pattern_eval::othello::Layout;

    /// Weights that differ all over.
    fn weights() -> Arc<Weights> {
        let mut weights = Weights::zero();
        for stage in 0..Weights::STAGES {
            let value = |number: usize| {
                (zobrist::mix((number * Weights::STAGES + stage) as u64) % 401) as f32 - 200.0
            };
            weights.set_stage(
                stage,
                &(0..Layout::get().count()).map(value).collect::<Vec<_>>(),
            );
        }
        Arc::new(weights)
    }

    /// Without bounds or order.
    fn minimax(eval: &mut Patterns, pos: &Othello, horizon: u32) -> i32 {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            return pos.final_margin() * DISC;
        }
        if pos.empty().count_ones() <= horizon && !pos.must_pass() {
            eval.reset(pos);
            return eval.evaluate(pos).get();
        }
        let value = |mv| {
            let mut child = *pos;
            child.play(mv);
            -minimax(eval, &child, horizon)
        };
        moves.into_iter().map(value).max().expect("a move")
    }

    #[test]
    fn searched_as_minimax_does() {
        let weights = weights();
        let mut lookahead = Lookahead::new(&weights);
        let mut eval = Patterns::new(weights);
        for seed in 0..60 {
            let mut pos = Othello::START;
            let mut random = seed;
            let mut moves = Vec::new();
            while pos.empty().count_ones() > 2 + seed as u32 % 40 && pos.outcome().is_none() {
                moves.clear();
                pos.generate(&mut moves);
                random = zobrist::mix(random);
                pos.play(moves[(random % moves.len() as u64) as usize]);
            }
            let empties = pos.empty().count_ones();
            for plies in 0..4 {
                let horizon = empties.saturating_sub(plies);
                assert_eq!(
                    lookahead.value(&pos, horizon),
                    minimax(&mut eval, &pos, horizon),
                    "{plies} {pos}"
                );
            }
            if pos.outcome().is_none() {
                let mut child = pos;
                child.play(lookahead.best(&pos));
                let least = -minimax(&mut eval, &pos, empties.saturating_sub(1));
                let horizon = if pos.must_pass() {
                    child.empty().count_ones() - 1
                } else {
                    child.empty().count_ones()
                };
                assert!(
                    pos.must_pass() || minimax(&mut eval, &child, horizon) == least,
                    "{pos}"
                );
            }
        }
    }
}

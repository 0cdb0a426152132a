//! Self-play games, for the positions that occur in searches but not in tournament games.

use super::{lookahead::Lookahead, samples::Game};
use game_core::{Position, zobrist};
use othello_bitboard::{Move, Othello};
use pattern_eval::othello::Weights;
use std::sync::Arc;

/// One move in this many is played at random.
const SLIPS: usize = 8;

/// The positions of self-play game `number`, and the number of the one among `games` that it begins
/// as.
///
/// It leaves that game at a random point by one or two random moves, and continues with the best
/// moves of `weights` one ply ahead and occasional random moves.
pub(super) fn play(
    games: &[Game],
    weights: &Arc<Weights>,
    seed: u64,
    number: usize,
) -> (usize, Vec<Othello>) {
    let mut random = Random::new(seed, number);
    let from = random.below(games.len());
    let record = &games[from].record;
    let mut pos = record.start;
    for &mv in &record.moves[..random.below(record.moves.len() + 1)] {
        pos.play(mv);
    }
    let mut astray = 1 + random.below(2);
    let mut lookahead = Lookahead::new(weights);
    let mut moves = vec![];
    let mut line = vec![];
    loop {
        moves.clear();
        if pos.legal_moves(&mut moves).is_some() {
            return (from, line);
        }
        let mv: Move = if astray > 0 {
            astray -= 1;
            moves[random.below(moves.len())]
        } else {
            line.push(pos);
            if random.below(SLIPS) == 0 {
                moves[random.below(moves.len())]
            } else {
                lookahead.best(&pos)
            }
        };
        pos.play(mv);
    }
}

/// The SplitMix64 sequence.
struct Random(u64);

impl Random {
    /// A sequence for each game.
    fn new(seed: u64, number: usize) -> Self {
        Self(zobrist::mix(zobrist::mix(!seed) ^ number as u64))
    }

    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(zobrist::mix(self.0)) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn games_go_astray_anywhere_and_to_their_end() {
        let games = Game::examples();
        let weights = Weights::trained();
        let known: HashSet<_> = games
            .iter()
            .flat_map(Game::positions)
            .map(|pos| (pos.own(), pos.opp()))
            .collect();
        let mut begun = HashSet::new();
        let mut seen = HashSet::new();
        let mut strange = 0;
        let mut all = 0;
        for number in 0..300 {
            let (from, line) = play(&games, &weights, 1, number);
            begun.insert(from);
            seen.extend(line.first().map(|pos| pos.empty().count_ones()));
            strange += line
                .iter()
                .filter(|pos| !known.contains(&(pos.own(), pos.opp())))
                .count();
            all += line.len();
            let children = |pos: &Othello| {
                let mut moves = Vec::new();
                pos.generate(&mut moves);
                let child = |mv| {
                    let mut child = *pos;
                    child.play(mv);
                    child
                };
                moves.into_iter().map(child).collect::<Vec<_>>()
            };
            let ends = |last| children(last).iter().any(|child| child.outcome().is_some());
            assert!(line.last().is_none_or(ends), "played to the end");
            assert!(
                line.windows(2)
                    .all(|pair| children(&pair[0]).contains(&pair[1])),
                "by legal moves"
            );
        }
        assert_eq!(begun.len(), games.len());
        assert!(
            seen.len() > 40 && strange * 10 > all * 9,
            "{} {strange} {all}",
            seen.len()
        );
        assert_eq!(play(&games, &weights, 1, 7), play(&games, &weights, 1, 7));
        assert_ne!(play(&games, &weights, 1, 7), play(&games, &weights, 2, 7));
    }
}

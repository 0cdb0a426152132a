//! How well predictions of results fit, and which games are set aside to measure it.

use game_core::zobrist;
use std::ops::Range;

/// Mean cross-entropies, in nats: 0.693 says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the positions that are learnt from.
    pub training: f64,
    /// Of those that are not.
    pub validation: f64,
}

/// The logistic function.
#[inline]
pub(crate) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The cross-entropy in nats of the predicted probability `believed` against the target `chance`.
#[inline]
pub(crate) fn cross_entropy(chance: f64, believed: f64) -> f64 {
    let believed = believed.clamp(1e-9, 1.0 - 1e-9);
    -(chance * believed.ln() + (1.0 - chance) * (1.0 - believed).ln())
}

/// Which games train and which validate: one game in `validation_one_in` validates, and of two games
/// or more at least one does each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    seed: u64,
    validation_one_in: u64,
    /// Among few games none may be drawn, or all; this one then changes sides.
    changed: Option<usize>,
}

impl Split {
    pub(crate) fn new(games: usize, seed: u64, validation_one_in: u64) -> Self {
        let mut split = Self {
            seed,
            validation_one_in: validation_one_in.max(2),
            changed: None,
        };
        let drawn = (0..games).filter(|&game| split.is_validation(game)).count();
        split.changed = match drawn {
            _ if games < 2 => None,
            0 => Some(games - 1),
            all if all == games => Some(0),
            _ => None,
        };
        split
    }

    /// Whether a game is set aside, by its number.
    #[inline]
    pub(crate) fn is_validation(&self, game: usize) -> bool {
        let draw = zobrist::mix(self.seed ^ (game as u64) << 16);
        draw.is_multiple_of(self.validation_one_in) != (self.changed == Some(game))
    }
}

/// The positions of the games that are learnt from, and of those set aside: see [`Split`].
pub(crate) fn apart(
    games: usize,
    seed: u64,
    validation_one_in: u64,
    positions: impl Fn(usize) -> Range<usize>,
) -> (Vec<usize>, Vec<usize>) {
    let split = Split::new(games, seed, validation_one_in);
    let part = |validation: bool| {
        let games = (0..games).filter(|&game| split.is_validation(game) == validation);
        games.flat_map(&positions).collect()
    };
    (part(false), part(true))
}

/// The range from the end of the previous item to the end of item `at`.
#[inline]
pub(crate) fn between(at: usize, end: impl Fn(usize) -> usize) -> Range<usize> {
    at.checked_sub(1).map_or(0, &end)..end(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_have_a_game_where_there_are_two() {
        for games in 2..40 {
            for seed in 0..20 {
                for one_in in [1, 2, 8, 100] {
                    let (training, validation) =
                        apart(games, seed, one_in, |game| 3 * game..3 * game + 3);
                    assert!(!training.is_empty() && !validation.is_empty());
                    let mut all = [training, validation].concat();
                    all.sort_unstable();
                    assert_eq!(all, (0..3 * games).collect::<Vec<_>>());
                }
            }
        }
        let (training, validation) = apart(1, 7, 2, |_| 0..5);
        assert_eq!(training.len() + validation.len(), 5);
    }
}

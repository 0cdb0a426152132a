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

/// Parts games into those that are learnt from and those set aside for validation, one of this
/// many: the positions of either.
pub(crate) fn apart(
    games: usize,
    seed: u64,
    validation_one_in: u64,
    positions: impl Fn(usize) -> Range<usize>,
) -> (Vec<usize>, Vec<usize>) {
    let mut training = Vec::new();
    let mut validation = Vec::new();
    for game in 0..games {
        let drawn = zobrist::mix(seed ^ (game as u64) << 16);
        let part = if drawn.is_multiple_of(validation_one_in.max(2)) {
            &mut validation
        } else {
            &mut training
        };
        part.extend(positions(game));
    }
    (training, validation)
}

/// The range from the end of the previous item to the end of item `at`.
#[inline]
pub(crate) fn between(at: usize, end: impl Fn(usize) -> usize) -> Range<usize> {
    at.checked_sub(1).map_or(0, &end)..end(at)
}

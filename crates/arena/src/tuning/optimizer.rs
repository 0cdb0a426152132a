use super::{Generation, Space};
use std::fmt;

/// A way to find better numbers: in every round it proposes some points and receives their scores.
///
/// It has no state: both functions depend only on the history and the seed, so a tuning can be
/// resumed from its log. Its `Debug` output is part of a tuning's name: two optimisers that differ
/// must print differently.
pub trait Optimizer: fmt::Debug {
    /// The points of the round after `history`, at least two; `seed` is the round's.
    fn players(&self, space: &Space, history: &[Generation], seed: u64) -> Vec<Vec<f64>>;

    /// The numbers after a round of `players` with these `scores`, higher is better, in which
    /// `games` games were played.
    fn champion(
        &self,
        space: &Space,
        history: &[Generation],
        players: &[Vec<f64>],
        scores: &[f64],
        games: u64,
    ) -> Vec<f64>;
}

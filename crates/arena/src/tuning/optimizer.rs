use super::{Generation, Space};
use std::fmt;

/// A way to find better weights: in every round it names some points, and is told how each of them
/// did.
///
/// It keeps nothing between rounds: both answers follow from the history and the seed alone, and so
/// a tuning can be resumed from its log. How it prints itself for debugging is part of a tuning's
/// name: two that would go on differently must not print alike.
pub trait Optimizer: fmt::Debug {
    /// The points of the round after `history`; `seed` is the round's own. There are two at least.
    fn players(&self, space: &Space, history: &[Generation], seed: u64) -> Vec<Vec<f64>>;

    /// Where the weights stand after a round of `players` with these `scores`, the more the better,
    /// in which `games` games were played.
    fn champion(
        &self,
        space: &Space,
        history: &[Generation],
        players: &[Vec<f64>],
        scores: &[f64],
        games: u64,
    ) -> Vec<f64>;
}

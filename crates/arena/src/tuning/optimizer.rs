use super::{Generation, Space};
use std::fmt;

/// A way to find better numbers: in every round it proposes some points and receives their scores.
///
/// It has no state: both functions depend only on the history and the seed, so a tuning can be
/// resumed from its log. Its `Debug` output is part of a tuning's name: two optimisers that differ
/// must print differently.
///
/// ```
/// use arena::tuning::{Generation, Optimizer, Space};
///
/// /// Tries a step of a tenth to either side, and stays where that is better.
/// #[derive(Debug)]
/// struct Steps;
///
/// impl Optimizer for Steps {
///     fn players(&self, space: &Space, history: &[Generation], _: u64) -> Vec<Vec<f64>> {
///         let at = history.last().map_or_else(|| space.start(), |last| last.champion.clone());
///         let moved = |factor: f64| space.clamp(at.iter().map(|value| factor * value).collect());
///         vec![moved(1.0), moved(0.9), moved(1.1)]
///     }
///
///     fn champion(
///         &self,
///         _: &Space,
///         _: &[Generation],
///         players: &[Vec<f64>],
///         scores: &[f64],
///         _: u64,
///     ) -> Vec<f64> {
///         let best = players.iter().zip(scores).max_by(|(_, one), (_, other)| one.total_cmp(other));
///         best.map_or_else(Vec::new, |(player, _)| player.clone())
///     }
/// }
///
/// let config: engines::EngineConfig = "level=1,eval.mobility=600".parse()?;
/// let space = Space::of(engines::game("othello")?, &["mobility"], config.weights())?;
/// let players = Steps.players(&space, &[], 1);
/// assert_eq!(players, [[600.0], [540.0], [660.0]]);
/// assert_eq!(Steps.champion(&space, &[], &players, &[-3.0, -5.0, 8.0], 6), [660.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

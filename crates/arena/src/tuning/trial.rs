use super::TuningError;
use search::Control;

/// Compares points: by [`Games`](super::Games), or by any other measure.
pub trait Trial {
    /// The scores of `players` in round number `round`, higher is better, and the number of games;
    /// `None` if `control` was stopped before the end. Calls `played` after every game.
    ///
    /// # Errors
    /// If they could not be tried.
    fn scores(
        &self,
        round: u64,
        players: &[Vec<f64>],
        control: &Control,
        played: &mut dyn FnMut(),
    ) -> Result<Option<(Vec<f64>, u64)>, TuningError>;

    /// The number of games of a round with this many players.
    fn games(&self, players: usize) -> u64;

    /// A description of what the scores depend on: part of a tuning's name.
    fn words(&self) -> String;
}

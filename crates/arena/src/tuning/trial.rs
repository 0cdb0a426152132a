use super::TuningError;
use search::Control;

/// What tells which of several points is the better: [`Games`](super::Games), or anything else that
/// can be measured.
pub trait Trial {
    /// How each of `players` does in round number `round`, the more the better, and how many games
    /// that took; `None` if `control` was stopped before the end. `played` is called after every
    /// game.
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

    /// How many games a round of this many players takes.
    fn games(&self, players: usize) -> u64;

    /// What the scores depend on, in words: part of a tuning's name.
    fn words(&self) -> String;
}

use super::TuningError;
use search::Control;

/// Compares points: by [`Games`](super::Games), or by any other measure.
///
/// ```
/// use arena::tuning::{Space, Spsa, Trial, Tuning, TuningError, mean};
/// use search::Control;
///
/// /// Scores a point by how near it is to a target: a measure that needs no games.
/// struct Near(f64);
///
/// impl Trial for Near {
///     fn scores(
///         &self,
///         _: u64,
///         players: &[Vec<f64>],
///         _: &Control,
///         played: &mut dyn FnMut(),
///     ) -> Result<Option<(Vec<f64>, u64)>, TuningError> {
///         played();
///         let score = |point: &Vec<f64>| -(point[0] - self.0).abs();
///         Ok(Some((players.iter().map(score).collect(), 1)))
///     }
///
///     fn games(&self, _: usize) -> u64 {
///         1
///     }
///
///     fn words(&self) -> String {
///         format!("near {}", self.0)
///     }
/// }
///
/// let config: engines::EngineConfig = "level=1,eval.mobility=300".parse()?;
/// let space = Space::of(engines::game("othello")?, &["mobility"], config.weights())?;
/// let (spsa, trial) = (Spsa::default(), Near(400.0));
/// let history = Tuning::new(&space, &spsa, &trial).run(Vec::new(), &Control::default(), &mut ())?;
/// assert!((mean(&history).ok_or("a hundred rounds")?[0] - 400.0).abs() < 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

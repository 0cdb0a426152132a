use super::Space;
use serde::{Deserialize, Serialize};

/// One round of a tuning.
///
/// ```
/// use arena::tuning::{Evolution, Games, Space, Tuning};
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
/// let space = Space::of(othello, &["mobility"], config.weights())?;
/// # let openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let trial = Games { games: 1, ..Games::new(othello, config, space.clone()) };
/// # let trial = Games { openings, ..trial };
/// let evolution = Evolution { mutants: 2, ..Evolution::default() };
/// let tuning = Tuning { rounds: 1, ..Tuning::new(&space, &evolution, &trial) };
/// let history = tuning.run(Vec::new(), &Default::default(), &mut ())?;
/// let round = &history[0];
/// // Three players met each other with either side; one's gain is the others' loss.
/// assert_eq!((round.players.len(), round.games, round.scores.iter().sum::<f64>()), (3, 6, 0.0));
/// assert!(round.players.contains(&round.champion));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub round: u64,
    /// The numbers after it.
    pub champion: Vec<f64>,
    /// The points that were tried.
    pub players: Vec<Vec<f64>>,
    /// The scores of the points: sums of margins if games were played.
    pub scores: Vec<f64>,
    /// The number of games.
    pub games: u64,
}

impl Generation {
    /// Whether it fits `space`: a finite number for every weight, and a score for every player.
    pub(super) fn fits(&self, space: &Space) -> bool {
        let is_point = |point: &Vec<f64>| {
            point.len() == space.parameters.len() && point.iter().all(|value| value.is_finite())
        };
        is_point(&self.champion)
            && self.players.iter().all(is_point)
            && self.scores.len() == self.players.len()
            && self.scores.iter().all(|score| score.is_finite())
    }
}

/// The average numbers over the second half of `history`, which are steadier than the last
/// champion's (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992).
/// `None` without history.
///
/// ```
/// use arena::tuning::{Generation, mean};
/// let round = |(round, value)| Generation {
///     round,
///     champion: vec![value],
///     players: Vec::new(),
///     scores: Vec::new(),
///     games: 0,
/// };
/// let history: Vec<_> = (0..).zip([900.0, 700.0, 590.0, 610.0]).map(round).collect();
/// assert_eq!(mean(&history), Some(vec![600.0]));
/// ```
pub fn mean(history: &[Generation]) -> Option<Vec<f64>> {
    let half = &history[history.len() / 2..];
    let mut mean = vec![0.0; half.first()?.champion.len()];
    for generation in half {
        mean.iter_mut()
            .zip(&generation.champion)
            .for_each(|(sum, value)| *sum += value / half.len() as f64);
    }
    Some(mean)
}

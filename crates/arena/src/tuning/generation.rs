use super::Space;
use serde::{Deserialize, Serialize};

/// One round of a tuning.
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

//! What is held of the weights before any game is seen.

use super::Options;
use pattern_eval::xiangqi::Weights;

/// Every weight is near its mean, and neighbours are near each other: a Gaussian, by its mean and
/// its precision.
#[derive(Clone, Debug)]
pub(super) struct Prior {
    /// Where the weights are most likely to be.
    pub mean: Vec<f64>,
    /// The diagonal of the precision: what draws each weight alone, and its part in its bonds.
    pub own: Vec<f64>,
    /// Pairs of weights that are drawn together, and how much.
    bonds: Vec<([usize; 2], f64)>,
}

impl Prior {
    pub fn new(options: &Options) -> Self {
        let mean = options.start.to_vector();
        let mut own: Vec<f64> = vec![1.0 / (options.spread * options.spread); mean.len()];
        own[Weights::BALANCE..].fill(1.0 / (options.balance * options.balance));
        let bonds: Vec<_> = Weights::neighbours()
            .into_iter()
            .map(|(pair, steps)| {
                (
                    pair.map(usize::from),
                    1.0 / (options.step * options.step * f64::from(steps)),
                )
            })
            .collect();
        for (pair, bond) in &bonds {
            pair.iter().for_each(|&at| own[at] += bond);
        }
        Self { mean, own, bonds }
    }

    /// The precision times a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = self
            .own
            .iter()
            .zip(vector)
            .map(|(own, value)| own * value)
            .collect();
        for &([a, b], bond) in &self.bonds {
            product[a] -= bond * vector[b];
            product[b] -= bond * vector[a];
        }
        product
    }

    /// The gradient of [`cost`](Self::cost).
    pub fn slope(&self, weights: &[f64]) -> Vec<f64> {
        let away: Vec<f64> = weights
            .iter()
            .zip(&self.mean)
            .map(|(weight, mean)| weight - mean)
            .collect();
        self.times(&away)
    }

    /// How unlikely the weights are, in nats.
    pub fn cost(&self, weights: &[f64]) -> f64 {
        let slope = self.slope(weights);
        weights
            .iter()
            .zip(&self.mean)
            .zip(slope)
            .map(|((weight, mean), slope)| (weight - mean) * slope)
            .sum::<f64>()
            / 2.0
    }
}

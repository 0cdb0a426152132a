use super::Samples;
use game_core::zobrist;
use pattern_eval::xiangqi::Weights;

/// How a regression goes about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it begins, and what it is drawn back to where the games say little.
    pub start: Weights,
    /// Points for which the odds of winning grow by a factor of e.
    pub scale: f64,
    /// How far the first step of a weight goes, in points.
    pub rate: f64,
    /// What the square of a weight's way from its start costs, a thousand points being one.
    pub pull: f64,
    /// Of how many games one is set aside for validation.
    pub aside: u64,
    /// Of the order in which batches are taken, and of the games that are set aside.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { start: Weights::DEFAULT, scale: 450.0, rate: 4.0, pull: 0.01, aside: 8, seed: 1 }
    }
}

/// Mean cross-entropies, in nats: 0.693 says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the positions that are learnt from.
    pub training: f64,
    /// Of those that are not.
    pub validation: f64,
}

/// A regression under way.
#[derive(Clone, Debug)]
pub struct Fitting<'s> {
    samples: &'s Samples,
    options: Options,
    start: Vec<f64>,
    weights: Vec<f64>,
    /// Adam's means of the gradient and of its square.
    means: Vec<[f64; 2]>,
    steps: i32,
    training: Vec<usize>,
    validation: Vec<usize>,
}

/// Positions a step.
const BATCH: usize = 512;
/// How much of the means is kept from step to step.
const KEPT: [f64; 2] = [0.9, 0.999];

impl<'s> Fitting<'s> {
    /// Begins with the weights that `options` say.
    pub fn new(samples: &'s Samples, options: Options) -> Self {
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for game in 0..samples.games() {
            let drawn = zobrist::mix(options.seed ^ (game as u64) << 16);
            let part = if drawn.is_multiple_of(options.aside.max(2)) { &mut validation } else { &mut training };
            part.extend(samples.game(game));
        }
        let start = options.start.to_vector();
        let (weights, means) = (start.clone(), vec![[0.0; 2]; start.len()]);
        Self { samples, options, start, weights, means, steps: 0, training, validation }
    }

    /// The weights as they are now, rounded.
    pub fn weights(&self) -> Weights {
        Weights::from_vector(&self.weights).expect("the length is the same")
    }

    /// How well they tell the games' results.
    pub fn losses(&self) -> Losses {
        let loss = |positions: &[usize]| {
            let sum: f64 = positions.iter().map(|&at| self.surprise(at)).sum();
            sum / positions.len().max(1) as f64
        };
        Losses { training: loss(&self.training), validation: loss(&self.validation) }
    }

    /// Goes once over all positions that are learnt from, in an order of its own.
    pub fn epoch(&mut self) {
        let mut random = zobrist::mix(self.options.seed ^ 0x5eed ^ (self.steps as u64) << 20);
        for at in (1..self.training.len()).rev() {
            random = zobrist::mix(random);
            self.training.swap(at, (random % (at as u64 + 1)) as usize);
        }
        let (mut gradient, order) = (vec![0.0; self.weights.len()], std::mem::take(&mut self.training));
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for &position in batch {
                let (features, result) = self.samples.position(position);
                let error = self.chance(position) - f64::from(result);
                for feature in features {
                    gradient[usize::from(feature.at)] += error * f64::from(feature.times);
                }
            }
            self.step(&gradient, batch.len() as f64);
        }
        self.training = order;
    }

    /// One step of Adam down the gradient of `positions` positions.
    fn step(&mut self, gradient: &[f64], positions: f64) {
        self.steps += 1;
        let unbiased = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        for (at, &sum) in gradient.iter().enumerate() {
            let pull = 2.0 * self.options.pull * (self.weights[at] - self.start[at]) / 1e6 * self.options.scale;
            let slope = sum / positions + pull;
            let means = &mut self.means[at];
            for (mean, (kept, new)) in means.iter_mut().zip(KEPT.into_iter().zip([slope, slope * slope])) {
                *mean = *mean * kept + new * (1.0 - kept);
            }
            let (mean, spread) = (means[0] / unbiased[0], (means[1] / unbiased[1]).sqrt());
            self.weights[at] -= self.options.rate * mean / (spread + 1e-8);
        }
    }

    /// Takes smaller steps from now on: `factor` times what they were.
    pub fn slow_down(&mut self, factor: f64) {
        self.options.rate *= factor;
    }

    /// How likely Red is to win.
    #[inline]
    fn chance(&self, position: usize) -> f64 {
        let (features, _) = self.samples.position(position);
        let value: f64 = features.iter().map(|one| self.weights[usize::from(one.at)] * f64::from(one.times)).sum();
        1.0 / (1.0 + (-value / self.options.scale).exp())
    }

    /// The cross-entropy of a position's result.
    fn surprise(&self, position: usize) -> f64 {
        let (chance, result) = (self.chance(position).clamp(1e-9, 1.0 - 1e-9), f64::from(self.samples.position(position).1));
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    }
}

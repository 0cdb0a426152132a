use super::prior::Prior;
use super::{Options, Samples};
use crate::Losses;
use crate::validation::{apart, cross_entropy, logistic};
use pattern_eval::xiangqi::Weights;

/// A regression under way: Newton's method, its equations solved by conjugate gradients.
#[derive(Clone, Debug)]
pub struct Fitting<'s> {
    samples: &'s Samples,
    options: Options,
    prior: Prior,
    weights: Vec<f64>,
    training: Vec<usize>,
    validation: Vec<usize>,
}

/// Conjugate gradients a round at most, and by how much less than the gradient what is left of it
/// must be.
const DIRECTIONS: usize = 200;
const EXACT: f64 = 1e-4;

impl<'s> Fitting<'s> {
    /// Begins with the weights that `options` say.
    pub fn new(samples: &'s Samples, options: Options) -> Self {
        let (training, validation) = apart(
            samples.games(),
            options.seed,
            options.validation_one_in,
            |game| samples.game(game),
        );
        let prior = Prior::new(&options);
        let weights = prior.mean.clone();
        Self {
            samples,
            options,
            prior,
            weights,
            training,
            validation,
        }
    }

    /// The weights as they are now, rounded.
    pub fn weights(&self) -> Weights {
        Weights::from_vector(&self.weights).expect("the length is the same")
    }

    /// How well they tell what is to be learnt.
    pub fn losses(&self) -> Losses {
        let mean = |positions: &[usize]| {
            self.cross_entropy(positions, &self.weights) / positions.len().max(1) as f64
        };
        Losses {
            training: mean(&self.training),
            validation: mean(&self.validation),
        }
    }

    /// One step towards the weights that are likeliest after the games, given how likely
    /// [`Options`] hold them before: four from the default start lead there. Each goes up to two
    /// hundred times over the positions.
    pub fn round(&mut self) {
        let (gradient, curvature) = self.slope();
        let step = self.newton(&gradient, &curvature);
        let before = self.cost(&self.weights);
        // Far from the goal a whole step may lead too far.
        let mut tries = [1.0, 0.5, 0.25, 0.125, 0.0625].into_iter().map(|part| {
            self.weights
                .iter()
                .zip(&step)
                .map(|(weight, step)| weight - part * step)
                .collect::<Vec<f64>>()
        });
        if let Some(there) = tries.find(|there| self.cost(there) < before) {
            self.weights = there;
        }
    }

    /// How many nats the weights are from the likeliest that can be thought of.
    fn cost(&self, weights: &[f64]) -> f64 {
        self.cross_entropy(&self.training, weights) / self.options.alike + self.prior.cost(weights)
    }

    /// The gradient of the cost, and each position's part in its curvature.
    fn slope(&self) -> (Vec<f64>, Vec<f64>) {
        let scale = self.options.scale;
        let alike = self.options.alike;
        let mut gradient = self.prior.slope(&self.weights);
        let mut curvature = Vec::with_capacity(self.training.len());
        for &position in &self.training {
            let chance = self.chance(position, &self.weights);
            let error = (chance - self.label(position)) / (scale * alike);
            self.add(position, error, &mut gradient);
            curvature.push(chance * (1.0 - chance) / (scale * scale * alike));
        }
        (gradient, curvature)
    }

    /// The step that makes `gradient` nothing, were the cost a parabola: by the method of conjugate
    /// gradients (M. Hestenes and E. Stiefel, 1952), each weight measured by its own curvature.
    fn newton(&self, gradient: &[f64], curvature: &[f64]) -> Vec<f64> {
        let mut measure = self.prior.own.clone();
        for (&position, &bent) in self.training.iter().zip(curvature) {
            for feature in self.samples.features(position) {
                measure[usize::from(feature.at)] += bent * f64::from(feature.times).powi(2);
            }
        }
        let measured = |left: &[f64]| -> Vec<f64> {
            left.iter()
                .zip(&measure)
                .map(|(left, measure)| left / measure)
                .collect()
        };
        let mut step = vec![0.0; gradient.len()];
        let mut left = gradient.to_vec();
        let mut direction = measured(&left);
        let mut size = dot(&left, &direction);
        let enough = size * EXACT * EXACT;
        for _ in 0..DIRECTIONS {
            if size <= enough {
                break;
            }
            let mut bent = self.prior.times(&direction);
            for (&position, &curvature) in self.training.iter().zip(curvature) {
                self.add(
                    position,
                    curvature * self.samples.value(position, &direction),
                    &mut bent,
                );
            }
            let length = size / dot(&direction, &bent);
            add(&mut step, length, &direction);
            add(&mut left, -length, &bent);
            let next = measured(&left);
            let last = std::mem::replace(&mut size, dot(&left, &next));
            for (direction, next) in direction.iter_mut().zip(next) {
                *direction = next + size / last * *direction;
            }
        }
        step
    }

    /// Adds what `position` counts, `times` over, to `sum`.
    #[inline]
    fn add(&self, position: usize, times: f64, sum: &mut [f64]) {
        for feature in self.samples.features(position) {
            sum[usize::from(feature.at)] += times * f64::from(feature.times);
        }
    }

    /// How likely Red is to win.
    #[inline]
    fn chance(&self, position: usize, weights: &[f64]) -> f64 {
        logistic(self.samples.value(position, weights) / self.options.scale)
    }

    /// How likely it is to be believed.
    #[inline]
    fn label(&self, position: usize) -> f64 {
        self.samples
            .chance(position, self.options.by_result, self.options.scale)
    }

    /// The cross-entropy of what is to be learnt, summed.
    fn cross_entropy(&self, positions: &[usize], weights: &[f64]) -> f64 {
        positions
            .iter()
            .map(|&position| cross_entropy(self.label(position), self.chance(position, weights)))
            .sum()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds `other`, `times` over, to `sum`.
fn add(sum: &mut [f64], times: f64, other: &[f64]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += times * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Game;
    use crate::xiangqi::PositionFilter;
    use crate::xiangqi::samples::tests::{drawn_at_random, samples};
    use game_core::{Evaluator, Position};
    use pattern_eval::xiangqi::Handmade;
    use xiangqi_movegen::Xiangqi;

    /// What `weights` think of Black's being a horse down.
    fn horse_up(weights: Weights) -> i32 {
        let pos: Xiangqi = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
            .parse()
            .expect("a position");
        let mut eval = Handmade::new(weights);
        eval.reset(&pos);
        eval.evaluate(&pos).get()
    }

    fn fitted(games: &[Game], options: Options) -> (Weights, [Losses; 2]) {
        let samples = samples(games, PositionFilter::ALL);
        let mut fitting = Fitting::new(&samples, options);
        let before = fitting.losses();
        (0..5).for_each(|_| fitting.round());
        (fitting.weights(), [before, fitting.losses()])
    }

    #[test]
    fn what_wins_games_is_found_in_them() {
        use xiangqi_movegen::Kind::Horse;
        // Red wins wherever Black has lost a horse.
        let games = drawn_at_random(150, |pos| {
            pos.board().pieces(game_core::Player::Second, Horse).len() < 2
        });
        let (weights, [before, after]) = fitted(&games, Options::default());
        assert!(
            after.training < before.training && after.validation < before.validation,
            "{before:?} {after:?}"
        );
        let learnt = horse_up(weights);
        let plain = horse_up(Weights::PLAIN);
        assert!(learnt > plain + 50, "{learnt} after {plain}");
    }

    #[test]
    fn without_games_nothing_is_learnt() {
        let (weights, [before, after]) = fitted(&[], Options::default());
        assert_eq!((weights, before), (Weights::PLAIN, after));
    }

    #[test]
    fn the_cost_is_least_where_the_rounds_lead() {
        let games = drawn_at_random(60, |pos| pos.key() % 3 == 0);
        let samples = samples(&games, PositionFilter::ALL);
        let mut fitting = Fitting::new(&samples, Options::default());
        (0..6).for_each(|_| fitting.round());
        let least = fitting.cost(&fitting.weights);
        for at in (0..fitting.weights.len()).step_by(7) {
            for by in [-3.0, 3.0] {
                let mut other = fitting.weights.clone();
                other[at] += by;
                assert!(fitting.cost(&other) > least, "weight {at}, {by:+}");
            }
        }
    }

    #[test]
    fn neighbours_are_drawn_together() {
        let games = drawn_at_random(150, |pos| {
            pos.board()
                .piece_at("e4".parse().expect("a square"))
                .is_some()
        });
        let rough = |step| {
            let (weights, _) = fitted(
                &games,
                Options {
                    step,
                    ..Options::default()
                },
            );
            let vector = weights.to_vector();
            let apart = |([a, b], _): ([u16; 2], u8)| {
                (vector[usize::from(a)] - vector[usize::from(b)]).powi(2)
            };
            Weights::neighbours().into_iter().map(apart).sum::<f64>()
        };
        assert!(
            rough(5.0) * 2.0 < rough(200.0),
            "{} {}",
            rough(5.0),
            rough(200.0)
        );
    }
}

//! Adam: a method for stochastic optimization (D. Kingma and J. Ba, 2015).

use aligned_vec::AVec;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// The moments of each weight.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    steps: i32,
    /// Exponential moving averages of the gradients and of their squares.
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// The state of the optimiser.
pub(super) struct Moments<'a> {
    pub(super) steps: i32,
    pub(super) mean: &'a [f32],
    pub(super) square: &'a [f32],
}

/// Decay rates of the moments, beta 1 and beta 2.
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;

/// Weights that a thread takes at a time.
const PART: usize = 1 << 10;

impl Adam {
    pub(super) fn new(numbers: usize) -> Self {
        Self {
            steps: 0,
            mean: vec![0.0; numbers],
            square: vec![0.0; numbers],
        }
    }

    /// The steps made and the moments.
    pub(super) fn moments(&self) -> Moments<'_> {
        Moments {
            steps: self.steps,
            mean: &self.mean,
            square: &self.square,
        }
    }

    /// Puts these in place of them: the means and the squares, as many as before.
    pub(super) fn set_moments(&mut self, steps: i32, (mean, square): (&[f32], &[f32])) {
        self.steps = steps;
        self.mean.copy_from_slice(mean);
        self.square.copy_from_slice(square);
    }

    /// One step against the sum of the gradients times `times`, of about `rate` for each weight.
    pub(super) fn step(
        &mut self,
        numbers: &mut [f32],
        gradients: &[AVec<f32>],
        times: f32,
        rate: f32,
    ) {
        self.steps = self.steps.saturating_add(1);
        let correction1 = 1.0 - BETA1.powi(self.steps);
        let correction2 = 1.0 - BETA2.powi(self.steps);
        let arch = Arch::new();
        let known = self
            .mean
            .par_chunks_mut(PART)
            .zip(self.square.par_chunks_mut(PART));
        let parts = numbers.par_chunks_mut(PART).zip(known).enumerate();
        parts.for_each(|(nth, (numbers, (mean, square)))| {
            arch.dispatch(Step {
                numbers,
                mean,
                square,
                gradients,
                from: nth * PART,
                times,
                rate,
                correction1,
                correction2,
            });
        });
    }
}

/// A step of the weights from `from` on, at most [`PART`].
struct Step<'s> {
    numbers: &'s mut [f32],
    mean: &'s mut [f32],
    square: &'s mut [f32],
    gradients: &'s [AVec<f32>],
    from: usize,
    times: f32,
    rate: f32,
    correction1: f32,
    correction2: f32,
}

impl WithSimd for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let mut sums = [0.0; PART];
        let gradient = &mut sums[..self.numbers.len()];
        for part in self.gradients {
            for (sum, part) in gradient.iter_mut().zip(&part[self.from..]) {
                *sum += part * self.times;
            }
        }
        let known = self.mean.iter_mut().zip(self.square);
        for ((number, gradient), (mean, square)) in self.numbers.iter_mut().zip(gradient).zip(known)
        {
            *mean = BETA1 * *mean + (1.0 - BETA1) * *gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * *gradient * *gradient;
            let root = (*square / self.correction2).sqrt();
            *number -= self.rate * (*mean / self.correction1) / (root + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aligned_vec::avec;

    #[test]
    fn steps_lead_to_the_lowest_point() {
        let mut numbers = [5.0, -3.0, 100.0];
        let goal = [1.0, 2.0, 99.0];
        let mut adam = Adam::new(3);
        for step in 0..4_000 {
            // One slope a thousand times as steep as another.
            let slope = |i| (numbers[i] - goal[i]) * [1.0, 1_000.0, 0.1][i];
            let gradient = AVec::from_iter(0, (0..3).map(slope));
            adam.step(
                &mut numbers,
                &[gradient],
                1.0,
                0.02 * (1.0 - step as f32 / 4_000.0),
            );
        }
        for (number, goal) in numbers.into_iter().zip(goal) {
            assert!((number - goal).abs() < 0.01, "{number} {goal}");
        }
    }

    #[test]
    fn the_first_step_is_as_long_as_the_rate_says() {
        let mut numbers = [0.0, 0.0];
        Adam::new(2).step(
            &mut numbers,
            &[avec![1.0, -7_000.0], avec![1.0, 0.0]],
            1e-3,
            0.5,
        );
        assert!(
            (numbers[0] + 0.5).abs() < 1e-3 && (numbers[1] - 0.5).abs() < 1e-3,
            "{numbers:?}"
        );
    }
}

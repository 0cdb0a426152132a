use pattern_eval::othello::FEATURES;
use rayon::prelude::*;

/// The rows of a linear regression: the numbers of the weights of each position, its target, and
/// its sample weight.
#[derive(Default)]
pub(super) struct Rows {
    pub features: Vec<[u32; FEATURES]>,
    pub targets: Vec<f32>,
    /// The sample weights.
    pub weights: Vec<f32>,
}

impl Rows {
    pub(super) fn with_capacity(count: usize) -> Self {
        Self {
            features: Vec::with_capacity(count),
            targets: Vec::with_capacity(count),
            weights: Vec::with_capacity(count),
        }
    }

    pub(super) fn push(&mut self, features: [u32; FEATURES], target: f32, weight: f32) {
        self.features.push(features);
        self.targets.push(target);
        self.weights.push(weight);
    }
}

/// The number of parts of the rows, independent of the number of threads, since floating-point sums
/// depend on it.
const PARTS: usize = 16;

/// The weights with the least weighted sum of squared errors plus `ridge` times the squared
/// distance from `prior`.
///
/// Conjugate gradients on the normal equations, preconditioned by how often each weight is used (M.
/// R. Hestenes and E. Stiefel, 1952), for this many `steps`; each reads all rows once. Rarely used
/// weights stay near the prior.
pub(super) fn fit(rows: &Rows, prior: &[f32], ridge: f32, steps: usize) -> Vec<f32> {
    let mut weights = prior.to_vec();
    let uses = gathered(rows, prior.len(), |_, _| 1.0);
    let precondition = |residual: &[f32]| -> Vec<f32> {
        residual
            .iter()
            .zip(&uses)
            .map(|(residual, uses)| residual / (uses + ridge))
            .collect()
    };
    // The gradient at the prior, where that of the ridge is zero.
    let mut residual = gathered(rows, prior.len(), |row, features| {
        rows.targets[row] - sum(prior, features)
    });
    let mut conditioned = precondition(&residual);
    let mut direction = conditioned.clone();
    let mut size = dot(&residual, &conditioned);
    for _ in 0..steps {
        let mut image = gathered(rows, prior.len(), |_, features| sum(&direction, features));
        image
            .iter_mut()
            .zip(&direction)
            .for_each(|(image, direction)| *image += ridge * direction);
        let curvature = dot(&direction, &image);
        // Nothing is left to improve.
        if size <= 0.0 || curvature <= 0.0 {
            break;
        }
        let step = (size / curvature) as f32;
        weights
            .iter_mut()
            .zip(&direction)
            .for_each(|(weight, direction)| *weight += step * direction);
        residual
            .iter_mut()
            .zip(&image)
            .for_each(|(residual, image)| *residual -= step * image);
        conditioned = precondition(&residual);
        let before = size;
        size = dot(&residual, &conditioned);
        let turn = (size / before) as f32;
        direction
            .iter_mut()
            .zip(&conditioned)
            .for_each(|(direction, new)| *direction = new + turn * *direction);
    }
    weights
}

/// For each weight, the weighted sum of `value` over the rows that use it.
fn gathered(
    rows: &Rows,
    count: usize,
    value: impl Fn(usize, &[u32; FEATURES]) -> f32 + Sync,
) -> Vec<f32> {
    let length = rows.features.len().div_ceil(PARTS).max(1);
    let parts = (0..PARTS).into_par_iter().map(|part| {
        let mut sums = vec![0.0_f32; count];
        let first = part * length;
        for (row, features) in rows.features.iter().enumerate().skip(first).take(length) {
            let value = rows.weights[row] * value(row, features);
            features.iter().for_each(|&at| sums[at as usize] += value);
        }
        sums
    });
    let mut parts = parts.collect::<Vec<_>>().into_iter();
    let mut total = parts.next().unwrap_or_default();
    for part in parts {
        total
            .iter_mut()
            .zip(part)
            .for_each(|(total, part)| *total += part);
    }
    total
}

#[inline]
fn sum(weights: &[f32], features: &[u32; FEATURES]) -> f32 {
    features.iter().map(|&at| weights[at as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| f64::from(*a) * f64::from(*b))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::zobrist;

    /// Rows of random features whose targets are what `truth` says.
    fn rows(count: usize, truth: &[f32]) -> Rows {
        let mut rows = Rows::default();
        let mut random = 7;
        for _ in 0..count {
            let features = std::array::from_fn(|_| {
                random = zobrist::mix(random);
                (random % truth.len() as u64) as u32
            });
            rows.push(features, sum(truth, &features), 1.0);
        }
        rows
    }

    #[test]
    fn what_is_linear_is_found() {
        let truth: Vec<f32> = (0..40).map(|i| (i * i % 23) as f32 - 11.0).collect();
        let found = fit(&rows(2_000, &truth), &[0.0; 40], 0.01, 60);
        for (found, truth) in found.iter().zip(&truth) {
            assert!((found - truth).abs() < 0.1, "{found} {truth}");
        }
    }

    #[test]
    fn rows_that_count_more_are_as_good_as_more_rows() {
        let mut once = rows(400, &[3.0, -4.0, 5.0, 0.5]);
        let mut often = Rows::default();
        for row in 0..400 {
            let features = once.features[row];
            let target = once.targets[row] + (row % 7) as f32;
            once.targets[row] = target;
            once.weights[row] = (row % 3) as f32;
            (0..row % 3).for_each(|_| often.push(features, target, 1.0));
        }
        let [once, often] = [once, often].map(|rows| fit(&rows, &[0.0; 4], 2.0, 12));
        assert!(
            once.iter()
                .zip(&often)
                .all(|(once, often)| (once - often).abs() < 0.01),
            "{once:?} {often:?}"
        );
    }

    #[test]
    fn threads_do_not_matter() {
        let rows = rows(500, &[3.0, -4.0, 5.0, 0.5]);
        let fit = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| fit(&rows, &[0.0; 4], 2.0, 3))
        };
        let one = fit(1);
        assert!([2, 3, 16].iter().all(|&threads| fit(threads) == one));
    }

    #[test]
    fn what_is_not_seen_stays() {
        let rows = rows(300, &[1.0, 2.0]);
        let found = fit(&rows, &[0.0, 0.0, 7.5], 2.0, 20);
        assert!(found[2] == 7.5 && (found[1] - 2.0).abs() < 0.1, "{found:?}");
        assert_eq!(
            fit(&Rows::default(), &[1.0, -2.0], 2.0, 20),
            [1.0, -2.0],
            "nothing to learn from"
        );
    }
}

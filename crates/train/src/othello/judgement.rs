use super::samples::{ByEmpties, Sample};
use game_core::Evaluator;
use pattern_eval::othello::{DISC, Handmade, Patterns, TERMS, Weights};
use std::sync::Arc;

/// How well a stage of the game is judged, in positions that were not learnt from.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The stage, from 0.
    pub stage: usize,
    /// The least and the most empty squares it has.
    pub empties: (u32, u32),
    /// How many positions it was learnt from, those of its neighbours counted that lie within reach.
    pub learnt: usize,
    /// How many positions it is judged by.
    pub judged: usize,
    /// The standard deviation of their margins, in discs: the error of knowing nothing.
    pub spread: f64,
    /// The root of the mean squared error of the patterns, in discs.
    pub error: f64,
    /// The same in the positions that were learnt from.
    pub error_learnt: f64,
    /// The mean absolute error of the patterns, in discs.
    pub absolute: f64,
    /// The correlation of the patterns with the margins.
    pub patterns: f64,
    /// That of the hand-made evaluation.
    pub handmade: f64,
    /// That of each of its terms, in the order of [`Handmade::NAMES`].
    pub terms: [f64; TERMS],
}

/// The numbers of empty squares in a stage.
pub(super) fn empties(stage: usize) -> impl Iterator<Item = usize> {
    (0..=60).filter(move |&empties| Weights::stage(empties as u32) == stage)
}

/// Judges `stage` by the positions in `kept`.
pub(super) fn judge(weights: &Arc<Weights>, stage: usize, learnt: usize, train: &ByEmpties, kept: &ByEmpties) -> Judgement {
    let of = |samples: &ByEmpties| -> Vec<Sample> { empties(stage).flat_map(|n| samples[n].iter().copied()).collect() };
    let (seen, judged) = (of(train), of(kept));
    let margins: Vec<_> = judged.iter().map(|sample| f64::from(sample.margin)).collect();
    let values = by_patterns(weights, &judged);
    let positions = judged.iter().map(Sample::position);
    let handmade: Vec<f64> = positions.clone().map(|pos| Handmade::default().evaluate(&pos).get().into()).collect();
    let tenths: Vec<_> = positions.map(|pos| Handmade::tenths(&pos)).collect();
    let term = |term: usize| tenths.iter().map(|tenths| f64::from(tenths[term])).collect::<Vec<_>>();
    let errors = || values.iter().zip(&margins).map(|(value, margin)| value - margin);
    let learnt_errors =
        by_patterns(weights, &seen).into_iter().zip(&seen).map(|(value, sample)| value - f64::from(sample.margin));
    let mean = mean(margins.iter().copied());
    Judgement {
        stage,
        empties: (empties(stage).min().unwrap_or_default() as u32, empties(stage).max().unwrap_or_default() as u32),
        learnt,
        judged: judged.len(),
        spread: root_mean_square(margins.iter().map(|margin| margin - mean)),
        error: root_mean_square(errors()),
        error_learnt: root_mean_square(learnt_errors),
        absolute: self::mean(errors().map(f64::abs)),
        patterns: correlation(&values, &margins),
        handmade: correlation(&handmade, &margins),
        terms: std::array::from_fn(|i| correlation(&term(i), &margins)),
    }
}

/// What the patterns foretell, in discs.
fn by_patterns(weights: &Arc<Weights>, samples: &[Sample]) -> Vec<f64> {
    let mut eval = Patterns::new(weights.clone());
    let value = |sample: &Sample| {
        let pos = sample.position();
        eval.reset(&pos);
        f64::from(eval.evaluate(&pos).get()) / f64::from(DISC)
    };
    samples.iter().map(value).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

fn root_mean_square(values: impl Iterator<Item = f64>) -> f64 {
    mean(values.map(|value| value * value)).sqrt()
}

/// Pearson's; 0 where either is always the same.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a.iter().copied()), mean(b.iter().copied()));
    let pairs = || a.iter().zip(b).map(|(a, b)| (a - mean_a, b - mean_b));
    let product = mean(pairs().map(|(a, b)| a * b));
    let spread = (mean(pairs().map(|(a, _)| a * a)) * mean(pairs().map(|(_, b)| b * b))).sqrt();
    if spread > 0.0 { product / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations() {
        let line: Vec<f64> = (0..9).map(f64::from).collect();
        let fall: Vec<f64> = line.iter().map(|x| 5.0 - 2.0 * x).collect();
        assert!((correlation(&line, &line) - 1.0).abs() < 1e-12 && (correlation(&line, &fall) + 1.0).abs() < 1e-12);
        assert_eq!((correlation(&line, &[3.0; 9]), correlation(&[], &[])), (0.0, 0.0));
        assert!((correlation(&[0.0, 1.0, 0.0, 1.0], &[0.0, 0.0, 1.0, 1.0])).abs() < 1e-12);
    }

    #[test]
    fn every_number_of_empty_squares_is_in_one_stage() {
        let mut all: Vec<_> = (0..Weights::STAGES).flat_map(empties).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..=60));
        assert_eq!((empties(0).collect::<Vec<_>>(), empties(19).collect::<Vec<_>>()), (vec![58, 59, 60], vec![0, 1, 2, 3]));
    }
}

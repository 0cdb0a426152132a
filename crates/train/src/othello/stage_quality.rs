use super::samples::{ByEmpties, Sample};
use game_core::Evaluator;
use pattern_eval::othello::{DISC, Handmade, Patterns, TERMS, Weights};
use std::sync::Arc;

/// The quality of a stage's weights on validation positions.
#[derive(Clone, Debug, PartialEq)]
pub struct StageQuality {
    /// The stage, from 0.
    pub stage: usize,
    /// The least and the most empty squares it has.
    pub empties: (u32, u32),
    /// The number of training positions, including those of neighbouring stages within reach.
    pub learnt: usize,
    /// The number of validation positions.
    pub judged: usize,
    /// The standard deviation of their margins, in discs: the error of a constant prediction.
    pub spread: f64,
    /// The root of the mean squared error of the patterns, in discs.
    pub error: f64,
    /// The same on the training positions.
    pub error_learnt: f64,
    /// The mean absolute error of the patterns, in discs.
    pub absolute: f64,
    /// The number of validation positions from self-play: those of games that branch off validation
    /// games.
    pub judged_strays: usize,
    /// The root of the mean squared error of the patterns there, in discs; 0 if there are none.
    pub error_strays: f64,
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

/// Judges `stage` on the validation positions of games and of self-play.
pub(super) fn judge(
    weights: &Arc<Weights>,
    stage: usize,
    learnt: usize,
    [train, kept]: &[ByEmpties; 2],
    strays: &ByEmpties,
) -> StageQuality {
    let of = |samples: &ByEmpties| -> Vec<Sample> {
        empties(stage)
            .flat_map(|n| samples[n].iter().copied())
            .collect()
    };
    let errors = |samples: &[Sample]| -> Vec<f64> {
        let pairs = by_patterns(weights, samples).into_iter().zip(samples);
        pairs
            .map(|(value, sample)| value - margin(sample))
            .collect()
    };
    let judged = of(kept);
    let strays = of(strays);
    let margins: Vec<_> = judged.iter().map(margin).collect();
    let off = errors(&judged);
    let positions = judged.iter().map(Sample::position);
    let handmade: Vec<f64> = positions
        .clone()
        .map(|pos| Handmade::default().evaluate(&pos).get().into())
        .collect();
    let tenths: Vec<_> = positions.map(|pos| Handmade::tenths(&pos)).collect();
    let term = |term: usize| {
        tenths
            .iter()
            .map(|tenths| f64::from(tenths[term]))
            .collect::<Vec<_>>()
    };
    let mean = mean(margins.iter().copied());
    StageQuality {
        stage,
        empties: (
            empties(stage).min().unwrap_or_default() as u32,
            empties(stage).max().unwrap_or_default() as u32,
        ),
        learnt,
        judged: judged.len(),
        spread: root_mean_square(margins.iter().map(|margin| margin - mean)),
        error: root_mean_square(off.iter().copied()),
        error_learnt: root_mean_square(errors(&of(train)).into_iter()),
        absolute: self::mean(off.into_iter().map(f64::abs)),
        judged_strays: strays.len(),
        error_strays: root_mean_square(errors(&strays).into_iter()),
        patterns: correlation(&by_patterns(weights, &judged), &margins),
        handmade: correlation(&handmade, &margins),
        terms: std::array::from_fn(|i| correlation(&term(i), &margins)),
    }
}

/// In discs.
fn margin(sample: &Sample) -> f64 {
    f64::from(sample.value) / f64::from(DISC)
}

/// What the patterns predict, in discs.
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

/// Pearson's correlation; 0 if either is constant.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean_a = mean(a.iter().copied());
    let mean_b = mean(b.iter().copied());
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
        assert!(
            (correlation(&line, &line) - 1.0).abs() < 1e-12
                && (correlation(&line, &fall) + 1.0).abs() < 1e-12
        );
        assert_eq!(
            (correlation(&line, &[3.0; 9]), correlation(&[], &[])),
            (0.0, 0.0)
        );
        assert!((correlation(&[0.0, 1.0, 0.0, 1.0], &[0.0, 0.0, 1.0, 1.0])).abs() < 1e-12);
    }

    #[test]
    fn every_number_of_empty_squares_is_in_one_stage() {
        let mut all: Vec<_> = (0..Weights::STAGES).flat_map(empties).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..=60));
        assert_eq!(
            (
                empties(0).collect::<Vec<_>>(),
                empties(19).collect::<Vec<_>>()
            ),
            (vec![58, 59, 60], vec![0, 1, 2, 3])
        );
    }
}

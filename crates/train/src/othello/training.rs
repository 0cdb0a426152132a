use super::judgement::{Judgement, empties, judge};
use super::regression::{Rows, fit};
use super::samples::{ByEmpties, Game, split};
use pattern_eval::othello::{DISC, Layout, Weights};
use std::sync::Arc;

/// How the patterns are trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Decides which games are kept from training.
    pub seed: u64,
    /// The share of games that are kept to judge by, 0 to 1.
    pub kept: f64,
    /// Positions with so many empty squares or fewer are learnt with their exact margin.
    pub solved: u32,
    /// Steps of the regression, for each stage.
    pub steps: usize,
    /// How strongly weights are held to those of the stage after: as by so many positions that agree with these.
    pub ridge: f32,
    /// From how many plies before and after a stage positions are learnt too, to join it to its neighbours.
    pub reach: usize,
    /// Threads; the weights do not depend on them.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Self {
        Self { seed: 1, kept: 0.1, solved: 10, steps: 12, ridge: 100.0, reach: 3, threads: 1 }
    }
}

/// What has been done so far.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// So many games more have been replayed, and their ends solved.
    Games(usize),
    /// A stage has its weights; the last stages come first.
    Stage(&'a Judgement),
}

/// The weights, and how well they judge, from the first stage to the last.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights.
    pub weights: Weights,
    /// A judgement for each stage.
    pub stages: Vec<Judgement>,
}

impl Training {
    /// Trains on `games`; `progress` is told of every step, perhaps from other threads.
    ///
    /// Least squares, stage by stage from the end of the game: what a stage has seldom seen it judges as the next does.
    pub fn run(&self, games: &[Game], progress: &(dyn Fn(Progress<'_>) + Sync)) -> Trained {
        let counted = |count| progress(Progress::Games(count));
        let [train, kept] = split(games, self.solved, (self.seed, self.kept), self.threads, &counted);
        let mut weights = Arc::new(Weights::zero());
        let mut current = vec![0.0; Layout::get().count()];
        let mut stages = Vec::with_capacity(Weights::STAGES);
        for stage in (0..Weights::STAGES).rev() {
            let rows = self.rows(stage, &train);
            current = fit(&rows, &current, self.ridge, self.steps, self.threads);
            Arc::make_mut(&mut weights).set_stage(stage, &current);
            let judgement = judge(&weights, stage, rows.targets.len(), &train, &kept);
            progress(Progress::Stage(&judgement));
            stages.push(judgement);
        }
        stages.reverse();
        Trained { weights: Arc::unwrap_or_clone(weights), stages }
    }

    /// The positions of `stage` and within reach of it.
    fn rows(&self, stage: usize, train: &ByEmpties) -> Rows {
        let (least, most) = (empties(stage).min().unwrap_or_default(), empties(stage).max().unwrap_or_default());
        let samples = || (least.saturating_sub(self.reach)..=(most + self.reach).min(60)).flat_map(|n| &train[n]);
        let count = samples().count();
        let mut rows = Rows { features: Vec::with_capacity(count), targets: Vec::with_capacity(count) };
        for sample in samples() {
            rows.features.push(Layout::get().features(&sample.position()));
            rows.targets.push(f32::from(sample.margin) * DISC as f32);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_bitboard::wthor::Archive;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn what_was_learnt_is_known() {
        let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello/WTH_1977.wtb"));
        let (games, _) = Game::of_archive(&Archive::read(bytes).unwrap());
        let training = Training { kept: 0.25, solved: 4, ridge: 0.1, steps: 8, ..Training::default() };
        let (solved, stages) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let one = training.run(&games, &|progress| match progress {
            Progress::Games(count) => drop(solved.fetch_add(count, Ordering::Relaxed)),
            Progress::Stage(_) => drop(stages.fetch_add(1, Ordering::Relaxed)),
        });
        assert_eq!((solved.into_inner(), stages.into_inner()), (12, Weights::STAGES));
        for (number, stage) in one.stages.iter().enumerate() {
            assert_eq!(stage.stage, number);
            // So few games tell nothing about the opening.
            assert!(number < 6 || stage.error_learnt < 0.6 * stage.spread, "{stage:?}");
        }
        let two = Training { threads: 3, ..training }.run(&games, &|_| {});
        assert!(two.weights == one.weights && two.stages == one.stages, "threads matter");
        let other = Training { seed: 2, ..training }.run(&games, &|_| {});
        assert!(other.weights != one.weights, "the seed does not matter");
    }
}

use super::lookahead::Lookahead;
use super::regression::{Rows, fit};
use super::samples::{ByEmpties, Game, Sample, is_kept, none, solve, solver, split};
use super::self_play;
use super::stage_quality::{StageQuality, empties, judge};
use pattern_eval::othello::{DISC, Layout, Weights};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::sync::Arc;

/// The training of the patterns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// The seed of the choice of validation games and of self-play.
    pub seed: u64,
    /// The share of validation games, 0 to 1.
    pub kept: f64,
    /// Positions with this many empty squares or fewer are learnt with their exact margin.
    pub solved: u32,
    /// The number of self-play games, whose positions are learnt too, with the scores of a search.
    pub self_play: usize,
    /// Steps of the regression, for each stage.
    pub steps: usize,
    /// Regularisation towards the weights of the stage after, as the weight of this many positions.
    pub ridge: f32,
    /// How many plies after a stage its training positions extend, to join it to the next; it also
    /// has the last ply before it.
    pub reach: usize,
    /// Threads; the weights do not depend on them.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Self {
        Self {
            seed: 1,
            kept: 0.1,
            solved: 12,
            self_play: 180_000,
            steps: 12,
            ridge: 50.0,
            reach: 3,
            threads: 1,
        }
    }
}

/// The progress of a training.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// This many more games have been replayed and their ends solved, or played.
    Games(usize),
    /// A stage has its weights; the last stages come first.
    Stage(&'a StageQuality),
}

/// The trained weights, and their quality from the first stage to the last.
#[derive(Clone, Debug)]
pub struct TrainedPatterns {
    /// The weights.
    pub weights: Weights,
    /// The quality of each stage.
    pub stages: Vec<StageQuality>,
}

/// The callback after a stage: the weights so far, its number, its training positions, and those of
/// self-play.
type Learnt<'a> = dyn FnMut(&Arc<Weights>, usize, usize, &[ByEmpties; 2]) + 'a;

/// How many plies before a stage its training positions extend.
const BEFORE: usize = 1;

impl Training {
    /// Trains on `games`; `progress` is called after every step, perhaps from other threads.
    ///
    /// Least squares, stage by stage from the end of the game: rare features of a stage keep the
    /// weights of the next. The positions of self-play are valued by a search to the first
    /// positions of the stage after, which has its weights: so what is known of the end of the game
    /// works its way to the beginning, a search a stage.
    ///
    /// Self-play uses separate weights, quickly trained on `games` alone.
    pub fn run(&self, games: &[Game], progress: &(dyn Fn(Progress<'_>) + Sync)) -> TrainedPatterns {
        match ThreadPoolBuilder::new()
            .num_threads(self.threads.max(1))
            .build()
        {
            Ok(pool) => pool.install(|| self.train(games, progress)),
            // Without more threads it trains on those of the default pool.
            Err(_) => self.train(games, progress),
        }
    }

    fn train(&self, games: &[Game], progress: &(dyn Fn(Progress<'_>) + Sync)) -> TrainedPatterns {
        let counted = |count| progress(Progress::Games(count));
        let tournament = split(games, self.solved, (self.seed, self.kept), &counted);
        let mut strays = none();
        if self.self_play > 0 && !games.is_empty() {
            let quick = Self {
                steps: self.steps.min(4),
                reach: 0,
                ..*self
            };
            let weights = quick.learn(&tournament[0], &mut none(), &mut |_, _, _, _| {});
            strays = self.strays(games, &weights, &counted);
        }
        let mut stages = Vec::with_capacity(Weights::STAGES);
        let weights = self.learn(
            &tournament[0],
            &mut strays,
            &mut |weights, stage, learnt, strays| {
                let quality = judge(weights, stage, learnt, &tournament, &strays[1]);
                progress(Progress::Stage(&quality));
                stages.push(quality);
            },
        );
        stages.reverse();
        TrainedPatterns {
            weights: Arc::unwrap_or_clone(weights),
            stages,
        }
    }

    /// The positions of self-play, not yet valued: those to learn from and those to judge by, as
    /// the games they come from.
    fn strays(
        &self,
        games: &[Game],
        weights: &Arc<Weights>,
        done: &(dyn Fn(usize) + Sync),
    ) -> [ByEmpties; 2] {
        const CHUNK: usize = 64;
        let played = (0..self.self_play.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let numbers = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.self_play);
                done(numbers.len());
                numbers
                    .map(|number| self_play::play(games, weights, self.seed, number))
                    .collect::<Vec<_>>()
            });
        let played: Vec<_> = played.collect();
        let mut parts = none();
        for (from, line) in played.into_iter().flatten() {
            let part = &mut parts[usize::from(is_kept(from, self.seed, self.kept))];
            line.iter().for_each(|pos| {
                part[pos.empty().count_ones() as usize].push(Sample::new(pos, 0, 1.0))
            });
        }
        parts
    }

    /// Trains the weights stage by stage; `learnt` is called after each.
    fn learn(
        &self,
        games: &ByEmpties,
        strays: &mut [ByEmpties; 2],
        learnt: &mut Learnt<'_>,
    ) -> Arc<Weights> {
        let mut weights = Arc::new(Weights::zero());
        let mut current = vec![0.0; Layout::get().count()];
        // With fewer empty squares than this all have their values.
        let mut open = 0;
        for stage in (0..Weights::STAGES).rev() {
            let least = empties(stage).min().unwrap_or_default();
            let most = empties(stage).max().unwrap_or_default();
            let last = (most + BEFORE).min(60);
            for empties in open..=last {
                let horizon = least.saturating_sub(1);
                strays.iter_mut().for_each(|strays| {
                    self.value(&mut strays[empties], empties, horizon, &weights)
                });
            }
            open = last + 1;
            let near = least.saturating_sub(self.reach)..=last;
            let rows =
                rows(near.flat_map(|empties| games[empties].iter().chain(&strays[0][empties])));
            current = fit(&rows, &current, self.ridge, self.steps);
            Arc::make_mut(&mut weights).set_stage(stage, &current);
            learnt(&weights, stage, rows.targets.len(), strays);
        }
        weights
    }

    /// Values positions with this many `empties`: exactly where there are few, else by a search to
    /// the horizon.
    fn value(
        &self,
        samples: &mut [Sample],
        empties: usize,
        horizon: usize,
        weights: &Arc<Weights>,
    ) {
        const CHUNK: usize = 256;
        samples.par_chunks_mut(CHUNK).for_each(|samples| {
            let mut solver = solver();
            let mut lookahead = Lookahead::new(weights);
            for sample in samples {
                let value = match empties as u32 <= self.solved {
                    true => solve(&mut solver, &sample.position()) * DISC,
                    false => lookahead.value(&sample.position(), horizon as u32),
                };
                sample.value = value as i16;
            }
        });
    }
}

fn rows<'a>(samples: impl Iterator<Item = &'a Sample> + Clone) -> Rows {
    let mut rows = Rows::with_capacity(samples.clone().count());
    for sample in samples {
        rows.push(
            Layout::get().features(&sample.position()),
            sample.value.into(),
            sample.weight,
        );
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_bitboard::wthor::Archive;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn what_was_learnt_is_known() {
        let bytes = include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/othello/WTH_1977.wtb"
        ));
        let (games, _) = Game::of_archive(&Archive::read(bytes).unwrap());
        let training = Training {
            kept: 0.25,
            solved: 4,
            self_play: 40,
            ridge: 0.1,
            steps: 8,
            ..Training::default()
        };
        let solved = AtomicUsize::new(0);
        let stages = AtomicUsize::new(0);
        let one = training.run(&games, &|progress| match progress {
            Progress::Games(count) => drop(solved.fetch_add(count, Ordering::Relaxed)),
            Progress::Stage(_) => drop(stages.fetch_add(1, Ordering::Relaxed)),
        });
        assert_eq!(
            (solved.into_inner(), stages.into_inner()),
            (12 + 40, Weights::STAGES)
        );
        for (number, stage) in one.stages.iter().enumerate() {
            assert_eq!(stage.stage, number);
            // So few games tell nothing about the opening.
            assert!(
                number < 6 || stage.error_learnt < 0.6 * stage.spread,
                "{stage:?}"
            );
            assert!(
                number < 12 || stage.judged_strays > 0 && (1.0..64.0).contains(&stage.error_strays),
                "{stage:?}"
            );
        }
        let two = Training {
            threads: 3,
            ..training
        }
        .run(&games, &|_| {});
        assert!(
            two.weights == one.weights && two.stages == one.stages,
            "threads matter"
        );
        let other = Training {
            seed: 2,
            ..training
        }
        .run(&games, &|_| {});
        assert!(other.weights != one.weights, "the seed does not matter");
    }

    #[test]
    fn strays_are_valued_exactly_or_by_weights_already_learnt() {
        let games = Game::examples();
        let training = Training {
            kept: 0.3,
            solved: 5,
            self_play: 60,
            ridge: 1.0,
            steps: 3,
            ..Training::default()
        };
        let [train, _] = split(&games, 5, (training.seed, training.kept), &|_| {});
        let mut strays = training.strays(&games, &Weights::trained(), &|_| {});
        let count = |part: &ByEmpties| part.iter().map(Vec::len).sum::<usize>();
        let learnt = count(&strays[0]);
        let kept = count(&strays[1]);
        assert!(0 < kept && kept < learnt, "{kept} of {learnt}");
        let mut order = Vec::new();
        let weights = training.learn(&train, &mut strays, &mut |_, stage, _, _| order.push(stage));
        assert!(order.into_iter().eq((0..Weights::STAGES).rev()));
        // No weights that were learnt later have a part in a value: with all of them it is still
        // the same.
        let mut lookahead = Lookahead::new(&weights);
        let mut solver = solver();
        for (empties, sample) in strays
            .iter()
            .flatten()
            .enumerate()
            .flat_map(|(n, of)| of.iter().map(move |s| (n % 61, s)))
        {
            let pos = sample.position();
            assert_eq!(
                (empties, sample.weight),
                (pos.empty().count_ones() as usize, 1.0)
            );
            let value = match empties {
                0..=5 => solve(&mut solver, &pos) * DISC,
                // The plies before a stage are searched with it.
                _ => {
                    let stage = Weights::stage(empties as u32 - BEFORE as u32);
                    lookahead.value(&pos, super::empties(stage).min().unwrap() as u32 - 1)
                }
            };
            assert_eq!(i32::from(sample.value), value, "{pos}");
        }
    }

    #[test]
    fn rows_hold_features_value_and_weight() {
        let pos = Game::examples()[0].positions()[20];
        let rows = rows([Sample::new(&pos, -320, 0.25)].iter());
        assert_eq!(
            (&rows.features[..], &rows.targets[..]),
            (&[Layout::get().features(&pos)][..], &[-320.0][..])
        );
        assert_eq!(rows.weights, [0.25]);
    }
}

use super::adam::{Adam, Moments};
use super::checkpoint::hash_of_work;
use super::model::{Batch, Images, Model};
use super::samples::Sample;
use super::{Chunk, Samples, Source};
use crate::Losses;
use crate::validation::Split;
use aligned_vec::{AVec, avec};
use game_core::zobrist;
use nnue::{Dense, FeatureSet, Layers};
use pulp::{Arch, Simd, WithSimd};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;

/// Hyperparameters of the training of a network.
#[derive(Clone, Debug)]
pub struct TrainingConfig {
    /// Units of the [dense layer](nnue::Dense) of the network, at most
    /// [`MAX_DENSE`](Self::MAX_DENSE); 0 for none.
    pub dense: usize,
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions in a batch.
    pub batch: usize,
    /// Initial learning rate; it falls to 0 along a cosine.
    pub rate: f32,
    /// Decoupled weight decay, as a fraction of the learning rate.
    pub decay: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the win probability of the
    /// position's search score, where there is one.
    pub by_result: f64,
    /// One game in this many is kept for validation.
    pub validation_one_in: u64,
    /// The shuffle buffer, in bytes: what the positions in memory at once may take. Data that fit
    /// are read once, and all their positions shuffled together. Of larger data, the chunks are
    /// dealt at random to as many blocks as it takes, in each epoch anew; the blocks are read one
    /// after another, and the positions of each shuffled.
    pub buffer: u64,
    /// Seed of the initial weights and of the order of batches.
    pub seed: u64,
}

impl TrainingConfig {
    /// The most units that a dense layer may have.
    pub const MAX_DENSE: usize = Dense::<16>::MAX_UNITS;
    /// The default.
    pub const DEFAULT: Self = Self {
        dense: 0,
        epochs: 20,
        batch: 1 << 14,
        rate: 0.003,
        decay: 0.01,
        by_result: 0.1,
        // Three in a hundred.
        validation_one_in: 33,
        buffer: 1 << 30,
        seed: 1,
    };
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A network of `HIDDEN` units in training. The same positions and configuration give the same
/// network on any number of threads.
#[derive(Debug)]
pub struct Training<'s, const HIDDEN: usize, S: Source = Samples> {
    source: &'s S,
    parts: Vec<Part>,
    split: Split,
    set: FeatureSet,
    config: TrainingConfig,
    model: Model<HIDDEN>,
    adam: Adam,
    images: Images,
    /// The parts of a batch, and their gradients: memory to reuse.
    batches: Vec<Batch>,
    gradients: Vec<AVec<f32>>,
    epoch: u32,
    arch: Arch,
    /// A hash of the positions and the configuration, and one of the first weights.
    work: [u32; 2],
}

/// A chunk of the source.
#[derive(Clone, Debug)]
struct Part {
    games: Range<usize>,
    /// How many of its positions are learnt from.
    training: usize,
    bytes: u64,
}

/// Where a training has got to: what a checkpoint holds.
pub(super) struct State<'t> {
    pub(super) epoch: u32,
    pub(super) steps: i32,
    /// The weights, and both moments of each.
    pub(super) numbers: [&'t [f32]; 3],
}

/// Parts of a batch whose gradients are computed in parallel.
const PARTS: usize = 8;

impl<'s, const HIDDEN: usize, S: Source> Training<'s, HIDDEN, S> {
    /// Starts from small random weights, and a PSQT of nothing.
    ///
    /// # Panics
    /// If the positions have features or buckets that are not in `set`, or too many features, or if
    /// the dense layer has too many units.
    pub fn new(source: &'s S, set: FeatureSet, config: TrainingConfig) -> Self {
        assert!(source.are_of(&set), "the samples are not of {}", set.name);
        let most = TrainingConfig::MAX_DENSE;
        assert!(config.dense <= most, "at most {most} dense units");
        let chunks = source.chunks();
        let games = chunks.iter().map(|chunk| chunk.games.len()).sum();
        let split = Split::new(games, config.seed, config.validation_one_in);
        let mut begin = 0;
        let part = |chunk: &Chunk| {
            let games = begin..begin + chunk.games.len();
            begin = games.end;
            let counts = games.clone().zip(&chunk.games);
            let learnt_from = counts.filter(|(game, _)| !split.is_validation(*game));
            Part {
                games,
                training: learnt_from.map(|(_, &count)| count as usize).sum(),
                bytes: chunk.bytes,
            }
        };
        let parts = chunks.iter().map(part).collect();
        let model = Model::new(set, config.dense, config.seed);
        let numbers = model.numbers.len();
        let work = [
            hash_of_work(&set, &config, source.fingerprint()),
            hash(&model.numbers),
        ];
        Self {
            source,
            parts,
            split,
            set,
            model,
            adam: Adam::new(numbers),
            images: Images::new(&set),
            batches: vec![Batch::default(); PARTS],
            gradients: vec![avec![0.0; numbers]; PARTS],
            config,
            epoch: 0,
            arch: Arch::new(),
            work,
        }
    }

    /// Starts from this PSQT, in points, in place of nothing: what the game's pieces are known to
    /// be worth. Own features add and those of the opponent subtract, so where both perspectives
    /// see every piece, its value stands with the own ones alone.
    ///
    /// # Panics
    /// Unless there is a number for each feature.
    #[must_use]
    pub fn with_psqt(mut self, points: &[f32]) -> Self {
        self.model.set_psqt(points);
        self.work[1] = hash(&self.model.numbers);
        self
    }

    /// Starts from these weights, to go on from a trained network on other samples; a lower
    /// [rate](TrainingConfig::rate) then forgets less. If they have no dense layer and the
    /// configuration wants one, it is added and at first changes nothing.
    ///
    /// # Panics
    /// Unless they fit the feature set, or if their dense layer is of another size.
    #[must_use]
    pub fn starting_from(mut self, layers: &Layers<HIDDEN>) -> Self {
        assert!(
            layers.fits(&self.set),
            "the weights are not those of {}",
            self.set.name
        );
        let units = layers.dense_units();
        assert!(
            units == 0 || units == self.config.dense,
            "a dense layer of {units} units, not {}",
            self.config.dense
        );
        self.model.set_layers(layers);
        self.work[1] = hash(&self.model.numbers);
        self
    }

    /// How many epochs are done.
    pub fn epochs_done(&self) -> u32 {
        self.epoch
    }

    /// A hash of what the training depends on.
    pub(super) fn work(&self) -> u32 {
        self.work[0] ^ self.work[1].rotate_left(16)
    }

    pub(super) fn state(&self) -> State<'_> {
        let Moments {
            steps,
            mean,
            square,
        } = self.adam.moments();
        State {
            epoch: self.epoch,
            steps,
            numbers: [&self.model.numbers, mean, square],
        }
    }

    /// Puts a state in place of this one, its weights and moments in a row; `None`, and no change,
    /// if it cannot be one of this training.
    pub(super) fn set_state(&mut self, epoch: u32, steps: i32, numbers: &[f32]) -> Option<()> {
        let count = self.model.numbers.len();
        if numbers.len() != 3 * count || epoch > self.config.epochs {
            return None;
        }
        let (weights, moments) = numbers.split_at(count);
        self.model.numbers.copy_from_slice(weights);
        self.adam.set_moments(steps, moments.split_at(count));
        self.epoch = epoch;
        Some(())
    }

    /// Whether all epochs are done.
    pub fn is_over(&self) -> bool {
        self.epoch >= self.config.epochs
    }

    /// Runs the epochs that are left, tells `progress` the number of each, from 1, with the
    /// validation loss after it, and returns the losses at the end.
    ///
    /// # Errors
    /// As [`epoch`](Self::epoch).
    pub fn finish(&mut self, mut progress: impl FnMut(u32, f64)) -> Result<Losses, S::Error> {
        while !self.is_over() {
            self.epoch()?;
            progress(self.epoch, self.validation()?);
        }
        self.losses()
    }

    /// The network as it is now.
    pub fn layers(&self) -> Layers<HIDDEN> {
        self.model.layers()
    }

    /// Mean cross-entropy on both sets. Takes nearly as long as an epoch.
    ///
    /// # Errors
    /// If the positions cannot be read.
    pub fn losses(&self) -> Result<Losses, S::Error> {
        Ok(Losses {
            training: self.loss(Set::Training)?,
            validation: self.validation()?,
        })
    }

    /// Mean cross-entropy on the validation set, in nats.
    ///
    /// # Errors
    /// If the positions cannot be read.
    pub fn validation(&self) -> Result<f64, S::Error> {
        self.loss(Set::Validation)
    }

    fn loss(&self, set: Set) -> Result<f64, S::Error> {
        let mut sum = 0.0;
        let mut count = 0;
        for block in self.blocks((0..self.parts.len()).collect()) {
            let (samples, positions) = self.read(&block, set)?;
            // In parts, whose sums do not depend on how many threads there are.
            let sums: Vec<f64> = positions
                .par_chunks(1 << 12)
                .map_init(Batch::default, |batch, positions| {
                    self.arch.dispatch(Loss {
                        training: self,
                        samples: &samples,
                        positions,
                        batch,
                    })
                })
                .collect();
            sum += sums.iter().sum::<f64>();
            count += positions.len();
        }
        Ok(sum / count.max(1) as f64)
    }

    /// Deals chunks to blocks of about the same size, as few as fit the buffer. Within a block they
    /// are read in order.
    fn blocks(&self, chunks: Vec<usize>) -> Vec<Vec<usize>> {
        let total: u64 = self.parts.iter().map(|part| part.bytes).sum();
        let count = total.div_ceil(self.config.buffer.max(1)).max(1);
        let count = count.min(self.parts.len().max(1) as u64);
        let mut blocks = vec![Vec::new(); count as usize];
        let mut before = 0;
        for chunk in chunks {
            let block = u128::from(before) * u128::from(count) / u128::from(total.max(1));
            blocks[(block as usize).min(count as usize - 1)].push(chunk);
            before += self.parts[chunk].bytes;
        }
        blocks.iter_mut().for_each(|block| block.sort_unstable());
        blocks
    }

    /// Reads a block: its samples, and which of them are in the set.
    fn read(&self, block: &[usize], set: Set) -> Result<(Cow<'s, Samples>, Vec<usize>), S::Error> {
        let in_set = |game: usize| self.split.is_validation(game) == (set == Set::Validation);
        let samples = self.source.read(block, &in_set)?;
        let games = block
            .iter()
            .flat_map(|&chunk| self.parts[chunk].games.clone());
        let positions = games
            .enumerate()
            .filter(|(_, game)| in_set(*game))
            .flat_map(|(at, _)| samples.game(at))
            .collect();
        Ok((samples, positions))
    }

    /// One pass over all positions, in random order. What is random in it depends on the seed and
    /// the number of the epoch alone, so that a [resumed](Self::resume) training goes on the same.
    ///
    /// # Errors
    /// If the positions cannot be read. A part of them may have been learnt from: go on from a
    /// checkpoint.
    pub fn epoch(&mut self) -> Result<(), S::Error> {
        let seed = zobrist::mix(self.config.seed) ^ u64::from(self.epoch);
        let mut random = StdRng::seed_from_u64(seed);
        let mut chunks: Vec<usize> = (0..self.parts.len()).collect();
        chunks.shuffle(&mut StdRng::seed_from_u64(!seed));
        let blocks = self.blocks(chunks);
        let size = self.config.batch.max(1);
        let batches = blocks.iter().map(|block| {
            let positions = block.iter().map(|&chunk| self.parts[chunk].training);
            positions.sum::<usize>().div_ceil(size)
        });
        let batches = batches.sum::<usize>().max(1);
        let mut nth = 0;
        for block in blocks {
            let (samples, mut order) = self.read(&block, Set::Training)?;
            order.shuffle(&mut random);
            for batch in order.chunks(size) {
                let done = (self.epoch as f32 + nth as f32 / batches as f32)
                    / self.config.epochs.max(1) as f32;
                let rate =
                    self.config.rate * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
                self.compute_gradients(&samples, batch, random.random());
                self.adam.step(
                    &mut self.model.numbers,
                    &self.gradients,
                    1.0 / batch.len() as f32,
                    rate,
                );
                self.model.decay_and_clip(rate * self.config.decay);
                nth += 1;
            }
        }
        self.epoch += 1;
        Ok(())
    }

    /// The gradient of each part of a batch.
    fn compute_gradients(&mut self, samples: &Samples, batch: &[usize], seed: u64) {
        let mut gradients = std::mem::take(&mut self.gradients);
        let mut batches = std::mem::take(&mut self.batches);
        let length = batch.len().div_ceil(PARTS).max(1);
        // A small batch has fewer parts.
        gradients
            .par_iter_mut()
            .zip(&mut batches)
            .enumerate()
            .for_each(|(nth, (gradient, memory))| {
                let begin = (nth * length).min(batch.len());
                let end = (begin + length).min(batch.len());
                self.arch.dispatch(Gradient {
                    training: self,
                    samples,
                    positions: &batch[begin..end],
                    batch: memory,
                    random: StdRng::seed_from_u64(seed ^ nth as u64),
                    gradient,
                });
            });
        (self.gradients, self.batches) = (gradients, batches);
    }

    /// What a position is worth to the player to move, in points, before quantisation.
    #[cfg(test)]
    pub(crate) fn value(&self, sample: Sample<'_>) -> f32 {
        let mut batch = Batch::default();
        batch.push(sample, &self.images, 0, 0.5);
        self.model.values(&mut batch)[0] * self.set.scale as f32
    }

    /// The target probability at a position.
    #[inline(always)]
    fn target(&self, sample: &Sample<'_>) -> f64 {
        let (by_result, scale) = (self.config.by_result, self.set.scale.into());
        sample.target.chance(by_result, scale)
    }
}

/// The positions that are learnt from, or those set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Training,
    Validation,
}

/// A hash of weights.
fn hash(numbers: &[f32]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    hasher.finalize()
}

/// The sum of the losses at some positions, as they are.
struct Loss<'t, const HIDDEN: usize, S: Source> {
    training: &'t Training<'t, HIDDEN, S>,
    samples: &'t Samples,
    positions: &'t [usize],
    batch: &'t mut Batch,
}

impl<const HIDDEN: usize, S: Source> WithSimd for Loss<'_, HIDDEN, S> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<I: Simd>(self, _: I) -> f64 {
        let training = self.training;
        self.batch.clear();
        for &at in self.positions {
            let sample = self.samples.sample(at);
            let target = training.target(&sample);
            self.batch.push(sample, &training.images, 0, target);
        }
        training.model.loss(self.batch)
    }
}

/// The sum of the gradients at some positions, each in a random image.
struct Gradient<'t, const HIDDEN: usize, S: Source> {
    training: &'t Training<'t, HIDDEN, S>,
    samples: &'t Samples,
    positions: &'t [usize],
    batch: &'t mut Batch,
    random: StdRng,
    gradient: &'t mut [f32],
}

impl<const HIDDEN: usize, S: Source> WithSimd for Gradient<'_, HIDDEN, S> {
    type Output = ();

    #[inline(always)]
    fn with_simd<I: Simd>(mut self, _: I) {
        let training = self.training;
        self.batch.clear();
        for (nth, &at) in self.positions.iter().enumerate() {
            let ahead = |by| self.positions.get(nth + by);
            self.samples.prefetch(ahead(8), ahead(16));
            let image = self.random.random_range(0..training.set.images);
            let sample = self.samples.sample(at);
            let target = training.target(&sample);
            self.batch.push(sample, &training.images, image, target);
        }
        training.model.gradient(self.batch, self.gradient);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{CheckpointError, Target};
    use game_core::{Outcome, zobrist::mix};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    const SET: FeatureSet = FeatureSet {
        name: "test",
        count: 30,
        max_active: 10,
        buckets: 2,
        scale: 400,
        images: 2,
        image: |feature, image| if image == 1 { feature ^ 1 } else { feature },
    };

    /// Games won by who has more of the first features.
    fn samples() -> Samples {
        let mut samples = Samples::default();
        for game in 0..3_000 {
            for number in 0..4 {
                let features = |who: u64| -> Vec<u16> {
                    let drawn = |nth: u64| mix(mix(game * 8 + number * 2 + who) ^ nth) % 3;
                    (0..10).map(|nth| (3 * nth + drawn(nth)) as u16).collect()
                };
                let [own, other] = [features(0), features(1)];
                let strong = |features: &[u16]| -> usize {
                    features
                        .iter()
                        .filter(|&&feature| feature < 18 && feature % 6 < 2)
                        .count()
                };
                let result = Some(match strong(&own).cmp(&strong(&other)) {
                    std::cmp::Ordering::Greater => Outcome::Win,
                    std::cmp::Ordering::Equal => Outcome::Draw,
                    std::cmp::Ordering::Less => Outcome::Loss,
                });
                let score = (number == 1).then_some(0);
                samples.push(&own, &other, number as usize % 2, Target { result, score });
            }
            samples.end_game();
        }
        samples
    }

    fn config() -> TrainingConfig {
        TrainingConfig {
            epochs: 4,
            batch: 256,
            validation_one_in: 8,
            by_result: 1.0,
            ..TrainingConfig::default()
        }
    }

    fn trained(samples: &Samples, config: TrainingConfig) -> (Layers<16>, [Losses; 2]) {
        let last = config.epochs;
        let mut training = Training::new(samples, SET, config);
        let Ok(before) = training.losses();
        let mut epochs = Vec::new();
        let Ok(after) = training.finish(|epoch, loss| epochs.push((epoch, loss)));
        assert!(training.is_over());
        let numbers: Vec<u32> = epochs.iter().map(|(epoch, _)| *epoch).collect();
        assert!(numbers.iter().copied().eq(1..=last), "{numbers:?}");
        assert_eq!(epochs.last().map(|(_, loss)| *loss), Some(after.validation));
        (training.layers(), [before, after])
    }

    #[test]
    fn what_wins_games_is_found_in_them() {
        let (_, [before, after]) = trained(&samples(), config());
        assert!(
            after.training < 0.8 * before.training && after.validation < 0.8 * before.validation,
            "{before:?} {after:?}"
        );
    }

    /// Games won by who has the first feature if both or neither have the next, else by who has
    /// not: no sum of features tells.
    fn exclusive() -> Samples {
        let mut samples = Samples::default();
        for game in 0..3_000 {
            let drawn = mix(game);
            let [own, other, third] = [0, 1, 2].map(|bit| (drawn >> bit & 1) as u16);
            // Each perspective has as many of its own features, and none of the other's.
            let features = [[own, 2 + third], [4 + other, 6 + third]];
            let result = Some(match own ^ other {
                0 => Outcome::Win,
                _ => Outcome::Loss,
            });
            let target = Target {
                result,
                score: None,
            };
            samples.push(&features[0], &features[1], 0, target);
            samples.end_game();
        }
        samples
    }

    #[test]
    fn a_dense_layer_finds_what_lies_between_the_perspectives() {
        let samples = exclusive();
        let with = |dense| {
            let config = TrainingConfig {
                dense,
                epochs: 10,
                rate: 0.01,
                decay: 0.0,
                ..config()
            };
            trained(&samples, config).1[1].validation
        };
        // Each perspective alone says nothing.
        let (without, with) = (with(0), with(8));
        assert!(without > 0.65 && with < 0.4, "{without} {with}");
    }

    #[test]
    fn a_dense_layer_that_is_added_changes_nothing_at_first() {
        let samples = samples();
        let (plain, [_, losses]) = trained(&samples, config());
        let with = |dense| TrainingConfig { dense, ..config() };
        let plain_again = Training::new(&samples, SET, with(0)).starting_from(&plain);
        let training = Training::new(&samples, SET, with(4)).starting_from(&plain);
        assert_eq!(training.losses(), plain_again.losses());
        assert_eq!(training.layers().dense_units(), 4);
        assert_eq!(training.layers().with_dense(0), plain);
        let mut training = training;
        let Ok(after) = training.finish(|_, _| {});
        assert!(after.training < losses.training, "{after:?} {losses:?}");
        let layers = training.layers();
        let again = Training::new(&samples, SET, with(4)).starting_from(&layers);
        assert_eq!(again.layers(), layers);
    }

    #[test]
    #[should_panic(expected = "a dense layer of 4 units, not 5")]
    fn a_dense_layer_of_another_size_is_refused() {
        let samples = Samples::default();
        let with = |dense| TrainingConfig { dense, ..config() };
        let layers = Training::<16>::new(&samples, SET, with(4)).layers();
        let _ = Training::new(&samples, SET, with(5)).starting_from(&layers);
    }

    #[test]
    fn a_course_leads_to_the_same_network_on_any_number_of_threads() {
        let samples = samples();
        let short = |seed, dense| TrainingConfig {
            epochs: 1,
            seed,
            dense,
            ..config()
        };
        for dense in [0, 5] {
            let on = |threads| {
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .expect("threads");
                pool.install(|| trained(&samples, short(1, dense)))
            };
            assert_eq!(on(1), on(3));
            assert_ne!(on(1).0, trained(&samples, short(2, dense)).0);
        }
    }

    #[test]
    fn a_training_killed_between_epochs_ends_with_the_same_network() {
        let samples = samples();
        let config = TrainingConfig {
            dense: 5,
            ..config()
        };
        let new = || Training::<16>::new(&samples, SET, config.clone());
        let mut undisturbed = new();
        let Ok(losses) = undisturbed.finish(|_, _| {});
        // Killed after each epoch, before the first and after the last.
        let mut checkpoint = new().checkpoint();
        loop {
            let mut training = new();
            assert_eq!(training.resume(&checkpoint), Ok(()));
            if training.is_over() {
                assert_eq!(training.losses(), Ok(losses));
                let files = [&training, &undisturbed].map(|one| one.layers().to_bytes(&SET, "x"));
                assert_eq!(files[0], files[1]);
                break;
            }
            let Ok(()) = training.epoch();
            checkpoint = training.checkpoint();
        }
    }

    #[test]
    fn what_is_no_checkpoint_of_this_training_is_refused() {
        let samples = samples();
        let mut training = Training::<16>::new(&samples, SET, config());
        let before = training.checkpoint();
        let Ok(()) = training.epoch();
        let good = training.checkpoint();
        let mut training = Training::<16>::new(&samples, SET, config());
        let refused = |training: &mut Training<'_, 16>, bytes: &[u8]| {
            let error = training.resume(bytes).expect_err("a refusal");
            assert_eq!(training.checkpoint(), before, "nothing has changed");
            error
        };
        for at in (0..good.len()).step_by(97) {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            let error = refused(&mut training, &bytes);
            assert!(error != CheckpointError::Other, "byte {at}: {error}");
            assert!(refused(&mut training, &good[..at]) != CheckpointError::Other);
        }
        let mut others = vec![Training::<16>::new(&samples, SET, config()).with_psqt(&[1.0; 30])];
        let slower = TrainingConfig {
            rate: 0.002,
            ..config()
        };
        others.push(Training::new(&samples, SET, slower));
        let mut fewer = Samples::default();
        let sample = samples.sample(0);
        let [own, other] = sample.features;
        fewer.push(own, other, sample.bucket, sample.target);
        others.push(Training::new(&fewer, SET, config()));
        for mut other in others {
            assert_eq!(other.resume(&good), Err(CheckpointError::Other));
        }
    }

    /// A source of many chunks, as data files are, made of samples in memory.
    #[derive(Debug)]
    struct Chunks {
        samples: Samples,
        games: usize,
        /// How many positions were read, and the most bytes at once.
        read: Mutex<(usize, u64)>,
        is_broken: AtomicBool,
    }

    impl Chunks {
        const GAMES: usize = 100;

        fn new() -> Self {
            let samples = samples();
            Self {
                games: samples.games(),
                samples,
                read: Mutex::default(),
                is_broken: AtomicBool::new(false),
            }
        }

        fn chunk(&self, chunk: usize) -> Range<usize> {
            let begin = chunk * Self::GAMES;
            begin..(begin + Self::GAMES).min(self.games)
        }

        fn copy(&self, chunks: &[usize], wanted: &dyn Fn(usize) -> bool) -> Samples {
            let mut copy = Samples::default();
            for game in chunks.iter().flat_map(|&chunk| self.chunk(chunk)) {
                let positions = self.samples.game(game);
                for sample in positions
                    .filter(|_| wanted(game))
                    .map(|at| self.samples.sample(at))
                {
                    let [own, other] = sample.features;
                    copy.push(own, other, sample.bucket, sample.target);
                }
                copy.end_game();
            }
            copy
        }
    }

    impl Source for Chunks {
        type Error = &'static str;

        fn chunks(&self) -> Vec<Chunk> {
            let chunk = |chunk| Chunk {
                games: self
                    .chunk(chunk)
                    .map(|game| self.samples.game(game).len() as u32)
                    .collect(),
                bytes: self.copy(&[chunk], &|_| true).bytes(),
            };
            (0..self.games.div_ceil(Self::GAMES)).map(chunk).collect()
        }

        fn are_of(&self, set: &FeatureSet) -> bool {
            self.samples.are_of(set)
        }

        fn fingerprint(&self) -> u32 {
            self.samples.fingerprint()
        }

        fn read(
            &self,
            chunks: &[usize],
            wanted: &(dyn Fn(usize) -> bool + Sync),
        ) -> Result<Cow<'_, Samples>, &'static str> {
            if self.is_broken.load(Relaxed) {
                return Err("broken");
            }
            let copy = self.copy(chunks, wanted);
            let mut read = self.read.lock().expect("one at a time");
            *read = (read.0 + copy.positions(), read.1.max(copy.bytes()));
            Ok(Cow::Owned(copy))
        }
    }

    /// A fifth of the samples at once.
    fn streamed() -> TrainingConfig {
        TrainingConfig {
            buffer: samples().bytes() / 5 + 1,
            ..config()
        }
    }

    #[test]
    fn chunks_that_fit_the_buffer_are_learnt_as_one() {
        let (whole, chunks) = (samples(), Chunks::new());
        let mut training = Training::<16>::new(&whole, SET, config());
        let Ok(losses) = training.finish(|_, _| {});
        let mut in_chunks = Training::<16, _>::new(&chunks, SET, config());
        assert_eq!(in_chunks.finish(|_, _| {}), Ok(losses));
        assert_eq!(in_chunks.layers(), training.layers());
    }

    #[test]
    fn of_chunks_beyond_the_buffer_some_are_in_memory_at_once() {
        let chunks = Chunks::new();
        let config = streamed();
        let most = config.buffer + chunks.copy(&[0], &|_| true).bytes();
        let mut training = Training::<16, _>::new(&chunks, SET, config);
        let learnt_from: usize = training.parts.iter().map(|part| part.training).sum();
        assert_eq!(training.epoch(), Ok(()));
        let (read, bytes) = std::mem::take(&mut *chunks.read.lock().expect("one at a time"));
        assert_eq!(read, learnt_from, "each once");
        assert!(bytes <= most && bytes > most / 2, "{bytes} {most}");
        let losses = training.losses().expect("read");
        let (read, bytes) = *chunks.read.lock().expect("one at a time");
        assert_eq!(read, chunks.samples.positions());
        assert!(bytes <= most, "{bytes} {most}");
        // Whether in blocks or not, it is the same loss.
        training.config.buffer = u64::MAX;
        let whole = training.losses().expect("read");
        assert!((losses.training - whole.training).abs() < 1e-9);
        assert!((losses.validation - whole.validation).abs() < 1e-9);
    }

    #[test]
    fn every_epoch_deals_the_chunks_anew() {
        let chunks = Chunks::new();
        let training = Training::<16, _>::new(&chunks, SET, streamed());
        let dealt = |seed| {
            let mut order: Vec<usize> = (0..training.parts.len()).collect();
            order.shuffle(&mut StdRng::seed_from_u64(seed));
            let blocks = training.blocks(order);
            assert_eq!(blocks.len(), 5);
            assert!(blocks.iter().all(|block| block.is_sorted()));
            blocks
        };
        let mut all = dealt(1).concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..training.parts.len()));
        assert_ne!(dealt(1), dealt(2));
    }

    #[test]
    fn blocks_lead_to_the_same_network_on_any_number_of_threads() {
        let chunks = Chunks::new();
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| {
                let mut training = Training::<16, _>::new(&chunks, SET, streamed());
                let losses = training.finish(|_, _| {}).expect("read");
                (training.layers(), losses)
            })
        };
        let (layers, losses) = on(1);
        assert_eq!((layers.clone(), losses), on(3));
        let (in_memory, [before, after]) = trained(&samples(), config());
        assert_ne!(layers, in_memory);
        let learnt = |losses: Losses| before.validation - losses.validation;
        assert!(learnt(losses) > 0.9 * learnt(after), "{losses:?} {after:?}");
    }

    #[test]
    fn a_training_in_blocks_killed_or_failing_ends_with_the_same_network() {
        let chunks = Chunks::new();
        let new = || Training::<16, _>::new(&chunks, SET, streamed());
        let mut undisturbed = new();
        let losses = undisturbed.finish(|_, _| {});
        let mut checkpoint = new().checkpoint();
        let resumed = loop {
            let mut training = new();
            assert_eq!(training.resume(&checkpoint), Ok(()));
            if training.is_over() {
                break training;
            }
            chunks.is_broken.store(true, Relaxed);
            assert_eq!(training.epoch(), Err("broken"));
            chunks.is_broken.store(false, Relaxed);
            assert_eq!(training.resume(&checkpoint), Ok(()));
            assert_eq!(training.epoch(), Ok(()));
            checkpoint = training.checkpoint();
        };
        assert_eq!(resumed.losses(), losses);
        assert_eq!(resumed.layers(), undisturbed.layers());
    }

    #[test]
    fn every_instruction_set_gives_the_same() {
        let samples = samples();
        let config = TrainingConfig {
            dense: 5,
            ..config()
        };
        let on = |arch: Option<Arch>| {
            let mut training = Training::<80>::new(&samples, SET, config.clone());
            training.arch = arch.unwrap_or(training.arch);
            let Ok(()) = training.epoch();
            (training.layers(), training.losses())
        };
        assert_eq!(on(None), on(Some(Arch::Scalar)));
    }

    #[test]
    fn without_games_nothing_is_learnt() {
        let psqt = [25.0; SET.count];
        let samples = Samples::default();
        let mut training = Training::<16>::new(&samples, SET, config()).with_psqt(&psqt);
        let before = (training.layers(), training.losses());
        assert!(before.0.psqt.iter().all(|&psqt| psqt == 8 * 25));
        let Ok(()) = training.epoch();
        assert_eq!((training.layers(), training.losses()), before);
    }

    #[test]
    #[should_panic(expected = "the samples are not of test")]
    fn samples_of_other_features_are_refused() {
        let mut samples = Samples::default();
        let target = Target {
            result: Some(Outcome::Draw),
            score: None,
        };
        samples.push(&[29], &[30], 0, target);
        Training::<16>::new(&samples, SET, config());
    }
}

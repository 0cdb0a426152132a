//! Learners: what it takes to teach a game, with the game erased: self-play, training and the text
//! of data files.
//!
//! A game that is [`Networked`] has a [`NetworkLearner`]; those built in stand in
//! [`LEARNERS`](crate::LEARNERS).

mod data_set;

use crate::data::{DataError, Header, Reader, TextError, Writer, read_text, write_text};
use crate::network::{CheckpointError, Training, TrainingConfig};
use crate::sampling::Observed;
use crate::self_play::{SelfPlay, SelfPlayError, self_play, settings_of};
use crate::{Losses, write_whole};
use data_set::DataSet;
use engines::{EngineError, Game, Networked, Wired, Wiring};
use game_core::Notation;
use nnue::{FeatureSet, Header as NetworkHeader, Layers, LayersError};
use search::Guide;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A game that learns: its self-play and the training of its network behind one object-safe trait.
pub trait Learner: Sync {
    /// The game.
    fn game(&self) -> &'static dyn Game;

    /// The inputs of its network.
    fn features(&self) -> FeatureSet;

    /// Units of its network's hidden layer, for each perspective.
    fn hidden(&self) -> usize;

    /// Plays itself: see [`self_play`](crate::self_play::self_play).
    ///
    /// # Errors
    /// If the plan is none for this game, or the file cannot be written or holds other games.
    fn self_play(
        &self,
        plan: &SelfPlay,
        path: &Path,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), SelfPlayError>;

    /// Trains a network on `threads` threads; `None` if `progress` ended it before its last epoch.
    /// On any machine and any number of threads the same lesson gives the same network.
    ///
    /// # Errors
    /// If a file cannot be read, or holds nothing to learn from.
    fn train(
        &self,
        lesson: &Lesson,
        threads: NonZeroUsize,
        progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
    ) -> Result<Option<TrainedNetwork>, LearnError>;

    /// Writes the data file in `path` as [text](write_text); returns how many games it has.
    ///
    /// # Errors
    /// If it is no data file of this game, or `out` cannot be written.
    fn data_as_text(&self, path: &Path, out: &mut dyn Write) -> Result<u64, LearnError>;

    /// Writes what [`data_as_text`](Self::data_as_text) wrote as a data file, at the end of that in
    /// `path` if there is one of the same header; returns how many games it has.
    ///
    /// # Errors
    /// If the text is none of this game, or the file cannot be written.
    fn data_from_text(&self, text: &str, path: &Path) -> Result<u64, LearnError>;
}

/// What a network is trained on, and how.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Data files, each under its own rules; their order matters.
    pub data: Vec<PathBuf>,
    /// A network file, given as its bytes, to go on from.
    pub from: Option<Vec<u8>>,
    /// The hyperparameters.
    pub config: TrainingConfig,
    /// Whether a position counts once however often it occurs: the first time.
    pub unique: bool,
    /// A file that the state of the training is written to after each epoch. If there is one of the
    /// same lesson, the training goes on from it.
    pub checkpoint: Option<PathBuf>,
}

/// How far a training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The data are read.
    Read {
        /// Games with something to learn from.
        games: usize,
        /// Their positions.
        positions: usize,
    },
    /// An epoch is over, and its checkpoint written.
    Epoch {
        /// Its number, from 1.
        number: u32,
        /// How many there will be.
        of: u32,
        /// Mean cross-entropy on the validation set, in nats.
        validation: f64,
    },
}

/// A trained network.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// The network file.
    pub network: Vec<u8>,
    /// The losses at the end.
    pub losses: Losses,
    /// Games learnt from, those for validation included.
    pub games: usize,
    /// Their positions.
    pub positions: usize,
}

/// Why nothing can be learnt.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// A data file cannot be read.
    #[error("{}: {error}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: DataError,
    },
    /// A data file is of rules that the game does not have.
    #[error("{}: {error}", path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: EngineError,
    },
    /// A text is no data file's.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The system has no threads for it.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The files hold no position to learn from.
    #[error("there is no position to learn from")]
    Nothing,
    /// The files hold a single game with positions to learn from.
    #[error("there is one game to learn from, and none to validate by")]
    OneGame,
    /// The network to go on from cannot be read.
    #[error("the network to go on from: {0}")]
    From(#[from] LayersError),
    /// The checkpoint cannot be read or written.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: CheckpointFileError,
    },
}

/// Why a file is no checkpoint to go on from, or cannot become one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointFileError {
    /// It cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It is of something else.
    #[error(transparent)]
    Content(#[from] CheckpointError),
}

/// The learner of a game whose evaluator can be a network of `HIDDEN` units.
pub struct NetworkLearner<W, const HIDDEN: usize> {
    wiring: PhantomData<fn() -> W>,
}

impl<W, const HIDDEN: usize> NetworkLearner<W, HIDDEN> {
    /// The learner of the game that is wired by `W`.
    pub const NEW: Self = Self {
        wiring: PhantomData,
    };
}

impl<W: Networked<HIDDEN>, const HIDDEN: usize> NetworkLearner<W, HIDDEN>
where
    <W::Position as Notation>::Rules: Sync,
{
    /// [`Learner::train`] on the threads of this pool.
    fn trained(
        lesson: &Lesson,
        progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
    ) -> Result<Option<TrainedNetwork>, LearnError> {
        let data = DataSet::<W, HIDDEN>::open(lesson)?;
        let (games, positions) = (data.games(), data.positions());
        if progress(Progress::Read { games, positions }).is_break() {
            return Ok(None);
        }
        let config = &lesson.config;
        let mut origin = format!(
            "{games} games, {positions} positions, {} epochs, rate {}, results counting for {}, \
             seed {}",
            config.epochs, config.rate, config.by_result, config.seed
        );
        if config.dense > 0 {
            origin = format!("{origin}, {} dense units", config.dense);
        }
        let mut training = Training::<HIDDEN, _>::new(&data, W::SET, config.clone());
        let known = W::known_values();
        if let Some(bytes) = &lesson.from {
            let layers = Layers::from_bytes(bytes, &W::SET)?;
            let (found, expected) = (layers.dense_units(), config.dense);
            if found != 0 && found != expected {
                let what = "dense units";
                return Err(LearnError::From(LayersError::Size {
                    what,
                    found,
                    expected,
                }));
            }
            training = training.starting_from(&layers);
            let from = NetworkHeader::read(bytes)?.origin;
            origin = format!("{origin}, from: {from}");
        } else if !known.is_empty() {
            training = training.with_psqt(&known);
        }
        let at_checkpoint = |path: &Path, error: CheckpointFileError| LearnError::Checkpoint {
            path: path.to_owned(),
            error,
        };
        if let Some(path) = &lesson.checkpoint {
            let resumed = match std::fs::read(path) {
                Ok(bytes) => training.resume(&bytes).map_err(Into::into),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                Err(error) => Err(error.into()),
            };
            resumed.map_err(|error| at_checkpoint(path, error))?;
        }
        while !training.is_over() {
            training.epoch()?;
            if let Some(path) = &lesson.checkpoint {
                let written = write_whole(path, &training.checkpoint());
                written.map_err(|error| at_checkpoint(path, error.into()))?;
            }
            let epoch = Progress::Epoch {
                number: training.epochs_done(),
                of: config.epochs,
                validation: training.validation()?,
            };
            if progress(epoch).is_break() && !training.is_over() {
                return Ok(None);
            }
        }
        let losses = training.losses()?;
        let origin = format!("{origin}, validation loss {:.5}", losses.validation);
        Ok(Some(TrainedNetwork {
            network: training.layers().to_bytes(&W::SET, &origin),
            losses,
            games,
            positions,
        }))
    }
}

impl LearnError {
    /// What is wrong with the data file in `path`.
    fn in_file(path: &Path) -> impl Fn(DataError) -> Self {
        |error| Self::Data {
            path: path.to_owned(),
            error,
        }
    }
}

type Rules<W> = <<W as Wiring>::Position as Notation>::Rules;

/// A data file of that game, and its rules.
fn open<W: Wiring>(path: &Path) -> Result<(Reader<BufReader<File>>, Rules<W>), LearnError> {
    let in_file = LearnError::in_file(path);
    let reader = Reader::open(path).map_err(&in_file)?;
    let header = reader.header();
    header
        .expect(W::Position::NAME, &header.rules)
        .map_err(&in_file)?;
    let rules = Wired::<W>::rules(&settings_of(header)).map_err(|error| LearnError::Rules {
        path: path.to_owned(),
        error,
    })?;
    Ok((reader, rules))
}

impl<W: Networked<HIDDEN>, const HIDDEN: usize> Learner for NetworkLearner<W, HIDDEN>
where
    W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
    <W::Position as Notation>::Rules: Sync,
{
    fn game(&self) -> &'static dyn Game {
        W::game()
    }

    fn features(&self) -> FeatureSet {
        W::SET
    }

    fn hidden(&self) -> usize {
        HIDDEN
    }

    fn self_play(
        &self,
        plan: &SelfPlay,
        path: &Path,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), SelfPlayError> {
        self_play::<W>(plan, path, threads, progress)
    }

    fn train(
        &self,
        lesson: &Lesson,
        threads: NonZeroUsize,
        progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
    ) -> Result<Option<TrainedNetwork>, LearnError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build()?;
        pool.install(|| Self::trained(lesson, progress))
    }

    fn data_as_text(&self, path: &Path, out: &mut dyn Write) -> Result<u64, LearnError> {
        let (mut reader, rules) = open::<W>(path)?;
        write_text::<W::Position>(&mut reader, &rules, out).map_err(LearnError::in_file(path))
    }

    fn data_from_text(&self, text: &str, path: &Path) -> Result<u64, LearnError> {
        let rules = |header: &Header| {
            Wired::<W>::rules(&settings_of(header)).map_err(|error| error.to_string())
        };
        let (header, games) = read_text::<W::Position>(text, rules)?;
        let write = || {
            let (mut writer, _) = Writer::open(path, &header)?;
            // Chunks of a moderate size, whatever the games.
            games.chunks(256).try_for_each(|part| writer.append(part))?;
            writer.sync().map_err(DataError::File)
        };
        write().map_err(LearnError::in_file(path))?;
        Ok(games.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Source;
    use crate::self_play::{EvaluatorSource, Inside};
    use crate::{LEARNERS, learner};

    fn go_on<T>() -> impl FnMut(T) -> ControlFlow<()> + Send {
        |_| ControlFlow::Continue(())
    }

    /// Data of a few games in a folder, the same whatever networks are shipped.
    fn data(learner: &dyn Learner, folder: &Path, seed: u64, inside: Option<Inside>) -> PathBuf {
        let path = folder.join(format!("{}-{seed}", learner.game().name()));
        let plan = SelfPlay {
            games: 24,
            nodes: 50,
            longest: 24,
            seed,
            inside,
            evaluator: EvaluatorSource::Named("handmade".to_owned()),
            ..SelfPlay::default()
        };
        learner
            .self_play(&plan, &path, NonZeroUsize::MIN, &mut go_on())
            .expect("played");
        path
    }

    fn lesson(data: Vec<PathBuf>) -> Lesson {
        let config = TrainingConfig {
            epochs: 3,
            batch: 64,
            validation_one_in: 4,
            ..TrainingConfig::default()
        };
        Lesson {
            data,
            config,
            ..Lesson::default()
        }
    }

    #[test]
    fn every_learner_plays_and_learns_and_its_network_plays() {
        let folder = tempfile::tempdir().expect("a folder");
        for learner in LEARNERS {
            let games = data(*learner, folder.path(), 1, None);
            let inside = data(*learner, folder.path(), 2, Some(Inside::default()));
            let lesson = lesson(vec![games, inside]);
            let mut told = Vec::new();
            let mut listen = |progress| {
                told.push(progress);
                ControlFlow::Continue(())
            };
            let trained = learner
                .train(&lesson, NonZeroUsize::MIN, &mut listen)
                .expect("trained");
            let trained = trained.expect("to the end");
            assert_eq!(told.len(), 4, "{told:?}");
            let (games, positions) = (trained.games, trained.positions);
            assert_eq!(told[0], Progress::Read { games, positions });
            let path = folder.path().join("network");
            std::fs::write(&path, &trained.network).expect("written");
            let config = format!("aspiration,network={}", path.display());
            let config = config.parse().expect("a configuration");
            assert!(learner.game().check(&config).is_ok());
            // A later generation plays by it and goes on from it.
            let next = Lesson {
                from: Some(trained.network.clone()),
                unique: true,
                config: TrainingConfig {
                    dense: 8,
                    ..lesson.config.clone()
                },
                ..lesson.clone()
            };
            let next = learner
                .train(&next, NonZeroUsize::MIN, &mut go_on())
                .expect("trained");
            let next = next.expect("to the end");
            assert!(
                next.positions <= positions && next.losses.training < 0.8,
                "{:?}",
                next.losses
            );
            let header = NetworkHeader::read(&next.network).expect("a network");
            assert!(header.dense == 8 && header.origin.contains("8 dense units"));
            std::fs::write(&path, &next.network).expect("written");
            assert!(learner.game().check(&config).is_ok());
            // Its dense layer does not become one of another size.
            let other = Lesson {
                from: Some(next.network),
                ..lesson
            };
            let refused = learner.train(&other, NonZeroUsize::MIN, &mut go_on());
            let error = refused.expect_err("a refusal").to_string();
            assert!(
                error.ends_with("a network of 8 dense units, not 0"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_training_stopped_after_each_epoch_gives_the_same_network() {
        let folder = tempfile::tempdir().expect("a folder");
        let learner = learner("xiangqi").expect("it learns");
        let whole = lesson(vec![data(learner, folder.path(), 1, None)]);
        let undisturbed = learner
            .train(&whole, NonZeroUsize::MIN, &mut go_on())
            .expect("trained");
        let checkpoint = folder.path().join("checkpoint");
        let parts = Lesson {
            checkpoint: Some(checkpoint.clone()),
            ..whole.clone()
        };
        let mut runs = 0;
        let resumed = loop {
            let mut after_an_epoch = |progress| match progress {
                Progress::Read { .. } => ControlFlow::Continue(()),
                Progress::Epoch { .. } => ControlFlow::Break(()),
            };
            runs += 1;
            let part = learner
                .train(&parts, NonZeroUsize::MIN, &mut after_an_epoch)
                .expect("trained");
            if part.is_some() {
                break part;
            }
        };
        assert_eq!((resumed, runs), (undisturbed, 3));
        // Another lesson does not go on from there.
        let other = Lesson {
            data: vec![data(learner, folder.path(), 2, None)],
            ..parts
        };
        let refused = learner
            .train(&other, NonZeroUsize::MIN, &mut go_on())
            .expect_err("a refusal");
        assert!(
            refused.to_string().contains("another training"),
            "{refused}"
        );
    }

    /// The same data in chunks of three games.
    fn in_small_chunks(mut lesson: Lesson) -> Lesson {
        for path in &mut lesson.data {
            let mut reader = Reader::open(path).expect("a data file");
            path.set_extension("chunks");
            let header = reader.header().clone();
            let (mut writer, _) = Writer::open(path, &header).expect("a file");
            while let Some(games) = reader.next_chunk().expect("whole chunks") {
                for games in games.chunks(3) {
                    writer.append(games).expect("written");
                }
            }
        }
        lesson
    }

    #[test]
    fn data_beyond_the_buffer_are_learnt_from() {
        let folder = tempfile::tempdir().expect("a folder");
        for learner in LEARNERS {
            let games = data(*learner, folder.path(), 1, None);
            let inside = data(*learner, folder.path(), 2, Some(Inside::default()));
            let data = in_small_chunks(lesson(vec![games, inside]));
            let mut parts = data.clone();
            parts.config.buffer = 30_000;
            let train = |lesson: &Lesson, threads| {
                let threads = NonZeroUsize::new(threads).expect("some");
                let trained = learner.train(lesson, threads, &mut go_on());
                trained.expect("trained").expect("to the end")
            };
            let (whole, trained) = (train(&data, 1), train(&parts, 1));
            assert_eq!(trained, train(&parts, 3));
            assert_eq!(
                (trained.games, trained.positions),
                (whole.games, whole.positions)
            );
            assert!(trained.network != whole.network, "in another order");
            let gap = trained.losses.validation - whole.losses.validation;
            assert!(gap.abs() < 0.05, "{gap}");
        }
    }

    #[test]
    fn positions_are_read_again_as_they_were() {
        use engines::xiangqi::XiangqiWiring;
        type Set = DataSet<XiangqiWiring, { pattern_eval::xiangqi::HalfKa::HIDDEN }>;
        let folder = tempfile::tempdir().expect("a folder");
        let xiangqi = learner("xiangqi").expect("it learns");
        let games = data(xiangqi, folder.path(), 1, None);
        let inside = data(xiangqi, folder.path(), 2, Some(Inside::default()));
        let data = in_small_chunks(lesson(vec![games, inside]));
        for unique in [false, true] {
            let whole = Lesson {
                unique,
                ..data.clone()
            };
            let mut parts = whole.clone();
            parts.config.buffer = 1;
            let [whole, parts] = [whole, parts].map(|lesson| Set::open(&lesson).expect("read"));
            assert_eq!(whole.fingerprint(), parts.fingerprint());
            assert_eq!(whole.chunks(), parts.chunks());
            let all: Vec<usize> = (0..parts.chunks().len()).collect();
            let in_memory = whole.read(&all, &|_| true).expect("read");
            let again = parts.read(&all, &|_| true).expect("read");
            assert_eq!(in_memory.fingerprint(), again.fingerprint());
            assert_eq!(again.positions(), parts.positions());
            assert_eq!(again.games(), parts.games());
            let odd = parts.read(&all, &|game| game % 2 == 1).expect("read");
            for game in 0..again.games() {
                let [odd, again] = [&odd, &again].map(|samples| {
                    let positions = samples.game(game).map(|at| samples.sample(at));
                    positions.collect::<Vec<_>>()
                });
                let expected = if game % 2 == 1 { again } else { Vec::new() };
                assert_eq!(odd, expected);
            }
            let last = parts.read(&all[all.len() - 1..], &|_| true).expect("read");
            assert_eq!(Some(last.positions()), sizes(&parts).pop());
        }
        let mut lesson = data;
        lesson.config.buffer = 1;
        let set = Set::open(&lesson).expect("read");
        let mut training = Training::<{ pattern_eval::xiangqi::HalfKa::HIDDEN }, _>::new(
            &set,
            xiangqi.features(),
            lesson.config.clone(),
        );
        let header = Reader::open(&lesson.data[1]).expect("a data file");
        let file = std::fs::File::options().write(true).open(&lesson.data[1]);
        file.and_then(|file| file.set_len(header.offset()))
            .expect("cut");
        let error = training.epoch().expect_err("other data").to_string();
        assert!(
            error.ends_with("has changed since it was first read"),
            "{error}"
        );
    }

    /// How many positions each chunk has.
    fn sizes(source: &impl Source) -> Vec<usize> {
        let chunks = source.chunks().into_iter();
        chunks
            .map(|chunk| chunk.games.iter().sum::<u32>() as usize)
            .collect()
    }

    #[test]
    fn the_quantised_network_agrees() {
        use engines::xiangqi::XiangqiWiring;
        use game_core::Evaluator;
        use pattern_eval::xiangqi::{HalfKa, Network};
        const HIDDEN: usize = HalfKa::HIDDEN;
        let folder = tempfile::tempdir().expect("a folder");
        let xiangqi = learner("xiangqi").expect("it learns");
        let mut lesson = lesson(vec![data(xiangqi, folder.path(), 1, None)]);
        lesson.config.dense = 16;
        let set = DataSet::<XiangqiWiring, HIDDEN>::open(&lesson).expect("samples");
        let samples = set.read(&[0], &|_| true).expect("samples");
        let known = XiangqiWiring::known_values();
        let config = lesson.config.clone();
        let mut training = Training::<HIDDEN, _>::new(&set, HalfKa::SET, config);
        training = training.with_psqt(&known);
        training.epoch().expect("learnt");
        let learnt = |dense: &nnue::Dense<HIDDEN>| dense.outputs.iter().any(|&output| output != 0);
        assert!(training.layers().dense.iter().any(learnt));
        let mut eval = Network::new(HalfKa, std::sync::Arc::new(training.layers()));
        let mut reader = Reader::open(&lesson.data[0]).expect("a data file");
        let mut position = 0;
        let mut errors = 0.0;
        while let Some(games) = reader.next_chunk().expect("whole chunks") {
            for game in games {
                let compare = |pos: &xiangqi_movegen::Xiangqi, target: crate::network::Target| {
                    if XiangqiWiring::teaches(pos, target.score) {
                        eval.reset(pos);
                        let whole = eval.evaluate(pos).get() as f32;
                        let value = training.value(samples.sample(position));
                        let error = (value - whole).abs();
                        // Of 128 hidden units every weight is rounded: together some five points.
                        assert!(error < 25.0, "{value} {whole}");
                        errors += error;
                        position += 1;
                    }
                };
                game.visit(&Default::default(), compare)
                    .expect("legal moves");
            }
        }
        assert_eq!(position, samples.positions());
        let mean = errors / position as f32;
        assert!(mean < 8.0, "{mean} points off");
    }

    #[test]
    fn data_go_to_text_and_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let [gomoku, xiangqi] = ["gomoku", "xiangqi"].map(|name| learner(name).expect("it learns"));
        let path = data(gomoku, folder.path(), 1, Some(Inside::default()));
        let mut text = Vec::new();
        assert_eq!(gomoku.data_as_text(&path, &mut text).ok(), Some(24));
        let text = String::from_utf8(text).expect("text");
        let again = folder.path().join("again");
        assert_eq!(gomoku.data_from_text(&text, &again).ok(), Some(24));
        let mut copy = Vec::new();
        assert_eq!(gomoku.data_as_text(&again, &mut copy).ok(), Some(24));
        assert_eq!(String::from_utf8(copy).expect("text"), text);
        let refused = xiangqi.data_as_text(&path, &mut Vec::new());
        assert!(refused.is_err_and(|error| error.to_string().contains("gomoku")));
        assert!(xiangqi.data_from_text(&text, &again).is_err());
    }

    #[test]
    fn what_teaches_nothing_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let learner = learner("gomoku").expect("it learns");
        let refusal = |lesson: &Lesson| {
            let trained = learner.train(lesson, NonZeroUsize::MIN, &mut go_on());
            trained.expect_err("a refusal").to_string()
        };
        assert!(refusal(&lesson(Vec::new())).contains("no position"));
        let missing = folder.path().join("missing");
        assert!(refusal(&lesson(vec![missing])).contains("missing"));
        let other = crate::learner("xiangqi").expect("it learns");
        let other = data(other, folder.path(), 1, None);
        assert!(refusal(&lesson(vec![other])).contains("xiangqi"));
        let from = Lesson {
            from: Some(b"nothing".to_vec()),
            ..lesson(vec![data(learner, folder.path(), 1, None)])
        };
        assert!(refusal(&from).contains("no network file"));
    }
}

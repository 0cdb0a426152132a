//! Trainers: what it takes to train the weights of an evaluator that is one game's own, with the
//! game erased.

use engines::{EngineError, Game, RuleSetting, Settings};
use serde_json::Value;
use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use thiserror::Error;

/// A game with an evaluator that learns from files of games, and its training behind one
/// object-safe trait. Those built in stand in [`TRAINERS`](crate::TRAINERS).
pub trait Trainer: Sync {
    /// The game.
    fn game(&self) -> &'static dyn Game;

    /// What learns, and from what, in a few words.
    fn about(&self) -> &'static str;

    /// What a training may be told.
    fn settings(&self) -> &'static [RuleSetting];

    /// The share of the games that is kept for validation if no other is asked for, in percent.
    fn validation(&self) -> u8;

    /// Trains the weights. On any number of threads the same order gives the same weights.
    /// `progress` is called after every step, perhaps from other threads.
    ///
    /// # Errors
    /// If the order has a setting that the trainer does not take, or a file cannot be read or holds
    /// nothing to learn from.
    fn train(
        &self,
        order: &TrainingOrder,
        progress: &(dyn Fn(TrainingStep) + Sync),
    ) -> Result<TrainedWeights, TrainerError>;
}

/// What weights are trained on, and how.
#[derive(Clone, Debug)]
pub struct TrainingOrder {
    /// Files of games, or directories of them.
    pub games: Vec<PathBuf>,
    /// Some of the [settings](Trainer::settings).
    pub settings: Settings,
    /// The seed of all that is random.
    pub seed: u64,
    /// The share of the games that is kept for validation, in percent.
    pub validation: u8,
    /// Threads.
    pub threads: NonZeroUsize,
}

/// A step of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingStep {
    /// How much of the work it was.
    pub done: u64,
    /// How much work there is in all.
    pub of: u64,
    /// What is known after it, for people.
    pub note: Option<String>,
}

/// Trained weights.
#[derive(Clone, Debug)]
pub struct TrainedWeights {
    /// The file of the weights.
    pub file: Vec<u8>,
    /// How good they are, a line each, for people.
    pub report: Vec<String>,
    /// The same as objects, for programs.
    pub data: Vec<Value>,
}

/// Why no weights can be trained.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainerError {
    /// A setting that the trainer does not have, or not with that value.
    #[error(transparent)]
    Setting(#[from] EngineError),
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// A file holds no games to learn from.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Box<dyn Error + Send + Sync>,
    },
}

#![doc = include_str!("../README.md")]

pub mod data;
mod learner;
mod learners;
pub mod network;
pub mod othello;
pub mod sampling;
pub mod self_play;
mod trainer;
mod validation;
mod whole_file;
pub mod xiangqi;

pub use game_core;
pub use learner::{
    CheckpointFileError, LearnError, Learner, Lesson, NetworkLearner, Progress, TrainedNetwork,
};
pub use learners::{LEARNERS, TRAINERS, learner};
pub use trainer::{TrainedWeights, Trainer, TrainerError, TrainingOrder, TrainingStep};
pub use validation::Losses;
pub use whole_file::write_whole;

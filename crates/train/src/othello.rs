//! Trains the weights of Othello's patterns.

mod lookahead;
mod regression;
mod samples;
mod self_play;
mod stage_quality;
mod trainer;
mod training;

pub use samples::{Game, Sample};
pub use stage_quality::StageQuality;
pub use trainer::PatternTrainer;
pub use training::{Progress, TrainedPatterns, Training};

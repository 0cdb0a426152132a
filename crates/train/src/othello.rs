//! Trains the weights of Othello's patterns.

mod judgement;
mod lookahead;
mod regression;
mod samples;
mod self_play;
mod trainer;
mod training;

pub use judgement::Judgement;
pub use samples::{Game, Sample};
pub use trainer::PatternTrainer;
pub use training::{Progress, Trained, Training};

//! The weights of Othello's patterns.

mod exact;
mod judgement;
mod parallel;
mod regression;
mod samples;
mod training;

pub use judgement::Judgement;
pub use samples::{Game, Sample};
pub use training::{Progress, Trained, Training};

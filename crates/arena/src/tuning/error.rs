use crate::tournament::MatchError;
use std::io;
use thiserror::Error;

/// Weights that cannot be tuned.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SpaceError {
    /// The game's evaluator has no such weight.
    #[error("{game}'s evaluator has no weight {name:?}; it has {known}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The weight's name.
        name: String,
        /// The weights it has, with commas between.
        known: String,
    },
    /// A weight is named twice.
    #[error("the weight {0:?} is named twice")]
    Twice(String),
    /// The game's evaluator has no weights at all.
    #[error("{0}'s evaluator has no weights")]
    None(&'static str),
    /// A weight begins beyond the cap.
    #[error("the weight {name} begins at {start}, beyond {cap}")]
    Beyond {
        /// The weight's name.
        name: String,
        /// Where it begins.
        start: f64,
        /// The cap.
        cap: f64,
    },
}

/// A tuning that failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// The games could not be played.
    #[error("{0}")]
    Match(#[from] MatchError),
    /// A game was lost by a fault, such as a crash: its margin says nothing about the weights.
    #[error("a game from {opening:?} was lost by a fault: {reason}")]
    Fault {
        /// Where it began.
        opening: String,
        /// What the loser did wrong.
        reason: String,
    },
    /// The game refuses the configuration with these weights.
    #[error("{config}: {problem}")]
    Config {
        /// The configuration.
        config: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The observer failed.
    #[error("{0}")]
    Observer(#[from] io::Error),
}

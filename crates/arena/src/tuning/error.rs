use crate::tournament::MatchError;
use std::io;
use thiserror::Error;

/// Numbers that cannot be tuned.
///
/// ```
/// use arena::tuning::{Space, SpaceError};
/// let othello = engines::game("othello")?;
/// let error = Space::of_options(othello, &othello.options(&vec![])?, &["razoring"], &"pvs".parse()?).unwrap_err();
/// assert_eq!(error, SpaceError::NotTuned("razoring".to_owned()));
/// let error = Space::of(othello, &["edges", "edges"], &Default::default()).unwrap_err();
/// assert_eq!(error.to_string(), "\"edges\" is named twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// A number is named twice.
    #[error("{0:?} is named twice")]
    Twice(String),
    /// The game's evaluator has no weights at all.
    #[error("{0}'s evaluator has no weights")]
    None(&'static str),
    /// The engine configuration has no search options.
    #[error("{0} has no search options to tune: it takes alphabeta, aspiration, pvs, mtdf or smp")]
    NoSearch(String),
    /// There is no such search option, or it has no such number.
    #[error("there is no search option {name:?} to tune; there are {known}")]
    NoOption {
        /// The name.
        name: String,
        /// The numbers that can be tuned, with commas between.
        known: String,
    },
    /// The option is off, or none of its numbers is one to tune.
    #[error("{0:?} is off, or no number to tune; what --searcher switches on can be tuned")]
    NotTuned(String),
    /// No option that is on has a number to tune.
    #[error("no option of {0} has a number to tune")]
    NoNumbers(String),
    /// A number begins beyond the cap.
    #[error("{name} begins at {start}, beyond {cap}")]
    Beyond {
        /// The number's name.
        name: String,
        /// Where it begins.
        start: f64,
        /// The cap.
        cap: f64,
    },
}

/// A tuning that failed.
///
/// ```
/// use arena::tuning::{Games, Space, TuningError};
/// let othello = engines::game("othello")?;
/// let space = Space::of(othello, &["edges"], &Default::default())?;
/// let games = Games::new(othello, "pvs,eval=patterns".parse()?, space);
/// let error = games.config_at(&[250.0]).unwrap_err();
/// assert!(matches!(error, TuningError::Config { .. }));
/// assert!(error.to_string().starts_with("pvs,eval=patterns,eval.edges=250: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// The games could not be played.
    #[error("{0}")]
    Match(#[from] MatchError),
    /// A game was lost by a fault, such as a crash: its margin says nothing about the numbers.
    #[error("a game from {opening:?} was lost by a fault: {reason}")]
    Fault {
        /// Where it began.
        opening: String,
        /// What the loser did wrong.
        reason: String,
    },
    /// The game refuses the configuration with these numbers.
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

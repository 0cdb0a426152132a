use crate::config::all_options;
use crate::{NetworkError, RuleSetting, SwapRule};
use game_core::RecordFormat;
use pattern_eval::Weight;
use std::error::Error;
use std::path::PathBuf;
use thiserror::Error;

/// Why a game or an engine refused its input, or could not answer.
///
/// ```
/// use engines::{EngineConfig, EngineError};
/// let othello = engines::game("othello")?;
/// let error = othello.check(&EngineConfig::level(24)).unwrap_err();
/// assert!(matches!(error, EngineError::UnknownLevel { number: 24, .. }));
/// assert_eq!(error.to_string(), "level=24: othello has the levels 1 to 22");
/// let error = othello.check(&"pvs,eval=mine".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "eval=mine: othello has no such evaluator; it has patterns and handmade");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The game's own notation refused it.
    #[error("{0}")]
    Notation(Box<dyn Error + Send + Sync>),
    /// A move was offered after the end.
    #[error("the game is over ({reason}): {text:?} cannot be played")]
    Over {
        /// The move refused.
        text: String,
        /// Why the game is over.
        reason: &'static str,
    },
    /// A number that is no legal move's.
    #[error("action {action} is not legal here")]
    IllegalAction {
        /// The number refused.
        action: usize,
    },
    /// A move was offered where a player must choose a side first.
    #[error("a side is to be chosen before {text:?} is played")]
    ChoiceDue {
        /// The move refused.
        text: String,
    },
    /// A game that must begin at the initial position begins elsewhere, or under other rules.
    #[error("the game does not begin at the initial position")]
    OtherStart,
    /// A file format that the game does not write.
    #[error("{game} has no file format {extension:?}; it has {known}", known = formats(known))]
    UnknownFormat {
        /// The game asked.
        game: &'static str,
        /// The format asked for.
        extension: String,
        /// Those that there are.
        known: &'static [RecordFormat],
    },
    /// An opening that the game does not have.
    #[error("{game} has no such opening as {name:?}; it has {known}", known = swaps(known))]
    UnknownSwap {
        /// The game asked.
        game: &'static str,
        /// The opening's name.
        name: String,
        /// Those that there are.
        known: &'static [SwapRule],
    },
    /// A rule setting that the game does not have.
    #[error(
        "{name} {value:?}: {game} has no such setting; it has {known}", known = settings(known)
    )]
    UnknownSetting {
        /// The game asked.
        game: &'static str,
        /// The setting's name.
        name: String,
        /// The value given for it.
        value: String,
        /// The settings it has.
        known: &'static [RuleSetting],
    },
    /// A rule setting with a value that it does not take.
    #[error("{name} {value:?}: {why}")]
    BadSetting {
        /// The setting's name.
        name: String,
        /// The value refused.
        value: String,
        /// What was wrong with it, or what is accepted.
        why: String,
    },
    /// An evaluator that the game does not have.
    #[error("eval={name}: {game} has no such evaluator; it has {known}", known = evaluators(known))]
    UnknownEvaluator {
        /// The game asked.
        game: &'static str,
        /// The evaluator's name.
        name: String,
        /// The evaluators that can be chosen.
        known: &'static [&'static str],
    },
    /// A searcher that neither the library nor the game has.
    #[error("there is no searcher {name:?}; {game} has {}", known.join(", "))]
    UnknownSearcher {
        /// The game asked.
        game: &'static str,
        /// The name of the searcher.
        name: String,
        /// Those that it has.
        known: Vec<&'static str>,
    },
    /// A level above the game's strongest.
    #[error("level={number}: {game} has the levels 1 to {most}")]
    UnknownLevel {
        /// The game asked.
        game: &'static str,
        /// The level's number.
        number: u8,
        /// The number of its strongest level.
        most: usize,
    },
    /// An option that this game's searchers do not have.
    #[error(
        "{name}: {game} has no such option; there are {all}{known}", all = all_options(),
        known = options(known)
    )]
    UnknownOption {
        /// The game asked.
        game: &'static str,
        /// The option's name.
        name: String,
        /// The options that only this game or this searcher has.
        known: Vec<&'static str>,
    },
    /// A value out of the bounds of an option of one game or searcher.
    #[error("{name}={value}: it may be from {least} to {most}")]
    BadOption {
        /// The option's name.
        name: String,
        /// The value refused.
        value: i32,
        /// The least that it may be.
        least: i32,
        /// The greatest that it may be.
        most: i32,
    },
    /// A configuration asks for a book, but there is none.
    #[error("book=on: {game} has no opening book")]
    NoBook {
        /// The game asked.
        game: &'static str,
    },
    /// What needs an evaluator is to do without: weights, terms, books, searchers that a game adds.
    #[error("eval=none: this needs an evaluator")]
    NoEvaluator,
    /// A configuration sets a weight of an evaluator without named weights.
    #[error("eval={evaluator}: it has no weights to change; eval={weighted} has")]
    Weightless {
        /// The evaluator chosen.
        evaluator: &'static str,
        /// The one that has weights.
        weighted: &'static str,
    },
    /// A configuration names a network that cannot play.
    #[error("network={}: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: NetworkError,
    },
    /// A weight that the game's evaluator does not have.
    #[error(
        "eval.{name}: {game}'s evaluator has no such weight; it has {known}",
        known = weights(known)
    )]
    UnknownWeight {
        /// The game asked.
        game: &'static str,
        /// The weight's name.
        name: String,
        /// The weights it has.
        known: &'static [Weight],
    },
    /// A value out of the bounds of a weight.
    #[error("eval.{name}={value}: it may be from {least} to {most}")]
    BadWeight {
        /// The weight's name.
        name: String,
        /// The value refused.
        value: i32,
        /// The least that it may be.
        least: i32,
        /// The greatest that it may be.
        most: i32,
    },
    /// A program that plays in place of an engine failed.
    #[error("{0}")]
    Program(Box<dyn Error + Send + Sync>),
    /// A search panicked, or there was no thread for it.
    #[error("the search broke off; this is a defect of the program")]
    Panicked,
}

/// What is wrong with the content of a file that a game reads.
pub type FileProblem = Box<dyn Error + Send + Sync>;

impl EngineError {
    /// Wraps a game's own error.
    pub fn notation(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Notation(Box::new(error))
    }
}

/// A name that no game has.
///
/// ```
/// let error = engines::game("go").unwrap_err();
/// assert_eq!(error.known, ["gomoku", "othello", "xiangqi"]);
/// assert_eq!(error.to_string(), "there is no game \"go\"; there are gomoku, othello, xiangqi");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no game {name:?}; there are {known}", known = known.join(", "))]
pub struct UnknownGame {
    /// The name asked for.
    pub name: String,
    /// Those that there are.
    pub known: Vec<&'static str>,
}

fn settings(known: &[RuleSetting]) -> String {
    match known {
        [] => "none, its rules being the same everywhere".to_owned(),
        _ => known
            .iter()
            .map(|setting| setting.name)
            .collect::<Vec<_>>()
            .join(" and "),
    }
}

fn swaps(known: &[SwapRule]) -> String {
    let names: Vec<_> = known.iter().map(|rule| rule.name).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

fn formats(known: &[RecordFormat]) -> String {
    known
        .iter()
        .map(|format| format.extension)
        .collect::<Vec<_>>()
        .join(", ")
}

fn evaluators(known: &[&str]) -> String {
    match known {
        [] => "one alone".to_owned(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn options(known: &[&str]) -> String {
    match known {
        [] => String::new(),
        _ => format!(", and of its own {}", known.join(", ")),
    }
}

fn weights(known: &[Weight]) -> String {
    if known.is_empty() {
        return "none that can be changed".to_owned();
    }
    known
        .iter()
        .map(|weight| weight.name)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_list_is_empty() {
        let name = || "nothing".to_owned();
        for error in [
            EngineError::UnknownWeight {
                game: "hex",
                name: name(),
                known: &[],
            },
            EngineError::UnknownOption {
                game: "hex",
                name: name(),
                known: Vec::new(),
            },
            EngineError::UnknownEvaluator {
                game: "hex",
                name: name(),
                known: &[],
            },
            EngineError::UnknownSwap {
                game: "hex",
                name: name(),
                known: &[],
            },
            EngineError::UnknownSetting {
                game: "hex",
                name: name(),
                value: name(),
                known: &[],
            },
        ] {
            let text = error.to_string();
            assert!(
                !text.trim_end().ends_with("has") && !text.ends_with([' ', ',', ';']),
                "{text:?}"
            );
        }
    }
}

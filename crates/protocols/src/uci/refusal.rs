use super::dialect::Dialect;
use engines::EngineError;
use game_core::{clip, clip_to};
use thiserror::Error;

/// Why a line is refused. Nothing changes, except that after a refused position there is none.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("there is no command {0:?}")]
    Unknown(String),
    #[error("the line is too long")]
    TooLong,
    #[error("{word} needs {wanted}, not {given:?}")]
    Argument {
        word: &'static str,
        wanted: &'static str,
        given: String,
    },
    #[error("no position is set: {0}")]
    Position(EngineError),
    #[error(
        "no position is set: move {number} is {text:?}, and that is no move in coordinates such as h2e2"
    )]
    Unreadable { number: usize, text: String },
    #[error("no position is set: move {number} is {text:?}: {error}")]
    Illegal {
        number: usize,
        text: String,
        error: EngineError,
    },
    #[error("there is no position: the last one was refused")]
    NoPosition,
    #[error("{word} names {text:?}, which is no legal move here")]
    NoMove { word: &'static str, text: String },
    #[error("there is no option {0:?}")]
    Option(String),
    #[error("option {name} takes {wanted}, not {given:?}")]
    Value {
        name: &'static str,
        wanted: String,
        given: String,
    },
    #[error(
        "perft counts 1 to {most} plies here, not {0}: `boyi perft` goes deeper",
        most = super::Uci::PERFT
    )]
    Perft(u64),
    #[error("{0} is for an engine that does not think: stop it first")]
    Thinking(&'static str),
    /// The search itself failed.
    #[error("{0}")]
    Search(String),
}

impl Refusal {
    /// The most characters of an error line.
    const LONGEST: usize = 300;

    pub fn unknown(text: &str) -> Self {
        Self::Unknown(clip(text))
    }

    pub fn argument(word: &'static str, wanted: &'static str, given: &str) -> Self {
        Self::Argument {
            word,
            wanted,
            given: clip(given),
        }
    }

    pub fn value(name: &'static str, wanted: impl Into<String>, given: &str) -> Self {
        Self::Value {
            name,
            wanted: wanted.into(),
            given: clip(given),
        }
    }

    /// The line that says so.
    pub fn line(&self, dialect: Dialect) -> String {
        dialect.remark(&self.to_string())
    }
}

/// `text` as one line of bounded length, without control characters.
pub fn one_line(text: &str) -> String {
    clip_to(text, Refusal::LONGEST)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

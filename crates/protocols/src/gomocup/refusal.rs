use super::command::At;
use game_core::clip;
use gomoku_rules::{Forbidden, RulesError};
use thiserror::Error;

/// Why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Answered with `UNKNOWN`, all others with `ERROR`.
    #[error("command {0:?}")]
    Unknown(String),
    #[error("the line is too long")]
    TooLong,
    #[error("{word} needs {wanted}, not {given:?}")]
    Argument {
        word: String,
        wanted: &'static str,
        given: String,
    },
    #[error("INFO {key} needs {wanted}, not {given:?}")]
    Info {
        key: &'static str,
        wanted: &'static str,
        given: String,
    },
    #[error(
        "rule {0} is not supported: there are 0 (freestyle), 1 (standard), 4 (renju) and 8 (caro)"
    )]
    Rule(u64),
    #[error("no game has been started: START comes first")]
    NoGame,
    #[error("a board of {0} by {1} is not a square")]
    NotSquare(u64, u64),
    #[error("{0}")]
    Size(RulesError),
    #[error("BEGIN needs an empty board")]
    NotEmpty,
    #[error("{0} is not on the board")]
    OffBoard(At),
    #[error("{0} is not empty")]
    Occupied(At),
    #[error("there is no stone on {0}")]
    NoStone(At),
    #[error("{at} is forbidden to Black: {kind}")]
    Forbidden { at: At, kind: Forbidden },
    #[error("both players have five in a row")]
    TwoWinners,
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// The stones stand, and the game is over.
    #[error("no move follows: {0}")]
    Ended(&'static str),
    #[error("{0} without DONE")]
    NotDone(&'static str),
    #[error("DONE without BOARD")]
    NothingToEnd,
    #[error("{word}: {given:?} is not {wanted}")]
    Stone {
        word: &'static str,
        wanted: &'static str,
        given: String,
    },
    #[error("SWAP2BOARD is answered for 0, 3 or 5 stones, not {0}")]
    Swap2(usize),
    #[error("the board has no room for a swap2 opening")]
    NoRoom,
    #[error("no move was found")]
    NoMove,
    /// The search itself failed.
    #[error("{0}")]
    Search(String),
}

impl Refusal {
    pub fn unknown(text: &str) -> Self {
        Self::Unknown(clip(text))
    }

    pub fn argument(word: &str, wanted: &'static str, given: &str) -> Self {
        Self::Argument {
            word: word.to_owned(),
            wanted,
            given: clip(given),
        }
    }

    /// The line that says so.
    pub fn line(&self) -> String {
        let sign = if matches!(self, Self::Unknown(_)) {
            "UNKNOWN"
        } else {
            "ERROR"
        };
        // Control characters would break the line.
        let text: String = self
            .to_string()
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        format!("{sign} {text}")
    }
}

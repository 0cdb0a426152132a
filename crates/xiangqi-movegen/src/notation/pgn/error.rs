use crate::notation::{FenError, MoveError};
use thiserror::Error;

/// What was wrong with a PGN text, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What was wrong there.
    #[source]
    pub problem: PgnProblem,
}

/// What was wrong with a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnProblem {
    /// The text holds no game.
    #[error("there is no game")]
    NoGame,
    /// A line that begins like a tag is not a tag.
    #[error("{0:?} is no tag such as [Red \"Hu Ronghua\"]")]
    Tag(String),
    /// The `FEN` tag describes no position.
    #[error("the FEN tag: {0}")]
    Fen(#[source] FenError),
    /// A move cannot be read, or is not legal where it stands.
    #[error("{0}")]
    Move(#[source] MoveError),
    /// A comment has no closing brace.
    #[error("the comment that begins here has no end")]
    OpenComment,
    /// A variation has no closing parenthesis.
    #[error("the variation that begins here has no end")]
    OpenVariation,
    /// A closing brace, parenthesis or bracket stands alone, or a tag in the midst of moves.
    #[error("{0:?} has no place here")]
    Stray(char),
}

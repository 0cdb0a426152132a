use crate::notation::{FenError, MoveError};
use thiserror::Error;

/// What was wrong with an XQF file, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {problem}")]
pub struct XqfError {
    /// The byte, from 0.
    pub offset: usize,
    /// What was wrong there.
    #[source]
    pub problem: XqfProblem,
}

/// What was wrong with an XQF file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum XqfProblem {
    /// It does not begin with `XQ`.
    #[error("the file does not begin with XQ")]
    NoXqf,
    /// It is written by a later version of the program than is known.
    #[error(
        "version {0} of the format is not known, only those up to {most}", most = super::LATEST
    )]
    Version(u8),
    /// The four bytes of the key do not add up to a multiple of 256.
    #[error("the bytes of the key do not add up to 0")]
    Key,
    /// The file ends in the midst of something.
    #[error("the file ends within the {0}")]
    Short(&'static str),
    /// A text is longer than its field.
    #[error("a text of {length} bytes stands in a field of {room}")]
    LongText {
        /// The length in the file.
        length: u8,
        /// How long it can be.
        room: usize,
    },
    /// The pieces do not make a position.
    #[error("the position: {0}")]
    Position(#[source] FenError),
    /// Two pieces stand on one square.
    #[error("two pieces stand on {0}")]
    Crowded(crate::Square),
    /// A move leaves the board.
    #[error("a move from {from} to {to}, which are no squares: those are 0 to 89")]
    OffBoard {
        /// Where it begins.
        from: u8,
        /// Where it ends.
        to: u8,
    },
    /// A move is not legal where it stands.
    #[error("{0}")]
    Move(#[source] MoveError),
    /// A remark says that it is longer than any can be.
    #[error("a remark of {0} bytes, more than are left")]
    LongRemark(i64),
}

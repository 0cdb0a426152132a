use crate::{Forbidden, Point, psq::PsqError};
use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A letter and a number were expected.
    #[error("{0:?} is not a point such as h8")]
    NotAPoint(String),
    /// The point is not on this board.
    #[error("{text} is not on a board of size {size}")]
    OffBoard {
        /// The point as written.
        text: String,
        /// Points along a side.
        size: u8,
    },
    /// A stone stands there already.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// Renju forbids Black to play there.
    #[error("{point} is forbidden to Black: {kind}")]
    Forbidden {
        /// Where.
        point: Point,
        /// Why.
        kind: Forbidden,
    },
    /// No move is possible any more.
    #[error("{0} comes after the end of the game")]
    GameOver(Point),
    /// The text is empty where a position was expected.
    #[error("a position is missing: startpos or a set-up such as X:h8i9 O:g7 turn:X")]
    NoPosition,
    /// A word of a set-up belongs to none of its parts.
    #[error("{0:?} belongs to none of X:, O: and turn:")]
    Stray(String),
    /// A part of a set-up is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// `turn:` is followed by something else than a player.
    #[error("turn {0:?} is neither X nor O")]
    Turn(String),
    /// Both players have five in a row.
    #[error("both players have five in a row")]
    TwoWinners,
    /// A `.psq` record is malformed.
    #[error("line {line} of the record: {problem}")]
    Psq {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: PsqError,
    },
}

use othello_bitboard::{Move, Square};
use std::fmt;
use thiserror::Error;

/// A part of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The header.
    Header,
    /// The position of that number, from 1.
    Position(usize),
    /// A link of the position of that number.
    Link(usize),
    /// The best of the other moves of the position of that number.
    Leaf(usize),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Position(number) => write!(f, "position {number}"),
            Self::Link(number) => write!(f, "a link of position {number}"),
            Self::Leaf(number) => write!(f, "the leaf of position {number}"),
        }
    }
}

/// Why a file is no book of Edax's. Offsets are in bytes from the beginning of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EdaxError {
    /// It does not begin with the format's name.
    #[error("byte 0: a book of Edax begins with XADEKOOB")]
    Magic,
    /// It is of another version.
    #[error("byte 8: version {version} of the format is not read, only version 4")]
    Version {
        /// The version.
        version: u8,
    },
    /// It ends too soon.
    #[error("byte {offset}: the file ends within {field}")]
    Short {
        /// Where what is cut short begins.
        offset: usize,
        /// What is cut short.
        field: Field,
    },
    /// The number of positions differs from the declared one.
    #[error("byte 38: the header declares {declared} positions, the file has {found}")]
    Count {
        /// How many there should be.
        declared: u32,
        /// How many there are.
        found: usize,
    },
    /// A square has discs of both sides.
    #[error("byte {offset}: position {number} has discs of both sides on {square}")]
    Overlap {
        /// Where the position begins.
        offset: usize,
        /// Its number, from 1.
        number: usize,
        /// The first such square.
        square: Square,
    },
    /// A position occurs twice, perhaps turned or mirrored.
    #[error("byte {offset}: position {number} has stood in the file before, as position {first}")]
    Twice {
        /// Where the position begins.
        offset: usize,
        /// Its number, from 1.
        number: usize,
        /// The number of the first.
        first: usize,
    },
    /// A byte is not a move.
    #[error("byte {offset}: {byte} is no move, in {field}")]
    NoMove {
        /// Where it stands.
        offset: usize,
        /// The byte.
        byte: u8,
        /// What it is a part of.
        field: Field,
    },
    /// A move is not legal in its position.
    #[error("byte {offset}: {mv} is not legal, in {field}")]
    Illegal {
        /// Where it stands.
        offset: usize,
        /// The move.
        mv: Move,
        /// What it is a part of.
        field: Field,
    },
    /// A position has a move twice.
    #[error("byte {offset}: {mv} comes a second time, in {field}")]
    Repeated {
        /// Where it stands the second time.
        offset: usize,
        /// The move.
        mv: Move,
        /// What it is a part of.
        field: Field,
    },
    /// A score is out of range.
    #[error("byte {offset}: a score of {score} discs, in {field}")]
    Score {
        /// Where it stands.
        offset: usize,
        /// The score.
        score: i16,
        /// What it is a part of.
        field: Field,
    },
}

use crate::Square;
use core::{fmt, str::FromStr};
use game_core::clip;
use thiserror::Error;

/// A move: a disc on a square, or a pass.
///
/// ```
/// use othello_bitboard::Move;
///
/// let mv: Move = "F5".parse()?;
/// assert_eq!(mv.to_string(), "f5");
/// assert!(mv.square().is_some());
/// assert_eq!("--".parse(), Ok(Move::PASS));
/// # Ok::<(), othello_bitboard::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Move(u8);

impl Move {
    /// The pass, played exactly when one has no other move and the opponent has.
    pub const PASS: Self = Self(64);

    /// The move with this index: a square's, or 64 for the pass.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index <= 64 { Some(Self(index)) } else { None }
    }

    /// The index: the square's, or 64 for the pass.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// The square where the disc goes; `None` for the pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }

    /// The bitboard with the disc alone; empty for the pass.
    #[inline]
    pub const fn bit(self) -> u64 {
        if self.is_pass() {
            0
        } else {
            1 << (self.0 & 63)
        }
    }

    /// The move that `text` begins with, and the rest: `f5`, or `pass`, `ps`, `pa`, `--`, in either
    /// case.
    pub(crate) fn split_from(text: &str) -> Option<(Self, &str)> {
        let starts_with = |word: &str| {
            text.get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        // The longest first: `pa` begins `pass`.
        if let Some(word) = ["pass", "ps", "pa", "--"]
            .into_iter()
            .find(|word| starts_with(word))
        {
            return Some((Self::PASS, &text[word.len()..]));
        }
        let (head, rest) = text.split_at_checked(2)?;
        Some((head.parse::<Square>().ok()?.into(), rest))
    }
}

impl From<Square> for Move {
    #[inline]
    fn from(square: Square) -> Self {
        Self(square.index() as u8)
    }
}

impl From<Move> for u8 {
    fn from(mv: Move) -> Self {
        mv.0
    }
}

impl TryFrom<u8> for Move {
    type Error = MoveTextError;
    fn try_from(index: u8) -> Result<Self, MoveTextError> {
        Self::new(index).ok_or_else(|| MoveTextError {
            text: index.to_string(),
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => square.fmt(f),
            None => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no move on any board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is neither a square from a1 to h8 nor a pass")]
pub struct MoveTextError {
    /// The text as it was given, cut to forty characters.
    pub text: String,
}

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads `f5` or `F5`; `pass`, `ps`, `pa` (in either case) or `--` for a pass.
    ///
    /// # Errors
    /// If `text` is anything else.
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        match Self::split_from(text) {
            Some((mv, "")) => Ok(mv),
            _ => Err(MoveTextError { text: clip(text) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        for mv in (0..=64).filter_map(Move::new) {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
            assert_eq!(mv.square().map(Move::from).unwrap_or(Move::PASS), mv);
            assert_eq!(mv.bit().count_ones(), u32::from(!mv.is_pass()));
        }
        assert!((0..=64).filter_map(Move::new).map(Move::index).eq(0..65));
        assert_eq!(Move::new(65), None);
    }

    #[test]
    fn a_pass_has_many_names() {
        for text in ["pass", "PASS", "Pass", "ps", "PS", "pa", "PA", "--"] {
            assert_eq!(text.parse(), Ok(Move::PASS));
        }
        for text in [
            "", "p", "-", "---", "passs", "pas", "f5f5", "i9", " f5", "炮", "f炮",
        ] {
            assert_eq!(
                text.parse::<Move>(),
                Err(MoveTextError { text: text.into() })
            );
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn an_index_from_outside_is_checked() {
        use serde::{Deserialize, de::IntoDeserializer, de::value::Error};
        let read =
            |index: u8| Move::deserialize(IntoDeserializer::<Error>::into_deserializer(index)).ok();
        assert_eq!(
            (read(0), read(64), read(65)),
            (Move::new(0), Some(Move::PASS), None)
        );
        let read = |index: u8| {
            Square::deserialize(IntoDeserializer::<Error>::into_deserializer(index)).ok()
        };
        assert_eq!((read(63), read(64)), (Square::new(63), None));
    }
}

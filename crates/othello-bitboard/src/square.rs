use core::{fmt, str::FromStr};
use game_core::clip;
use thiserror::Error;

/// A square: 0 is a1, 7 is h1, 8 is a2, 63 is h8. Row 1 is at the top, as players write it.
///
/// ```
/// use othello_bitboard::Square;
///
/// let f5: Square = "f5".parse()?;
/// assert_eq!((f5.column(), f5.row(), f5.index()), (5, 4, 37));
/// assert_eq!(f5.to_string(), "f5");
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Square(u8);

impl Square {
    /// The square with this index, if it is below 64.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square in `column` (0 = a) and `row` (0 = 1), if both are below 8.
    #[inline]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 {
            Some(Self(row * 8 + column))
        } else {
            None
        }
    }

    /// Every square, from a1 along the rows to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// The index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors see to: an index below 64.
        (self.0 & 63) as usize
    }

    /// The column, 0 (a) to 7 (h).
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The row, 0 (the top one, 1) to 7 (8).
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The bitboard with this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }
}

/// The squares of a bitboard, from a1 to h8.
///
/// ```
/// use othello_bitboard::squares;
/// let names: Vec<String> = squares(0b1_0000_0101).map(|square| square.to_string()).collect();
/// assert_eq!(names, ["a1", "c1", "a2"]);
/// ```
#[inline]
pub fn squares(mut bits: u64) -> impl Iterator<Item = Square> + Clone {
    core::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = Square(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            square
        })
    })
}

/// The squares of a bitboard, as [`squares`], counted first: a vector makes room for them once.
#[inline]
pub(crate) fn counted_squares(mut bits: u64) -> impl ExactSizeIterator<Item = Square> {
    (0..bits.count_ones() as usize).map(move |_| {
        let square = Square(bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        square
    })
}

/// The bits of a bitboard one by one, the lowest first.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (bit != 0).then_some(bit)
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        f.pad(str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The bitboard of a1, h1, a8 and h8.
///
/// ```
/// use othello_bitboard::{CORNERS, squares};
/// assert_eq!(squares(CORNERS).map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h1", "a8", "h8"]);
/// ```
pub const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// A text or a number that is no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// The text is not a column letter and a row number.
    #[error("{text:?} is not a square from a1 to h8")]
    Text {
        /// The text as it was given, cut to forty characters.
        text: String,
    },
    /// The index is above 63.
    #[error("{index} is not the index of a square, 0 to 63")]
    Index {
        /// The index as it was given.
        index: u8,
    },
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `f5` or `F5`.
    ///
    /// # Errors
    /// If `text` is anything else.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        match text.as_bytes() {
            &[column, row] => Self::at(
                column.to_ascii_lowercase().wrapping_sub(b'a'),
                row.wrapping_sub(b'1'),
            ),
            _ => None,
        }
        .ok_or_else(|| SquareError::Text { text: clip(text) })
    }
}

impl TryFrom<u8> for Square {
    type Error = SquareError;
    fn try_from(index: u8) -> Result<Self, SquareError> {
        Self::new(index).ok_or(SquareError::Index { index })
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for (i, square) in Square::all().enumerate() {
            assert_eq!(square.index(), i);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::at(square.column(), square.row()), Some(square));
            assert_eq!(squares(square.bit()).collect::<Vec<_>>(), [square]);
        }
        assert_eq!(Square::all().count(), 64);
        assert_eq!(squares(u64::MAX).count(), 64);
        assert_eq!(squares(0).next(), None);
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in [
            "", "f", "5f", "i1", "a0", "a9", "f55", " f5", "f5 ", "é", "炮", "@1", "`1",
        ] {
            assert_eq!(
                text.parse::<Square>(),
                Err(SquareError::Text { text: text.into() })
            );
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::try_from(64), Err(SquareError::Index { index: 64 }));
        assert_eq!(Square::at(8, 0).or(Square::at(0, 8)), None);
    }
}

use core::{fmt, str::FromStr};
use game_core::Player;
use thiserror::Error;

/// A point of the board, named as ICCS names it: files `a` to `i` from Red's left, ranks `0` to `9`
/// from Red's back rank.
///
/// ```
/// use xiangqi_movegen::Square;
/// let square: Square = "h2".parse()?;
/// assert_eq!((square.file(), square.rank()), (7, 2));
/// assert_eq!(square, Square::new(7, 2));
/// assert_eq!(square.to_string(), "h2");
/// # Ok::<(), xiangqi_movegen::SquareTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Square(u8);

/// A text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no square: a file a-i and a rank 0-9")]
pub struct SquareTextError(pub String);

impl Square {
    /// The number of points.
    pub const COUNT: usize = 90;
    /// The number of files.
    pub const FILES: u8 = 9;
    /// The number of ranks.
    pub const RANKS: u8 = 10;

    /// The point on `file` (0 to 8, from Red's left) and `rank` (0 to 9, from Red's back rank).
    ///
    /// # Panics
    /// If there is no such point.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < Self::FILES && rank < Self::RANKS, "no such square");
        Self(rank * Self::FILES + file)
    }

    /// The point on `file` and `rank`, if there is one.
    #[inline]
    pub const fn checked(file: i8, rank: i8) -> Option<Self> {
        if file >= 0 && file < Self::FILES as i8 && rank >= 0 && rank < Self::RANKS as i8 {
            Some(Self(rank as u8 * Self::FILES + file as u8))
        } else {
            None
        }
    }

    /// The point with this [`index`](Self::index), if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// `9 * rank + file`, from 0 to 89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 0 (`a`) to 8 (`i`).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % Self::FILES
    }

    /// The rank, from 0 (Red's back rank) to 9 (Black's).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / Self::FILES
    }

    /// The point `files` to Red's right and `ranks` towards Black, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        Self::checked(self.file() as i8 + files, self.rank() as i8 + ranks)
    }

    /// The rank counted from `player`'s own back rank: 0 to 4 is home, 5 to 9 across the river.
    #[inline]
    pub const fn rank_from(self, player: Player) -> u8 {
        match player {
            Player::First => self.rank(),
            Player::Second => Self::RANKS - 1 - self.rank(),
        }
    }

    /// Whether the point lies across the river from `player`.
    #[inline]
    pub const fn is_across_river(self, player: Player) -> bool {
        self.rank_from(player) >= 5
    }

    /// The point turned half round the board's centre: what the other player sees there.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(Self::COUNT as u8 - 1 - self.0)
    }

    /// The point mirrored, files exchanged from left to right: `h2` for `b2`. Xiangqi is the same
    /// seen so.
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self(self.0 + Self::FILES - 1 - 2 * self.file())
    }

    /// Every point, rank by rank from `a0`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The point with this index, known to be on the board.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareTextError;

    /// Reads `h2` or `H2`.
    ///
    /// # Errors
    /// If `text` is anything else.
    fn from_str(text: &str) -> Result<Self, SquareTextError> {
        match text.as_bytes() {
            [file, rank @ b'0'..=b'9'] if matches!(file.to_ascii_lowercase(), b'a'..=b'i') => {
                Ok(Self::new(file.to_ascii_lowercase() - b'a', rank - b'0'))
            }
            _ => Err(SquareTextError(text.into())),
        }
    }
}

impl TryFrom<u8> for Square {
    type Error = SquareTextError;

    fn try_from(index: u8) -> Result<Self, SquareTextError> {
        Self::from_index(index.into()).ok_or_else(|| SquareTextError(index.to_string()))
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
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.rotated().rank(), square.rank_from(Player::Second));
        }
    }

    #[test]
    fn mirrors_exchange_files_and_keep_ranks() {
        for (one, other) in [
            ("a0", "i0"),
            ("b2", "h2"),
            ("d7", "f7"),
            ("e4", "e4"),
            ("i9", "a9"),
        ] {
            assert_eq!(one.parse().map(Square::mirrored), other.parse());
        }
        for square in Square::all() {
            let mirrored = square.mirrored();
            assert_eq!(
                (mirrored.file() + square.file(), mirrored.rank()),
                (Square::FILES - 1, square.rank())
            );
            assert_eq!(mirrored.mirrored(), square);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in ["", "a", "a10", "j0", "h-", "é", "兵0", " a0", "a0 ", "00"] {
            assert_eq!(bad.parse::<Square>(), Err(SquareTextError(bad.into())));
        }
    }
}

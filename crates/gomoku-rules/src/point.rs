use crate::{Error, MAX_SIZE};
use core::{fmt, str::FromStr};
use game_core::clip;

/// A point of the board, and so a move: a column `a` to `t` and a row from 1, written `h8`.
///
/// Points compare in board order: row by row from `a1`. A point knows no board; a board knows
/// whether it [contains](crate::Rules::contains) one.
///
/// ```
/// use gomoku_rules::Point;
/// let point: Point = "h8".parse()?;
/// assert_eq!((point.col(), point.row()), (7, 7));
/// assert_eq!(point.to_string(), "h8");
/// # Ok::<(), gomoku_rules::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Point(u16);

impl Point {
    /// The null move of a search: the turn passes and nothing else changes. No rule knows it, and
    /// it is never generated.
    pub const NULL: Self = Self(31 << 5 | 31);

    /// The point in column `col` and row `row`, both from 0; `None` beyond the largest board.
    #[inline]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < MAX_SIZE && row < MAX_SIZE {
            Some(Self::at(col as u32, row as u32))
        } else {
            None
        }
    }

    /// [`new`](Self::new) where the caller knows the coordinates to be below [`MAX_SIZE`].
    #[inline]
    pub(crate) const fn at(col: u32, row: u32) -> Self {
        Self((row << 5 | col) as u16)
    }

    /// The column, from 0.
    #[inline]
    pub const fn col(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// The row, from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// A dense number below [`INDICES`](Self::INDICES), the same on boards of every size.
    #[inline]
    pub const fn index(self) -> usize {
        if self.is_null() {
            Self::INDICES - 1
        } else {
            self.row() as usize * MAX_SIZE as usize + self.col() as usize
        }
    }

    /// One more than the greatest [`index`](Self::index): every point of the largest board, then
    /// [`NULL`](Self::NULL).
    pub const INDICES: usize = MAX_SIZE as usize * MAX_SIZE as usize + 1;

    /// Whether this is [`NULL`](Self::NULL).
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == Self::NULL.0
    }

    /// The point in sixteen bits: five for the column, five for the row.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The point of these bits, if they are a point of the largest board.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> 5 < MAX_SIZE as u16 && bits & 31 < MAX_SIZE as u16 {
            Some(Self(bits))
        } else {
            None
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.pad("null");
        }
        f.pad(&format!(
            "{}{}",
            char::from(b'a' + self.col()),
            self.row() + 1
        ))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = Error;

    /// Reads a letter, of either case, and a number without leading zeros.
    ///
    /// # Errors
    /// If `text` is not of that form, or names a point beyond the largest board.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut chars = text.chars();
        let shaped = chars
            .next()
            .filter(char::is_ascii_alphabetic)
            .zip(Some(chars.as_str()));
        let digits = |text: &str| {
            !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
        };
        let Some((letter, number)) = shaped.filter(|(_, number)| digits(number)) else {
            return Err(Error::NotAPoint(clip(text)));
        };
        let col = letter.to_ascii_lowercase() as u8 - b'a';
        let row = number.parse::<u8>().ok().map(|number| number - 1);
        row.and_then(|row| Self::new(col, row))
            .ok_or_else(|| Error::OffBoard {
                text: clip(text),
                size: MAX_SIZE,
            })
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

impl TryFrom<String> for Point {
    type Error = Error;
    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

/// `text` cut into what stands for one point each: words between white space and commas,
/// run-together points apart.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .flat_map(|mut word| {
            core::iter::from_fn(move || {
                if word.is_empty() {
                    return None;
                }
                // A letter and the digits after it, or else all that is left: it will be refused
                // whole.
                let number = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
                let one = word.len() == number.len() + 1 && rest.len() < number.len();
                let (point, rest) = if one {
                    word.split_at(word.len() - rest.len())
                } else {
                    (word, "")
                };
                word = rest;
                Some(point)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_as_they_are_written() {
        for row in 0..MAX_SIZE {
            for col in 0..MAX_SIZE {
                let point = Point::new(col, row).expect("on the largest board");
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
                assert_eq!(Point::from_bits(point.bits()), Some(point));
            }
        }
        assert_eq!(Point::from_bits(Point::NULL.bits()), None);
        // Dense, in board order, the null move's index the last.
        let points =
            (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).filter_map(move |col| Point::new(col, row)));
        assert!(
            points
                .chain([Point::NULL])
                .map(Point::index)
                .eq(0..Point::INDICES)
        );
        assert!(Point::NULL.to_string().parse::<Point>().is_err());
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for bad in [
            "", "h", "8", "h0", "h08", "8h", "h8 ", " h8", "h8i9", "h-1", "h+1", "h８", "炮8",
            "h8\u{0}", "hh8",
        ] {
            assert_eq!(
                bad.parse::<Point>(),
                Err(Error::NotAPoint(bad.into())),
                "{bad:?}"
            );
        }
        for beyond in [
            "a21",
            "u1",
            "z99",
            "a255",
            "a256",
            "a99999999999999999999999",
        ] {
            assert!(
                matches!(beyond.parse::<Point>(), Err(Error::OffBoard { .. })),
                "{beyond:?}"
            );
        }
    }

    #[test]
    fn run_together_points_come_apart() {
        let split = |text| words(text).collect::<Vec<_>>();
        assert_eq!(split("h8i9h10"), ["h8", "i9", "h10"]);
        assert_eq!(split(" h8, i9\th10 ,"), ["h8", "i9", "h10"]);
        assert_eq!(split("h8?i9 j1"), ["h8", "?i9", "j1"]);
        assert_eq!(split("h8hi9"), ["h8", "hi9"]);
        assert_eq!(split("h?8 i9"), ["h?8", "i9"]);
        assert_eq!(split("  "), [""; 0]);
    }
}

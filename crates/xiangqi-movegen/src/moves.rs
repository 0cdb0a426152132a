use crate::Square;
use core::{fmt, str::FromStr};
use thiserror::Error;

/// A move: from where to where.
///
/// `Display` and `FromStr` are the coordinates of ICCS and UCI, `h2e2`; reading also takes `H2-E2`.
///
/// ```
/// use xiangqi_movegen::Move;
/// let mv: Move = "H2-E2".parse()?;
/// assert_eq!(mv.to_string(), "h2e2");
/// # Ok::<(), xiangqi_movegen::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// A text that is no pair of coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no move in coordinates such as h2e2")]
pub struct MoveTextError(pub String);

impl Move {
    /// No move at all: the other player is to move again. A search may play it where the side to
    /// move is not in check; it is never generated, and no text names it.
    pub const NULL: Self = Self {
        from: Square::at(0),
        to: Square::at(0),
    };

    /// The move from `from` to `to`.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// Whether this is [`NULL`](Self::NULL).
    #[inline]
    pub const fn is_null(self) -> bool {
        self.from.index() == self.to.index()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads `h2e2`, `H2E2` or `H2-E2`.
    ///
    /// # Errors
    /// If `text` is not a pair of squares, or names one square twice.
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let error = || MoveTextError(text.into());
        let (from, to) = match text.split_once('-') {
            Some(pair) => pair,
            None => text.split_at_checked(2).ok_or_else(error)?,
        };
        let from: Square = from.parse().map_err(|_| error())?;
        let to: Square = to.parse().map_err(|_| error())?;
        if from == to {
            Err(error())
        } else {
            Ok(Self::new(from, to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in [
            "",
            "h2",
            "h2e",
            "h2e22",
            "h2 e2",
            "h2--e2",
            "a0a0",
            "-h2e2",
            "h2e2-",
            "h10e2",
            "炮二平五",
            "h2é",
        ] {
            assert_eq!(bad.parse::<Move>(), Err(MoveTextError(bad.into())));
        }
    }
}

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// One of the two players of a match.
///
/// ```
/// use arena::Side;
/// assert_eq!([0, 1, 2].map(Side::first_in), [Side::A, Side::B, Side::A]);
/// assert_eq!(!Side::A, Side::B);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player from whose view results are given.
    A,
    /// The opponent.
    B,
}

impl Side {
    /// Who has the first mover's side in game `index` of a match: A in the first game of a pair, B
    /// in the second.
    pub fn first_in(index: u64) -> Self {
        if index.is_multiple_of(2) {
            Self::A
        } else {
            Self::B
        }
    }
}

impl Not for Side {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

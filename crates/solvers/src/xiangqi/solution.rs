use std::{fmt, time::Duration};
use xiangqi_movegen::Move;

/// Which moves the attacker may make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attack {
    /// Any.
    #[default]
    Any,
    /// Checks alone (连将杀).
    Checks,
}

/// The verdict on a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move mates, whatever the opponent does.
    Mate,
    /// There is no mate within the moves.
    None,
    /// A limit was reached.
    Unknown,
}

impl fmt::Display for Verdict {
    /// Writes `mate`, `none` or `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Mate => "mate",
            Self::None => "none",
            Self::Unknown => "unknown",
        })
    }
}

/// The answer to a question about a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a mate.
    pub verdict: Verdict,
    /// If so, its number of moves of the mating side; else 0.
    pub moves: usize,
    /// If so, its line against the longest resistance, `2 * moves - 1` plies; shorter only if a
    /// limit was reached while it was extracted.
    pub line: Vec<Move>,
    /// Whether no mate of this kind takes fewer moves.
    pub minimal: bool,
    /// The number of moves within which there is provably no mate of this kind; `None` for any
    /// number.
    pub refuted: Option<usize>,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

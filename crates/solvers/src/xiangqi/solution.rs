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

/// What has been found out about a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move mates, whatever the opponent does.
    Mate,
    /// Within the moves asked about he does not.
    None,
    /// A limit came first.
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
    /// If so, within how many of the mating side's own moves; else 0.
    pub moves: usize,
    /// If so, a line of it against the longest resistance, `2 * moves - 1` plies; shorter only
    /// where a limit came while it was told.
    pub line: Vec<Move>,
    /// Whether no mate of the kind asked about takes fewer moves.
    pub minimal: bool,
    /// Within how many moves it is proved that there is no mate of that kind; `None` for any
    /// number.
    pub refuted: Option<usize>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

use gomoku_rules::Point;
use std::{fmt, time::Duration};

/// What has been found out about a win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move wins, whatever the opponent does.
    Win,
    /// By threats of the kind asked about he does not.
    None,
    /// A limit came first.
    Unknown,
}

impl fmt::Display for Verdict {
    /// Writes `win`, `none` or `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::None => "none",
            Self::Unknown => "unknown",
        })
    }
}

/// Which win will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The first that is found.
    #[default]
    Any,
    /// One with the fewest plies.
    Shortest,
}

/// The answer to a question about threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a win.
    pub verdict: Verdict,
    /// If so, a line of it from the first threat to the five: its length is that of the win in
    /// plies. Where every answer loses at once it goes on with one of them, and where the only
    /// answer is forbidden to Black with a point that is not.
    pub line: Vec<Point>,
    /// Whether no win by such threats has fewer plies: always so if there is one,
    /// [`Goal::Shortest`] was asked for and no limit came in the way.
    pub minimal: bool,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

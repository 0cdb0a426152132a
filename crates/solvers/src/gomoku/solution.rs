use gomoku_rules::Point;
use std::{fmt, time::Duration};

/// The verdict on a win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move wins, whatever the opponent does.
    Win,
    /// There is no win by this kind of threats.
    None,
    /// A limit was reached, or the game is caro, whose fours are not solved.
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

/// Which win to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The first one found.
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
    /// If so, its line from the first threat to the five, whose length is that of the win in plies.
    /// If every answer loses at once, the line has one of them; if the only answer is forbidden to
    /// Black, it has another point.
    pub line: Vec<Point>,
    /// Whether no win by such threats has fewer plies: true if there is a win, [`Goal::Shortest`]
    /// was asked for and no limit was reached.
    pub minimal: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

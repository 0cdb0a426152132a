use game_core::{GameLine, zobrist};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A position in which one move alone reaches a goal.
///
/// Its text is a line of EPD, extended position description, of the portable game notation standard
/// (S. Edwards, 1994), with the game's own position: `bm` is the solution's first move and `pv` all
/// of it; `only`, `nodes`, `rating` and `theme` are operations of ours.
///
/// ```
/// use engines::Puzzle;
/// let text = "4k4/9/9/9/9/9/9/9/R8/R3K4 w; bm a1a9; pv a1a9 e9d9 a0a8; only 1; nodes 90; rating 900; theme mate";
/// let puzzle: Puzzle = text.parse()?;
/// assert_eq!((puzzle.solution.len(), puzzle.only, &*puzzle.theme), (3, 1, "mate"));
/// assert_eq!(puzzle.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, and no moves before it.
    pub position: String,
    /// What is to be reached, by the game's own word: `mate`, `fours`.
    pub theme: String,
    /// Best play from there, the solver's moves and the answers.
    pub solution: Vec<String>,
    /// How many moves of the solver's own in the solution, from the first on, are the only ones
    /// that reach the goal: at least 1.
    pub only: usize,
    /// The positions that were visited to find the solution: 0 where a book knew it.
    pub nodes: u64,
    /// How difficult it is, on the scale of a rating: see [`grade`](Self::grade).
    pub rating: u32,
}

impl Puzzle {
    /// The rating in the middle of a collection.
    pub const MIDDLE: u32 = 1500;

    /// How far ratings of a collection are spread: their standard deviation.
    pub const SPREAD: f64 = 300.0;

    /// A name of eight hexadecimal digits that the position gives it, the same for ever.
    pub fn id(&self) -> String {
        let hash = self
            .position
            .bytes()
            .fold(0, |hash, byte| zobrist::mix(hash ^ u64::from(byte)));
        format!("{:08x}", hash >> 32)
    }

    /// The position as the start of a line.
    pub fn line(&self) -> GameLine {
        GameLine::new(self.position.clone(), Vec::new())
    }

    /// Rates each of a collection by what its solution took to be found: the logarithm of the nodes
    /// against that of the others, with [`MIDDLE`](Self::MIDDLE) and [`SPREAD`](Self::SPREAD). One
    /// that took none is in the middle.
    pub fn grade(puzzles: &mut [Self]) {
        let effort = |puzzle: &Self| (puzzle.nodes > 0).then(|| (puzzle.nodes as f64).ln());
        let efforts: Vec<f64> = puzzles.iter().filter_map(effort).collect();
        let count = efforts.len().max(1) as f64;
        let mean = efforts.iter().sum::<f64>() / count;
        let variance = efforts
            .iter()
            .map(|effort| (effort - mean).powi(2))
            .sum::<f64>()
            / count;
        let spread = if variance > 0.0 {
            Self::SPREAD / variance.sqrt()
        } else {
            0.0
        };
        for puzzle in puzzles {
            let above = effort(puzzle).map_or(0.0, |effort| (effort - mean) * spread);
            puzzle.rating = (f64::from(Self::MIDDLE) + above).round() as u32;
        }
    }

    /// Reads a puzzle on each line; empty lines, and what follows `#`, are ignored.
    ///
    /// # Errors
    /// At the first line that is none, with its number.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, (usize, PuzzleError)> {
        let told = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
        (1..)
            .zip(text.lines().map(told))
            .filter(|(_, line)| !line.is_empty())
            .map(|(number, line)| line.parse().map_err(|error| (number, error)))
            .collect()
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            theme,
            solution,
            only,
            nodes,
            rating,
        } = self;
        let first = solution.first().map_or("", String::as_str);
        let pv = solution.join(" ");
        write!(
            f,
            "{position}; bm {first}; pv {pv}; only {only}; nodes {nodes}; rating {rating}; theme {theme}"
        )
    }
}

/// A line that is no puzzle.
///
/// ```
/// use engines::{Puzzle, PuzzleError};
/// let file = "# mates\n4k4/9/9/9/9/9/9/9/1R7/R2K5 w; bm b1b8; pv b1b8 e9f9 a0a9; only 3; nodes 90; rating 900; theme mate";
/// let (line, error) = Puzzle::parse_all(&file.replace("only 3", "only 4")).unwrap_err();
/// assert_eq!((line, &error), (2, &PuzzleError::BadOnly { only: 4, moves: 3 }));
/// assert_eq!(error.to_string(), "only 4: from 1 to the 3 moves of the solution");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// An operation is missing or empty.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An operation is no whole number.
    #[error("{name} {text:?} is no whole number")]
    BadNumber {
        /// The operation.
        name: &'static str,
        /// What stands there.
        text: String,
    },
    /// The number of only moves does not fit the solution.
    #[error("only {only}: from 1 to the {moves} moves of the solution")]
    BadOnly {
        /// What stands there.
        only: usize,
        /// The moves of the solution.
        moves: usize,
    },
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let mut parts = text.split(';').map(str::trim);
        let position = parts.next().unwrap_or_default().to_owned();
        let operations: Vec<_> = parts
            .map(|part| part.split_once(char::is_whitespace).unwrap_or((part, "")))
            .collect();
        let operand = |name: &'static str| {
            operations
                .iter()
                .find(|operation| operation.0 == name)
                .map(|operation| operation.1.trim())
                .filter(|text| !text.is_empty())
                .ok_or(PuzzleError::Missing(name))
        };
        let number = |name| {
            let text = operand(name)?;
            let bad = |_| PuzzleError::BadNumber {
                name,
                text: text.to_owned(),
            };
            text.parse::<u64>().map_err(bad)
        };
        if position.is_empty() {
            return Err(PuzzleError::Missing("position"));
        }
        let solution: Vec<_> = operand("pv")?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let (only, moves) = (number("only")? as usize, solution.len());
        if !(1..=moves).contains(&only) {
            return Err(PuzzleError::BadOnly { only, moves });
        }
        Ok(Self {
            position,
            theme: operand("theme")?.to_owned(),
            solution,
            only,
            nodes: number("nodes")?,
            rating: number("rating")?.try_into().unwrap_or(u32::MAX),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(nodes: u64) -> Puzzle {
        Puzzle {
            position: format!("position {nodes}"),
            theme: "mate".to_owned(),
            solution: vec!["a1".to_owned(), "b2".to_owned(), "c3".to_owned()],
            only: 2,
            nodes,
            rating: Puzzle::MIDDLE,
        }
    }

    #[test]
    fn what_takes_more_is_rated_higher_around_the_middle() {
        let mut puzzles: Vec<_> = [10, 100, 0, 1_000].map(puzzle).into();
        Puzzle::grade(&mut puzzles);
        let ratings: Vec<_> = puzzles.iter().map(|puzzle| puzzle.rating).collect();
        assert_eq!(ratings, [1133, 1500, 1500, 1867]);
        let mut alike = vec![puzzle(7), puzzle(7)];
        Puzzle::grade(&mut alike);
        assert_eq!(alike[0].rating, Puzzle::MIDDLE);
        Puzzle::grade(&mut []);
    }

    #[test]
    fn a_name_depends_on_the_position_alone() {
        let one = puzzle(1);
        let harder = Puzzle {
            rating: 2000,
            only: 1,
            ..one.clone()
        };
        assert_eq!(one.id(), harder.id());
        assert_ne!(one.id(), puzzle(2).id());
        assert_eq!(one.id().len(), 8);
    }

    #[test]
    fn a_line_that_is_no_puzzle_says_why() {
        let text = puzzle(5).to_string();
        assert_eq!(text.parse(), Ok(puzzle(5)));
        let without = |what: &str| {
            let kept: Vec<_> = text
                .split("; ")
                .filter(|part| !part.starts_with(what))
                .collect();
            kept.join("; ").parse::<Puzzle>()
        };
        for name in ["pv", "only", "nodes", "rating", "theme"] {
            assert_eq!(without(name), Err(PuzzleError::Missing(name)));
        }
        assert_eq!(without("bm"), Ok(puzzle(5)));
        assert_eq!(
            "; pv a1".parse::<Puzzle>(),
            Err(PuzzleError::Missing("position"))
        );
        let bad = |from: &str, to: &str| text.replace(from, to).parse::<Puzzle>();
        let number = PuzzleError::BadNumber {
            name: "nodes",
            text: "many".to_owned(),
        };
        assert_eq!(bad("nodes 5", "nodes many"), Err(number));
        for only in [0, 4] {
            let refused = bad("only 2", &format!("only {only}"));
            assert_eq!(refused, Err(PuzzleError::BadOnly { only, moves: 3 }));
        }
    }

    #[test]
    fn a_collection_is_read_line_by_line() {
        let text = format!("# two\n{}\n\n{} # easy\n", puzzle(1), puzzle(2));
        assert_eq!(Puzzle::parse_all(&text), Ok(vec![puzzle(1), puzzle(2)]));
        let broken = format!("{}\nnothing\n", puzzle(1));
        assert_eq!(
            Puzzle::parse_all(&broken),
            Err((2, PuzzleError::Missing("pv")))
        );
    }
}

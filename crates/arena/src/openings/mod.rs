//! The openings of a match. Each is played twice, with sides swapped.

mod balanced;
mod file;
mod random;
mod suite;

pub use balanced::{Balance, Balanced, Judged, balanced_moves};
pub use random::RandomPlies;
pub use suite::OpeningSuite;

use engines::{EngineError, Game, Settings};
use game_core::GameLine;
use thiserror::Error;

/// The source of a match's openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Random plies that left the game in balance.
    Random(RandomPlies),
    /// Random plies after which a longer search sees the game in balance.
    Balanced(Balanced),
    /// These lines, each a position and optionally moves, one pair after another. After the last
    /// come the same lines with random plies after them, so that players without chance do not
    /// repeat their games: two plies the second time, four the next two times, six the next four,
    /// and so on, each the best balanced of some candidates.
    Lines(Vec<GameLine>),
}

impl Default for Openings {
    fn default() -> Self {
        Self::Random(RandomPlies::default())
    }
}

/// Openings that cannot be used.
///
/// ```
/// use arena::openings::{OpeningError, Openings};
/// let othello = engines::game("othello")?;
/// let read = |text: &str| Openings::parse(text, othello, &Vec::new()).unwrap_err();
/// assert!(matches!(read("startpos moves f5\nstartpos moves a1"), OpeningError::Line { line: 2, .. }));
/// assert_eq!(read("# no opening\n").to_string(), "there is no opening in it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line of a file was refused.
    #[error("line {line}: {text:?}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The line's text.
        text: String,
        /// Why it was refused.
        error: EngineError,
    },
    /// A line of a file is a game already over.
    #[error("line {line}: {text:?}: the game is over ({reason})")]
    Over {
        /// Its number, from 1.
        line: usize,
        /// The line's text.
        text: String,
        /// How the game ended.
        reason: &'static str,
    },
    /// A file holds nothing but comments.
    #[error("there is no opening in it")]
    Empty,
    /// Random plies led to no further opening.
    #[error(
        "after {plies} random plies there is no opening number {number} that differs from those before and is undecided"
    )]
    Exhausted {
        /// How many plies were played.
        plies: u32,
        /// The opening looked for, from 1.
        number: usize,
    },
    /// Random plies led to no opening in balance.
    #[error(
        "of {tries} openings in succession none is within {within} points of a draw, so that there is no number {number}"
    )]
    Unbalanced {
        /// How many there were.
        tries: usize,
        /// How far from a draw they could be.
        within: i32,
        /// The opening looked for, from 1.
        number: usize,
    },
    /// The search that judges the openings gave no score.
    #[error(
        "of {tries} openings in succession the search knows no value: it needs more nodes or time for number {number}"
    )]
    Unknown {
        /// How many there were.
        tries: usize,
        /// The opening looked for, from 1.
        number: usize,
    },
    /// The search for openings was stopped.
    #[error("the search for openings was stopped")]
    Stopped,
    /// The game has no such rule setting, or not with that value.
    #[error("{0}")]
    Setting(EngineError),
}

impl Openings {
    /// Reads openings from a file's text: a position and optionally moves on each line, what
    /// follows `;` or `#` ignored.
    ///
    /// # Errors
    /// At the first line that the game does not take or in which it is over, with the line's
    /// number, or if there is none.
    ///
    /// ```
    /// use arena::openings::Openings;
    /// let othello = engines::game("othello")?;
    /// let openings = Openings::parse("startpos moves f5d6 # diagonal\n; nothing\n", othello, &Vec::new())?;
    /// assert!(matches!(openings, Openings::Lines(lines) if lines.len() == 1));
    /// let error = Openings::parse("startpos\nstartpos moves a1", othello, &Vec::new()).map(|_| ());
    /// assert!(error.is_err_and(|error| error.to_string().starts_with("line 2: ")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, game: &dyn Game, settings: &Settings) -> Result<Self, OpeningError> {
        file::parse(text, game, settings).map(Self::Lines)
    }
}

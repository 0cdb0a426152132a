//! OBF, the one-line text of a position, and test lines with the scores of its moves.
//!
//! A position is 64 signs, row by row from a1, then the side to move, with or without white space
//! before it:
//!
//! | sign | also | meaning |
//! |---|---|---|
//! | `X` | `x` `*` | a black disc, or Black to move |
//! | `O` | `o` | a white disc, or White to move |
//! | `-` | `.` | an empty square |
//!
//! A test line goes on with `; move:score` pairs, where a score is in discs for the side to move,
//! empty squares given to the winner. Positions are written with the signs of the first column and
//! one space.
//!
//! ```
//! use othello_bitboard::obf::Problem;
//!
//! let problem: Problem =
//!     "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;".parse()?;
//! assert_eq!(problem.best().map(|best| (best.mv.to_string(), best.score)), Some(("a2".into(), 38)));
//! assert!(problem.position.to_string().ends_with("-------- X"));
//! # Ok::<(), othello_bitboard::obf::ProblemError>(())
//! ```

use crate::{Move, MoveError, Othello, Square};
use core::{fmt, str::FromStr};
use game_core::{Player, Position, clip};
use thiserror::Error;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// There are too few signs, or too many.
    #[error("a board has 64 squares, not {found}")]
    Length {
        /// How many signs there are.
        found: usize,
    },
    /// A sign is not one of `X x * O o - .`.
    #[error("{found:?} on {square} is none of X, O and -")]
    Sign {
        /// The sign as it was given.
        found: char,
        /// The square that it stands for.
        square: Square,
    },
    /// The text ends after the board.
    #[error("the side to move, X or O, is missing after the 64 squares")]
    NoSide,
    /// What follows the board is not one of `X x * O o`.
    #[error("{found:?} is not a side to move, X or O")]
    Side {
        /// What follows the board, cut to forty characters.
        found: String,
    },
}

/// Whose disc a sign is.
fn player(sign: char) -> Option<Player> {
    match sign {
        'X' | 'x' | '*' => Some(Player::First),
        'O' | 'o' => Some(Player::Second),
        _ => None,
    }
}

/// The position in `text`, all of it.
pub(crate) fn position(text: &str) -> Result<Othello, PositionError> {
    let text = text.trim();
    let first_word = text.split(char::is_whitespace).next().unwrap_or("");
    // The side may be attached, but only once and only if nothing follows.
    let (board, side) = match first_word.char_indices().nth(64) {
        Some((end, _)) if first_word.len() == text.len() && text[end..].chars().count() == 1 => {
            text.split_at(end)
        }
        _ => (first_word, text[first_word.len()..].trim()),
    };
    read(board, side)
}

/// The position of these 64 signs, `side` to move.
pub(crate) fn read(board: &str, side: &str) -> Result<Othello, PositionError> {
    let found = board.chars().count();
    if found != 64 {
        return Err(PositionError::Length { found });
    }
    let mut discs = [0; 2];
    for (sign, square) in board.chars().zip(Square::all()) {
        match player(sign) {
            Some(player) => discs[player.index()] |= square.bit(),
            None if matches!(sign, '-' | '.') => {}
            None => {
                return Err(PositionError::Sign {
                    found: sign,
                    square,
                });
            }
        }
    }
    let mut signs = side.chars();
    let turn = match (signs.next(), signs.next()) {
        (None, _) => return Err(PositionError::NoSide),
        (Some(sign), None) => player(sign),
        _ => None,
    };
    let turn = turn.ok_or_else(|| PositionError::Side { found: clip(side) })?;
    let own = discs[turn.index()];
    let opp = discs[(!turn).index()];
    Ok(Othello::new(own, opp, turn).expect("a square has one sign"))
}

/// Writes the position as OBF: 64 signs, a space, the side to move.
impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |player| if player == Player::First { 'X' } else { 'O' };
        let board: String = Square::all()
            .map(|square| self.disc(square).map_or('-', sign))
            .collect();
        write!(f, "{board} {}", sign(self.turn()))
    }
}

/// A position with scored moves: a line of a test suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: Othello,
    /// Its scored moves, in the order of the line: perhaps not all, perhaps none.
    pub moves: Vec<ScoredMove>,
}

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredMove {
    /// A legal move.
    pub mv: Move,
    /// The disc margin it leads to, for the side that plays it: -64 to 64.
    pub score: i32,
}

impl Problem {
    /// The first of the moves with the greatest score.
    pub fn best(&self) -> Option<ScoredMove> {
        self.moves
            .iter()
            .copied()
            .reduce(|best, next| if next.score > best.score { next } else { best })
    }
}

/// Why a text is not a test line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An entry after a semicolon lacks its colon.
    #[error("{entry:?} is not of the form move:score")]
    NoScore {
        /// The entry as it was given, cut to forty characters.
        entry: String,
    },
    /// The move of an entry is malformed or illegal.
    #[error("in {entry:?}: {error}")]
    Move {
        /// The entry as it was given, cut to forty characters.
        entry: String,
        /// What is wrong with the move.
        #[source]
        error: MoveError,
    },
    /// The score of an entry is no whole number from -64 to 64.
    #[error("the score in {entry:?} is not a whole number from -64 to 64")]
    Score {
        /// The entry as it was given, cut to forty characters.
        entry: String,
    },
    /// A move is listed twice.
    #[error("{mv} is listed twice")]
    Twice {
        /// The move.
        mv: Move,
    },
}

impl FromStr for Problem {
    type Err = ProblemError;

    /// Reads a position, then `; move:score` as often as it comes; empty entries are skipped.
    ///
    /// # Errors
    /// At the first thing in `text` that is not so, a move that is not legal, or one listed twice.
    fn from_str(text: &str) -> Result<Self, ProblemError> {
        let mut fields = text.split(';').map(str::trim);
        let position = position(fields.next().unwrap_or(""))?;
        let mut moves: Vec<ScoredMove> = Vec::new();
        for entry in fields.filter(|entry| !entry.is_empty()) {
            let (mv, score) = entry
                .split_once(':')
                .ok_or_else(|| ProblemError::NoScore { entry: clip(entry) })?;
            let mv = position
                .legal(mv.trim())
                .map_err(|error| ProblemError::Move {
                    entry: clip(entry),
                    error,
                })?;
            let score = score
                .trim()
                .parse()
                .ok()
                .filter(|score| (-64..=64).contains(score));
            let score = score.ok_or_else(|| ProblemError::Score { entry: clip(entry) })?;
            if moves.iter().any(|listed| listed.mv == mv) {
                return Err(ProblemError::Twice { mv });
            }
            moves.push(ScoredMove { mv, score });
        }
        Ok(Self { position, moves })
    }
}

/// Writes the line as test suites have it: `... X; A2:+38; C7:+36;`.
///
/// ```
/// use othello_bitboard::obf::Problem;
/// let line = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6; A4:+0; C6:-2;";
/// assert_eq!(line.parse::<Problem>()?.to_string(), line);
/// # Ok::<(), othello_bitboard::obf::ProblemError>(())
/// ```
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if !self.moves.is_empty() {
            f.write_str(";")?;
        }
        self.moves
            .iter()
            .try_for_each(|scored| write!(f, " {scored};"))
    }
}

/// Writes `A2:+38`.
impl fmt::Display for ScoredMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{:+}",
            self.mv.to_string().to_ascii_uppercase(),
            self.score
        )
    }
}

/// The test lines of a file, each with its number from 1; blank lines and those that begin with `#`
/// or `%` are skipped.
///
/// A bad line is an error and does not end the reading.
pub fn problems(text: &str) -> impl Iterator<Item = (usize, Result<Problem, ProblemError>)> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
        .map(|(number, line)| (number, line.parse()))
}

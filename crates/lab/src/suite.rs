use engines::{EngineError, Game, Phase, Session, Settings};
use game_core::GameLine;
use thiserror::Error;

/// A position, and its best moves where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, optionally with moves.
    pub line: GameLine,
    /// Its name; empty where it has none.
    pub id: String,
    /// The best moves, as the game writes them.
    pub best: Vec<String>,
    /// Moves that are not to be played.
    pub avoid: Vec<String>,
    /// How far the game has come.
    pub phase: Phase,
}

/// A text that is no suite of positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A position was refused.
    #[error("line {line}: {text:?}: {error}")]
    Line {
        /// Its line, from 1.
        line: usize,
        /// The position.
        text: String,
        /// Why it was refused.
        error: EngineError,
    },
    /// The game is over.
    #[error("line {line}: {text:?}: the game is over ({reason})")]
    Over {
        /// Its line, from 1.
        line: usize,
        /// The position.
        text: String,
        /// How the game ended.
        reason: &'static str,
    },
    /// A move was refused.
    #[error("line {line}: {operation} {text:?}: {error}")]
    Move {
        /// Its line, from 1.
        line: usize,
        /// `bm` or `am`.
        operation: &'static str,
        /// The move.
        text: String,
        /// Why it was refused.
        error: Box<EngineError>,
    },
    /// An operation names no move.
    #[error("line {line}: {operation} names no move")]
    NoMove {
        /// Its line, from 1.
        line: usize,
        /// `bm` or `am`.
        operation: &'static str,
    },
    /// There is no position in it.
    #[error("there is no position in it")]
    Empty,
    /// The game has no such rule setting, or not with that value.
    #[error("{0}")]
    Setting(EngineError),
}

impl Problem {
    /// Reads a position on each line, optionally with moves; after a `;` may stand the operations
    /// `bm`, best moves, `am`, moves to avoid, and `id`, a name, one after the other with `;`
    /// between. What follows `#` is ignored, and so are other operations.
    ///
    /// The operations are those of EPD, extended position description, of the portable game
    /// notation standard (S. Edwards, 1994); the position is one of the game.
    ///
    /// # Errors
    /// At the first line that cannot be read or in which the game is over, or if there is none.
    ///
    /// ```
    /// use lab::Problem;
    /// let othello = engines::game("othello")?;
    /// let text = "startpos moves f5 ; bm d6 f6 ; id \"diagonal\"\nstartpos # unknown\n";
    /// let suite = Problem::parse_suite(text, othello, &Default::default())?;
    /// assert_eq!((suite[0].best.join(" "), suite[0].id.as_str()), ("d6 f6".into(), "diagonal"));
    /// assert!(suite[0].is_solved_by("f6") && !suite[0].is_solved_by("f4") && !suite[1].is_known());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_suite(
        text: &str,
        game: &dyn Game,
        settings: &Settings,
    ) -> Result<Vec<Self>, SuiteError> {
        let mut session = game.session(settings).map_err(SuiteError::Setting)?;
        let mut problems = Vec::new();
        for (line, whole) in (1..).zip(text.lines()) {
            let mut parts = whole
                .split('#')
                .next()
                .unwrap_or_default()
                .split(';')
                .map(str::trim);
            let position = parts.next().unwrap_or_default();
            if position.is_empty() {
                continue;
            }
            if let Err(error) = session.set_line(position) {
                let text = position.to_owned();
                return Err(SuiteError::Line { line, text, error });
            }
            if let Some(ending) = session.state().ending {
                let text = position.to_owned();
                let reason = ending.reason;
                return Err(SuiteError::Over { line, text, reason });
            }
            let mut problem = Self::unknown(session.as_ref());
            for part in parts {
                let (name, operands) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
                match name {
                    "bm" => problem.best = moves(session.as_ref(), line, "bm", operands)?,
                    "am" => problem.avoid = moves(session.as_ref(), line, "am", operands)?,
                    "id" => problem.id = operands.trim().trim_matches('"').to_owned(),
                    _ => {}
                }
            }
            problems.push(problem);
        }
        if problems.is_empty() {
            return Err(SuiteError::Empty);
        }
        Ok(problems)
    }

    /// The position of `session`, of whose best moves nothing is known.
    pub fn unknown(session: &dyn Session) -> Self {
        Self {
            line: session.line(),
            id: String::new(),
            best: Vec::new(),
            avoid: Vec::new(),
            phase: session.phase(),
        }
    }

    /// Whether anything is known of its best moves.
    pub fn is_known(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty()
    }

    /// Whether `mv`, as the game writes it, is the answer: one of the best moves where they are
    /// known, and none to avoid. Where nothing is known no move is.
    pub fn is_solved_by(&self, mv: &str) -> bool {
        let has = |moves: &[String]| moves.iter().any(|known| known == mv);
        self.is_known() && (self.best.is_empty() || has(&self.best)) && !has(&self.avoid)
    }
}

/// The moves of an operation, as the game writes them.
fn moves(
    session: &dyn Session,
    line: usize,
    operation: &'static str,
    operands: &str,
) -> Result<Vec<String>, SuiteError> {
    let read = |text: &str| {
        session.read(text).map_err(|error| SuiteError::Move {
            line,
            operation,
            text: text.to_owned(),
            error: Box::new(error),
        })
    };
    let moves = operands
        .split_whitespace()
        .map(read)
        .collect::<Result<Vec<_>, _>>()?;
    if moves.is_empty() {
        return Err(SuiteError::NoMove { line, operation });
    }
    Ok(moves)
}

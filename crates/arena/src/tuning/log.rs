use super::{Generation, Tuning};
use crate::journal::{Journal, JournalError};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{io, iter};
use thiserror::Error;

/// The file from which a tuning can be resumed: one line of JSON per round, in order.
///
/// It is locked while it is open, and a torn line is cut off, as with the [log of a
/// match](crate::tournament::Log): a killed tuning loses its current round.
///
/// ```
/// use arena::tuning::{Games, Space, Spsa, Tuning, TuningLog};
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
/// let space = Space::of(othello, &["mobility"], config.weights())?;
/// let (optimizer, trial) = (Spsa::default(), Games::new(othello, config, space.clone()));
/// let file = tempfile::NamedTempFile::new()?;
/// let (_log, history) = TuningLog::open(file.path(), &Tuning::new(&space, &optimizer, &trial))?;
/// assert!(history.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TuningLog {
    journal: Journal,
    ticket: Ticket,
}

/// A log that a tuning cannot be resumed from.
///
/// ```
/// use arena::tuning::{Games, Space, Spsa, Tuning, TuningLog};
/// let othello = engines::game("othello")?;
/// let space = Space::of(othello, &["mobility"], &Default::default())?;
/// let (spsa, trial) = (Spsa::default(), Games::new(othello, "pvs,depth=1".parse()?, space.clone()));
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(file.path(), "{}\n")?;
/// let error = TuningLog::open(file.path(), &Tuning::new(&space, &spsa, &trial)).unwrap_err();
/// assert!(error.to_string().starts_with("line 1: it is no round of a tuning: missing field"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningLogError {
    /// The file could not be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// Another process has opened it.
    #[error("another process is writing to it")]
    Busy,
    /// The last line has no newline, and is no beginning of a round of the tuning.
    #[error("line {line} has no newline at its end, and is no part of a round of this tuning")]
    Unfinished {
        /// Its number, from 1.
        line: usize,
    },
    /// A line before the last is not text in UTF-8.
    #[error("line {line}: it is not UTF-8")]
    NotText {
        /// Its number, from 1.
        line: usize,
    },
    /// A line before the last is no round of a tuning.
    #[error("line {line}: it is no round of a tuning: {error}")]
    NotARound {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A line is of another tuning, or of the same with other parameters.
    #[error("line {line} is of another tuning: {other}, not {this}")]
    OtherTuning {
        /// Its number, from 1.
        line: usize,
        /// The id of the tuning it is of.
        other: String,
        /// The id of the tuning to resume.
        this: String,
    },
    /// A round is missing, or there twice.
    #[error("line {line}: round {round} where round {expected} should be")]
    Order {
        /// Its number, from 1.
        line: usize,
        /// The round there.
        round: u64,
        /// The round that should be there.
        expected: u64,
    },
    /// A round does not have a number for each weight, or a score for each player.
    #[error("line {line}: round {round} does not fit the weights that are tuned")]
    Misfit {
        /// Its number, from 1.
        line: usize,
        /// The round.
        round: u64,
    },
}

impl From<JournalError> for TuningLogError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::File(error) => Self::File(error),
            JournalError::Busy => Self::Busy,
            JournalError::Unfinished { line } => Self::Unfinished { line },
        }
    }
}

/// The part of a line that identifies its tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ticket {
    /// The tuning's [id](Tuning::id).
    tuning: String,
    /// The weights' names.
    weights: Vec<String>,
}

#[derive(Serialize)]
struct LineOut<'a> {
    #[serde(flatten)]
    ticket: &'a Ticket,
    #[serde(flatten)]
    generation: &'a Generation,
}

#[derive(Deserialize)]
struct LineIn {
    #[serde(flatten)]
    ticket: Ticket,
    #[serde(flatten)]
    generation: Generation,
}

impl TuningLog {
    /// Opens the log of `tuning` in `path`, or begins one, and reads the rounds it holds.
    ///
    /// # Errors
    /// If the file cannot be read or written, is open elsewhere, or holds anything but rounds of
    /// this tuning in their order; then it is left as it was.
    pub fn open(
        path: &Path,
        tuning: &Tuning<'_>,
    ) -> Result<(Self, Vec<Generation>), TuningLogError> {
        let weights = tuning
            .space
            .parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            .collect();
        let ticket = Ticket {
            tuning: tuning.id(),
            weights,
        };
        let (mut journal, bytes) = Journal::open(path)?;
        let mut history = Vec::new();
        for (number, text) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = number + 1;
            let text = std::str::from_utf8(text)
                .map_err(|_| TuningLogError::NotText { line })?
                .trim();
            if text.is_empty() {
                continue;
            }
            let read: LineIn = serde_json::from_str(text)
                .map_err(|error| TuningLogError::NotARound { line, error })?;
            let other = read.ticket.tuning;
            let generation = read.generation;
            if other != ticket.tuning {
                return Err(TuningLogError::OtherTuning {
                    line,
                    other,
                    this: ticket.tuning,
                });
            }
            let round = generation.round;
            let expected = history.len() as u64;
            if round != expected {
                return Err(TuningLogError::Order {
                    line,
                    round,
                    expected,
                });
            }
            if !generation.fits(tuning.space) {
                return Err(TuningLogError::Misfit { line, round });
            }
            history.push(generation);
        }
        journal.begin(iter::once(opening(&ticket)), !history.is_empty())?;
        Ok((Self { journal, ticket }, history))
    }

    /// Appends a round.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, generation: &Generation) -> io::Result<()> {
        let line = LineOut {
            ticket: &self.ticket,
            generation,
        };
        self.journal.append(
            serde_json::to_string(&line)
                .expect("strings, numbers and lists of them can be written"),
        )
    }
}

/// How every line of a tuning begins.
fn opening(ticket: &Ticket) -> String {
    let mut text = serde_json::to_string(ticket).expect("strings can be written");
    // A round's fields follow.
    text.pop();
    text.push(',');
    text
}

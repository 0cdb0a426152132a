use super::record::opening;
use super::{GameRecord, LineError, Match, Shard, Ticket, read_line, write_line};
use crate::journal::{Journal, JournalError};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The file from which a match or a tournament can be resumed: one line per game, in the order in
/// which they ended.
///
/// Each line is written at once; a process killed while writing leaves at most one torn line, the
/// last. The next process cuts it off and plays that game again. Nothing else is ever cut off. The
/// file is locked while it is open, since two processes that resume it at once would play and write
/// every game twice; the lock ends with the process.
///
/// ```
/// use arena::tournament::{Log, Match, Shard};
/// let plan = Match::new(engines::game("othello")?, "pvs,depth=1".parse()?, "pvs,depth=1".parse()?);
/// let file = tempfile::NamedTempFile::new()?;
/// let (_log, known) = Log::open(file.path(), &plan, Shard::WHOLE)?;
/// assert!(known.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Log {
    journal: Journal,
}

/// A log that a match cannot be resumed from.
///
/// ```
/// use arena::tournament::{Log, LogError, Match, Shard, Ticket};
/// let plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # let plan = Match { openings: arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]), ..plan };
/// let game = plan.play(0, &plan.suite()?, &search::Control::default())?.ok_or("stopped")?;
/// let file = tempfile::NamedTempFile::new()?;
/// let (mut log, _) = Log::open(file.path(), &plan, Shard::WHOLE)?;
/// log.write(&Ticket::of(&plan), &game)?;
/// assert!(matches!(Log::open(file.path(), &plan, Shard::WHOLE), Err(LogError::Busy)));
/// drop(log);
/// // With another seed it is another match.
/// let error = Log::open(file.path(), &Match { seed: 2, ..plan }, Shard::WHOLE).unwrap_err();
/// assert!(error.to_string().starts_with("line 1 is of another match: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file could not be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// Another process has opened it.
    #[error("another process is writing to it")]
    Busy,
    /// The last line has no newline, and is no beginning of a line of the match.
    #[error("line {line} has no newline at its end, and is no part of a line of this match")]
    Unfinished {
        /// Its number, from 1.
        line: usize,
    },
    /// A line before the last cannot be read.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// A line is of another match, or of the same with other parameters.
    #[error("line {line} is of another match: {other} ({a} against {b}, {of} games), not {this}")]
    OtherMatch {
        /// Its number, from 1.
        line: usize,
        /// The id of the match or tournament it is of.
        other: String,
        /// Who A is there.
        a: String,
        /// Who B is there.
        b: String,
        /// The games planned there.
        of: u64,
        /// The id of the match or tournament to resume.
        this: String,
    },
    /// A line is of a game that another shard plays.
    #[error("line {line}: game {index} belongs to another shard of the match")]
    OtherShard {
        /// Its number, from 1.
        line: usize,
        /// The game.
        index: u64,
        /// The part of its match to resume.
        shard: Shard,
    },
    /// Two lines give different results for the same game.
    #[error("line {line}: game {index} has already ended otherwise")]
    Twice {
        /// The later line's number, from 1.
        line: usize,
        /// The game.
        index: u64,
    },
}

impl From<JournalError> for LogError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::File(error) => Self::File(error),
            JournalError::Busy => Self::Busy,
            JournalError::Unfinished { line } => Self::Unfinished { line },
        }
    }
}

impl Log {
    /// Opens the log of a match in `path`, or begins one, and reads the games it holds.
    ///
    /// # Errors
    /// If the file cannot be read or written, is open elsewhere, or holds anything but games of
    /// this shard of this match; then it is left as it was.
    pub fn open(
        path: &Path,
        plan: &Match,
        shard: Shard,
    ) -> Result<(Self, BTreeMap<u64, GameRecord>), LogError> {
        let (log, mut games) = Self::open_all(path, &[(Ticket::of(plan), shard)])?;
        Ok((log, games.pop().unwrap_or_default()))
    }

    /// Opens or begins the log of several matches, each known by its ticket and with its own shard,
    /// and reads the games of each.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    ///
    /// # Panics
    /// If there is no match.
    pub fn open_all(
        path: &Path,
        matches: &[(Ticket, Shard)],
    ) -> Result<(Self, Vec<BTreeMap<u64, GameRecord>>), LogError> {
        let (mut journal, bytes) = Journal::open(path)?;
        let mut games = vec![BTreeMap::new(); matches.len()];
        for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line_number = number + 1;
            let read = read_line(line).map_err(|error| LogError::Line {
                line: line_number,
                error,
            })?;
            let Some((other, game)) = read else { continue };
            let line = line_number;
            let index = game.index;
            let Some(number) = matches.iter().position(|(ticket, _)| *ticket == other) else {
                let id = other.whole().to_owned();
                let this = matches[0].0.whole().to_owned();
                let Ticket { a, b, of, .. } = other;
                return Err(LogError::OtherMatch {
                    line,
                    other: id,
                    a,
                    b,
                    of,
                    this,
                });
            };
            let shard = matches[number].1;
            let games = &mut games[number];
            if !shard.has(index) {
                return Err(LogError::OtherShard { line, index, shard });
            }
            if games.get(&index).is_some_and(|earlier| *earlier != game) {
                return Err(LogError::Twice { line, index });
            }
            games.insert(index, game);
        }
        let openings = matches.iter().map(|(ticket, _)| opening(ticket));
        journal.begin(openings, games.iter().any(|games| !games.is_empty()))?;
        Ok((Self { journal }, games))
    }

    /// Appends a game of the match that `ticket` names.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, ticket: &Ticket, game: &GameRecord) -> io::Result<()> {
        self.journal.append(write_line(ticket, game))
    }
}

use super::{GameRecord, LineError, Standing, Ticket, read_line};
use std::collections::BTreeMap;
use thiserror::Error;

/// A match put together from its shards.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What match it is.
    pub ticket: Ticket,
    /// The games that count, in the order of their indices.
    pub games: Vec<GameRecord>,
    /// All of them added up.
    pub standing: Standing,
}

/// Parts that do not make a whole; `part` is the number of a text, from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A line cannot be read.
    #[error("line {line}: {error}")]
    Line {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// A line is of another match than those before.
    #[error("line {line} is of another match: {other}, not {this}")]
    OtherMatch {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// The id of the match it is of.
        other: String,
        /// The id of the match the lines before are of.
        this: String,
    },
    /// A game was seen before.
    #[error("line {line}: game {index} is there twice")]
    Twice {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// The game.
        index: u64,
    },
    /// There is no game at all.
    #[error("there is no game in it")]
    Empty,
    /// Not all games are there, and no test has decided without them.
    #[error("{missing} of {of} games are missing, the first of them game {first}")]
    Missing {
        /// How many.
        missing: u64,
        /// Of how many.
        of: u64,
        /// The index of the first.
        first: u64,
    },
}

impl MergeError {
    /// The text at fault, from 0; `None` if it is their sum.
    pub fn part(&self) -> Option<usize> {
        match self {
            Self::Line { part, .. } | Self::OtherMatch { part, .. } | Self::Twice { part, .. } => Some(*part),
            Self::Empty | Self::Missing { .. } => None,
        }
    }
}

/// Puts the logs or outputs of a match's shards together: the very result that the whole match would have had.
///
/// A sequential test is made pair by pair in the order of indices, and games after its decision do not count; if it has
/// decided, it does not matter whether they are there. A text may be the log of a shard still running: after the first
/// line, one at the end that is torn counts as not there.
///
/// # Errors
/// If a line is no game, the games are of different matches, one is there twice, or one is missing.
pub fn merge<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Result<Merged, MergeError> {
    let (mut ticket, mut games) = (None::<Ticket>, BTreeMap::new());
    for (part, text) in parts.into_iter().enumerate() {
        let mut lines = text.split(|&byte| byte == b'\n').enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let line_number = number + 1;
            let (other, game) = match read_line(line) {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                // The last line is torn: its shard was killed, or is just writing it.
                Err(_) if lines.peek().is_none() && number > 0 => continue,
                Err(error) => return Err(MergeError::Line { part, line: line_number, error }),
            };
            let (line, index) = (line_number, game.index);
            let this = ticket.get_or_insert_with(|| other.clone());
            if *this != other {
                return Err(MergeError::OtherMatch { part, line, other: other.id, this: this.id.clone() });
            }
            if games.insert(index, game).is_some() {
                return Err(MergeError::Twice { part, line, index });
            }
        }
    }
    let ticket = ticket.ok_or(MergeError::Empty)?;
    let mut standing = Standing::new(ticket.sprt);
    let mut counted = Vec::new();
    for index in 0..ticket.of {
        let Some(game) = games.remove(&index) else {
            let missing = ticket.of - (counted.len() + games.len()) as u64;
            return Err(MergeError::Missing { missing, of: ticket.of, first: index });
        };
        standing.add(&game);
        counted.push(game);
        if standing.verdict().is_some() {
            break;
        }
    }
    Ok(Merged { ticket, games: counted, standing })
}

use engines::EngineError;
use std::{
    error::Error,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// An argument's text was refused: a usage error.
    #[error("{argument} {value:?}: {error}")]
    Text {
        /// The argument, as `--position`.
        argument: &'static str,
        /// What was given.
        value: String,
        /// Why it was refused, and what is accepted.
        error: EngineError,
    },
    /// A rule setting was refused: a usage error.
    #[error("--{0}")]
    Setting(EngineError),
    /// The game refuses a searcher or a level: a usage error.
    #[error("{config}: {error}")]
    Config {
        /// The searcher as it was given.
        config: String,
        /// What is wrong with it.
        error: EngineError,
    },
    /// Arguments contradict each other: a usage error.
    #[error("{argument}: {problem}")]
    Words {
        /// The argument, as `--player`.
        argument: &'static str,
        /// What is wrong, and what is accepted.
        problem: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// A file does not hold what it should.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What was wrong.
        error: EngineError,
    },
    /// Not every game of a file could be read; the details have been printed.
    #[error("{}: {refused} of {games} games refused", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// How many could not.
        refused: usize,
        /// How many there are.
        games: usize,
    },
    /// A file of games that holds none.
    #[error("{}: no games, so that nothing is written", path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
    },
    /// A player broke the rules or crashed.
    #[error("{name}: {problem}")]
    Player {
        /// The player.
        name: String,
        /// What happened.
        problem: String,
    },
    /// A file of a match, such as its openings or its log, does not hold what it should.
    #[error("{}: {error}", path.display())]
    MatchFile {
        /// The file.
        path: PathBuf,
        /// What was wrong.
        error: Box<dyn Error + Send + Sync>,
    },
    /// A match could not be played, or put together from its parts.
    #[error("{0}")]
    Match(Box<dyn Error + Send + Sync>),
    /// A file of positions has none.
    #[error("{}: there is no position in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Not every position was solved; the details have been printed.
    #[error("{unsolved} of {positions} positions not solved")]
    Unsolved {
        /// How many were not.
        unsolved: usize,
        /// How many there were.
        positions: usize,
    },
    /// The server could not listen at its address.
    #[error("--port: {address}: {error}{}", hint(error))]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What happened.
        error: io::Error,
    },
    /// A server ended before its client did.
    #[error("{0}")]
    Serve(Box<dyn Error + Send + Sync>),
    /// Output could not be written.
    #[error("output: {0}")]
    Write(io::Error),
}

impl From<io::Error> for Failure {
    /// Output could not be written, unless the error is a failure [on its way](Failure::into_io).
    fn from(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(Self::Write)
    }
}

impl Failure {
    /// A file of a match does not hold what it should.
    pub fn in_file(path: &Path, error: impl Error + Send + Sync + 'static) -> Self {
        Self::MatchFile {
            path: path.to_owned(),
            error: Box::new(error),
        }
    }

    /// The failure as an error with which an observer of a match can end it.
    pub fn into_io(self) -> io::Error {
        io::Error::other(self)
    }

    /// The exit status: 2 for a usage error, else 1.
    pub fn status(&self) -> u8 {
        match self {
            Self::Text { .. } | Self::Setting(_) | Self::Config { .. } | Self::Words { .. } => 2,
            Self::File { .. }
            | Self::Content { .. }
            | Self::Refused { .. }
            | Self::Player { .. }
            | Self::Write(_) => 1,
            Self::MatchFile { .. }
            | Self::Match(_)
            | Self::Listen { .. }
            | Self::Serve(_)
            | Self::NoGames { .. } => 1,
            Self::Empty { .. } | Self::Unsolved { .. } => 1,
        }
    }
}

/// A hint for a port that is not available.
fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => "; --port 0 takes one that is free",
        _ => "",
    }
}

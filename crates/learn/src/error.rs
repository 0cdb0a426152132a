use arena::tournament::{LogError, MatchError};
use engines::EngineError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use train::LearnError;
use train::self_play::SelfPlayError;

/// Why a game cannot learn, or not go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearningError {
    /// A file of the folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The folder is that of another plan or another game.
    #[error(
        "{}: the folder is that of another plan, which this file has; another plan needs another folder",
        path.display()
    )]
    OtherPlan {
        /// The file of the folder's plan.
        path: PathBuf,
    },
    /// A line of the pedigree cannot be read, or is not that of the next round.
    #[error("{}: line {line} is not round {line} of a pedigree", path.display())]
    Pedigree {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
    },
    /// A file of the folder is not that of its round: it was changed.
    #[error("{}: this is not the file that its round wrote", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The game has no such rules, evaluator or searcher.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Self-play failed.
    #[error("self-play: {0}")]
    SelfPlay(#[from] SelfPlayError),
    /// Training failed.
    #[error("training: {0}")]
    Training(#[from] LearnError),
    /// The gate match failed.
    #[error("gate match: {0}")]
    Match(#[from] MatchError),
    /// The log of a gate match cannot be resumed.
    #[error("{}: {error}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Box<LogError>,
    },
}

impl LearningError {
    /// A closure for what goes wrong with a file.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }
}

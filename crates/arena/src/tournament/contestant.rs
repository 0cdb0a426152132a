use engines::{ConfigError, EngineConfig};
use protocols::client::{Command, CommandError};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A player of a match, read from `searcher[,option=value...]`, `level=N` or `cmd:PROGRAM`.
///
/// ```
/// use arena::tournament::Contestant;
/// assert!(matches!("pvs,depth=6".parse(), Ok(Contestant::Engine(_))));
/// assert!(matches!("cmd:edax -gtp".parse(), Ok(Contestant::Program(_))));
/// assert!("robot".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug)]
pub enum Contestant {
    /// An engine of this library.
    Engine(EngineConfig),
    /// An external program.
    Program(Command),
}

/// A text that names no contestant.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContestantError {
    /// It is no searcher.
    #[error("{0}; or level=N, or cmd:PROGRAM")]
    Engine(ConfigError),
    /// It is no program.
    #[error(transparent)]
    Program(#[from] CommandError),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        if Command::is_meant_by(text) {
            return Ok(Self::Program(text.parse()?));
        }
        text.parse()
            .map(Self::Engine)
            .map_err(ContestantError::Engine)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(config) => config.fmt(f),
            Self::Program(command) => command.fmt(f),
        }
    }
}

impl From<EngineConfig> for Contestant {
    fn from(config: EngineConfig) -> Self {
        Self::Engine(config)
    }
}

impl From<Command> for Contestant {
    fn from(command: Command) -> Self {
        Self::Program(command)
    }
}

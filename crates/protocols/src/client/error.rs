use super::ProtocolKind;
use std::io;
use thiserror::Error;

/// A program from outside that does not play.
#[derive(Debug, Error)]
#[error("{program}: {problem}")]
pub struct ProgramError {
    /// The command, as it was given.
    pub program: String,
    /// What is wrong.
    pub problem: Box<Problem>,
}

/// What is wrong with a program.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    /// No protocol is known for the game.
    #[error("no protocol is known here in which programs play {game}")]
    Game {
        /// The game.
        game: &'static str,
    },
    /// The protocol is one for another game.
    #[error("{protocol} is not for {game} here, but for {other}", other = protocol.game())]
    Protocol {
        /// The protocol.
        protocol: ProtocolKind,
        /// The game that is to be played.
        game: &'static str,
    },
    /// It has ended, or closed its output.
    #[error("it ended ({status}) when told {told:?}; {heard}")]
    Ended {
        /// How it ended.
        status: String,
        /// What it was told last.
        told: String,
        /// What was heard of it last.
        heard: Heard,
    },
    /// It did not answer in time.
    #[error("no answer to {told:?} in {waited} ms, but {expected} is due; {heard}")]
    Silent {
        /// What it was told last.
        told: String,
        /// How long was waited.
        waited: u128,
        /// What it should have said.
        expected: &'static str,
        /// What was heard of it last.
        heard: Heard,
    },
    /// It refused what it was told.
    #[error("it refused {told:?}: {answer:?}")]
    Refused {
        /// What it was told.
        told: String,
        /// What it answered.
        answer: String,
    },
    /// It has not the option it is to be given.
    #[error("it has no option {name:?}; it has {known}")]
    Option {
        /// The option.
        name: String,
        /// Those it has.
        known: String,
    },
    /// The protocol has no words for where the game begins.
    #[error("in {protocol} a game begins at the initial position, not at {start:?}")]
    SetUp {
        /// The protocol.
        protocol: ProtocolKind,
        /// Where the game begins.
        start: String,
    },
    /// It found no move.
    #[error("it found no move: {0:?}")]
    NoMove(String),
    /// The game was stopped while it thought.
    #[error("it was stopped")]
    Stopped,
}

/// The last lines that came from a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// On its output.
    pub output: String,
    /// On its error output.
    pub errors: String,
}

impl std::fmt::Display for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.output.as_str(), self.errors.as_str()) {
            ("", "") => f.write_str("it said nothing"),
            (output, "") => write!(f, "it said last {output:?}"),
            ("", errors) => write!(f, "it said nothing, but {errors:?} as an error"),
            (output, errors) => write!(f, "it said last {output:?}, and {errors:?} as an error"),
        }
    }
}

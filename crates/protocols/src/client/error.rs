use super::ProtocolKind;
use std::io;
use thiserror::Error;

/// An external program that does not play.
///
/// ```
/// use protocols::client::{Problem, Program};
/// use search::Control;
/// let othello = engines::game("othello")?;
/// let command = "cmd:/no/such/program".parse()?;
/// let started = Program::start(&command, othello, &Vec::new(), &Control::default());
/// let error = started.err().ok_or("there is no such program")?;
/// assert!(error.to_string().starts_with("cmd:/no/such/program: it cannot be started"));
/// assert!(matches!(*error.problem, Problem::Start(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[error("{program}: {problem}")]
pub struct ProgramError {
    /// The command as it was given.
    pub program: String,
    /// What is wrong.
    pub problem: Box<Problem>,
}

/// What is wrong with a program.
///
/// ```
/// use protocols::client::{Problem, ProtocolKind};
/// let problem = Problem::Protocol { protocol: ProtocolKind::NBoard, game: "gomoku" };
/// assert_eq!(problem.to_string(), "nboard is not for gomoku here, but for othello");
/// ```
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
    #[error(
        "{protocol} is not for {game} here, but for {other}",
        other = protocol.game().unwrap_or("games whose moves put a piece on one point")
    )]
    Protocol {
        /// The protocol.
        protocol: ProtocolKind,
        /// The game to be played.
        game: &'static str,
    },
    /// It has ended, or closed its output.
    #[error("it ended ({status}) after {sent:?}; {heard}")]
    Ended {
        /// How it ended.
        status: String,
        /// The last line sent to it.
        sent: String,
        /// The last lines it wrote.
        heard: Heard,
    },
    /// It did not answer in time.
    #[error("no answer to {sent:?} in {waited} ms, but {expected} is due; {heard}")]
    Silent {
        /// The last line sent to it.
        sent: String,
        /// How long the client waited, in milliseconds.
        waited: u128,
        /// What it should have said.
        expected: &'static str,
        /// The last lines it wrote.
        heard: Heard,
    },
    /// It refused a line.
    #[error("it refused {sent:?}: {answer:?}")]
    Refused {
        /// The line.
        sent: String,
        /// Its answer.
        answer: String,
    },
    /// It does not have an option that it is given.
    #[error("it has no option {name:?}; it has {known}")]
    Option {
        /// The option.
        name: String,
        /// The options it has.
        known: String,
    },
    /// The protocol cannot express the start of the game.
    #[error("in {protocol} a game begins at the initial position, not at {start:?}")]
    SetUp {
        /// The protocol.
        protocol: ProtocolKind,
        /// The start of the game.
        start: String,
    },
    /// It found no move.
    #[error("it found no move: {0:?}")]
    NoMove(String),
    /// The game was stopped during its search.
    #[error("it was stopped")]
    Stopped,
}

/// The last lines that came from a program.
///
/// ```
/// use protocols::client::Heard;
/// let heard = Heard { output: "readyok".to_owned(), errors: "no weights".to_owned() };
/// assert_eq!(heard.to_string(), "it said last \"readyok\", and \"no weights\" as an error");
/// assert_eq!(Heard::default().to_string(), "it said nothing");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The last line on its output.
    pub output: String,
    /// The last line on its error output.
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

//! Programs as engines: the client side of Gomocup, GTP, NBoard, UCI, UCCI and UGI.
//!
//! A [`Command`] names a program as `cmd:PROGRAM ARGUMENTS`, a [`Program`] is that program running.
//! No program can harm the caller: separate threads read and write its pipes, its output is
//! bounded, every wait ends at a deadline or with a stop, and dropping the player kills the program
//! and every process it started.

mod command;
mod engine;
mod error;
mod kind;
mod pipe;
mod process;
mod program;
mod talk;
#[cfg(test)]
mod tests;

pub use crate::uci::Letters;
pub use command::{Command, CommandError};
pub use error::{Heard, Problem, ProgramError};
pub(crate) use kind::Client;
pub use kind::ProtocolKind;
pub use program::Program;
pub(crate) use talk::Talk;
pub use xiangqi_movegen::notation::Ranks;

use engines::{Answer, Reply};
use game_core::Score;
use search::{Bound, Report, Variation};

/// A program's reply, with the nodes and score it reported.
pub(crate) fn answer(reply: Reply, nodes: u64, score: Option<Score>) -> Answer {
    let variation = |score| Variation {
        moves: reply.mv().map(str::to_owned).into_iter().collect(),
        score,
        bound: Bound::Exact,
    };
    let mut report = Report::empty();
    report.lines.extend(score.map(variation));
    report.nodes = nodes;
    Answer { reply, report }
}

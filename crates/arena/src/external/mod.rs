//! Programs from outside as players: the client side of Gomocup, GTP, NBoard, UCI and UCCI.
//!
//! A [`Command`] names a program as `cmd:PROGRAM ARGUMENTS`, a [`Program`] is that program running,
//! a [`Player`](crate::Player) like any other. Nothing it does can harm its opponent or the match:
//! it is spoken to by threads of its own, what it says is bounded, every wait ends at a deadline or
//! with a stop, and when the player is dropped the program and all that it started are gone.

mod command;
mod dialect;
mod engine;
mod error;
mod gomocup;
mod gtp;
mod nboard;
mod options;
mod pipe;
mod process;
mod program;
mod talk;
mod ucci;
mod uci;
mod xiangqi;

pub use command::{Command, CommandError};
pub use dialect::Dialect;
pub use error::{Heard, Problem, ProgramError};
pub use program::Program;
pub use xiangqi::Letters;
pub use xiangqi_movegen::notation::Ranks;

#![doc = include_str!("../README.md")]

mod action;
mod diagram;
mod error;
pub mod kernel;
mod movegen;
mod notation;
pub mod obf;
mod perft;
mod position;
mod square;
mod symmetry;
mod transcript;
pub mod wthor;

pub use action::{Move, MoveTextError};
pub use error::{Error, MoveError};
pub use game_core;
pub use movegen::{flips, moves, reference};
pub use perft::perft;
pub use position::{Othello, OverlapError};
use square::bits;
pub use square::{Square, SquareError, squares};
pub use symmetry::Symmetry;

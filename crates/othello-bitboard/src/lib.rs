#![doc = include_str!("../README.md")]

mod action;
mod diagram;
mod error;
mod movegen;
mod notation;
pub mod obf;
mod position;
mod square;
mod symmetry;
mod transcript;
pub mod wthor;

pub use action::{Move, MoveTextError};
pub use error::{Error, MoveError};
pub use game_core;
pub use movegen::{flips, moves, reference};
pub use position::{Othello, OverlapError};
pub use square::{Square, SquareError, squares};
pub use symmetry::Symmetry;

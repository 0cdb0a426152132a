#![doc = include_str!("../README.md")]

mod action;
mod diagram;
mod error;
pub mod ggf;
pub mod kernel;
mod last_disc;
mod movegen;
mod notation;
pub mod obf;
mod perft;
mod position;
mod presentation;
mod records;
mod rule_cards;
mod spread;
mod square;
mod stability;
mod symmetry;
pub mod tags;
mod transcript;
pub mod wthor;

pub use action::{Move, MoveTextError};
pub use error::{Error, MoveError};
pub use game_core;
pub use last_disc::{last_flips, last_margin};
pub use movegen::{flips, moves, reference};
pub use perft::perft;
pub use position::{Othello, OverlapError};
pub use spread::spread;
use square::bits;
pub use square::{CORNERS, Square, SquareError, squares};
pub use stability::stable;
pub use symmetry::Symmetry;

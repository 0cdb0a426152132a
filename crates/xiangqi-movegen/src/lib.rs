#![doc = include_str!("../README.md")]

mod board;
mod moves;
pub mod notation;
mod piece;
mod position;
mod square;

pub use board::{Bitboard, Board};
pub use moves::{Move, MoveTextError};
pub use piece::{Kind, Piece};
pub use position::Xiangqi;
pub use square::{Square, SquareTextError};

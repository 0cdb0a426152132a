#![doc = include_str!("../README.md")]

mod adjudicate;
mod board;
mod history;
mod mate;
mod moves;
pub mod notation;
mod piece;
mod position;
mod presentation;
mod rule_cards;
mod rules;
mod square;
mod zobrist;

pub use adjudicate::Reason;
pub use board::{Bitboard, Board};
pub use game_core;
pub use moves::{Move, MoveTextError};
pub use piece::{Kind, Piece};
pub use position::Xiangqi;
pub use rules::{RepetitionRule, Rules};
pub use square::{Square, SquareTextError};

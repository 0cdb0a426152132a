#![doc = include_str!("../README.md")]

mod board;
mod evaluation;
mod guide;
mod notation;
mod position;
mod presentation;
mod wiring;

pub use board::{BOARD, Kind, Square, goal, reached};
use engines::{Game, Wired};
pub use evaluation::{CHICK, Counts, Terms};
pub use guide::AnimalShogiGuide;
pub use notation::TextError;
pub use position::{AnimalShogi, Move, Undo};
pub use wiring::AnimalShogiWiring;

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<AnimalShogiWiring>::NEW;

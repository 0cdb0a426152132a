#![doc = include_str!("../README.md")]

#[cfg(feature = "gomoku")]
pub mod gomoku;
#[cfg(feature = "othello")]
pub mod othello;
mod term;
#[cfg(feature = "xiangqi")]
pub mod xiangqi;

pub use game_core;
pub use term::{Explain, Term};

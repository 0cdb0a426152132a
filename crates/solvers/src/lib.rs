// The front page's examples are of both games.
#![cfg_attr(all(feature = "gomoku", feature = "othello"), doc = include_str!("../README.md"))]
#![cfg_attr(not(all(feature = "gomoku", feature = "othello")), doc = "Exact solvers for board games.")]

#[cfg(feature = "gomoku")]
pub mod gomoku;
mod limits;
#[cfg(feature = "othello")]
pub mod othello;

pub use limits::{Limits, Unsolved};

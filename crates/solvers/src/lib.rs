// The front page's examples are of all games.
#![cfg_attr(all(feature = "gomoku", feature = "othello", feature = "xiangqi"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "gomoku", feature = "othello", feature = "xiangqi")),
    doc = "Exact solvers for board games."
)]

#[cfg(feature = "gomoku")]
pub mod gomoku;
mod limits;
#[cfg(any(feature = "gomoku", feature = "xiangqi"))]
mod meter;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(any(feature = "gomoku", feature = "xiangqi"))]
mod table;
#[cfg(feature = "xiangqi")]
pub mod xiangqi;

pub use limits::{SolveLimits, Unsolved};

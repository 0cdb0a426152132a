// The front page's example is Othello's.
#![cfg_attr(feature = "othello", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "othello"),
    doc = "Evaluators for gomoku, Othello and xiangqi: weights as data."
)]

#[cfg(feature = "gomoku")]
pub mod gomoku;
#[cfg(any(feature = "gomoku", feature = "othello", feature = "xiangqi"))]
mod network;
#[cfg(feature = "othello")]
pub mod othello;
mod term;
mod weight;
mod weighted_sum;
#[cfg(feature = "xiangqi")]
pub mod xiangqi;

pub use game_core;
pub use term::{Explain, Term};
pub use weight::{Weight, Weighted};
pub use weighted_sum::{Counted, WeightedSum};

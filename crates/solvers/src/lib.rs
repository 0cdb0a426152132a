// The front page's example is Othello's.
#![cfg_attr(feature = "othello", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "othello"), doc = "Exact solvers for board games.")]

#[cfg(feature = "othello")]
pub mod othello;

#![doc = include_str!("../README.md")]

mod book;
pub mod build;
mod entry;
mod format;
#[cfg(feature = "gomoku")]
mod gomoku;
mod lines;
#[cfg(feature = "othello")]
pub mod othello;
mod symmetric;
#[cfg(feature = "xiangqi")]
mod xiangqi;

pub use book::Book;
pub use entry::{Entry, Tally, choose};
pub use format::BookError;
pub use lines::MainLine;
pub use symmetric::Symmetric;

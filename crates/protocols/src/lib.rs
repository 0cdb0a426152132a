#![doc = include_str!("../README.md")]

#[cfg(feature = "gomoku")]
mod gomocup;
mod gtp;
mod input;
#[cfg(feature = "othello")]
mod nboard;
mod server;
mod setup;
#[cfg(feature = "xiangqi")]
mod uci;
mod worker;

#[cfg(feature = "gomoku")]
pub use gomocup::Gomocup;
pub use gtp::Gtp;
#[cfg(feature = "othello")]
pub use nboard::NBoard;
pub use server::{Flow, Heard, Protocol, serve};
pub use setup::{Setup, Unplayable};
#[cfg(feature = "xiangqi")]
pub use uci::{Dialect, Uci};
pub use worker::{Answer, Worker};

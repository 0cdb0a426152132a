#![doc = include_str!("../README.md")]

pub mod client;
mod gomocup;
mod gtp;
mod input;
mod nboard;
mod server;
mod setup;
mod uci;
mod ugi;
mod worker;

pub use gomocup::Gomocup;
pub use gtp::Gtp;
pub use nboard::NBoard;
pub use server::{Flow, Heard, Protocol, serve};
pub use setup::{Setup, Unplayable};
pub use uci::{Dialect, Uci};
pub use ugi::Ugi;
pub use worker::{SearchResult, Worker};

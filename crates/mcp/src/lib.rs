#![doc = include_str!("../README.md")]

mod arguments;
mod call;
mod config;
mod engine_choice;
mod error;
mod open_game;
mod open_games;
mod output;
mod server;
mod shared;
mod subject;
mod tools;

// What another transport, or a client, is written with.
pub use rmcp;

pub use config::Config;
pub use engines::Allowance;
pub use server::{ServeError, Server};

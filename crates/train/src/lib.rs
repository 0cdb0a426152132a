#![doc = include_str!("../README.md")]

pub mod data;
pub mod network;
pub mod othello;
pub mod sampling;
mod validation;
pub mod xiangqi;

pub use game_core;
pub use validation::Losses;

#![doc = include_str!("../README.md")]

pub mod game;
mod journal;
pub mod openings;
mod parallel;
mod player;
mod seed;
mod side;
pub mod stats;
pub mod tournament;
pub mod tuning;

pub use engines;
pub use player::{EnginePlayer, Player, PlayerError};
pub use protocols;
pub use search;
pub use side::Side;

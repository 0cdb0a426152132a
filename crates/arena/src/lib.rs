#![doc = include_str!("../README.md")]

mod bot;
pub mod game;
mod journal;
pub mod openings;
mod parallel;
mod seed;
mod side;
pub mod stats;
pub mod tournament;
pub mod tuning;

pub use bot::{Bot, BotError, EngineBot};
pub use engines;
pub use protocols;
pub use search;
pub use side::Side;

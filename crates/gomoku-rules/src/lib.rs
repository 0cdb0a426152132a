#![doc = include_str!("../README.md")]

mod diagram;
mod error;
mod forbidden;
pub mod line;
mod notation;
mod point;
mod position;
mod presentation;
pub mod psq;
mod rule_cards;
mod rules;
pub mod swap2;
mod text;

pub use error::Error;
pub use forbidden::Forbidden;
pub use game_core;
pub use point::Point;
pub use position::Gomoku;
pub use rules::{MAX_SIZE, MIN_SIZE, Rule, Rules, RulesError};

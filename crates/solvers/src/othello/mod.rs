//! Othello's endgame, solved exactly.

mod endgame;
mod guess;
mod last;
mod limits;
mod middle;
mod order;
mod parity;
mod search;
mod shallow;
mod table;

pub use endgame::{Bounded, Endgame, Goal, Solution};
pub use limits::{Limits, Unsolved};

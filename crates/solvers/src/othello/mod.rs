//! Othello's endgame, solved exactly.

mod crew;
mod deep;
mod endgame;
#[cfg(test)]
mod fit;
mod last;
mod look;
mod middle;
mod node;
mod order;
mod parity;
mod probcut;
mod root;
mod search;
mod selectivity;
mod shallow;
mod table;
mod window;

pub use crate::{SolveLimits, Unsolved};
pub use endgame::{Bounded, Endgame, Goal, Solution};
pub use selectivity::{Selectivity, SelectivityError};

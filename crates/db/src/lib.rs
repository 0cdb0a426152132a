#![doc = include_str!("../README.md")]

mod database;
mod explore;
mod filter;
mod import;

pub use database::{Database, DatabaseError};
pub use explore::{Counts, Explored, ExploredMove, FoundGame};
pub use filter::Filter;
pub use import::{Import, Imported};

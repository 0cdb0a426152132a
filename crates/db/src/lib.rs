#![doc = include_str!("../README.md")]

mod database;
mod explore;
mod files;
mod filter;
mod import;
mod outcome;

pub use database::{Database, DatabaseError};
pub use explore::{Counts, Explored, ExploredMove, FoundGame};
pub use files::{GameFiles, ImportError, ImportEvent, Refusal, record_files};
pub use filter::Filter;
pub use import::{Import, Imported};
pub use outcome::{UnknownResult, outcome_name, read_outcome};

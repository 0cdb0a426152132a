#![doc = include_str!("../README.md")]

mod error;
mod learning;
mod pedigree;
mod plan;
mod state;

pub use error::LearningError;
pub use learning::{Event, Learning, Step};
pub use pedigree::{Round, read_pedigree};
pub use plan::{Gate, Plan};

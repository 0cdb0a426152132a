#![doc = include_str!("../README.md")]

mod endgames;
mod file;
mod layout;
mod material;
mod retrograde;
mod table;

pub use endgames::{Endgames, Summary};
pub use file::FileError;
pub use material::{Material, MaterialError};
pub use table::TableValue;
pub use xiangqi_movegen;

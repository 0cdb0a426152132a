//! Gomoku and renju: wins by threats.

mod board;
mod fours;
mod meter;
mod solution;
mod table;
mod vcf;
mod windows;

pub use solution::{Goal, Solution, Verdict};
pub use vcf::Vcf;

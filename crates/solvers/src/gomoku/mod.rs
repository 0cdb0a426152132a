//! Gomoku and renju: wins by threats.

mod board;
mod meter;
mod solution;
mod vcf;
mod vct;
mod windows;

pub use solution::{Goal, Solution, Verdict};
pub use vcf::Vcf;
pub use vct::Vct;

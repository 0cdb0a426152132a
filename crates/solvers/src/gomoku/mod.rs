//! Gomoku and renju: wins by threats.
//!
//! | solver | what it finds |
//! |---|---|
//! | [`Vcf`] | wins by continuous fours, and the moves that leave the opponent none |
//! | [`Vct`] | wins by fours and open threes |
//!
//! All three rules are supported. White may win by Black's forbidden points; they never help Black.

mod board;
mod root;
mod solution;
mod vcf;
mod vct;
mod windows;

use crate::meter;
pub use solution::{Goal, Solution, Verdict};
pub use vcf::{Defences, Vcf};
pub use vct::Vct;

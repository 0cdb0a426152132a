//! Evaluators of Othello positions: [`Patterns`], trained on tournament games and self-play; and
//! eight hand-made terms, each also an evaluator, with their weighted sum, [`Handmade`].
//!
//! # Patterns
//!
//! The value is a sum of weights: one for the filling of each of 46 patterns ([`SHAPES`] in all
//! their places), with a separate weight for each of the 3^n fillings of n squares; one for the
//! number of moves of either side; and one for the number of empty squares: after M. Buro,
//! "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello" (1997).
//! Symmetric patterns share their weights, and there is a set of weights for every three discs of
//! the game ([`Weights`]). Some 0.1 µs a position; a move costs as much again.
//!
//! # Terms
//!
//! The terms, the square table and the constants 25 and 8.3 come from a teaching program that Boyi
//! grew out of. It follows the well-known function of K. Kukreja ("Heuristic/Evaluation Function
//! for Reversi/Othello", 2013), where a disc next to an empty corner costs 12.5. Every term is
//! antisymmetric between the sides, and invariant under exchanged colours and symmetries of the
//! board.
//!
//! | term | per disc or in all |
//! |---|---|
//! | [`Squares`] | each disc by the table [`SQUARES`] |
//! | [`Corners`] | 25 a corner held |
//! | [`CornerNeighbours`] | -8.3 a disc next to an empty corner |
//! | [`Discs`] | share of the discs |
//! | [`Mobility`] | share of the moves |
//! | [`Frontier`] | share of the discs next to an empty square, counted against their owner |
//! | [`Edges`] | share of the discs on the edge |
//! | [`HalfStable`] | 1 for each direction in which a disc is tied to the edge |
//!
//! A share is 100 times the larger count over the sum of both, for the side with the larger; 0
//! where they are equal. All arithmetic is whole-numbered: a term's value is in tenths of a point,
//! so that 8.3 is exact.
//!
//! A finished game is worth its margin on a scale above every evaluation: see [`final_score`].
//!
//! ```
//! use game_core::{Evaluator, Position};
//! use othello_bitboard::Othello;
//! use pattern_eval::{Explain, othello::Handmade};
//!
//! // White holds a corner and has more moves.
//! let pos: Othello = "O--------O-----------X-----OX------XO--------------------------- O".parse()?;
//! let mut eval = Handmade::default();
//! assert!(eval.evaluate(&pos).get() > 500);
//! for term in eval.terms(&pos) {
//!     println!("{:>18} {:+8.1}", term.name, term.value);
//! }
//! # Ok::<(), othello_bitboard::Error>(())
//! ```

mod bits;
mod finish;
mod handmade;
mod ordering;
mod patterns;
mod terms;
#[cfg(test)]
mod tests;

use finish::expected_score;
pub use finish::{DISC, WON, final_margin, final_score};
pub use handmade::{Handmade, TERMS};
pub use ordering::{promise, replies, square_value, weighted};
pub use patterns::{
    FEATURES, Filled, Layout, Network, PatternFeatures, Patterns, SHAPES, Shape, Weights,
    WeightsError,
};
pub use terms::{
    CornerNeighbours, Corners, Discs, Edges, Frontier, HalfStable, Mobility, SQUARES, Squares,
};

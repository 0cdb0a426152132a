//! Evaluators of xiangqi positions: [`Network`], trained on games of the engine against itself; and
//! [`Handmade`]: material, placement, mobility, threats and protection. The unit of both is a
//! hundredth of a soldier at home.
//!
//! # Network
//!
//! One hidden layer of 128 units, applied to the board twice: from the perspective of the player to
//! move, and from the opponent's, with the board turned round and the colours exchanged. Each piece
//! on each square is [an input](HalfKa), another one for each square of the player's own general, so
//! a move changes the accumulator by two rows of weights and a capture by three; a general's own
//! move refreshes it. The value is the output for the stage of the game plus a
//! piece-square table: see [`nnue`]. `boyi train` trains it.
//!
//! # Terms
//!
//! The hand-made evaluation is a sum of weighted counts. They began with those of a teaching
//! program that Boyi grew out of (material, squares, mobility, attacked and protected pieces), and
//! now include the dangers that manuals of the game name; the weights are fitted to games (by
//! [`Weights::to_vector`] and [`Weights::features`]).
//!
//! | term | for each side |
//! |---|---|
//! | material | each piece's value; the generals cancel |
//! | balance | what pieces are worth together and against others, and what is lacking: see [`Lack`] |
//! | placement | a bonus for each piece's square, changing from a board full of attackers to a bare one |
//! | mobility | each square that a piece reaches and that its own side does not hold |
//! | threats | against each piece that is attacked and not protected, more if the other side is to move |
//! | protection | for each piece that its own side could take back |
//! | palace | for each point of the other palace that is attacked, by what |
//! | danger | hollow cannons, pins, and attackers against advisors and elephants that are gone: see [`Danger`] |
//! | soldiers | for soldiers side by side across the river |
//! | tempo | for being to move |
//!
//! Every hand-made term except the tempo is antisymmetric: with the board turned round and the
//! colours exchanged its sign changes.
//!
//! ```
//! use game_core::{Evaluator, Position};
//! use pattern_eval::{Explain, xiangqi::Handmade};
//! use xiangqi_movegen::Xiangqi;
//!
//! let (start, mut eval) = (Xiangqi::default(), Handmade::default());
//! eval.reset(&start);
//! assert_eq!(eval.evaluate(&start).get(), eval.weights().tempo, "both sides have the same, Red is to move");
//!
//! // Red is a horse up.
//! let pos: Xiangqi = "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b".parse()?;
//! eval.reset(&pos);
//! assert!(eval.evaluate(&pos).get() < -200);
//! for term in eval.terms(&pos) {
//!     println!("{:>12} {:+6}", term.name, term.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod counts;
mod danger;
mod handmade;
mod named;
mod network;
mod soldiers;
mod standing;
#[cfg(test)]
mod tests;
mod tuned;
mod vector;
mod weights;

pub use balance::Lack;
pub use danger::Danger;
pub use handmade::Handmade;
pub use network::{HalfKa, Layers, Network};
pub use vector::Feature;
pub use weights::{Bonus, Pairs, Weights, piece_value};

//! An evaluator of xiangqi positions: material, placement, mobility, threats and protection.
//!
//! Values, square bonuses and mobility come from a teaching program that Boyi grew out of. It also counts which pieces are
//! attacked and which are protected, but names no amounts: those are set by hand here, small against the pieces' values,
//! for a search settles real exchanges better than a count can. The unit is a hundredth of a soldier at home.
//!
//! | term | for each side |
//! |---|---|
//! | material | each piece's value; the generals cancel |
//! | placement | a bonus for the square of each cannon, horse and soldier |
//! | mobility | each square that a piece reaches and that its own side does not hold |
//! | threats | against each piece that is attacked and not protected, more if the other side is to move |
//! | protection | for each piece that its own side could take back |
//!
//! Every term is antisymmetric: the position turned round and the colours exchanged, what was good for Red is as good for
//! Black.
//!
//! ```
//! use game_core::{Evaluator, Position};
//! use pattern_eval::{Explain, xiangqi::Handmade};
//! use xiangqi_movegen::Xiangqi;
//!
//! let (start, mut eval) = (Xiangqi::default(), Handmade::default());
//! eval.reset(&start);
//! assert_eq!(eval.evaluate(&start).get(), 0, "both sides have the same");
//!
//! // Red is a horse up.
//! let pos: Xiangqi = "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b".parse()?;
//! eval.reset(&pos);
//! assert!(eval.evaluate(&pos).get() < -300);
//! for term in eval.terms(&pos) {
//!     println!("{:>12} {:+6}", term.name, term.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod handmade;
mod named;
#[cfg(test)]
mod tests;
mod weights;

pub use handmade::Handmade;
pub use weights::{Bonus, Weights, piece_value};

//! Evaluators of xiangqi positions: [`Network`], trained on games of the engine against itself; and
//! [`Handmade`]: material, placement, mobility, threats and protection. The unit of both is a
//! hundredth of a soldier at home.
//!
//! # Network
//!
//! One hidden layer, which sees the board twice: as the player to move does, and as the other does,
//! turned half round, his own pieces for the other's. Each piece on each square excites the [hidden
//! units](Layers::HIDDEN) more or less, so that a move changes their sums by two rows of numbers, a
//! capture by three, and no position is worked out anew: efficiently updatable, after Y. Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).
//! What a unit comes to is cut off below 0 and above 1 and squared; the value is a weighted sum of
//! these squares, weights of their own for each stage of the game, and of what each piece is worth
//! by itself where it stands. All arithmetic is whole-numbered; some hundreds of instructions a
//! position, and as many a move. What trains it is `train::xiangqi`.
//!
//! # Terms
//!
//! The hand-made evaluation is a sum of counts, each times a weight. What is counted began with a
//! teaching program that Boyi grew out of (material, squares, mobility, who is attacked and who
//! protected) and goes on to what manuals of the game warn of; the weights are fitted to games
//! ([`Weights::to_vector`] and [`Weights::features`] are for that).
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
//! Every hand-made term but the tempo is antisymmetric: the position turned round and the colours
//! exchanged, what was good for Red is as good for Black.
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
pub use network::{Layers, LayersError, Network};
pub use vector::Feature;
pub use weights::{Bonus, Pairs, Weights, piece_value};

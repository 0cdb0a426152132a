//! Evaluators of gomoku positions: what a stone would make of every empty point.
//!
//! [`SHAPES`] lists the shapes that stones form along a line, in readable form. The automaton of A.
//! V. Aho and M. J. Corasick (1975), which finds all of them in one pass over a line, serves as a
//! compiler: it runs once over every possible window of cells, and the results become a look-up
//! table for the search. [`Patterns`] is the evaluator that keeps these look-ups in step with the
//! game.
//!
//! ```
//! use game_core::{Evaluator, Notation, Player, Score};
//! use gomoku_rules::{Gomoku, Rules};
//! use pattern_eval::{Explain, gomoku::{Patterns, Threat}};
//!
//! let pos = Gomoku::parse("X:h8i8g9 O:a1a2 turn:X", &Rules::default())?;
//! let mut patterns = Patterns::default();
//! patterns.reset(&pos);
//! assert!(patterns.evaluate(&pos) > Score::eval(100));
//! assert!(patterns.terms(&pos).iter().any(|term| term.name == "open_three" && term.value > 0.0));
//!
//! // An open three along the row, and an open two along the column.
//! let (best, _) = patterns.threat("g8".parse()?, Player::First);
//! assert_eq!(best, Threat::ThreeTwo);
//! assert!(patterns.near(&pos).contains("g8".parse()?));
//! # Ok::<(), gomoku_rules::Error>(())
//! ```

mod judgement;
mod network;
mod patterns;
mod points;
mod shape;
mod threat;
mod weights;
mod window;

pub use network::{Layers, Network, PointClasses};
pub use patterns::Patterns;
pub use points::PointSet;
pub use shape::{SHAPES, Shape};
pub use threat::Threat;
pub use window::line_shapes;

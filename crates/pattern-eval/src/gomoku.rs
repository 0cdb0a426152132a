//! Evaluators of gomoku positions: what a stone would make of every empty point.
//!
//! [`SHAPES`] lists the shapes that stones form along a line, as anyone can read them. A. V. Aho
//! and M. J. Corasick's automaton (1975) finds all of them in one pass over a line; it is the
//! compiler here: it is walked once over every window of cells that there is, and what it finds
//! becomes a table by which a search looks up what it wants to know. [`Patterns`] is the evaluator
//! that keeps these look-ups in step with the game.
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
mod patterns;
mod points;
mod shape;
mod threat;
mod weights;
mod window;

pub use patterns::Patterns;
pub use points::PointSet;
pub use shape::{SHAPES, Shape};
pub use threat::Threat;
pub use window::line_shapes;

//! Evaluators of gomoku positions: the shapes that stones form along the lines.
//!
//! [`Shapes`] is the evaluator, [`SHAPES`] its table; [`candidates()`] lists the moves worth a look.
//!
//! ```
//! use game_core::{Evaluator, Notation, Score};
//! use gomoku_rules::{Gomoku, Rules};
//! use pattern_eval::{Explain, gomoku::{Shapes, candidates}};
//!
//! let pos = Gomoku::parse("X:h8i8j8 O:a1a2 turn:X", &Rules::default())?;
//! let mut shapes = Shapes::new();
//! shapes.reset(&pos);
//! assert!(shapes.evaluate(&pos) > Score::eval(700), "an open three");
//! let three = shapes.terms(&pos).into_iter().find(|term| term.name == "threes");
//! assert_eq!(three.map(|term| term.value), Some(720.0));
//!
//! // The best move by its own account makes an open four.
//! let mut moves = Vec::new();
//! candidates(&pos, 3, &mut moves);
//! let best = moves.into_iter().max_by_key(|&mv| shapes.move_value(&pos, mv));
//! assert!(["g8", "k8"].map(|text| text.parse().ok()).contains(&best));
//! # Ok::<(), gomoku_rules::Error>(())
//! ```

mod automaton;
mod candidates;
mod evaluator;
mod table;

pub use candidates::candidates;
pub use evaluator::Shapes;
pub use table::{SHAPES, Shape};

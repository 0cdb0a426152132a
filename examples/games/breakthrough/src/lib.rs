//! Breakthrough (D. Troyka, 2000), a game from outside: bitboards, an evaluator, and races that
//! are decided long before their end. Written with `boyi-engines` alone.
//!
//! ```
//! use breakthrough::{Breakthrough, GAME};
//! use engines::game_core::{Notation, Position};
//! use engines::Game;
//!
//! let mut pos = Breakthrough::START;
//! pos.play(pos.parse_move("b2b3")?);
//! assert_eq!(pos.to_string(), "pppppppp/pppppppp/8/8/8/1P6/P1PPPPPP/PPPPPPPP b");
//! assert_eq!(GAME.facts().players, ["white", "black"]);
//! # Ok::<(), breakthrough::TextError>(())
//! ```

mod evaluation;
mod guide;
mod notation;
mod position;
mod presentation;
mod runs;
mod wiring;

use engines::{Game, Wired};
pub use evaluation::{Counts, PIECE, Terms};
pub use guide::BreakthroughGuide;
pub use notation::TextError;
pub use position::{Breakthrough, Move};
pub use runs::{Run, run};
pub use wiring::BreakthroughWiring;

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<BreakthroughWiring>::NEW;

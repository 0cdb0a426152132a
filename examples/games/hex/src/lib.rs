//! Hex (P. Hein, 1942), a game from outside: a board of any size with the swap rule, an evaluator
//! by shortest ways over bridges, and an order of moves by the same. Written with `boyi-engines`
//! alone.
//!
//! ```
//! use hex::{GAME, Hex, Ways};
//! use engines::game_core::{Notation, Player, Position};
//! use engines::Game;
//!
//! let mut pos = Hex::start(&Default::default());
//! pos.play(pos.parse_move("f6")?);
//! // One stone less than on the empty board: two bridges and the second row lead to each edge.
//! assert_eq!(Ways::of(&pos, Player::First).stones, 4);
//! assert_eq!(GAME.facts().players, ["red", "blue"]);
//! # Ok::<(), hex::TextError>(())
//! ```

mod cells;
mod distance;
mod evaluation;
mod guide;
mod notation;
mod position;
mod presentation;
mod wiring;

pub use distance::Ways;
use engines::{Game, Wired};
pub use evaluation::{Counts, STONE, Terms};
pub use guide::HexGuide;
pub use notation::TextError;
pub use position::{Hex, Move, Rules};
pub use wiring::HexWiring;

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<HexWiring>::NEW;

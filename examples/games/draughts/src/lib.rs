//! English draughts (checkers), a game from outside: bitboards on the 32 dark squares, captures of
//! several pieces as one move, draws by repetition and by the move limit, and Portable Draughts
//! Notation. Written with `boyi-engines` alone.
//!
//! ```
//! use draughts::{Draughts, GAME};
//! use engines::Game;
//! use engines::game_core::{Notation, Position};
//!
//! let mut pos = Draughts::start(&Default::default());
//! for mv in ["11-15", "23-19"] {
//!     pos.play(pos.parse_move(mv)?);
//! }
//! assert_eq!(pos.to_string(), "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
//! assert_eq!(GAME.facts().unit, "men");
//! # Ok::<(), draughts::TextError>(())
//! ```

mod board;
mod evaluation;
mod guide;
mod notation;
mod pdn;
mod position;
mod presentation;
mod wiring;

pub use board::{BOARD, Square};
use engines::{Game, Wired};
pub use evaluation::{Counts, MAN, Terms};
pub use guide::DraughtsGuide;
pub use notation::TextError;
pub use position::{Draughts, Move, Rules, Undo};
pub use wiring::DraughtsWiring;

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<DraughtsWiring>::NEW;

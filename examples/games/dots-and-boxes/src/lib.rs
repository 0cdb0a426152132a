//! Dots and boxes (É. Lucas, 1889), a game from outside in which turns need not alternate: who
//! closes a box is to move again. Written with `boyi-engines` alone.
//!
//! ```
//! use dots_and_boxes::{DotsAndBoxes, GAME};
//! use engines::Game;
//! use engines::game_core::{Notation, Player, Position};
//!
//! let mut pos = DotsAndBoxes::start(&Default::default());
//! for mv in ["b1", "a2", "b3", "c2"] {
//!     pos.play(pos.parse_move(mv)?);
//! }
//! // The second player has drawn the fourth line round b2, and goes on.
//! assert_eq!(pos.boxes(Player::Second), 1);
//! assert_eq!(pos.turn(), Player::Second);
//! assert_eq!(GAME.facts().players, ["red", "blue"]);
//! # Ok::<(), dots_and_boxes::TextError>(())
//! ```

mod board;
mod evaluation;
mod guide;
mod notation;
mod position;
mod presentation;
mod wiring;

pub use board::{LARGEST, Line};
use engines::{Game, Wired};
pub use evaluation::{BOX, Counts, Terms};
pub use guide::BoxesGuide;
pub use notation::TextError;
pub use position::{DotsAndBoxes, Rules};
pub use wiring::BoxesWiring;

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<BoxesWiring>::NEW;

//! Connect four, a game from outside: its rules, what a network sees of it, a searcher of its own,
//! and its wiring. With these it is in Boyi's command, on the server, in matches and protocols, and
//! learns by itself.
//!
//! It is written with `boyi-engines`, and with `boyi-train` to learn; no other package knows it.
//!
//! ```
//! use connect_four::{ConnectFour, GAME};
//! use engines::{Game, game_core::perft};
//!
//! assert_eq!(perft(&ConnectFour::START, 4), 2_401);
//! assert_eq!(GAME.facts().players, ["red", "yellow"]);
//! ```

mod best_first;
mod lines;
mod rules;
mod wiring;

pub use best_first::{BestFirst, best_first};
use engines::{Game, Wired};
pub use lines::LineContents;
pub use rules::{BadText, ConnectFour, Rules};
use train::{Learner, NetworkLearner};
pub use wiring::{ConnectFourWiring, HIDDEN, OpenLines};

/// The game, wired.
pub static GAME: &dyn Game = &Wired::<ConnectFourWiring>::NEW;

/// All it takes to learn.
pub static LEARNER: &dyn Learner = &NetworkLearner::<ConnectFourWiring, HIDDEN>::NEW;

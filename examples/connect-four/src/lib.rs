//! Connect four, a game from outside: its rules, what a network sees of it, and its wiring. With
//! these it is in Boyi's command, on the server, in matches and protocols, and learns by itself.
//!
//! Nothing here is known to any other package, and `boyi-cli` is the only one it is written with.

mod lines;
mod rules;
mod wiring;

use boyi_cli::App;
use boyi_cli::train::NetworkLearner;
pub use lines::LineContents;
pub use rules::{BadText, ConnectFour, Rules};
pub use wiring::{HIDDEN, OpenLines, Wired};

/// All it takes to learn; the game itself is the learner's.
pub static LEARNER: NetworkLearner<Wired, HIDDEN> = NetworkLearner::NEW;

/// The command with the games built in and this one.
pub fn app() -> App {
    App::new(&boyi_cli::engines::GAMES).with_learner(&LEARNER)
}

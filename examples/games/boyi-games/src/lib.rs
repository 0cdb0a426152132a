//! Boyi's command with games from outside beside the three built in. Each is a package of its own
//! that no other package knows; here each is one line.
//!
//! ```
//! let names: Vec<_> = boyi_games::games().names().collect();
//! assert!(names.starts_with(&["gomoku", "othello", "xiangqi"]) && names.contains(&"connect-four"));
//! ```

use boyi_cli::App;
use boyi_cli::engines::{GAMES, Games};

/// The games built in, and those from outside.
pub fn games() -> Games {
    // One line a game. Not a `static`: that would compile all of them here once more.
    let outside = [
        animal_shogi::GAME,
        breakthrough::GAME,
        connect_four::GAME,
        dots_and_boxes::GAME,
        draughts::GAME,
        hex::GAME,
    ];
    outside.into_iter().fold(GAMES.clone(), Games::with)
}

/// The command for [`games`], in which connect four learns by itself, too.
pub fn app() -> App {
    App::new(&games()).with_learner(connect_four::LEARNER)
}

/// The guide's own snippets, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/guide/add-your-own-game.md")]
struct AddYourOwnGame;

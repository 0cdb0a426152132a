use engines::Game;
use game_core::Outcome;
use thiserror::Error;

/// A word that is neither a side of the game nor `draw`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there are {}, {} and {DRAW}, and no {word:?}", players[0], players[1])]
pub struct UnknownResult {
    /// The word.
    pub word: String,
    /// The names of the two sides.
    pub players: [&'static str; 2],
}

/// What a drawn game's result is called.
const DRAW: &str = "draw";

/// The outcome for the first mover of a game with this result: the name of the side that won, in any
/// case of letters, or `draw`.
///
/// # Errors
/// If the game has no such side.
///
/// ```
/// use game_core::Outcome;
/// let othello = engines::game("othello")?;
/// assert_eq!(db::read_outcome(othello, "White")?, Outcome::Loss);
/// assert_eq!(db::outcome_name(othello, Outcome::Loss), "white");
/// assert!(db::read_outcome(othello, "red").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_outcome(game: &dyn Game, word: &str) -> Result<Outcome, UnknownResult> {
    let mut outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw].into_iter();
    let found = outcomes.find(|&outcome| outcome_name(game, outcome).eq_ignore_ascii_case(word));
    found.ok_or_else(|| UnknownResult {
        word: word.to_owned(),
        players: game.facts().players,
    })
}

/// The name of the side that won a game with this outcome for the first mover, or `draw`.
pub fn outcome_name(game: &dyn Game, outcome: Outcome) -> &'static str {
    let [first, second] = game.facts().players;
    match outcome {
        Outcome::Win => first,
        Outcome::Loss => second,
        Outcome::Draw => DRAW,
    }
}

/// An outcome as the tables have it.
pub(crate) fn sign(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// The outcome that the tables have as `sign`.
pub(crate) fn of_sign(sign: i32) -> Outcome {
    match sign {
        0 => Outcome::Draw,
        1.. => Outcome::Win,
        _ => Outcome::Loss,
    }
}

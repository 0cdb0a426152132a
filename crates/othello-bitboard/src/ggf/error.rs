use crate::{MoveError, obf::PositionError};
use game_core::Player;
use thiserror::Error;

/// Why a text is no game of Othello in GGF. Places are in bytes from 0; texts are cut to forty
/// characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text does not begin with `(;`.
    #[error("a game begins with (;")]
    NoGame,
    /// The text goes on after the game.
    #[error("at byte {at}: the game has ended, but the text goes on")]
    Trailing {
        /// Where it goes on.
        at: usize,
    },
    /// The text ends before the `;)` that ends a game.
    #[error("the text ends before the ;) that ends a game")]
    NotEnded,
    /// Something is no `NAME[value]`.
    #[error("at byte {at}: {found:?} is not the name of a property and [")]
    Property {
        /// Where it stands.
        at: usize,
        /// What it begins with.
        found: String,
    },
    /// A value has no closing bracket.
    #[error("at byte {at}: {property}[ is not closed")]
    NotClosed {
        /// Where the property stands.
        at: usize,
        /// Its name.
        property: String,
    },
    /// A property that there is one of comes again.
    #[error("at byte {at}: {property} comes a second time")]
    Twice {
        /// Where it comes again.
        at: usize,
        /// Its name.
        property: String,
    },
    /// A property that there must be is missing.
    #[error("{property} is missing")]
    Missing {
        /// Its name.
        property: &'static str,
    },
    /// It is another game.
    #[error("at byte {at}: the game is {found:?}, not Othello")]
    OtherGame {
        /// Where it says so.
        at: usize,
        /// The game.
        found: String,
    },
    /// The players bid for a komi, which is another game.
    #[error("at byte {at}: games with a komi are not read")]
    Komi {
        /// Where it says so.
        at: usize,
    },
    /// The side with fewer discs wins (anti-Othello), which is another game.
    #[error("at byte {at}: games that the fewer discs win are not read")]
    Anti {
        /// Where it says so.
        at: usize,
    },
    /// The board has another size.
    #[error("at byte {at}: the board is {found:?}, not 8")]
    Size {
        /// Where it says so.
        at: usize,
        /// The size.
        found: String,
    },
    /// The kind of game is unknown.
    #[error("at byte {at}: {found:?} is no kind of game, as 8 or s8r20")]
    Kind {
        /// Where it stands.
        at: usize,
        /// What is said of it.
        found: String,
    },
    /// The board is malformed.
    #[error("at byte {at}: {error}")]
    Board {
        /// Where it stands.
        at: usize,
        /// What is wrong with it.
        #[source]
        error: PositionError,
    },
    /// A move is said to be of the side that is not to move.
    #[error("move {number}, at byte {at}: {} is to move", name(.turn))]
    Turn {
        /// The move, from 1.
        number: usize,
        /// Where it stands.
        at: usize,
        /// Who is to move.
        turn: Player,
    },
    /// A move is malformed or illegal.
    #[error("move {number}, at byte {at}: {error}")]
    Move {
        /// The move, from 1.
        number: usize,
        /// Where it stands.
        at: usize,
        /// What is wrong with it.
        #[source]
        error: MoveError,
    },
    /// What a move is said to be worth, or to have taken, is no number.
    #[error("move {number}, at byte {at}: {found:?} is not a number")]
    Number {
        /// The move, from 1.
        number: usize,
        /// Where it stands.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// A move is said to have taken less than no time.
    #[error("move {number}, at byte {at}: {found:?} seconds are less than none")]
    Time {
        /// The move, from 1.
        number: usize,
        /// Where it stands.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// More is said of a move than there is to say.
    #[error("move {number}, at byte {at}: {found:?} is more than a move, a value and a time")]
    Extra {
        /// The move, from 1.
        number: usize,
        /// Where it stands.
        at: usize,
        /// What is too much.
        found: String,
    },
}

fn name(player: &Player) -> &'static str {
    match player {
        Player::First => "Black",
        Player::Second => "White",
    }
}

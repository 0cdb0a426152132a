//! GGF, the game format of the Generic Game Server and of the board NBoard: a game as a list of
//! properties.
//!
//! | property | what it holds |
//! |---|---|
//! | `GM` | the game, `Othello` |
//! | `PC` `DT` | where and when it was played |
//! | `PB` `PW`, `RB` `RW` | the players, and their ratings |
//! | `TI`, or `TB` and `TW` | the time on their clocks at first: see [`Clock`] |
//! | `TY` | the kind of game: `8` is plain Othello; `r` with a number (random discs) and `s b w` (who plays what) change no rule |
//! | `RE` | the result for Black, as `-10.00`, `+64.00:r` or `?` |
//! | `BO` | the board at first: its size, 64 of `* O -`, and who is to move |
//! | `B` `W` | a move, what its player took it to be worth in discs, and the seconds it took: `F5/1.50/0.25` |
//!
//! Other properties, such as the comment `CO`, are passed over. A value has no way to write `]`.
//! Games for a komi, or won by the side with fewer discs, or on other boards, are refused: they are
//! other games. The format is described by M. Buro, "Generic Game Format (GGF)",
//! <https://skatgame.net/mburo/ggsa/ggf>.
//!
//! ```
//! use othello_bitboard::ggf::Game;
//!
//! let text = "(;GM[Othello]PC[NBoard]PB[Ann]PW[Bob]RE[?]TI[15:00]TY[8]\
//!             BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.5/0.2]W[D6];)";
//! let game: Game = text.parse()?;
//! assert_eq!((game.names[0].as_deref(), game.moves[0].eval), (Some("Ann"), Some(1.5)));
//! assert_eq!(game.to_string().parse::<Game>()?, game);
//! # Ok::<(), othello_bitboard::ggf::Error>(())
//! ```

mod clock;
mod error;
mod parse;
mod write;

use crate::{Move, Othello, tags};
pub use clock::{Clock, ClockError};
pub use error::Error;
use game_core::{Note, Player, Position, Record, Tags};

/// A game, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Where it was played (`PC`).
    pub place: Option<String>,
    /// When (`DT`), in no agreed form.
    pub date: Option<String>,
    /// The players, Black first.
    pub names: [Option<String>; 2],
    /// Their ratings.
    pub ratings: [Option<String>; 2],
    /// Their clocks at first, as [`clock`](Self::clock) reads them.
    pub times: [Option<String>; 2],
    /// The result (`RE`).
    pub result: Option<String>,
    /// The position before the first move.
    pub start: Othello,
    /// The moves, forced passes among them, each legal where it was played.
    pub moves: Vec<Played>,
}

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The score that the player gave it, in discs.
    pub eval: Option<f64>,
    /// The seconds it took.
    pub seconds: Option<f64>,
}

impl Game {
    /// The clock of `player` at the start, if the game has one.
    ///
    /// # Errors
    /// If its text is not a clock.
    pub fn clock(&self, player: Player) -> Result<Option<Clock>, ClockError> {
        self.times[player.index()]
            .as_deref()
            .map(str::parse)
            .transpose()
    }

    /// The time of the moves of `player`, in seconds.
    pub fn spent(&self, player: Player) -> f64 {
        let turn = self.start.turn();
        let played_by = |ply: usize| if ply.is_multiple_of(2) { turn } else { !turn };
        let own = self
            .moves
            .iter()
            .enumerate()
            .filter(|(ply, _)| played_by(*ply) == player);
        own.filter_map(|(_, played)| played.seconds).sum()
    }
}

/// With what is known of the record under the names of [`tags`]. Of a game that is over the result
/// is known.
impl From<&Record<Othello>> for Game {
    fn from(record: &Record<Othello>) -> Self {
        let played = |(ply, &mv)| {
            let note = record.note(ply);
            // What is no number, or no time, has no place in the format.
            let eval = note
                .and_then(|note| note.score)
                .filter(|eval| eval.is_finite());
            let seconds = note
                .and_then(|note| note.seconds)
                .filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
            Played { mv, eval, seconds }
        };
        let known = |name: &str| record.tags.get(name).and_then(parse::clean);
        let end = record.end();
        let margin = end.outcome().map(|_| {
            if end.turn() == Player::First {
                end.final_margin()
            } else {
                -end.final_margin()
            }
        });
        Self {
            place: known(Tags::SITE),
            date: known(Tags::DATE),
            names: record
                .names
                .clone()
                .map(|name| name.as_deref().and_then(parse::clean)),
            ratings: tags::RATINGS.map(known),
            times: tags::CLOCKS.map(known),
            result: known(Tags::RESULT).or_else(|| margin.map(|margin| format!("{margin:+}.00"))),
            start: record.start,
            moves: record.moves.iter().enumerate().map(played).collect(),
        }
    }
}

impl From<Game> for Record<Othello> {
    fn from(game: Game) -> Self {
        let note = |played: &Played| Note {
            score: played.eval,
            seconds: played.seconds,
            comment: None,
        };
        let notes: Vec<_> = game.moves.iter().map(note).collect();
        let moves = game.moves.into_iter().map(|played| played.mv).collect();
        let mut record = Self {
            names: game.names,
            ..Self::new(game.start, moves)
        };
        record.annotate(notes);
        let one = [
            (Tags::SITE, game.place),
            (Tags::DATE, game.date),
            (Tags::RESULT, game.result),
        ];
        let each = tags::RATINGS
            .into_iter()
            .zip(game.ratings)
            .chain(tags::CLOCKS.into_iter().zip(game.times));
        for (name, value) in one.into_iter().chain(each) {
            record.tags.set_known(name, value);
        }
        record
    }
}

/// Whether `text` is GGF: it begins with `(;`, or with the number of games that follow.
pub(crate) fn is_meant_by(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with(OPEN)
}

/// The beginning of a game.
const OPEN: &str = "(;";

/// The games of a text, each with its place, in bytes from 0; a bad game is an error and does not
/// end the reading.
///
/// The time is proportional to the length of the text. What stands between games, such as the
/// number of games of a match, is passed over. An error's own place is counted from the beginning
/// of the text.
///
/// ```
/// use othello_bitboard::ggf;
/// let text = "2 (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)(;GM[Go];)";
/// let games: Vec<_> = ggf::games(text).collect();
/// assert_eq!((games[0].0, games[0].1.is_ok(), games[1].1.is_ok()), (2, true, false));
/// ```
pub fn games(text: &str) -> impl Iterator<Item = (usize, Result<Game, Error>)> {
    let mut reader = parse::Reader::new(text);
    std::iter::from_fn(move || reader.game())
}

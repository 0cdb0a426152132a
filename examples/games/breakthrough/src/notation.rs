//! The text of positions and moves.

use crate::position::{Breakthrough, Move, goal};
use crate::presentation;
use engines::game_core::{
    BoardShape, BoardView, Cell, MoveCells, Notation, Piece, Player, Position, Presentation,
};
use std::fmt;
use std::str::FromStr;

/// A text that is no position or no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A position is written as the board of a chess game, with pawns alone.
    #[error("{text:?} is no position as {START}: {why}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// No legal move.
    #[error("{0:?} is no legal move as a2a3")]
    Move(String),
}

/// The initial position's text.
const START: &str = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w";

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The square at the start of `text`, and what follows.
fn split_square(text: &str) -> Option<(u8, &str)> {
    let (name, rest) = text.split_at_checked(2)?;
    let [letter, digit] = name.as_bytes() else {
        return None;
    };
    let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
    let row = digit.wrapping_sub(b'1');
    (column < 8 && row < 8).then(|| (8 * row + column, rest))
}

/// The rows from the top as in chess, White's pieces as `P` and Black's as `p`, and whose turn it
/// is.
impl fmt::Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..8).rev() {
            let mut empty = 0;
            for square in 8 * row..8 * row + 8 {
                let Some(owner) = self.owner(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_str(if owner == Player::First { "P" } else { "p" })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn() == Player::First {
            "w"
        } else {
            "b"
        })
    }
}

fn read_position(text: &str) -> Result<Breakthrough, &'static str> {
    let (board, turn) = text.split_once(' ').ok_or("the turn follows the board")?;
    let turn = match turn.trim() {
        "w" => Player::First,
        "b" => Player::Second,
        _ => return Err("the turn is w or b"),
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err("there are eight rows");
    }
    let mut pieces = [0_u64; 2];
    for (row, text) in (0..8).rev().zip(rows) {
        let mut column = 0;
        for sign in text.chars() {
            let owner = match sign {
                'P' => Player::First,
                'p' => Player::Second,
                '1'..='8' => {
                    column += sign as u32 - '0' as u32;
                    continue;
                }
                _ => return Err("squares are P, p, or a number of empty ones"),
            };
            if column >= 8 {
                return Err("a row has eight squares");
            }
            pieces[owner.index()] |= 1 << (8 * row + column);
            column += 1;
        }
        if column != 8 {
            return Err("a row has eight squares");
        }
    }
    if pieces.iter().any(|own| own.count_ones() > 16) {
        return Err("a side has sixteen pieces at the most");
    }
    if pieces[turn.index()] & goal(turn) != 0 || pieces[(!turn).index()] == 0 {
        return Err("who is to move has not won yet");
    }
    Ok(Breakthrough::set_up(pieces, turn))
}

impl FromStr for Breakthrough {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "startpos" {
            return Ok(Self::START);
        }
        read_position(text).map_err(|why| TextError::Position {
            text: text.to_owned(),
            why,
        })
    }
}

impl Breakthrough {
    fn owner(&self, square: u8) -> Option<Player> {
        let at = 1 << square;
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.pieces(player) & at != 0)
    }
}

/// The place of a square on a board whose top row comes first.
fn cell(square: u8) -> usize {
    usize::from(square ^ 56)
}

impl Notation for Breakthrough {
    type Rules = ();
    type Error = TextError;
    const NAME: &'static str = "breakthrough";

    fn start((): &()) -> Self {
        Self::START
    }

    fn parse(text: &str, (): &()) -> Result<Self, TextError> {
        text.parse()
    }

    /// `a2a3`; between the squares may stand `-`, or `x` where the move takes.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let read = || {
            let (from, rest) = split_square(text)?;
            let takes = rest.strip_prefix('x');
            let rest = takes.or(rest.strip_prefix('-')).unwrap_or(rest);
            let (to, "") = split_square(rest)? else {
                return None;
            };
            let is_capture = self.owner(to) == Some(!self.turn());
            let mv = self.unpack(self.pack(Move { from, to }))?;
            (self.decided().is_none() && (is_capture || takes.is_none())).then_some(mv)
        };
        read().ok_or_else(|| TextError::Move(text.to_owned()))
    }

    fn format_move(&self, mv: Move) -> String {
        name(mv.from) + &name(mv.to)
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "white",
            Player::Second => "black",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.decided()?;
        Some(if self.pieces(self.turn()) == 0 {
            "no pieces left"
        } else {
            "the last row is reached"
        })
    }

    fn board_view(&self) -> BoardView {
        let cell = |index: u8| {
            let square = index ^ 56;
            let owner = self.owner(square);
            let letters = ['X', 'O'];
            Cell {
                name: name(square),
                piece: owner.map(|owner| Piece {
                    owner,
                    letter: letters[owner.index()],
                }),
            }
        };
        BoardView::new(8, (0..64).map(cell))
    }

    fn move_cells(&self, mv: Move) -> MoveCells {
        MoveCells {
            from: Some(cell(mv.from)),
            to: Some(cell(mv.to)),
        }
    }

    fn board_shape(&self) -> BoardShape {
        BoardShape::chequered(&self.board_view())
    }

    fn presentation() -> Presentation {
        presentation::presentation()
    }
}

//! The text of positions and moves.

use crate::cells::{Cells, SIZES, STRIDE};
use crate::position::{Hex, Move, Rules};
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
    /// A position is written row by row, as `3/1xo/3 x`.
    #[error("{text:?} is no position as 3/1xo/3 x: {why}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// No legal move.
    #[error("{0:?} is no empty cell as f6, nor a swap that is allowed")]
    Move(String),
}

/// What the swap is called, by the Hex Text Protocol too.
const SWAP: &str = "swap-pieces";

const fn sign(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

fn name(row: u8, column: u8) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// The rows from the top, Red's stones as `x` and Blue's as `o`, numbers for empty cells, and whose
/// turn it is.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules().size;
        for row in 0..size {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for column in 0..size {
                let Some(owner) = self.stone(row, column) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", sign(owner))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        write!(f, " {}", sign(self.turn()))
    }
}

/// The stones in a row, and how many cells it has.
fn read_row(text: &str, row: u16, stones: &mut [Cells; 2]) -> Result<u16, &'static str> {
    let (_, most) = SIZES;
    let mut column = 0;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (read, after) = rest.split_at(digits.max(sign.len_utf8()));
        rest = after;
        let cells = match sign {
            'x' => 1,
            'o' => 1,
            '1'..='9' => read
                .parse()
                .ok()
                .filter(|&empty| empty <= u16::from(most))
                .unwrap_or(99),
            _ => return Err("cells are x, o, or a number of empty ones"),
        };
        if column + cells > most.into() {
            return Err("a board has 19 columns at the most");
        }
        let owner = Player::BOTH
            .into_iter()
            .find(|&player| self::sign(player) == sign);
        if let Some(owner) = owner {
            let own = &mut stones[owner.index()];
            *own = own.with(STRIDE * row + column);
        }
        column += cells;
    }
    Ok(column)
}

fn read_position(text: &str, rules: Rules) -> Result<Hex, &'static str> {
    let (board, turn) = text.split_once(' ').ok_or("the turn follows the board")?;
    let turn = match turn.trim() {
        "x" => Player::First,
        "o" => Player::Second,
        _ => return Err("the turn is x or o"),
    };
    let (least, most) = SIZES;
    let size = board.split('/').count();
    let size = u8::try_from(size)
        .ok()
        .filter(|size| (least..=most).contains(size));
    let size = size.ok_or("a board has from 3 to 19 rows")?;
    let mut stones = [Cells::NONE; 2];
    for (row, text) in (0..).zip(board.split('/')) {
        if read_row(text, row, &mut stones)? != u16::from(size) {
            return Err("there are as many columns as rows");
        }
    }
    let [red, blue] = stones.map(|stones| stones.count());
    // Red has placed as many stones as Blue, or one less after a swap.
    let fits = match turn {
        Player::First => red == blue || red + 1 == blue,
        Player::Second => red == blue + 1 || red == blue && red > 0,
    };
    if !fits {
        return Err("the players have placed stones by turns");
    }
    let pos = Hex::set_up(stones, turn, Rules { size, ..rules });
    if pos.has_joined(turn) {
        return Err("who is to move has not won yet");
    }
    Ok(pos)
}

impl FromStr for Hex {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, &Rules::default())
    }
}

impl Notation for Hex {
    type Rules = Rules;
    type Error = TextError;
    const NAME: &'static str = "hex";

    fn start(&rules: &Rules) -> Self {
        Self::empty_board(rules)
    }

    /// The board has the size that the text says.
    fn parse(text: &str, &rules: &Rules) -> Result<Self, TextError> {
        if text == "startpos" {
            return Ok(Self::empty_board(rules));
        }
        read_position(text, rules).map_err(|why| TextError::Position {
            text: text.to_owned(),
            why,
        })
    }

    /// `f6`, or `swap-pieces` or `swap`.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let read = || {
            if text.eq_ignore_ascii_case(SWAP) || text.eq_ignore_ascii_case("swap") {
                return Some(Move::SWAP);
            }
            let (letter, number) = text.split_at_checked(1)?;
            let column = letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            let row = number
                .parse::<u8>()
                .ok()
                .filter(|_| plain)?
                .checked_sub(1)?;
            let size = self.rules().size;
            let on_board = row < size && column < size;
            on_board.then(|| Move(STRIDE * u16::from(row) + u16::from(column)))
        };
        let legal = read().filter(|_| self.decided().is_none());
        let legal = legal.and_then(|mv| self.unpack(self.pack(mv)));
        legal.ok_or_else(|| TextError::Move(text.to_owned()))
    }

    fn format_move(&self, mv: Move) -> String {
        mv.cell()
            .map_or_else(|| SWAP.to_owned(), |(row, column)| name(row, column))
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "red",
            Player::Second => "blue",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.decided().map(|_| match self.turn() {
            Player::Second => "top and bottom are joined",
            Player::First => "left and right are joined",
        })
    }

    fn board_view(&self) -> BoardView {
        let size = self.rules().size;
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let cell = |(row, column)| Cell {
            name: name(row, column),
            piece: self.stone(row, column).map(|owner| Piece {
                owner,
                letter: sign(owner).to_ascii_uppercase(),
            }),
        };
        BoardView::new(size.into(), cells.map(cell))
    }

    /// The swap touches the cell to which the stone goes.
    fn move_cells(&self, mv: Move) -> MoveCells {
        let cell = mv.cell().or_else(|| {
            let size = self.rules().size;
            let mut cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            // Before the swap the one stone is where it comes from, after it where it goes.
            let (row, column) = cells.find(|&(row, column)| self.stone(row, column).is_some())?;
            Some(if self.can_swap() {
                (column, row)
            } else {
                (row, column)
            })
        });
        let index = |(row, column): (u8, u8)| {
            usize::from(row) * usize::from(self.rules().size) + usize::from(column)
        };
        MoveCells {
            from: None,
            to: cell.map(index),
        }
    }

    /// The swap is no cell to point at: the stone's new cell may also be played on.
    fn move_routes(&self, mv: Move) -> Vec<Vec<usize>> {
        let cell = mv.cell().and_then(|_| self.move_cells(mv).to);
        vec![cell.into_iter().collect()]
    }

    fn board_shape(&self) -> BoardShape {
        let board = self.board_view();
        BoardShape::hexes(&board).bordered(Player::First, &board)
    }

    fn presentation() -> Presentation {
        presentation::presentation()
    }
}

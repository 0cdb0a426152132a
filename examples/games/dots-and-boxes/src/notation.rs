//! The text of positions and moves.

use crate::board::{Cell, LARGEST, Line};
use crate::position::{DotsAndBoxes, Rules};
use crate::presentation;
use engines::game_core::{
    BoardShape, BoardView, Cell as ViewCell, Coordinates, Glyphs, MoveCells, Notation, Outcome,
    Piece, Player, Position, Presentation,
};
use std::fmt;
use std::str::FromStr;

/// A text that is no position or no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A position is written row by row, as `.x./x.o/... o`.
    #[error("{text:?} is no position as .x./x.o/... o: {why}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// No legal move.
    #[error("{0:?} is no line as b1 that is still to be drawn")]
    Move(String),
}

const fn sign(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl DotsAndBoxes {
    /// Whose line or box a cell is.
    fn owner(&self, (row, column): (u8, u8)) -> Option<Player> {
        match self.board().cell(row, column) {
            Cell::Dot => None,
            Cell::Line(line) => self.drawn_by(line),
            Cell::Box(number) => self.closed_by(number),
        }
    }

    /// The letter of the column and the number of the row, from below.
    fn name(&self, (row, column): (u8, u8)) -> String {
        let number = self.board().height() - row;
        format!("{}{number}", char::from(b'a' + column))
    }
}

/// The cells row by row from the top, dots, lines and boxes by turns: `x` and `o` for what a player
/// has drawn or closed, points for the rest; and whose turn it is.
impl fmt::Display for DotsAndBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.board().cells() {
            if cell.1 == 0 && cell.0 > 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.owner(cell).map_or('.', sign))?;
        }
        write!(f, " {}", sign(self.turn()))
    }
}

/// The number of boxes along a side of so many cells.
fn boxes_along(cells: usize) -> Option<u8> {
    let boxes = u8::try_from(cells.checked_sub(1)? / 2).ok()?;
    (cells % 2 == 1 && (1..=LARGEST).contains(&boxes)).then_some(boxes)
}

fn read_position(text: &str) -> Result<DotsAndBoxes, &'static str> {
    let (cells, turn) = text.split_once(' ').ok_or("the turn follows the board")?;
    let player = |sign| {
        Player::BOTH
            .into_iter()
            .find(|&player| self::sign(player) == sign)
    };
    let mut turn = turn.trim().chars();
    let turn = match (turn.next(), turn.next()) {
        (Some(sign), None) => player(sign),
        _ => None,
    };
    let turn = turn.ok_or("the turn is x or o")?;
    let width = cells.split('/').next().map_or(0, |row| row.chars().count());
    let rows = boxes_along(cells.split('/').count());
    let (Some(rows), Some(columns)) = (rows, boxes_along(width)) else {
        return Err("a board has from 1 to 5 rows and columns of boxes, with dots around");
    };
    let rules = Rules { rows, columns };
    let board = DotsAndBoxes::empty_board(rules).board();
    let mut drawn = [0; 2];
    let mut closed = [0; 2];
    for (row, text) in (0..).zip(cells.split('/')) {
        if text.chars().count() != width {
            return Err("the rows are equally long");
        }
        for (column, letter) in (0..).zip(text.chars()) {
            let owner = player(letter);
            if owner.is_none() && letter != '.' {
                return Err("cells are x, o or a point");
            }
            let Some(owner) = owner.map(Player::index) else {
                continue;
            };
            match board.cell(row, column) {
                Cell::Dot => return Err("nobody has a dot"),
                Cell::Line(line) => drawn[owner] |= 1_u64 << line,
                Cell::Box(number) => closed[owner] |= 1_u32 << number,
            }
        }
    }
    let lines = drawn[0] | drawn[1];
    let all = closed[0] | closed[1];
    let mut boxes = board.boxes.iter().enumerate();
    if boxes.any(|(number, round)| (round & !lines == 0) != (all >> number & 1 != 0)) {
        return Err("a box is closed when its four lines are drawn");
    }
    Ok(DotsAndBoxes::set_up(rules, turn, drawn, closed))
}

impl FromStr for DotsAndBoxes {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, &Rules::default())
    }
}

impl Notation for DotsAndBoxes {
    type Rules = Rules;
    type Error = TextError;
    const NAME: &'static str = "dots-and-boxes";

    fn start(&rules: &Rules) -> Self {
        Self::empty_board(rules)
    }

    /// The board has the size that the text says.
    fn parse(text: &str, &rules: &Rules) -> Result<Self, TextError> {
        if text == "startpos" {
            return Ok(Self::empty_board(rules));
        }
        read_position(text).map_err(|why| TextError::Position {
            text: text.to_owned(),
            why,
        })
    }

    /// `b1`: the cell of a line.
    fn parse_move(&self, text: &str) -> Result<Line, TextError> {
        let read = || {
            let (letter, number) = text.split_at_checked(1)?;
            let column = letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.parse::<u8>().ok().filter(|&at| plain && at > 0)?;
            let row = self.board().height().checked_sub(number)?;
            let on_board = column < self.board().width();
            match self.board().cell(row, column) {
                Cell::Line(line) if on_board => self.unpack(line.into()),
                _ => None,
            }
        };
        read().ok_or_else(|| TextError::Move(text.to_owned()))
    }

    fn format_move(&self, line: Line) -> String {
        self.name(self.board().place(line))
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "red",
            Player::Second => "blue",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        Some(match self.decided()? {
            Outcome::Draw => "as many boxes",
            Outcome::Win | Outcome::Loss => "more boxes",
        })
    }

    fn board_view(&self) -> BoardView {
        let letter = |(row, column)| match self.board().cell(row, column) {
            Cell::Line(_) if row % 2 == 0 => presentation::LIES,
            Cell::Line(_) => presentation::STANDS,
            Cell::Dot | Cell::Box(_) => presentation::CLOSED,
        };
        let cell = |at| ViewCell {
            name: self.name(at),
            piece: self.owner(at).map(|owner| Piece {
                owner,
                letter: letter(at),
            }),
        };
        BoardView::new(self.board().width().into(), self.board().cells().map(cell))
    }

    fn move_cells(&self, line: Line) -> MoveCells {
        let (row, column) = self.board().place(line);
        MoveCells {
            from: None,
            to: Some(usize::from(row) * usize::from(self.board().width()) + usize::from(column)),
        }
    }

    /// Dots where thin lines cross, which are drawn over.
    fn board_shape(&self) -> BoardShape {
        let width = usize::from(self.board().width());
        let height = usize::from(self.board().height());
        let across = (0..height)
            .step_by(2)
            .map(|row| [row * width, row * width + width - 1]);
        let down = (0..width)
            .step_by(2)
            .map(|column| [column, (height - 1) * width + column]);
        BoardShape {
            lines: across.chain(down).collect(),
            coordinates: Coordinates::Below,
            ..BoardShape::points(&self.board_view())
        }
    }

    fn presentation() -> Presentation {
        presentation::presentation()
    }

    /// As on paper: dots, the lines between them, and in each closed box whose it is.
    fn diagram(&self, last: Option<Line>, _: Glyphs) -> String {
        let board = self.board();
        let mark = |(row, column)| match board.cell(row, column) {
            Cell::Dot => "+".to_owned(),
            Cell::Line(line) => match (self.drawn_by(line), row % 2) {
                (None, 0) => "   ".to_owned(),
                (None, _) => " ".to_owned(),
                (Some(_), 0) if last == Some(line) => "===".to_owned(),
                (Some(_), 0) => "---".to_owned(),
                (Some(_), _) if last == Some(line) => "‖".to_owned(),
                (Some(_), _) => "|".to_owned(),
            },
            Cell::Box(number) => format!(" {} ", self.closed_by(number).map_or(' ', sign)),
        };
        let row = |row| {
            let cells = (0..board.width()).map(|column| mark((row, column)));
            let text = format!("{:>2} {}", board.height() - row, cells.collect::<String>());
            text.trim_end().to_owned()
        };
        let letter = |column: u8| {
            let letter = char::from(b'a' + column);
            if column.is_multiple_of(2) {
                letter.to_string()
            } else {
                format!(" {letter} ")
            }
        };
        let letters = (0..board.width()).map(letter).collect::<String>();
        let rows = (0..board.height()).map(row);
        let rows = rows.chain([format!("   {letters}").trim_end().to_owned()]);
        rows.collect::<Vec<_>>().join("\n")
    }
}

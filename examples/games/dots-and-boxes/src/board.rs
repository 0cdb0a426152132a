//! The lines of a board, and the boxes beside them.

use std::sync::LazyLock;

/// Rows and columns of boxes at most: so many lines as a word has bits for.
pub const LARGEST: u8 = 5;

/// A line between two neighbouring dots, as a bit: first those that lie, row by row from the top,
/// then those that stand.
pub type Line = u8;

/// A board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// Every line.
    pub(crate) lines: u64,
    /// The four lines round each box, row by row from the top.
    pub(crate) boxes: Vec<u64>,
    /// The one or two boxes beside each line.
    pub(crate) beside: Vec<Vec<usize>>,
}

impl Board {
    fn new(rows: u8, columns: u8) -> Self {
        let across = (rows + 1) * columns;
        let count = across + rows * (columns + 1);
        let mut boxes = Vec::new();
        let mut beside = vec![Vec::new(); count.into()];
        for row in 0..rows {
            for column in 0..columns {
                let above = row * columns + column;
                let left = across + row * (columns + 1) + column;
                let round = [above, above + columns, left, left + 1];
                for line in round {
                    beside[usize::from(line)].push(boxes.len());
                }
                boxes.push(round.iter().map(|line| 1 << line).sum());
            }
        }
        Self {
            rows,
            columns,
            lines: (1 << count) - 1,
            boxes,
            beside,
        }
    }

    /// The board of that size, each number from 1 to [`LARGEST`].
    pub(crate) fn of(rows: u8, columns: u8) -> &'static Self {
        static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
            let sizes = (1..=LARGEST).flat_map(|rows| (1..=LARGEST).map(move |at| (rows, at)));
            sizes.map(|(rows, at)| Board::new(rows, at)).collect()
        });
        &BOARDS[usize::from((rows - 1) * LARGEST + columns - 1)]
    }

    /// How many cells a row has on paper: dots, lines and boxes by turns.
    pub(crate) fn width(&self) -> u8 {
        2 * self.columns + 1
    }

    /// How many rows of cells there are.
    pub(crate) fn height(&self) -> u8 {
        2 * self.rows + 1
    }

    /// What lies in a row and a column of cells, counted from the top left.
    pub(crate) fn cell(&self, row: u8, column: u8) -> Cell {
        let across = (self.rows + 1) * self.columns;
        match (row % 2, column % 2) {
            (0, 0) => Cell::Dot,
            (0, _) => Cell::Line(row / 2 * self.columns + column / 2),
            (_, 0) => Cell::Line(across + row / 2 * (self.columns + 1) + column / 2),
            _ => Cell::Box(usize::from(row / 2 * self.columns + column / 2)),
        }
    }

    /// Where a line lies: the row and the column of its cell.
    pub(crate) fn place(&self, line: Line) -> (u8, u8) {
        let across = (self.rows + 1) * self.columns;
        match line.checked_sub(across) {
            None => (line / self.columns * 2, line % self.columns * 2 + 1),
            Some(at) => (at / (self.columns + 1) * 2 + 1, at % (self.columns + 1) * 2),
        }
    }

    /// Every cell with its row and column, row by row from the top.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let width = self.width();
        (0..self.height()).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }
}

/// A cell of the board on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Dot,
    Line(Line),
    Box(usize),
}

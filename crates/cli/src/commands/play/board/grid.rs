//! Where the cells of a board stand in a grid of characters.

use super::Signs;
use game_core::{BoardShape, BoardView, CellShape, Coordinates};

/// How many columns and rows of the terminal there are from one cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Columns.
    pub across: usize,
    /// Rows.
    pub down: usize,
}

impl Scale {
    const fn new(across: usize, down: usize) -> Self {
        Self { across, down }
    }

    /// The scales, the largest first, for signs that are `sign` columns wide. At least one column
    /// beside a sign is left for marks.
    pub fn all(sign: usize) -> [Self; 3] {
        let smallest = Self::new(sign + 1, 1);
        [Self::new(6, 3), Self::new(4.max(sign + 1), 2), smallest]
    }
}

/// Where everything of a board stands.
pub struct Grid {
    /// Of one cell from the next.
    pub scale: Scale,
    /// The columns of a sign, and of the number of pieces beside it.
    pub sign: usize,
    /// The size of the whole.
    pub size: [usize; 2],
    /// The column and the row of each cell's sign.
    pub places: Vec<[usize; 2]>,
    /// The first column and row of the cells, and those after the last.
    pub cells: [[usize; 2]; 2],
    /// The labels to the left: their row and their text.
    pub labels: Vec<(usize, String)>,
    /// The row of letters, and the letters with their columns.
    pub letters: Option<(usize, Vec<(usize, String)>)>,
}

impl Grid {
    /// The grid of a board in that scale.
    pub fn new(board: &BoardView, shape: &BoardShape, signs: &Signs, scale: Scale) -> Self {
        let sign = signs.width_on(board);
        let is_point = shape.cell == CellShape::Point;
        let named_inside = shape.coordinates == Coordinates::Inside && scale.down > 1;
        let rows = shape.cell_rows();
        let label = |row: &Vec<usize>| match named_inside {
            true => "",
            false => shape.row_label(board, row),
        };
        let labels: Vec<&str> = rows.iter().map(label).collect();
        let label_width = labels.iter().map(|label| label.chars().count()).max();
        let label_width = label_width.unwrap_or(0);
        // Before the first sign there is a column for its mark, and the rest of its cell.
        let pad = Self::pad(shape, scale, sign);
        let bordered = !shape.borders.is_empty();
        let roomy = label_width > 0 && (scale.down > 1 || bordered);
        let left = label_width + usize::from(roomy) + pad;
        let area_above = if is_point { 0 } else { (scale.down - 1) / 2 };
        let area_below = if is_point { 1 } else { scale.down - area_above };
        let side = usize::from(bordered);
        let letters_before = shape.letters_before(board, &rows);
        let mut top = side + area_above;
        // The signs of each row of cells. Letters and what parts two rows take a row of their own.
        let tops: Vec<usize> = (0..rows.len())
            .map(|number| {
                let parted = letters_before == Some(number) || shape.is_apart(&rows, number);
                top += usize::from(parted);
                number * scale.down + top
            })
            .collect();

        let least = shape.places.iter().map(|place| place[0]);
        let least = least.min_by(f32::total_cmp).unwrap_or(0.0);
        let mut places = vec![[0, 0]; shape.places.len()];
        for (number, row) in rows.iter().enumerate() {
            for &cell in row {
                let right = (shape.places[cell][0] - least) * scale.across as f32;
                places[cell] = [left + side + right.round() as usize, tops[number]];
            }
        }
        let last = |axis: usize| places.iter().map(|place| place[axis]).max().unwrap_or(0);
        let area_right = if is_point {
            sign
        } else {
            (scale.across - pad).max(sign)
        };
        let end = [last(0) + area_right, last(1) + area_below];
        let first = tops.first().map_or(0, |top| top - area_above);
        let begin = [left + side - pad, first];
        let below = end[1] + side;
        let lettered = shape.lettered_row(board, &rows);
        let letters = lettered.map(|row| {
            let at = match shape.coordinates {
                Coordinates::Above => tops[row] - area_above - side - 1,
                _ => tops[row] + area_below + side,
            };
            let letter = |&cell: &usize| {
                let [letters, _] = board.cells[cell].coordinates()?;
                Some((places[cell][0], letters.to_owned()))
            };
            (at, rows[row].iter().filter_map(letter).collect::<Vec<_>>())
        });
        let letters_below = usize::from(letters_before == Some(rows.len()));
        let labels = labels.iter().zip(&tops).map(|(label, &top)| {
            let blanks = label_width - label.chars().count();
            (top, " ".repeat(blanks) + label)
        });
        Self {
            scale,
            sign,
            // One column more is for the mark after the last sign.
            size: [
                (last(0) + sign + 1 + side).max(end[0] + side),
                below + letters_below,
            ],
            labels: labels.collect(),
            letters,
            cells: [begin, end],
            places,
        }
    }

    /// How many columns of a cell are before its sign.
    fn pad(shape: &BoardShape, scale: Scale, sign: usize) -> usize {
        match shape.cell {
            CellShape::Point => 1,
            _ => (scale.across - sign).div_ceil(2).max(1),
        }
    }

    /// The first column and the first row of a cell that is an area.
    pub fn area(&self, shape: &BoardShape, cell: usize) -> [usize; 2] {
        let [column, row] = self.places[cell];
        let above = (self.scale.down - 1) / 2;
        [
            column - Self::pad(shape, self.scale, self.sign),
            row - above,
        ]
    }
}

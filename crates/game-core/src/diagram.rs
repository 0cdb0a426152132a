use crate::{BoardShape, BoardView, Cell, Coordinates, Piece, Player};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

/// The board as lines of text, drawn from what a game says of it: `.` for an empty cell, a letter
/// for a piece, `>` before the cell that is `marked`.
///
/// Where there is one kind of pieces, they are `X` and `O`; else the first mover's letters are in
/// upper case and the second's in lower case. Cells lie as their [places](BoardShape::places) do,
/// two characters to a width, and more where a cell has several pieces: their number is written
/// behind the letter.
///
/// ```
/// use game_core::{BoardShape, BoardView, Cell, Piece, Player, diagram};
/// let cell = |name: &str, owner: Option<Player>| Cell {
///     name: name.to_owned(),
///     piece: owner.map(|owner| Piece { owner, letter: ['X', 'O'][owner.index()] }),
/// };
/// let (first, second) = (Some(Player::First), Some(Player::Second));
/// let cells = [("a2", None), ("b2", first), ("a1", second), ("b1", None)];
/// let board = BoardView::new(2, cells.map(|(name, owner)| cell(name, owner)));
/// assert_eq!(diagram(&board, &BoardShape::squares(&board), Some(1)), "2 .>X\n1 O .\n  a b");
/// assert_eq!(diagram(&board, &BoardShape::hexes(&board), None), "2 . X\n1  O .\n   a b");
/// ```
pub fn diagram(board: &BoardView, shape: &BoardShape, marked: Option<usize>) -> String {
    let rows = shape.cell_rows();
    let labels: Vec<&str> = rows.iter().map(|row| shape.row_label(board, row)).collect();
    let margin = labels.iter().map(|label| label.len()).max().unwrap_or(0);
    let left = shape.places.iter().map(|place| place[0]);
    let left = left.min_by(f32::total_cmp).unwrap_or(0.0);
    // Every cell has a character for itself and one before it, and room for the greatest count.
    let width = (2 + board.count_digits()) as f32;
    let at = |cell: usize| margin + 1 + (width * (shape.places[cell][0] - left) + 0.5) as usize;
    let letters = shape.letters_before(board, &rows);
    let mut lines = Vec::new();
    for number in 0..=rows.len() {
        if letters == Some(number) {
            let named = shape.lettered_row(board, &rows);
            let mut line = Vec::new();
            for &cell in named.into_iter().flat_map(|row| &rows[row]) {
                let [letters, _] = board.cells[cell].coordinates().unwrap_or_default();
                put(&mut line, at(cell), letters);
            }
            lines.push(line);
        } else if shape.is_apart(&rows, number) {
            lines.push(Vec::new());
        }
        let Some((row, label)) = rows.get(number).zip(labels.get(number)) else {
            break;
        };
        let mut line = vec![' '; margin - label.len()];
        line.extend(label.chars());
        for &cell in row {
            let sign = board.cells[cell].piece.map_or('.', Piece::sign);
            put(&mut line, at(cell), &format!("{sign}"));
            if let Some(count) = board.counts.get(&cell) {
                put(&mut line, at(cell) + 1, &count.to_string());
            }
            if marked == Some(cell) {
                line[at(cell) - 1] = '>';
            }
        }
        lines.push(line);
    }
    let lines = lines.into_iter().map(String::from_iter);
    lines.collect::<Vec<String>>().join("\n")
}

impl BoardShape {
    /// The cells row by row from the top, each row from left to right, as their
    /// [places](Self::places) lie.
    pub fn cell_rows(&self) -> Vec<Vec<usize>> {
        let place = |&cell: &usize| self.places[cell];
        let mut cells: Vec<usize> = (0..self.places.len()).collect();
        cells.sort_by(|one, other| place(one)[1].total_cmp(&place(other)[1]));
        // Lower by less than a quarter is the same row.
        let same = |one: &usize, other: &usize| place(other)[1] - place(one)[1] < 0.25;
        let mut rows: Vec<Vec<usize>> = cells.chunk_by(same).map(<[usize]>::to_vec).collect();
        for row in &mut rows {
            row.sort_by(|one, other| place(one)[0].total_cmp(&place(other)[0]));
        }
        rows
    }

    /// Whether half a cell or more lies between a row of [`cell_rows`](Self::cell_rows) and the one
    /// above it, as between the board and the pieces in hand.
    pub fn is_apart(&self, rows: &[Vec<usize>], row: usize) -> bool {
        let height = |row: usize| rows.get(row)?.first().map(|&cell| self.places[cell][1]);
        let above = row.checked_sub(1).and_then(height);
        above
            .zip(height(row))
            .is_some_and(|(above, height)| height - above >= 1.5)
    }

    /// The label to the left of a row: the number that its cells share, or else the name of its
    /// first cell.
    pub fn row_label<'b>(&self, board: &'b BoardView, row: &[usize]) -> &'b str {
        let Some(&first) = row.first() else { return "" };
        let cell = &board.cells[first];
        match self.coordinates {
            Coordinates::Below | Coordinates::Above => {
                cell.coordinates().map_or("", |[_, number]| number)
            }
            Coordinates::Inside => &cell.name,
            Coordinates::Hidden => "",
        }
    }

    /// The row of [`cell_rows`](Self::cell_rows) whose letters are shown for all.
    pub fn lettered_row(&self, board: &BoardView, rows: &[Vec<usize>]) -> Option<usize> {
        let is_named = |row: &Vec<usize>| {
            let cells = row.iter().map(|&cell| &board.cells[cell]);
            cells.into_iter().all(|cell| cell.coordinates().is_some())
        };
        match self.coordinates {
            Coordinates::Below => rows.iter().rposition(is_named),
            Coordinates::Above => rows.iter().position(is_named),
            Coordinates::Inside | Coordinates::Hidden => None,
        }
    }

    /// Before which row of [`cell_rows`](Self::cell_rows) the letters stand; the number of rows for
    /// below the last.
    pub fn letters_before(&self, board: &BoardView, rows: &[Vec<usize>]) -> Option<usize> {
        let row = self.lettered_row(board, rows)?;
        Some(row + usize::from(self.coordinates == Coordinates::Below))
    }
}

impl Cell {
    /// The letters and the number of a name such as `h8`; a cell of any other name has no
    /// coordinates.
    pub fn coordinates(&self) -> Option<[&str; 2]> {
        let digits = self.name.find(|sign: char| sign.is_ascii_digit())?;
        let (letters, number) = self.name.split_at(digits);
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = !letters.is_empty() && letters.chars().all(char::is_alphabetic);
        (is_number && is_word).then_some([letters, number])
    }
}

impl Piece {
    /// The letter that shows whose it is, too: `X` and `O` where there is one kind of pieces, else
    /// in upper case the first mover's and in lower case the second's.
    pub fn sign(self) -> char {
        match (self.letter, self.owner) {
            (letter @ ('X' | 'O'), _) | (letter, Player::First) => letter,
            (letter, Player::Second) => letter.to_ascii_lowercase(),
        }
    }
}

/// Writes a text, behind as many blanks as it takes.
fn put(line: &mut Vec<char>, at: usize, text: &str) {
    for (at, sign) in (at..).zip(text.chars()) {
        if line.len() <= at {
            line.resize(at + 1, ' ');
        }
        line[at] = sign;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CellShape;
    use alloc::borrow::ToOwned;

    fn named(name: &str) -> Cell {
        Cell {
            name: name.to_owned(),
            piece: None,
        }
    }

    /// Two rows of dark squares, numbered from 9, with a king on each side.
    #[test]
    fn cells_lie_as_their_places_do() {
        let names = (9..13).map(|number| number.to_string());
        let mut board = BoardView::new(2, names.map(|name| named(&name)));
        let king = |owner| Some(Piece { owner, letter: 'K' });
        board.cells[1].piece = king(Player::First);
        board.cells[2].piece = king(Player::Second);
        let mut shape = BoardShape {
            cell: CellShape::Chequered,
            places: vec![[1.0, 0.0], [3.0, 0.0], [0.0, 1.0], [2.0, 1.0]],
            coordinates: Coordinates::Inside,
            ..BoardShape::default()
        };
        assert_eq!(diagram(&board, &shape, Some(3)), " 9   .   K\n11 k  >.");
        shape.coordinates = Coordinates::Hidden;
        assert_eq!(diagram(&board, &shape, Some(2)), "   .   K\n>k   .");
    }

    #[test]
    fn letters_stand_on_either_side_of_a_wide_board() {
        let name = |at: usize| format!("{}{}", char::from(b'a' + (at % 3) as u8), 10 - at / 3);
        let board = BoardView::new(3, (0..6).map(|at| named(&name(at))));
        let mut shape = BoardShape::points(&board);
        assert_eq!(
            diagram(&board, &shape, None),
            "10 . . .\n 9 . . .\n   a b c"
        );
        shape.coordinates = Coordinates::Above;
        assert_eq!(
            diagram(&board, &shape, None),
            "   a b c\n10 . . .\n 9 . . ."
        );
        let none = BoardView::default();
        assert_eq!(diagram(&none, &BoardShape::squares(&none), None), "");
    }

    /// Pieces in hand below a board of two rows: their cells have no coordinates.
    #[test]
    fn a_hand_is_apart_and_its_pieces_are_counted() {
        let names = ["a2", "b2", "a1", "b1", "P*", "R*"];
        let mut board = BoardView::new(2, names.map(named)).with_counts([(4, 12)]);
        let mut shape = BoardShape::squares(&board);
        for place in &mut shape.places[4..] {
            place[1] += 0.5;
        }
        board.cells[4].piece = Some(Piece {
            owner: Player::First,
            letter: 'P',
        });
        let counted = "2 .   .\n1 .  >.\n  a   b\n  P12 .";
        assert_eq!(diagram(&board, &shape, Some(3)), counted);
        board.counts.clear();
        shape.coordinates = Coordinates::Hidden;
        assert_eq!(diagram(&board, &shape, None), " . .\n . .\n\n P .");
        shape.coordinates = Coordinates::Above;
        assert_eq!(
            diagram(&board, &shape, None),
            "  a b\n2 . .\n1 . .\n\n  P ."
        );
    }
}

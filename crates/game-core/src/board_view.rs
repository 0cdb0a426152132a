use crate::Player;
use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

/// What stands where, for code that shows or sends a position without knowing its game.
///
/// ```
/// use game_core::{BoardView, Cell, Piece, Player};
/// let noughts = [("a2", None), ("b2", Some('X')), ("a1", Some('O')), ("b1", None)];
/// let board = BoardView::new(2, noughts.map(|(name, letter)| Cell {
///     name: name.to_owned(),
///     piece: letter.map(|letter| Piece { owner: if letter == 'X' { Player::First } else { Player::Second }, letter }),
/// }));
/// assert_eq!((board.columns, board.rows()), (2, 2));
/// assert_eq!(board.position_of("b2"), Some(1));
/// let [first, second] = Player::BOTH.map(|player| board.count(player));
/// assert_eq!((first, second), (1, 1));
/// // Three crosses on one cell, as pieces in hand.
/// let board = board.with_counts([(1, 3)]);
/// assert_eq!((board.count_at(1), board.count_at(2), board.count(Player::First)), (3, 1, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardView {
    /// The cells of a row.
    pub columns: usize,
    /// The cells row by row, the top row as diagrams print it first, each from left to right.
    pub cells: Vec<Cell>,
    /// How many pieces there are on a cell that has several, all alike, by the index of the cell:
    /// pieces in hand, whose cells lie beside the board.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub counts: BTreeMap<usize, usize>,
}

/// A square or point of a board.
///
/// ```
/// use game_core::{Notation, Player};
/// use othello_bitboard::Othello;
/// let board = Othello::START.board_view();
/// let cell = &board.cells[28];
/// assert_eq!((cell.name.as_str(), cell.coordinates()), ("e4", Some(["e", "4"])));
/// assert_eq!(cell.piece.map(|disc| disc.owner), Some(Player::First));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// Its name in the game's notation, as `h8`.
    pub name: String,
    /// What stands on it.
    pub piece: Option<Piece>,
}

/// A piece, stone or disc.
///
/// ```
/// use game_core::{Piece, Player};
/// let king = |owner| Piece { owner, letter: 'K' };
/// assert_eq!(Player::BOTH.map(|owner| king(owner).sign()), ['K', 'k']);
/// // Where all pieces are of one kind, the letters alone tell whose they are.
/// assert_eq!(Piece { owner: Player::Second, letter: 'O' }.sign(), 'O');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// An upper-case letter for its kind; where there is only one kind, `X` for the first mover's
    /// and `O` for the second's.
    pub letter: char,
}

/// The cells that a move touches, as indices into [`BoardView::cells`].
///
/// ```
/// use game_core::{MoveCells, Notation};
/// use othello_bitboard::{Move, Othello};
/// let game = Othello::START;
/// let cells = game.move_cells(game.parse_move("f5")?);
/// assert_eq!(cells, MoveCells { from: None, to: game.board_view().position_of("f5") });
/// assert_eq!(game.move_cells(Move::PASS), MoveCells::default());
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveCells {
    /// Where the piece comes from; `None` where a move places one.
    pub from: Option<usize>,
    /// Where it goes; `None` for a pass.
    pub to: Option<usize>,
}

impl BoardView {
    /// The board with these cells, given row by row from the top.
    pub fn new(columns: usize, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self {
            columns,
            cells: cells.into_iter().collect(),
            counts: BTreeMap::new(),
        }
    }

    /// The same with so many pieces on these cells. A cell of a piece that is not counted has one:
    /// counts of one and none are left out.
    pub fn with_counts(mut self, counts: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let several = counts.into_iter().filter(|&(_, count)| count > 1);
        self.counts.extend(several);
        self
    }

    /// How many pieces there are on a cell.
    pub fn count_at(&self, cell: usize) -> usize {
        match self.cells.get(cell).and_then(|cell| cell.piece) {
            Some(_) => self.counts.get(&cell).copied().unwrap_or(1),
            None => 0,
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    /// The index of the cell of that name.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// The digits of the greatest of [`counts`](Self::counts): none where no cell has several pieces.
    pub fn count_digits(&self) -> usize {
        let most = self.counts.values().max();
        most.map_or(0, |most| most.to_string().len())
    }

    /// How many pieces `player` has.
    pub fn count(&self, player: Player) -> usize {
        let owner = |cell: usize| self.cells[cell].piece.map(|piece| piece.owner);
        let own = (0..self.cells.len()).filter(|&cell| owner(cell) == Some(player));
        own.map(|cell| self.count_at(cell)).sum()
    }
}

use crate::{BoardView, Player};
use alloc::vec::Vec;

/// What a board looks like and where its cells lie, for code that draws it without knowing the
/// game. It stays the same from the first move of a game to the last.
///
/// ```
/// use game_core::{BoardShape, BoardView, Cell, CellShape, Coordinates};
/// let named = |name: &str| Cell { name: name.to_owned(), piece: None };
/// let board = BoardView::new(2, ["a2", "b2", "a1", "b1"].map(named));
/// let squares = BoardShape::squares(&board);
/// assert_eq!((squares.cell, squares.places[3]), (CellShape::Square, [1.0, 1.0]));
/// // Crossings of lines: two rows and two columns.
/// assert_eq!(BoardShape::points(&board).lines, [[0, 1], [2, 3], [0, 2], [1, 3]]);
/// // The second row of a board of hexagons begins half a cell further to the right.
/// assert_eq!(BoardShape::hexes(&board).places[2][0], 0.5);
/// // Any other board: the four dark squares of a chessboard with two rows.
/// let dark = BoardShape {
///     cell: CellShape::Chequered,
///     places: vec![[1.0, 0.0], [3.0, 0.0], [0.0, 1.0], [2.0, 1.0]],
///     lines: Vec::new(),
///     borders: Vec::new(),
///     coordinates: Coordinates::Inside,
/// };
/// assert_eq!(dark.places.len(), board.cells.len());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardShape {
    /// What each cell is.
    pub cell: CellShape,
    /// The middle of each of [`BoardView::cells`]: how far to the right and how far down, in widths
    /// of a cell.
    pub places: Vec<[f32; 2]>,
    /// The lines of the board, each straight from the middle of one cell to that of another, as
    /// indices into [`BoardView::cells`]. They may pass through cells between the two.
    pub lines: Vec<[usize; 2]>,
    /// Edges that belong to a side, as those it connects in Hex.
    pub borders: Vec<Border>,
    /// Where the names of the cells are written.
    pub coordinates: Coordinates,
}

/// An edge of a board in the colour of a side.
///
/// ```
/// use game_core::{BoardShape, Notation, Player};
/// use othello_bitboard::Othello;
/// // As in Hex: the edges at the top and the bottom are the first player's.
/// let board = Othello::START.board_view();
/// let shape = BoardShape::hexes(&board).bordered(Player::First, &board);
/// let owners = shape.borders.iter().map(|border| border.owner);
/// assert!(owners.eq([Player::First, Player::First, Player::Second, Player::Second]));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Border {
    /// Whose it is.
    pub owner: Player,
    /// Where it runs: to the right and down, as [`BoardShape::places`].
    pub path: Vec<[f32; 2]>,
}

/// What the cells of a board are.
///
/// ```
/// use game_core::{BoardShape, CellShape, Notation};
/// use othello_bitboard::Othello;
/// assert_eq!(Othello::START.board_shape().cell, CellShape::Square);
/// // The same eight rows of eight cells for other games.
/// let board = Othello::START.board_view();
/// assert_eq!(BoardShape::chequered(&board).cell, CellShape::Chequered);
/// assert_eq!(BoardShape::hexes(&board).cell, CellShape::Hexagon);
/// assert_eq!(BoardShape::points(&board).lines.len(), 16);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CellShape {
    /// Squares of one colour.
    #[default]
    Square,
    /// Squares of two colours: dark where right and down add up to an odd number, as the lower left
    /// square of a chessboard. Squares that are no cells are light.
    Chequered,
    /// Crossings or ends of [`BoardShape::lines`].
    Point,
    /// Hexagons with a corner on top.
    Hexagon,
}

/// Where a board shows the names of its cells.
///
/// ```
/// use game_core::{BoardShape, Coordinates, Notation, diagram};
/// use othello_bitboard::Othello;
/// let board = Othello::START.board_view();
/// let below = BoardShape::squares(&board);
/// assert!(diagram(&board, &below, None).ends_with("\n  a b c d e f g h"));
/// let above = BoardShape { coordinates: Coordinates::Above, ..below };
/// assert!(diagram(&board, &above, None).starts_with("  a b c d e f g h\n"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Coordinates {
    /// The letters of names such as `h8` below the board, the numbers to its left.
    #[default]
    Below,
    /// The letters above the board, the numbers to its left.
    Above,
    /// Each name small inside its cell.
    Inside,
    /// Nowhere.
    Hidden,
}

impl BoardShape {
    /// The height of a row of hexagons, in widths of a hexagon: the root of three quarters.
    pub const HEX_ROW: f32 = 0.866_025_4;

    /// Squares of one colour in the rows of `board`.
    pub fn squares(board: &BoardView) -> Self {
        Self::rows(board, CellShape::Square, |column, row| [column, row])
    }

    /// Dark and light squares in the rows of `board`, as a chessboard's.
    pub fn chequered(board: &BoardView) -> Self {
        Self::rows(board, CellShape::Chequered, |column, row| [column, row])
    }

    /// Crossings of lines along the rows and the columns of `board`.
    pub fn points(board: &BoardView) -> Self {
        let (columns, cells) = (board.columns, board.cells.len());
        let across = (0..board.rows()).map(|row| [row * columns, (row + 1) * columns - 1]);
        let down = (0..columns.min(cells)).map(|column| [column, cells - columns + column]);
        Self {
            lines: across.chain(down).collect(),
            ..Self::rows(board, CellShape::Point, |column, row| [column, row])
        }
    }

    /// Hexagons in the rows of `board`, each row half a cell further to the right than the one
    /// above: a rhombus, as in Hex.
    pub fn hexes(board: &BoardView) -> Self {
        Self::rows(board, CellShape::Hexagon, |column, row| {
            [column + row / 2.0, row * Self::HEX_ROW]
        })
    }

    /// The same rhombus of [`hexes`](Self::hexes) with its edges coloured: those at the top and the
    /// bottom are `player`'s, those at the left and the right the other's.
    ///
    /// ```
    /// use game_core::{BoardShape, BoardView, Cell, Player};
    /// let named = |name: &str| Cell { name: name.to_owned(), piece: None };
    /// let board = BoardView::new(2, ["a2", "b2", "a1", "b1"].map(named));
    /// let hex = BoardShape::hexes(&board).bordered(Player::First, &board);
    /// assert_eq!(hex.borders[0].owner, Player::First);
    /// // One corner above and two beside each of the two cells at the top.
    /// assert_eq!((hex.borders.len(), hex.borders[0].path.len()), (4, 6));
    /// ```
    pub fn bordered(mut self, player: Player, board: &BoardView) -> Self {
        /// From the middle of a hexagon of width 1 to a corner: above it, and beside it.
        const ABOVE: f32 = 0.577_350_3;
        const BESIDE: f32 = ABOVE / 2.0;
        let (columns, rows) = (board.columns, board.rows());
        if columns == 0 || rows == 0 {
            return self;
        }
        let from = |cell: usize, corners: &[[f32; 2]]| -> Vec<[f32; 2]> {
            let [right, down] = self.places[cell];
            corners.iter().map(|[x, y]| [right + x, down + y]).collect()
        };
        let top = [[-0.5, -BESIDE], [0.0, -ABOVE], [0.5, -BESIDE]];
        let bottom = [[-0.5, BESIDE], [0.0, ABOVE], [0.5, BESIDE]];
        let left = [[-0.5, -BESIDE], [-0.5, BESIDE]];
        let right = [[0.5, -BESIDE], [0.5, BESIDE]];
        let row = |row: usize| (0..columns).map(move |column| row * columns + column);
        let column = |column: usize| (0..rows).map(move |row| row * columns + column);
        let borders = [
            (player, row(0).flat_map(|cell| from(cell, &top)).collect()),
            (
                player,
                row(rows - 1).flat_map(|cell| from(cell, &bottom)).collect(),
            ),
            (
                !player,
                column(0).flat_map(|cell| from(cell, &left)).collect(),
            ),
            (
                !player,
                column(columns - 1)
                    .flat_map(|cell| from(cell, &right))
                    .collect(),
            ),
        ];
        self.borders = borders.map(|(owner, path)| Border { owner, path }).into();
        self
    }

    fn rows(board: &BoardView, cell: CellShape, place: impl Fn(f32, f32) -> [f32; 2]) -> Self {
        let columns = board.columns.max(1);
        let places = (0..board.cells.len())
            .map(|index| place((index % columns) as f32, (index / columns) as f32));
        Self {
            cell,
            places: places.collect(),
            ..Self::default()
        }
    }
}

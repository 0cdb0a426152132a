use game_core::{BoardView, MoveCells, Player};

/// A position as data, for code that knows no game: a page, a protocol.
///
/// ```
/// use game_core::Player;
/// let mut session = engines::game("othello")?.session(&Default::default())?;
/// session.set_line("startpos moves f5")?;
/// let view = session.view();
/// assert_eq!((view.board.columns, view.board.rows(), view.legal.len()), (8, 8, 3));
/// assert_eq!((view.began, view.turn), (Player::First, Player::Second));
/// let last = view.last.and_then(|cells| cells.to).map(|cell| &view.board.cells[cell]);
/// assert!(last.is_some_and(|cell| cell.name == "f5" && cell.piece.is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// The board.
    pub board: BoardView,
    /// The player to move.
    pub turn: Player,
    /// The player who moved first from the start of the line.
    pub began: Player,
    /// The cells of the last move.
    pub last: Option<MoveCells>,
    /// The legal moves and their cells; empty if the game is over.
    pub legal: Vec<(String, MoveCells)>,
    /// Cells that only a rule forbids, with the short name of its kind, as renju's `33`.
    pub marks: Vec<(usize, &'static str)>,
}

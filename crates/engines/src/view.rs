use crate::Ending;
use game_core::{BoardView, GameLine, MoveCells, Player};

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
    /// The position in the notation that a [`GameLine`] starts with.
    pub position: String,
    /// The board.
    pub board: BoardView,
    /// The player to move.
    pub turn: Player,
    /// The player who moved first from the start of the line.
    pub began: Player,
    /// The cells of the last move.
    pub last: Option<MoveCells>,
    /// Every legal move: none if the board has ended the game, but some if a rule
    /// has.
    pub legal: Vec<LegalMove>,
    /// Cells that only a rule forbids, with the short name of its kind, as renju's `33`.
    pub marks: Vec<(usize, &'static str)>,
    /// Cells whose pieces have decided the game: see
    /// [`Notation::deciding_cells`](game_core::Notation::deciding_cells).
    pub deciding: Vec<usize>,
    /// Cells whose pieces are in check: see
    /// [`Notation::checked_cells`](game_core::Notation::checked_cells).
    pub checked: Vec<usize>,
}

/// A move that may be played, as text and on the board.
///
/// ```
/// let session = engines::game("xiangqi")?.session(&Vec::new())?;
/// let view = session.view();
/// let horse = view.legal.iter().find(|mv| mv.text == "h0g2").ok_or("it is legal")?;
/// let name = |cell: usize| view.board.cells[cell].name.as_str();
/// assert_eq!((horse.cells.from.map(name), horse.cells.to.map(name)), (Some("h0"), Some("g2")));
/// // It is entered by a click on either.
/// let clicks: Vec<_> = horse.routes[0].iter().copied().map(name).collect();
/// assert_eq!(clicks, ["h0", "g2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move as the game writes it.
    pub text: String,
    /// The cells that it touches.
    pub cells: MoveCells,
    /// The ways to enter it: see [`Notation::move_routes`](game_core::Notation::move_routes).
    pub routes: Vec<Vec<usize>>,
}

impl GameView {
    /// The names of the cells that only a rule forbids, each with the short name of its kind.
    pub fn forbidden(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let named =
            |&(cell, kind): &(usize, _)| Some((self.board.cells.get(cell)?.name.as_str(), kind));
        self.marks.iter().filter_map(named)
    }
}

/// A move of a variation: who makes it, and what it looks like on the board.
///
/// ```
/// let session = engines::game("xiangqi")?.session(&Vec::new())?;
/// let board = session.view().board;
/// let line = ["h2e2", "h9g7"].map(String::from);
/// let name = |cell: usize| board.cells[cell].name.as_str();
/// let arrows: Vec<_> = session
///     .variation(&line)
///     .into_iter()
///     .map(|mv| (mv.mover.index(), mv.cells.from.map(name), mv.cells.to.map(name)))
///     .collect();
/// assert_eq!(arrows, [(0, Some("h2"), Some("e2")), (1, Some("h9"), Some("g7"))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariationMove {
    /// Who makes it.
    pub mover: Player,
    /// The cells that it touches.
    pub cells: MoveCells,
}

/// Where a game stands: whose turn it is, after how many moves, and whether it is over.
///
/// ```
/// let mut session = engines::game("gomoku")?.session(&Vec::new())?;
/// session.set_line("startpos moves h8 i9")?;
/// session.undo();
/// let state = session.state();
/// assert_eq!((state.player(), state.ply, state.length), ("white", 1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Who is to move.
    pub turn: Player,
    /// The names of the two players, the first mover first.
    pub players: [&'static str; 2],
    /// How many moves are played.
    pub ply: usize,
    /// How many moves the record has: those played and those that can be redone.
    pub length: usize,
    /// The position's 64-bit key.
    pub key: u64,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
}

impl GameState {
    /// The name of the player to move.
    pub fn player(&self) -> &'static str {
        self.players[self.turn.index()]
    }
}

/// A game from its start: what was played, and what was taken back.
///
/// ```
/// use game_core::Player;
/// let mut session = engines::game("gomoku")?.session(&Vec::new())?;
/// session.set_line("startpos moves h8 i9")?;
/// session.undo();
/// let history = session.history();
/// assert_eq!((history.line.moves_text(), history.undone.concat()), ("h8".to_owned(), "i9".to_owned()));
/// assert_eq!(history.turns, [Player::First, Player::Second, Player::First]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHistory {
    /// The position before the first move, and the moves played.
    pub line: GameLine,
    /// The moves that [`redo`](crate::Session#method.redo) would play, one after another.
    pub undone: Vec<String>,
    /// Whose turn it was before each of these moves, played or undone, and after the last.
    pub turns: Vec<Player>,
}

/// The one of several symmetric positions that stands for all, as
/// [`Session::canonical`](crate::Session::canonical) finds it.
///
/// ```
/// let mut session = engines::game("othello")?.session(&Vec::new())?;
/// session.set_line("startpos moves c4")?;
/// let canonical = session.canonical();
/// let (here, there) = canonical.images[0].clone();
/// session.play(&here)?;
/// let after = session.canonical().position;
/// session.set_line(canonical.position)?;
/// session.play(&there)?;
/// assert_eq!(session.canonical().position, after, "the same move, in a symmetric position");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The position in the notation that a [`GameLine`] starts with.
    pub position: String,
    /// Each legal move, and what it is in that position.
    pub images: Vec<(String, String)>,
}

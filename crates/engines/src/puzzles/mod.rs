//! Puzzles: found in the positions of games, proved to have one solution, and shipped.

mod forced_wins;
mod puzzle;

pub use forced_wins::ForcedWins;
pub use puzzle::{Puzzle, PuzzleError};

use crate::{EngineError, Settings, Wired, Wiring, wiring::points_per_unit};
use books::Book;
use game_core::{GameLine, Notation, Outcome, Position};
use std::sync::Arc;

/// Finds the puzzle in a position of a game, if there is one: the way of one game, in its
/// [`Wiring`]. [`ForcedWins`] is for any game.
///
/// ```
/// use engines::{FoundPuzzle, PuzzleMaker};
/// use game_core::Position;
///
/// /// Finds wins with the next move, where one move alone wins.
/// struct WinAtOnce;
///
/// impl<P: Position> PuzzleMaker<P> for WinAtOnce {
///     fn find(&mut self, pos: &P) -> Option<FoundPuzzle<P::Move>> {
///         let mut moves = Vec::new();
///         if pos.legal_moves(&mut moves).is_some() {
///             return None;
///         }
///         moves.retain(|&mv| {
///             let mut after = pos.clone();
///             after.play(mv);
///             after.outcome().and_then(|outcome| outcome.winner(after.turn())) == Some(pos.turn())
///         });
///         let [only] = moves[..] else { return None };
///         Some(FoundPuzzle { theme: "win", solution: vec![only], only: 1, nodes: 1 })
///     }
/// }
///
/// let pos: gomoku_rules::Gomoku = "X:f8g8h8i8 O:e8f9g9h9 turn:X".parse()?;
/// let found = WinAtOnce.find(&pos).ok_or("there is a puzzle")?;
/// assert_eq!(found.solution[0].to_string(), "j8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PuzzleMaker<P: Position>: Send {
    /// The puzzle at `pos`; `None` if there is none, or none that can be proved within the limits
    /// that the maker sets itself. What it finds does not depend on positions asked for before.
    fn find(&mut self, pos: &P) -> Option<FoundPuzzle<P::Move>>;
}

/// What a [`PuzzleMaker`] finds: the parts of a [`Puzzle`].
///
/// ```
/// use engines::{ForcedWins, PuzzleMaker};
/// use game_core::Notation;
/// let pos: othello_bitboard::Othello =
///     "OXOOOOO-OXXOXOO-OXOXOOOXOXOXOOOXOXXOOOOOOOOXXOXXOOXXXX---XXXXXX- X".parse()?;
/// let found = ForcedWins::default().find(&pos).ok_or("there is a puzzle")?;
/// assert_eq!(pos.format_moves(&found.solution).join(" "), "h1 h7 h2 g7 a8 pass h8");
/// assert_eq!((found.theme, found.only), ("win", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPuzzle<M> {
    /// What is to be reached, by the game's own word.
    pub theme: &'static str,
    /// Best play, the solver's moves and the answers.
    pub solution: Vec<M>,
    /// How many moves of the solver's own, from the first on, are the only ones.
    pub only: usize,
    /// Positions visited to find the solution.
    pub nodes: u64,
}

/// Finds puzzles in positions of a game, one position after another.
///
/// [`Game::puzzle_finder`](crate::Game::puzzle_finder) gives one.
///
/// ```
/// let mut finder = engines::game("xiangqi")?.puzzle_finder(&Vec::new())?;
/// let puzzle = finder.find(&"3a5/4a4/3k5/P8/9/9/9/9/2R6/3AKA3 w".into())?.ok_or("there is a mate")?;
/// assert_eq!((&*puzzle.theme, puzzle.solution), ("mate", vec!["c1d1".to_owned()]));
/// assert_eq!(finder.find(&"startpos moves h2e2 h9g7".into())?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PuzzleFinder: Send {
    /// The puzzle at the end of `line`, not rated; `None` if there is none.
    ///
    /// # Errors
    /// If the line cannot be read.
    fn find(&mut self, line: &GameLine) -> Result<Option<Puzzle>, EngineError>;
}

/// How many moves of the player to move along `line`, from the first on, are the only ones that
/// reach the goal. `does` is asked of the position after any other move, with how many moves of the
/// player's own the line has left from there, whether the goal is reached as well; where it does not
/// know, the move may not count as the only one.
///
/// ```
/// use engines::only_moves;
/// use game_core::{Notation, Outcome, Position};
/// use xiangqi_movegen::Xiangqi;
/// let pos: Xiangqi = "3a5/4a4/3k5/P8/9/9/9/9/2R6/3AKA3 w".parse()?;
/// let is_mate = |after: &Xiangqi, _| Some(after.outcome() == Some(Outcome::Loss));
/// assert_eq!(only_moves(&pos, &pos.parse_moves("c1d1")?, is_mate), 1);
/// // Another move mates, too: this one.
/// assert_eq!(only_moves(&pos, &pos.parse_moves("c1c2")?, is_mate), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn only_moves<P: Position>(
    pos: &P,
    line: &[P::Move],
    mut does: impl FnMut(&P, usize) -> Option<bool>,
) -> usize {
    let player = pos.turn();
    let mut reached = pos.clone();
    let mut own = Vec::new();
    for (ply, &mv) in line.iter().enumerate() {
        if reached.turn() == player {
            own.push((ply, reached.clone()));
        }
        reached.play(mv);
    }
    let moves = own.len();
    let is_only = |&(number, (ply, ref pos)): &(usize, (usize, P))| {
        let mut others = Vec::new();
        let _ = pos.legal_moves(&mut others);
        others.retain(|&mv| mv != line[ply]);
        others.into_iter().all(|mv| {
            let mut after = pos.clone();
            after.play(mv);
            does(&after, moves - number - 1) == Some(false)
        })
    };
    own.into_iter().enumerate().take_while(is_only).count()
}

/// Whether the player who has just moved to `after` reaches the goal whatever the answer: `does` is
/// asked of the position after each answer. The answers that refute are kept at the front of
/// `killers` and tried first, since what refutes one move often refutes the next.
///
/// ```
/// use engines::whatever_the_answer;
/// use game_core::{Notation, Outcome, Position};
/// use xiangqi_movegen::{Move, Xiangqi};
/// fn after(pos: &Xiangqi, mv: Move) -> Xiangqi {
///     let mut pos = pos.clone();
///     pos.play(mv);
///     pos
/// }
/// let mates_at_once = |pos: &Xiangqi| {
///     let mut moves = Vec::new();
///     let over = pos.legal_moves(&mut moves).is_some();
///     Some(!over && moves.iter().any(|&mv| after(pos, mv).outcome() == Some(Outcome::Loss)))
/// };
/// let pos: Xiangqi = "4k4/9/9/9/9/9/9/9/1R7/R2K5 w".parse()?;
/// let mut killers = Vec::new();
/// let right = after(&pos, pos.parse_move("b1b8")?);
/// assert_eq!(whatever_the_answer(&right, &mut killers, mates_at_once), Some(true));
/// let wrong = after(&pos, pos.parse_move("b1b2")?);
/// assert_eq!(whatever_the_answer(&wrong, &mut killers, mates_at_once), Some(false));
/// assert_eq!(killers.len(), 1, "the answer that refuted it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn whatever_the_answer<P: Position>(
    after: &P,
    killers: &mut Vec<P::Move>,
    mut does: impl FnMut(&P) -> Option<bool>,
) -> Option<bool> {
    let mut answers = Vec::new();
    if let Some(outcome) = after.legal_moves(&mut answers) {
        return Some(outcome == Outcome::Loss);
    }
    let rank = |answer: &P::Move| killers.iter().position(|killer| killer == answer);
    answers.sort_by_key(|answer| rank(answer).unwrap_or(usize::MAX));
    let mut known = true;
    for answer in answers {
        let mut pos = after.clone();
        pos.play(answer);
        match does(&pos) {
            Some(true) => {}
            Some(false) => {
                killers.retain(|&killer| killer != answer);
                killers.insert(0, answer);
                return Some(false);
            }
            None => known = false,
        }
    }
    known.then_some(true)
}

/// The theme of the opening: the book's best move, clearly better than its second.
const OPENING: &str = "opening";

/// The puzzles of a wired game.
pub(crate) struct WiredFinder<W: Wiring> {
    rules: Rules<W>,
    maker: Box<dyn PuzzleMaker<W::Position>>,
    book: Option<Arc<Book>>,
}

type Rules<W> = <<W as Wiring>::Position as Notation>::Rules;

impl<W: Wiring> WiredFinder<W> {
    pub(crate) fn new(settings: &Settings) -> Result<Self, EngineError> {
        let rules = Wired::<W>::rules(settings)?;
        Ok(Self {
            maker: W::puzzle_maker(&rules),
            book: W::book(&rules),
            rules,
        })
    }

    /// The book's move at `pos`, where it is better than all others by a unit of the game's, as a
    /// search of at least this depth has found.
    fn opening(&self, pos: &W::Position) -> Option<FoundPuzzle<<W::Position as Position>::Move>> {
        const DEPTH: u8 = 10;
        let book = self.book.as_ref()?;
        let page = book.page(pos);
        let [best, second, ..] = page.as_slice() else {
            return None;
        };
        let better = best.score.get() - second.score.get();
        let is_clear =
            better >= points_per_unit::<W>() && best.depth >= DEPTH && second.depth >= DEPTH;
        is_clear.then(|| FoundPuzzle {
            theme: OPENING,
            solution: vec![best.mv],
            only: 1,
            nodes: 0,
        })
    }
}

impl<W: Wiring> PuzzleFinder for WiredFinder<W> {
    fn find(&mut self, line: &GameLine) -> Result<Option<Puzzle>, EngineError> {
        let record = W::Position::read_line(line, &self.rules).map_err(EngineError::notation)?;
        // What came before may count in the rules, and the puzzle is told without it.
        let position = record.end().to_string();
        let pos = W::Position::parse(&position, &self.rules).map_err(EngineError::notation)?;
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() || moves.len() == 1 {
            return Ok(None);
        }
        let found = self.opening(&pos).or_else(|| self.maker.find(&pos));
        Ok(found.map(|found| Puzzle {
            position,
            theme: found.theme.to_owned(),
            solution: pos.format_moves(&found.solution),
            only: found.only,
            nodes: found.nodes,
            rating: Puzzle::MIDDLE,
        }))
    }
}

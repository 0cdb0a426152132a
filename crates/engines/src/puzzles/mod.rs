//! Puzzles: found in the positions of games, proved to have one solution, and shipped.

mod forced_wins;
mod puzzle;

pub use forced_wins::ForcedWins;
pub use puzzle::{Puzzle, PuzzleError};

use crate::{EngineError, Settings, Wired, Wiring};
use books::Book;
use game_core::{GameLine, Notation, Outcome, Position};
use std::sync::Arc;

/// Finds the puzzle in a position of a game, if there is one: the way of one game, in its
/// [`Wiring`]. [`ForcedWins`] is for any game.
pub trait PuzzleMaker<P: Position>: Send {
    /// The puzzle at `pos`; `None` if there is none, or none that can be proved within the limits
    /// that the maker sets itself. What it finds does not depend on positions asked for before.
    fn find(&mut self, pos: &P) -> Option<FoundPuzzle<P::Move>>;
}

/// What a [`PuzzleMaker`] finds: the parts of a [`Puzzle`].
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
        let is_clear = better >= W::options().unit && best.depth >= DEPTH && second.depth >= DEPTH;
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

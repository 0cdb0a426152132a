//! Puzzles of xiangqi: mates.

use crate::puzzles::{FoundPuzzle, PuzzleMaker, only_moves, whatever_the_answer};
use solvers::SolveLimits;
use solvers::xiangqi::{Attack, Mate, Verdict};
use xiangqi_movegen::{Move, Xiangqi};

/// A mate in the fewest moves.
const MATE: &str = "mate";

/// The most moves of a mate.
const MOST: usize = 5;
/// Those of one that is found although it does not give check all the time.
const QUIET: usize = 2;

/// Proves them by the mate search.
pub(super) struct Mates(Mate);

impl Default for Mates {
    fn default() -> Self {
        Self(Mate::with_bytes(4 << 20))
    }
}

impl PuzzleMaker<Xiangqi> for Mates {
    fn find(&mut self, pos: &Xiangqi) -> Option<FoundPuzzle<Move>> {
        // Most positions have no mate at all: short ones are looked for, and long ones by checks.
        let mut most = QUIET;
        let mut mate = self
            .0
            .solve(pos, Attack::Any, QUIET, &SolveLimits::nodes(5_000));
        if mate.verdict == Verdict::None {
            most = self
                .0
                .solve(pos, Attack::Checks, MOST, &SolveLimits::nodes(5_000))
                .moves;
            mate = self
                .0
                .solve(pos, Attack::Any, most, &SolveLimits::nodes(100_000));
        }
        let is_whole = mate.minimal && mate.line.len() + 1 == 2 * mate.moves;
        (most > 0 && mate.verdict == Verdict::Mate && is_whole).then_some(())?;
        let mut killers = Vec::new();
        let only = only_moves(pos, &mate.line, |after, left| {
            self.mates(after, left, &mut killers)
        });
        (only > 0).then_some(FoundPuzzle {
            theme: MATE,
            solution: mate.line,
            only,
            nodes: mate.nodes,
        })
    }
}

impl Mates {
    /// Whether the player who has just moved mates within this many moves more, whatever the answer.
    fn mates(&mut self, after: &Xiangqi, moves: usize, killers: &mut Vec<Move>) -> Option<bool> {
        whatever_the_answer(after, killers, |pos| {
            match self
                .0
                .solve(pos, Attack::Any, moves, &SolveLimits::nodes(60_000))
                .verdict
            {
                Verdict::Mate => Some(true),
                Verdict::None => Some(false),
                Verdict::Unknown => None,
            }
        })
    }
}

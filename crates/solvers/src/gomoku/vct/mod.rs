//! Continuous fours and open threes.

mod numbers;
mod search;
mod threats;

use super::{
    meter::Meter,
    root::{Root, Solver},
    solution::{Goal, Solution, Verdict},
    vcf,
};
use crate::{SolveLimits, table::Table};
use game_core::Position;
use gomoku_rules::{Gomoku, Point};
use numbers::Numbers;
use search::Search;

/// Finds wins by *continuous threats* (VCT): by fours and open threes.
///
/// An open three threatens a straight four. It has a few answers: the points that stop it, and the
/// defender's own fours. At renju a black three is a threat only if Black may make the straight
/// four, and a white one has only the answers that Black may play.
///
/// Depth-first proof-number search (Nagai, 2002), with a search for [fours alone](super::Vcf) at
/// every position where the attacker is to move. The same position takes the same nodes each time
/// after [`forget`](Self::forget).
///
/// A [`Win`](Verdict::Win) holds against all answers, and [`None`](Verdict::None) means that every
/// sequence of such threats has been refuted. The only exception is a draw because Black has no
/// legal point left on an almost full board, which is not considered behind a three.
///
/// ```
/// use game_core::Notation;
/// use gomoku_rules::{Gomoku, Rule, Rules};
/// use solvers::{SolveLimits, gomoku::{Goal, Vcf, Vct, Verdict}};
///
/// // There is no four, but h8 makes two open threes.
/// let rules = Rules::new(15, Rule::Freestyle)?;
/// let pos = Gomoku::parse("X:f8g8h6h7 O:a1b4m3n12 turn:X", &rules)?;
/// assert_eq!(Vcf::default().solve(&pos, Goal::Any, &SolveLimits::default()).verdict, Verdict::None);
/// let solution = Vct::default().solve(&pos, Goal::Shortest, &SolveLimits::default());
/// assert_eq!((solution.verdict, solution.line.len()), (Verdict::Win, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vct {
    memory: Memory,
}

/// The state kept from one search to the next.
#[derive(Clone, Debug)]
struct Memory {
    table: Table<Numbers>,
    fours: vcf::Memory,
    /// The threats or the answers of every position on the path.
    children: Vec<search::Child>,
    /// A buffer for answers.
    answers: Vec<Point>,
    /// The line of the last win.
    line: Vec<Point>,
}

impl Vct {
    /// Memory of the default solver.
    const BYTES: usize = 64 << 20;

    /// A solver with tables of at most this many bytes, rounded down to what it can use.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Self {
        let table = Table::with_bytes(bytes / 4 * 3);
        let fours = vcf::Memory::with_bytes(bytes / 4);
        Self {
            memory: Memory {
                table,
                fours,
                children: Vec::new(),
                answers: Vec::new(),
                line: Vec::new(),
            },
        }
    }

    /// The tables' size.
    pub fn bytes(&self) -> usize {
        self.memory.table.bytes() + self.memory.fours.bytes()
    }

    /// Clears all results, at no cost.
    pub fn forget(&mut self) {
        self.memory.table.forget();
        self.memory.fours.forget();
    }

    /// Finds out whether the player to move wins by fours and open threes.
    ///
    /// Finding the shortest win takes many times longer than finding any.
    pub fn solve(&mut self, pos: &Gomoku, goal: Goal, limits: &SolveLimits) -> Solution {
        self.solve_within(pos, goal, limits)
    }

    /// [`solve`](Self::solve) for any win, within the budget of another search: see
    /// [`Vcf::prove`](super::Vcf::prove).
    pub fn prove(&mut self, pos: &Gomoku, spend: &mut dyn FnMut(u64) -> bool) -> Verdict {
        self.prove_paying(pos, spend)
    }

    /// The line of the win that was found last; empty unless the last answer was [`Verdict::Win`].
    pub fn line(&self) -> &[Point] {
        &self.memory.line
    }
}

impl Solver for Vct {
    const PERIOD: u64 = 64;

    fn run(&mut self, pos: &Gomoku, goal: Goal, meter: &mut Meter<'_>) -> (Verdict, bool) {
        self.memory.line.clear();
        if pos.decided().is_some() {
            return (Verdict::None, false);
        }
        if pos.rules().rule().shuts_in() {
            return (Verdict::Unknown, false);
        }
        Search::new(&mut self.memory, pos, meter).run(goal)
    }

    fn last_line(&self) -> &[Point] {
        &self.memory.line
    }
}

/// With tables of 64 MiB.
impl Default for Vct {
    fn default() -> Self {
        Self::with_bytes(Self::BYTES)
    }
}

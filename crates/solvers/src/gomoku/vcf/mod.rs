//! Continuous fours.

mod defence;
mod search;
mod table;

use super::{
    board::Board,
    meter::Meter,
    root::{Root, Solver},
    solution::{Goal, Solution, Verdict},
};
use crate::SolveLimits;
pub use defence::Defences;
use game_core::Position;
use gomoku_rules::{Gomoku, Point};
pub(super) use search::{Search, final_answer};

/// Finds wins by *continuous fours* (VCF), in which every move makes a four, so it has at most one
/// answer, and the last one makes five.
///
/// A depth-first search with a table of the positions without a win. It allocates nothing after the
/// first run, and the same position takes the same nodes each time after [`forget`](Self::forget).
///
/// The defender's answer may make a four too: then the attacker's next four must also stop that
/// one. At renju a four whose only answer is forbidden to Black wins for White, and Black does not
/// play on forbidden points. At caro, where a four may have two answers, every verdict on an
/// unfinished game is [`Verdict::Unknown`].
///
/// ```
/// use game_core::Notation;
/// use gomoku_rules::{Gomoku, Rule, Rules};
/// use solvers::{SolveLimits, gomoku::{Goal, Vcf, Verdict}};
///
/// // The four at e8 has one answer, at i8, and then e9 makes two at once.
/// let rules = Rules::new(15, Rule::Freestyle)?;
/// let pos = Gomoku::parse("X:f8g8h8e6e7e10 O:j8a1b4m3n12b13 turn:X", &rules)?;
/// let mut vcf = Vcf::default();
/// let solution = vcf.solve(&pos, Goal::Shortest, &SolveLimits::default());
/// assert_eq!((solution.verdict, solution.minimal), (Verdict::Win, true));
/// println!("in {} plies: {:?}", solution.line.len(), solution.line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vcf {
    memory: Memory,
    board: Board,
}

/// The state kept from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    table: table::Table,
    /// The fours of every position on the path.
    stack: Vec<search::Four>,
    /// The line of the last win.
    pub(super) line: Vec<Point>,
}

impl Memory {
    pub(super) fn with_bytes(bytes: usize) -> Self {
        Self {
            table: table::Table::with_bytes(bytes),
            stack: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The table's size.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Clears all results at no cost.
    pub(super) fn forget(&mut self) {
        self.table.forget();
    }
}

impl Vcf {
    /// Memory of the default solver.
    const BYTES: usize = 16 << 20;

    /// A solver with a table of at most this many bytes, rounded down to a power of two, but at
    /// least two positions.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Self {
        Self {
            memory: Memory::with_bytes(bytes),
            board: Board::new(&Gomoku::default()),
        }
    }

    /// The table's size.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Clears all results, at no cost.
    pub fn forget(&mut self) {
        self.memory.forget();
    }

    /// Finds out whether the player to move wins by fours.
    ///
    /// Most positions take microseconds, crowded ones milliseconds.
    pub fn solve(&mut self, pos: &Gomoku, goal: Goal, limits: &SolveLimits) -> Solution {
        self.solve_within(pos, goal, limits)
    }

    /// [`solve`](Self::solve) for any win, within the budget of another search: `spend` receives
    /// the number of visited positions, a few at a time, and ends the search by returning false.
    ///
    /// For the leaves of a search: it allocates nothing, keeps results for later calls, and a
    /// position without a possible four takes a fraction of a microsecond, less if few lines differ
    /// from the last call's. The moves of a win are in [`line`](Self::line).
    ///
    /// ```
    /// use game_core::Notation;
    /// use gomoku_rules::Gomoku;
    /// use solvers::gomoku::{Vcf, Verdict};
    ///
    /// let pos: Gomoku = "X:f8g8h8 O:a1b1c1 turn:X".parse()?;
    /// let (mut vcf, mut left) = (Vcf::with_bytes(1 << 16), 100);
    /// let mut spend = |nodes: u64| {
    ///     left -= nodes.min(left);
    ///     left > 0
    /// };
    /// assert_eq!(vcf.prove(&pos, &mut spend), Verdict::Win);
    /// assert_eq!(vcf.line().len(), 3, "a straight four, an answer, and five");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&mut self, pos: &Gomoku, spend: &mut dyn FnMut(u64) -> bool) -> Verdict {
        self.prove_paying(pos, spend)
    }

    /// The line of the win that was found last; empty unless the last answer was [`Verdict::Win`].
    pub fn line(&self) -> &[Point] {
        &self.memory.line
    }
}

impl Solver for Vcf {
    const PERIOD: u64 = 256;

    fn run(&mut self, pos: &Gomoku, goal: Goal, meter: &mut Meter<'_>) -> (Verdict, bool) {
        let Self { memory, board } = self;
        memory.line.clear();
        if pos.decided().is_some() {
            return (Verdict::None, false);
        }
        if pos.rules().rule().shuts_in() {
            return (Verdict::Unknown, false);
        }
        board.follow(pos);
        Search::new(memory, board, meter).run(goal)
    }

    fn last_line(&self) -> &[Point] {
        &self.memory.line
    }
}

/// With a table of 16 MiB.
impl Default for Vcf {
    fn default() -> Self {
        Self::with_bytes(Self::BYTES)
    }
}

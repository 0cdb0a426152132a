use super::{
    crew::{Crew, Dismiss, SHARED_FROM},
    deep,
    middle::Best,
    root::{GRADUAL, QUICKEST, Root},
    search::{Memory, Search, Stopped},
    selectivity::Selectivity,
    table::{Entry, Tables},
    window::Window,
};
use crate::{SolveLimits, Unsolved};
use othello_bitboard::{Move, Othello, kernel::SimdLevel, moves};
use pattern_eval::othello::{Filled, Weights};
use std::{ops::ControlFlow, sync::atomic::Ordering::Relaxed, thread, time::Duration};
use web_time::Instant;

/// The question about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The final margin in discs, empty squares given to the winner.
    #[default]
    Margin,
    /// Only who wins: several times as fast.
    Outcome,
}

/// The result of a solve, proved or probable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move: the final margin, -64 to 64; of [`Goal::Outcome`] 1 for a win, 0 for a
    /// draw, -1 for a loss.
    pub score: i32,
    /// A move that achieves it; `None` if the game is over.
    pub best: Option<Move>,
    /// A line that leads to it, forced passes included; of [`Goal::Outcome`] the best move alone.
    pub line: Vec<Move>,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// The result of [`Endgame::bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// The score in discs or a bound on it, -64 to 64.
    pub score: i32,
    /// The move that achieves it, if the score is above the window's `alpha` and a move is known; a
    /// legal one.
    pub best: Option<Move>,
}

/// The solver: alpha-beta to the end of the game, with memory.
///
/// With one thread the same position takes the same nodes each time: a solve does not use the
/// results of earlier ones.
///
/// ```
/// use othello_bitboard::obf::Problem;
/// use solvers::othello::{Endgame, Goal, SolveLimits};
///
/// // Number 40 of a well-known set; to the end it takes some millions of positions.
/// let problem: Problem = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38".parse()?;
/// let mut endgame = Endgame::default();
/// let limits = SolveLimits { nodes: Some(1000), ..SolveLimits::default() };
/// assert!(endgame.solve(&problem.position, Goal::Margin, &limits).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgame {
    memory: Memory,
    processor: SimdLevel,
    threads: usize,
}

impl Endgame {
    /// Memory of the default solver.
    const BYTES: usize = 64 << 20;

    /// A solver with a table of at most this many bytes, rounded down to what it can use.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Self {
        let tables = Tables::with_bytes(bytes);
        let stack = Box::new([Filled::EMPTY; 64]);
        Self {
            memory: Memory {
                tables,
                stack,
                weights: Weights::trained(),
            },
            processor: SimdLevel::best(),
            threads: 1,
        }
    }

    /// The same solver with the instructions of another processor level.
    pub fn at(self, processor: SimdLevel) -> Self {
        Self { processor, ..self }
    }

    /// The same solver with this many threads for each solve, 0 as 1; [`bound`](Self::bound) keeps to
    /// its caller's.
    ///
    /// Scores are the same as with one thread; nodes and lines, and what is only likely, may change
    /// from one solve to the next.
    ///
    /// ```
    /// use othello_bitboard::obf::Problem;
    /// use solvers::othello::{Endgame, Goal, SolveLimits};
    ///
    /// let problem: Problem = "XOOOOOOXXOXXXXOXXXOXXOXXXXXOOXXXXXXOOXXXXXOXXOXX-OXXXXO-----OO-- X;".parse()?;
    /// let solve = |threads| {
    ///     let mut endgame = Endgame::with_bytes(1 << 20).with_threads(threads);
    ///     endgame.solve(&problem.position, Goal::Margin, &SolveLimits::default())
    /// };
    /// assert_eq!(solve(2)?.score, solve(1)?.score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// The table's size.
    pub fn bytes(&self) -> usize {
        self.memory.tables.bytes()
    }

    /// Finds whether the score of `position` lies above, below or inside a window, in discs: for
    /// the leaves of a search.
    ///
    /// The score found is the score itself if it lies between `alpha` and `beta`; at or beyond one
    /// of them it is a bound, often closer than asked for (fail-soft): at most the found one if
    /// that is at or below `alpha`, at least if at or above `beta`.
    ///
    /// It is meant for very many calls, with some 5 to 14 empty squares: it allocates nothing and
    /// keeps its results for later calls, until [`forget`](Self::forget) or a
    /// [`solve`](Self::solve). The same calls after either take the same nodes. `spend` receives
    /// the number of visited positions, some hundreds at a time and the rest at the end; if it
    /// returns false, the search ends without a result, unless it is complete.
    ///
    /// ```
    /// use othello_bitboard::{Move, Othello};
    /// use solvers::othello::Endgame;
    ///
    /// let position: Othello = "XXXXXXX-XOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXXXXXXX- O".parse()?;
    /// let mut endgame = Endgame::with_bytes(1 << 16);
    /// let mut nodes = 0;
    /// let mut spend = |more| {
    ///     nodes += more;
    ///     nodes < 1_000_000
    /// };
    /// let found = endgame.bound(&position, -20, -10, &mut spend).expect("it takes few nodes");
    /// assert_eq!((found.score, found.best), (-16, Some(Move::PASS)));
    /// assert!(endgame.bound(&position, 0, 1, &mut spend).is_some_and(|found| found.score <= 0));
    /// assert!(nodes > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the window is empty: `alpha` must be below `beta`.
    pub fn bound(
        &mut self,
        position: &Othello,
        alpha: i32,
        beta: i32,
        spend: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Bounded> {
        assert!(alpha < beta, "the window from {alpha} to {beta} is empty");
        let window = Window {
            alpha: alpha.clamp(-65, 64),
            beta: beta.clamp(-64, 65),
        };
        let mut search = Search::new(&mut self.memory, 256, spend);
        let own = position.own();
        let opp = position.opp();
        let empties = position.empty().count_ones();
        let found = if empties < deep::FROM {
            self.processor.call(&mut search, own, opp, Best { window })
        } else {
            let score = search.ask(self.processor, own, opp, window, empties);
            score.map(|score| {
                (
                    score,
                    search
                        .tables
                        .probe(own, opp)
                        .map_or(Entry::NO_MOVE, |entry| entry.best[0]),
                )
            })
        };
        // A result is valid even if it used up the budget.
        let _ = search.pay();
        let (score, best) = found.ok()?;
        let best = match moves(own, opp) {
            0 => (moves(opp, own) != 0).then_some(Move::PASS),
            places => Move::new(best).filter(|mv| places & mv.bit() != 0),
        };
        Some(Bounded {
            score,
            best: best.filter(|_| score > window.alpha),
        })
    }

    /// Clears the results of [`bound`](Self::bound), at almost no cost: the solver is as new.
    pub fn forget(&mut self) {
        self.memory.tables.forget();
    }

    /// Solves `position`. Time doubles or triples with each empty square: 20 of them take about 0.2
    /// s.
    ///
    /// # Errors
    /// If a limit ends it first.
    pub fn solve(
        &mut self,
        position: &Othello,
        goal: Goal,
        limits: &SolveLimits,
    ) -> Result<Solution, Unsolved> {
        let spend = &mut limits.spend(Instant::now());
        self.climb(position, goal, QUICKEST, spend, |solution| {
            solution.selectivity == Selectivity::Exact
        })
    }

    /// Solves `position` at one level of selectivity after the other, up to `to`; `found` receives
    /// each result and may end the solve.
    ///
    /// The first level takes a small part of the time of the exact one. With few empty squares all
    /// is exact at once.
    ///
    /// ```
    /// use othello_bitboard::obf::Problem;
    /// use solvers::othello::{Endgame, Goal, SolveLimits, Selectivity};
    /// use std::ops::ControlFlow;
    ///
    /// let problem: Problem = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38".parse()?;
    /// let mut endgame = Endgame::with_bytes(1 << 22);
    /// let found = endgame.refine(&problem.position, Goal::Margin, Selectivity::P73, &SolveLimits::default(), |solution| {
    ///     println!("{}: {:+}", solution.selectivity, solution.score);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(found.selectivity, Selectivity::P73);
    /// assert!((found.score - 38).abs() < 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit ends it before `to` is reached, and `found` has not ended it.
    pub fn refine(
        &mut self,
        position: &Othello,
        goal: Goal,
        to: Selectivity,
        limits: &SolveLimits,
        mut found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Solution, Unsolved> {
        let spend = &mut limits.spend(Instant::now());
        self.climb(position, goal, &Selectivity::ALL, spend, |solution| {
            found(solution).is_break() || solution.selectivity >= to
        })
    }

    /// [`refine`](Self::refine) up to the exact level, within the budget of another search: `spend`
    /// receives the number of visited positions, some hundreds at a time, and ends the solve by
    /// returning false.
    ///
    /// # Errors
    /// If it does so before `found` has ended the solve.
    pub fn refine_paid(
        &mut self,
        position: &Othello,
        spend: &mut dyn FnMut(u64) -> bool,
        mut found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Solution, Unsolved> {
        self.climb(position, Goal::Margin, GRADUAL, spend, |solution| {
            found(solution).is_break() || solution.selectivity == Selectivity::Exact
        })
    }

    /// One of `levels` after the other, until `enough`.
    fn climb(
        &mut self,
        position: &Othello,
        goal: Goal,
        levels: &'static [Selectivity],
        spend: &mut dyn FnMut(u64) -> bool,
        enough: impl FnMut(&Solution) -> bool,
    ) -> Result<Solution, Unsolved> {
        self.memory.tables.forget();
        // With few empty squares no position is shared.
        if self.threads == 1 || position.empty().count_ones() < SHARED_FROM {
            return self.lead(position, goal, levels, None, spend, enough);
        }
        let crew = &Crew::new();
        let processor = self.processor;
        thread::scope(|scope| {
            let _dismiss = Dismiss(crew);
            for _ in 1..self.threads {
                let memory = self.memory.beside();
                scope.spawn(move || help(memory, processor, position, goal, levels, crew));
            }
            let mut told = 0;
            let spend = &mut |nodes| {
                let helped = crew.nodes.load(Relaxed);
                let more = helped - told;
                told = helped;
                spend(nodes + more)
            };
            self.lead(position, goal, levels, Some(crew), spend, enough)
        })
    }

    /// What the first thread of a solve does.
    fn lead(
        &mut self,
        position: &Othello,
        goal: Goal,
        levels: &'static [Selectivity],
        crew: Option<&Crew>,
        spend: &mut dyn FnMut(u64) -> bool,
        mut enough: impl FnMut(&Solution) -> bool,
    ) -> Result<Solution, Unsolved> {
        let start = Instant::now();
        let mut search = Search::new(&mut self.memory, 1 << 10, spend);
        search.crew = crew;
        let mut root = Root::new(&mut search, self.processor, goal, position, levels);
        loop {
            let step = root.next();
            // A result is valid even if it used up the budget.
            let _ = root.pay();
            let nodes = root.nodes() + crew.map_or(0, |crew| crew.nodes.load(Relaxed));
            let time = start.elapsed();
            let (score, line, selectivity) = step.map_err(|Stopped| Unsolved { nodes, time })?;
            let solution = Solution {
                score,
                best: line.first().copied(),
                line,
                selectivity,
                nodes,
                time,
            };
            if enough(&solution) {
                return Ok(solution);
            }
        }
    }
}

/// What every other thread does: the same, until all levels are searched or the solve is over.
fn help(
    mut memory: Memory,
    processor: SimdLevel,
    position: &Othello,
    goal: Goal,
    levels: &'static [Selectivity],
    crew: &Crew,
) {
    let spend = &mut |nodes| {
        crew.nodes.fetch_add(nodes, Relaxed);
        !crew.over.load(Relaxed)
    };
    let mut search = Search::new(&mut memory, 1 << 10, spend);
    search.crew = Some(crew);
    let mut root = Root::new(&mut search, processor, goal, position, levels);
    while let Ok((_, _, level)) = root.next()
        && level != Selectivity::Exact
    {}
    // What is left to account for; whether the solve goes on does not matter any more.
    let _ = root.pay();
}

/// With a table of 64 MB at most.
impl Default for Endgame {
    fn default() -> Self {
        Self::with_bytes(Self::BYTES)
    }
}

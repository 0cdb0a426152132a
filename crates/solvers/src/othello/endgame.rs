use super::{
    limits::{Limits, Unsolved},
    middle::{Best, Window},
    search::{Search, Stopped},
    table::Table,
};
use othello_bitboard::{Move, Othello, flips, kernel::Level, moves, squares};
use std::time::{Duration, Instant};

/// What to find out about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The final margin in discs, empty squares given to the winner.
    #[default]
    Margin,
    /// Only who wins: several times as fast.
    Outcome,
}

/// What a solve has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move: the final margin, -64 to 64; of [`Goal::Outcome`] 1 for a win, 0 for a draw, -1 for a loss.
    pub score: i32,
    /// A move that keeps it; none where the game is over.
    pub best: Option<Move>,
    /// A line that leads to it, forced passes included; of [`Goal::Outcome`] the best move alone.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// What is known of a score after [`Endgame::bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// The score in discs or a bound on it, -64 to 64.
    pub score: i32,
    /// The move that achieves it, if the score is above the window's `alpha` and a move is known; a legal one.
    pub best: Option<Move>,
}

/// The solver: alpha-beta to the end of the game, with memory.
///
/// The same position takes the same nodes each time: of what one solve has found the next knows nothing.
///
/// ```
/// use othello_bitboard::obf::Problem;
/// use solvers::othello::{Endgame, Goal, Limits};
///
/// // Number 40 of a well-known set; to the end it takes some millions of positions.
/// let problem: Problem = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38".parse()?;
/// let mut endgame = Endgame::default();
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// assert!(endgame.solve(&problem.position, Goal::Margin, &limits).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgame {
    table: Table,
    level: Level,
}

impl Endgame {
    /// Memory of the default solver.
    const BYTES: usize = 64 << 20;

    /// A solver with a table of at most so many bytes, rounded down to what it can use.
    ///
    /// # Panics
    /// If there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { table: Table::with_bytes(bytes), level: Level::best() }
    }

    /// The same, at a level of the processor other than the best.
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The table's size.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Whether the score of `position` lies above, below or inside a window, in discs: for searches that end in a solver.
    ///
    /// The score found is the score itself if it lies between `alpha` and `beta`; at or beyond one of them it is a bound,
    /// often closer than asked for (fail-soft): at most the found one if that is at or below `alpha`, at least if at or above
    /// `beta`.
    ///
    /// It is meant to be called very often, with some 5 to 14 empty squares: it allocates nothing and keeps what it finds for the
    /// calls after it, until [`forget`](Self::forget) or a [`solve`](Self::solve). The same calls after either take the
    /// same nodes. Every position visited is paid for by `spend`, some hundreds at a time and the rest at the end; once it
    /// answers false the search ends, with nothing but at the very end.
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
        let window = Window { alpha: alpha.clamp(-65, 64), beta: beta.clamp(-64, 65) };
        let mut search = Search::new(&mut self.table, 256, spend);
        let (own, opp) = (position.own(), position.opp());
        let found = self.level.call(&mut search, own, opp, Best { window });
        // What is found is true even if it took the last that there was to spend.
        let _ = search.pay();
        let (score, best) = found.ok()?;
        let best = match moves(own, opp) {
            0 => (moves(opp, own) != 0).then_some(Move::PASS),
            places => Move::new(best).filter(|mv| places & mv.bit() != 0),
        };
        Some(Bounded { score, best: best.filter(|_| score > window.alpha) })
    }

    /// Forgets what calls of [`bound`](Self::bound) have found, at next to no cost: the next begin as on a new solver.
    pub fn forget(&mut self) {
        self.table.forget();
    }

    /// Solves `position`. Time doubles or triples with each empty square: 20 of them take about a second.
    ///
    /// # Errors
    /// If a limit ends it first.
    pub fn solve(&mut self, position: &Othello, goal: Goal, limits: &Limits) -> Result<Solution, Unsolved> {
        let start = Instant::now();
        let level = self.level;
        let mut spend = limits.spend(start);
        self.table.forget();
        let mut search = Search::new(&mut self.table, 1 << 10, &mut spend);
        let found = Root { search: &mut search, level, goal }.solve(position);
        let (nodes, time) = (search.nodes, start.elapsed());
        // Narrow passes leave guesses behind.
        self.table.forget();
        match found {
            Ok((score, line)) => Ok(Solution { score, best: line.first().copied(), line, nodes, time }),
            Err(Stopped) => Err(Unsolved { nodes, time }),
        }
    }
}

/// With a table of 64 MB at most.
impl Default for Endgame {
    fn default() -> Self {
        Self::with_bytes(Self::BYTES)
    }
}

/// So many moves of a position are tried in one pass after the other: each finds a score and moves for the next to begin
/// with.
const WIDTHS: [usize; 3] = [2, 4, usize::MAX];

/// With fewer empty squares the whole search comes at once.
const PASSES_FROM: u32 = 14;

/// One question about one position.
struct Root<'a, 'b> {
    search: &'a mut Search<'b>,
    level: Level,
    goal: Goal,
}

impl Root<'_, '_> {
    fn solve(&mut self, position: &Othello) -> Result<(i32, Vec<Move>), Stopped> {
        let (mut own, mut opp) = (position.own(), position.opp());
        let mut score = self.value(own, opp)?;
        if self.goal == Goal::Outcome {
            score = score.signum();
        }
        let (value, mut line) = (score, Vec::new());
        while let Some(mv) = self.keeps(own, opp, score)? {
            line.push(mv);
            let flipped = mv.square().map_or(0, |square| flips(square, own, opp));
            (own, opp, score) = (opp ^ flipped, own ^ flipped | mv.bit(), -score);
            if self.goal == Goal::Outcome {
                break;
            }
        }
        Ok((value, line))
    }

    /// The score, proved.
    fn value(&mut self, own: u64, opp: u64) -> Result<i32, Stopped> {
        let whole = match self.goal {
            Goal::Margin => Window { alpha: -65, beta: 65 },
            Goal::Outcome => Window { alpha: -1, beta: 1 },
        };
        if (!(own | opp)).count_ones() < PASSES_FROM {
            return self.level.call(self.search, own, opp, whole);
        }
        let mut score = 0;
        for (i, width) in WIDTHS.into_iter().enumerate() {
            if i > 0 {
                self.search.table.forget_bounds();
            }
            self.search.width = width;
            score = if i > 0 && self.goal == Goal::Margin {
                self.around(own, opp, score)?
            } else {
                self.level.call(self.search, own, opp, whole)?
            };
        }
        Ok(score)
    }

    /// The score, which is thought to be near `guess`: a narrow window moves until it holds it.
    fn around(&mut self, own: u64, opp: u64, mut guess: i32) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = (-64, 64);
        loop {
            let window = Window { alpha: guess - 1, beta: guess + 1 };
            let score = self.level.call(self.search, own, opp, window)?;
            if score > guess {
                lower = score;
            } else {
                upper = score;
            }
            // What a narrow pass finds may contradict itself, for the moves it tries change: it must end all the same.
            if score == guess || lower >= upper {
                return Ok(score);
            }
            guess = score;
        }
    }

    /// A move that keeps the score, which is known; none where the game is over.
    fn keeps(&mut self, own: u64, opp: u64, score: i32) -> Result<Option<Move>, Stopped> {
        let places = moves(own, opp);
        if places == 0 {
            return Ok((moves(opp, own) != 0).then_some(Move::PASS));
        }
        // A loss by less is no less a loss, if only the winner matters.
        let score = if self.goal == Goal::Outcome && score < 0 { -64 } else { score };
        // The table knows the move, where the search came that deep and nothing has taken its place.
        let known = self.search.table.probe(own, opp).and_then(|entry| Move::new(entry.best)).and_then(Move::square);
        let known = known.filter(|square| places & square.bit() != 0);
        let rest = squares(places & !known.map_or(0, |square| square.bit()));
        for square in known.into_iter().chain(rest) {
            let flipped = flips(square, own, opp);
            let window = Window::null(-score);
            let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
            if self.level.call(self.search, own, opp, window)? <= -score {
                return Ok(Some(square.into()));
            }
        }
        unreachable!("a move keeps what the search has proved")
    }
}

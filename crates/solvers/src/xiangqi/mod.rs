//! Xiangqi: mates, and the fewest moves they take. Stalemate loses, and counts as mate.

mod known;
mod search;
mod solution;
mod tell;

pub use solution::{Attack, Solution, Verdict};

use crate::{SolveLimits, meter::Meter};
use game_core::Position;
use search::{Memory, Search};
use web_time::Instant;
use xiangqi_movegen::{Move, Xiangqi};

/// Finds mates, and the fewest moves they take: for mate in 1, then 2 and so on, every attack is
/// tried against every answer.
///
/// Two searches take turns, one with checks alone and one with all moves, whichever has visited
/// fewer positions: so a long mate by checks is found early, and the rest proves that none is
/// shorter. The same position takes the same nodes each time.
///
/// A mate holds by all the rules of the position: a line through a position that the game has seen
/// twice, or past the move limit, is not a mate. Within the search repetition does not matter,
/// since a shortest mate never repeats a position.
///
/// ```
/// use solvers::{SolveLimits, xiangqi::{Attack, Mate, Verdict}};
/// use xiangqi_movegen::Xiangqi;
/// let pos: Xiangqi = "4k4/9/9/9/9/9/R7p/1R7/9/3K5 w".parse()?;
/// let mut mate = Mate::with_bytes(1 << 20);
/// let solution = mate.solve(&pos, Attack::Any, Mate::MOST, &SolveLimits::default());
/// assert_eq!((solution.verdict, solution.moves, solution.minimal), (Verdict::Mate, 2, true));
/// assert_eq!(mate.solve(&pos, Attack::Any, 1, &SolveLimits::default()).verdict, Verdict::None);
/// # Ok::<(), xiangqi_movegen::notation::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mate {
    memory: Memory,
}

impl Mate {
    /// Memory of the default solver.
    const BYTES: usize = 64 << 20;
    /// The most moves of a mate.
    pub const MOST: usize = Search::MOST as usize;

    /// A solver with a table of at most this many bytes, rounded down to what it can use.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Self {
        Self {
            memory: Memory::with_bytes(bytes),
        }
    }

    /// The table's size.
    pub fn bytes(&self) -> usize {
        self.memory.table.bytes()
    }

    /// Clears all results.
    pub fn forget(&mut self) {
        self.memory.forget();
    }

    /// Finds whether the player to move mates within `most` moves, at most [`MOST`](Self::MOST),
    /// and the fewest moves. Without a limit and far from a mate it may never end. A finished game
    /// has no mate.
    pub fn solve(
        &mut self,
        pos: &Xiangqi,
        attack: Attack,
        most: usize,
        limits: &SolveLimits,
    ) -> Solution {
        let start = Instant::now();
        self.forget();
        let mut spend = limits.spend(start);
        let mut meter = Meter::new(256, &mut spend);
        let most = most.min(Self::MOST) as u8;
        let found = if pos.outcome().is_some() {
            Found {
                refuted: None,
                ..Found::default()
            }
        } else {
            run(&mut self.memory, pos, attack, most, &mut meter)
        };
        let Found {
            moves,
            line,
            refuted,
            ..
        } = found;
        let verdict = match (moves, refuted) {
            (Some(_), _) => Verdict::Mate,
            (None, Some(refuted)) if refuted < most => Verdict::Unknown,
            _ => Verdict::None,
        };
        let minimal = moves.is_some_and(|moves| refuted == Some(moves - 1));
        let moves = moves.unwrap_or_default().into();
        let refuted = refuted.map(usize::from);
        let nodes = meter.nodes();
        let time = start.elapsed();
        Solution {
            verdict,
            moves,
            line,
            minimal,
            refuted,
            nodes,
            time,
        }
    }
}

/// With a table of 64 MiB.
impl Default for Mate {
    fn default() -> Self {
        Self::with_bytes(Self::BYTES)
    }
}

/// The state of a solve.
#[derive(Default)]
struct Found {
    /// The moves of the shortest mate found.
    moves: Option<u8>,
    line: Vec<Move>,
    /// There is no mate within this many; `None` for any number.
    refuted: Option<u8>,
}

/// One of the two searches that take turns.
struct Deepening {
    attack: Attack,
    /// The moves within which it found no mate.
    refuted: u8,
    /// Positions it has visited.
    nodes: u64,
    /// Whether it is finished.
    over: bool,
}

/// Deepens both searches until the shortest mate is proved or a limit is reached.
fn run(
    memory: &mut Memory,
    pos: &Xiangqi,
    attack: Attack,
    most: u8,
    meter: &mut Meter<'_>,
) -> Found {
    let mut search = Search::new(memory, pos, meter);
    let mut found = Found {
        refuted: Some(0),
        ..Found::default()
    };
    let new = |attack| Deepening {
        attack,
        refuted: 0,
        nodes: 0,
        over: false,
    };
    let mut main = new(attack);
    let mut checks = (attack == Attack::Any).then(|| new(Attack::Checks));
    loop {
        // Only shorter mates are of interest.
        let most = found.moves.map_or(most, |moves| moves - 1);
        found.refuted = if main.over { None } else { Some(main.refuted) };
        if main.over || main.refuted >= most {
            return found;
        }
        let turn = match &mut checks {
            Some(checks) if !checks.over && checks.refuted < most && checks.nodes <= main.nodes => {
                checks
            }
            _ => &mut main,
        };
        let before = search.nodes();
        let moves = turn.refuted + 1;
        let Ok(mates) = search.root(turn.attack, moves) else {
            return found;
        };
        turn.nodes += search.nodes() - before;
        if !mates {
            turn.refuted = moves;
            turn.over = !search.is_cut();
            continue;
        }
        turn.over = true;
        found.moves = Some(moves);
        found.line.clear();
        let told = search.tell(moves, &mut found.line);
        let minimal = turn.attack == attack;
        if minimal {
            found.refuted = Some(moves - 1);
        }
        if told.is_err() || minimal {
            return found;
        }
    }
}

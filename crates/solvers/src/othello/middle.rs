//! More empty squares: moves are ordered, and what is found is kept.

use super::{
    guess::Guess,
    order::{Children, add, pick, rank},
    parity::parity,
    search::{NONE, Search, Stopped, final_margin},
    shallow::Shallow,
    table::Entry,
};
use othello_bitboard::kernel::{Kernel, Routine};

/// The score is wanted if it is above `alpha` and below `beta`; else a bound on the same side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// As the other side sees it.
    #[inline(always)]
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only asks whether the score is above `alpha`.
    #[inline(always)]
    pub(super) fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    #[inline(always)]
    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// From so many empty squares on what is found is kept; with fewer the table's memory is slower than the search.
const KEPT: u32 = 8;

/// From so many empty squares on the table is asked about the children before any is searched.
const CHILDREN_ASKED: u32 = 10;

/// With fewer empty squares all moves are tried in any pass.
const WIDE: u32 = 10;

/// A guess counts so many times in a move's rank.
const GUESS: i32 = 4;

/// How many plies to look ahead for the order of moves.
#[inline(always)]
fn look_ahead(empties: u32, moves: usize) -> Option<u32> {
    match empties {
        _ if moves < 2 => None,
        ..13 => None,
        13..16 => Some(1),
        16..19 => Some(2),
        _ => Some(3),
    }
}

impl Routine<Window> for Search<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, window: Window) -> Result<i32, Stopped> {
        let empties = (!(own | opp)).count_ones();
        if empties <= Shallow::MOST {
            return Ok(self.narrow(kernel, own, opp, window));
        }
        Ok(self.node(kernel, own, opp, window, empties >= KEPT)?.0)
    }
}

/// The same, with the index of a move that achieves the score where it is above `alpha`; a pass has [`Entry::NO_MOVE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) window: Window,
}

impl Routine<Best> for Search<'_> {
    type Output = Result<(i32, u8), Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, Best { window }: Best) -> Self::Output {
        self.node(kernel, own, opp, window, true)
    }
}

impl Search<'_> {
    /// A position with its moves in order; what is found is kept if it is to be `kept`.
    #[inline(always)]
    fn node<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        mut window: Window,
        kept: bool,
    ) -> Result<(i32, u8), Stopped> {
        let empty = !(own | opp);
        let empties = empty.count_ones();
        self.go_on()?;
        let before = self.nodes;
        self.nodes += 1;
        if let Some(bound) = self.bound_by_stability(own, opp, window.alpha, empties) {
            return Ok((bound, Entry::NO_MOVE));
        }
        let mut hint = Entry::NO_MOVE;
        if kept && let Some(entry) = self.table.probe(own, opp) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= window.beta || lower == upper {
                return Ok((lower, entry.best));
            }
            if upper <= window.alpha {
                return Ok((upper, entry.best));
            }
            window = Window { alpha: window.alpha.max(lower - 1), beta: window.beta.min(upper + 1) };
            hint = entry.best;
        }
        let moves = kernel.moves(own, opp);
        if moves == 0 {
            if kernel.moves(opp, own) == 0 {
                return Ok((final_margin(own, opp), Entry::NO_MOVE));
            }
            return Ok((-kernel.call(self, opp, own, window.turned())?, Entry::NO_MOVE));
        }
        let mut children = Children::new();
        add(kernel, &mut children, own, opp, moves);
        if empties >= CHILDREN_ASKED && window.is_null() {
            for child in &children {
                // Enhanced transposition cutoff (Plaat et al., 1996).
                if let Some(entry) = self.table.probe(child.own, child.opp)
                    && -i32::from(entry.upper) >= window.beta
                {
                    let lower = -i32::from(entry.upper);
                    let square = child.square.index() as u8;
                    self.table.store(own, opp, [lower, 64], square, self.nodes - before);
                    return Ok((lower, square));
                }
            }
        }
        rank(kernel, &mut children, hint, empty);
        if let Some(depth) = look_ahead(empties, children.len()) {
            for child in children.iter_mut().filter(|child| child.rank != i32::MAX) {
                let wide = Guess { alpha: -Guess::MOST, beta: Guess::MOST, depth };
                child.rank += -GUESS * i32::from(kernel.call(self, child.own, child.opp, wide));
            }
        }
        let (mut best, mut square, mut alpha) = (NONE, Entry::NO_MOVE, window.alpha);
        let tried = if empties >= WIDE { self.width } else { usize::MAX };
        for i in 0..children.len().min(tried) {
            let child = pick(&mut children, i);
            let full = Window { alpha, ..window }.turned();
            let mut score = NONE;
            if best != NONE && !window.is_null() {
                score = -kernel.call(self, child.own, child.opp, Window::null(-alpha - 1))?;
            }
            if best == NONE || window.is_null() || score > alpha && score < window.beta {
                score = -kernel.call(self, child.own, child.opp, full)?;
            }
            if score > best {
                (best, square) = (score, child.square.index() as u8);
                if score > alpha {
                    alpha = score;
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        if kept {
            let lower = if best > window.alpha { best } else { -64 };
            let upper = if best < window.beta { best } else { 64 };
            self.table.store(own, opp, [lower, upper], square, self.nodes - before);
        }
        Ok((best, square))
    }

    /// A window on few empty squares, by null windows: each score they return is the next question.
    #[inline(always)]
    fn narrow<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, window: Window) -> i32 {
        let parity = parity(!(own | opp));
        let mut alpha = window.alpha;
        loop {
            let score = kernel.call(self, own, opp, Shallow { alpha, parity });
            // At most alpha: a bound on the first question, and later the score itself, for it is at least that.
            if score <= alpha || score >= window.beta {
                return score;
            }
            alpha = score;
        }
    }
}

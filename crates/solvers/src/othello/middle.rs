//! More empty squares: moves are ordered, and what is found is kept.

use super::{
    order::{Children, add, pick, rank},
    parity::parity,
    search::{NONE, Search, Stopped, final_margin},
    selectivity::Selectivity,
    shallow::Shallow,
    table::{Entry, Finding},
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
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only asks whether the score is above `alpha`.
    #[inline(always)]
    pub(super) fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    #[inline(always)]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// From so many empty squares on what is found is kept; with fewer to find it would take as long as
/// the search.
const KEPT: u32 = 7;

/// From so many empty squares on the table is asked about the children before any is searched.
const CHILDREN_ASKED: u32 = 8;

impl Routine<Window> for Search<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        window: Window,
    ) -> Result<i32, Stopped> {
        let empties = (!(own | opp)).count_ones();
        if empties <= Shallow::MOST {
            return Ok(self.narrow(kernel, own, opp, window));
        }
        Ok(self.node(kernel, own, opp, window, empties >= KEPT)?.0)
    }
}

/// The same, with the index of a move that achieves the score where it is above `alpha`; a pass has
/// [`Entry::NO_MOVE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) window: Window,
}

impl Routine<Best> for Search<'_> {
    type Output = Result<(i32, u8), Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        Best { window }: Best,
    ) -> Self::Output {
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
        let depth = empties;
        let level = Selectivity::Exact;
        let mut hints = Entry::NO_MOVES;
        if kept && let Some(entry) = self.tables.probe(own, opp) {
            hints = entry.best;
            let [lower, upper] = entry.bounds(depth, level);
            if lower >= window.beta || lower == upper {
                return Ok((lower, hints[0]));
            }
            if upper <= window.alpha {
                return Ok((upper, hints[0]));
            }
            window = Window {
                alpha: window.alpha.max(lower - 1),
                beta: window.beta.min(upper + 1),
            };
        }
        let moves = kernel.moves(own, opp);
        if moves == 0 {
            if kernel.moves(opp, own) == 0 {
                return Ok((final_margin(own, opp), Entry::NO_MOVE));
            }
            return Ok((
                -kernel.call(self, opp, own, window.turned())?,
                Entry::NO_MOVE,
            ));
        }
        let mut children = Children::new();
        add(kernel, &mut children, own, opp, moves);
        if empties >= CHILDREN_ASKED && window.is_null() {
            for child in &children {
                // Enhanced transposition cutoff (Plaat et al., 1996).
                if let Some(entry) = self.tables.probe(child.own, child.opp) {
                    let lower = -entry.bounds(depth - 1, level)[1];
                    if lower >= window.beta {
                        let square = child.square.index() as u8;
                        let best = square;
                        let nodes = self.nodes - before;
                        self.tables.store(
                            own,
                            opp,
                            Finding {
                                lower,
                                upper: 64,
                                best,
                                depth,
                                level,
                                nodes,
                            },
                        );
                        return Ok((lower, square));
                    }
                }
            }
        }
        rank(kernel, &mut children, hints, empty);
        let mut best = NONE;
        let mut square = Entry::NO_MOVE;
        let mut alpha = window.alpha;
        for i in 0..children.len() {
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
            let nodes = self.nodes - before;
            let best = square;
            self.tables.store(
                own,
                opp,
                Finding {
                    lower,
                    upper,
                    best,
                    depth,
                    level,
                    nodes,
                },
            );
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
            // At most alpha: a bound on the first question, and later the score itself, for it is
            // at least that.
            if score <= alpha || score >= window.beta {
                return score;
            }
            alpha = score;
        }
    }
}

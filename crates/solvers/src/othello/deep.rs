//! Many empty squares: the patterns order the moves, and below the exact level shallow searches cut
//! the tree.

use super::{
    look::Look,
    middle::Window,
    order::{Children, add, odd, pick},
    search::{NONE, Search, Stopped, final_margin},
    table::{Entry, Finding},
};
use othello_bitboard::{
    kernel::{Kernel, Routine},
    spread, stable,
};
use pattern_eval::othello::weighted;

/// The score after `depth` plies, of all empty squares or of fewer; the patterns' view of the board
/// lies ready.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    pub(super) window: Window,
    pub(super) depth: u32,
}

/// From so many empty squares on a search to the end is deep.
pub(super) const FROM: u32 = 14;

/// So few plies are left to a look ahead.
const LOOK: u32 = 2;

/// So many discs below `alpha` all moves are alike.
const MARGIN: i32 = 8;

/// How to rank moves.
#[derive(Clone, Copy)]
struct Order {
    /// What the table knows.
    hints: [u8; 2],
    alpha: i32,
    /// How many plies to look ahead.
    plies: u8,
    /// Whether the search reaches the end: there the trees below matter most.
    full: bool,
}

/// How many plies to look ahead for the order of moves.
#[inline(always)]
fn look_ahead(depth: u32, full: bool) -> u8 {
    let from = if full {
        [17, 20, 24]
    } else {
        [7, 11, u32::MAX]
    };
    from.iter().filter(|&&from| depth >= from).count() as u8
}

impl Routine<Deep> for Search<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        Deep { mut window, depth }: Deep,
    ) -> Self::Output {
        let empty = !(own | opp);
        let empties = empty.count_ones();
        let full = depth >= empties;
        if full && empties < FROM {
            return kernel.call(self, own, opp, window);
        }
        if depth <= LOOK {
            let filled = self.stack[empties as usize & 63];
            let cut = |score: i32| (100 * score) as i16;
            let look = Look {
                filled: &filled,
                alpha: cut(window.alpha),
                beta: cut(window.beta),
                depth: depth as u8,
            };
            let score = i32::from(kernel.call(self, own, opp, look));
            return Ok((score + 50 * score.signum()) / 100);
        }
        self.go_on()?;
        let before = self.nodes;
        self.nodes += 1;
        if let Some(bound) = self.bound_by_stability(own, opp, window.alpha, empties) {
            return Ok(bound);
        }
        let mut hints = Entry::NO_MOVES;
        if let Some(entry) = self.tables.probe(own, opp) {
            hints = entry.best;
            let [lower, upper] = entry.bounds(depth, self.level);
            if lower >= window.beta || lower == upper {
                return Ok(lower);
            }
            if upper <= window.alpha {
                return Ok(upper);
            }
            window = Window {
                alpha: window.alpha.max(lower - 1),
                beta: window.beta.min(upper + 1),
            };
        }
        let moves = kernel.moves(own, opp);
        if moves == 0 {
            if kernel.moves(opp, own) == 0 {
                return Ok(final_margin(own, opp));
            }
            let filled = self.stack[empties as usize & 63];
            self.stack[empties as usize & 63] = filled.turned();
            let score = kernel.call(
                self,
                opp,
                own,
                Deep {
                    window: window.turned(),
                    depth,
                },
            );
            self.stack[empties as usize & 63] = filled;
            return Ok(-score?);
        }
        if window.is_null()
            && let Some(bound) = self.cut(kernel, own, opp, window, depth)?
        {
            return Ok(bound);
        }
        let mut children = Children::new();
        add(kernel, &mut children, own, opp, moves);
        if window.is_null() {
            for child in &children {
                // Enhanced transposition cutoff (Plaat et al., 1996).
                if let Some(entry) = self.tables.probe(child.own, child.opp) {
                    let lower = -entry.bounds(depth - 1, self.level)[1];
                    if lower >= window.beta {
                        let best = child.square.index() as u8;
                        let level = self.level;
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
                        return Ok(lower);
                    }
                }
            }
        }
        let order = Order {
            hints,
            alpha: window.alpha,
            plies: look_ahead(depth, full),
            full,
        };
        self.rank_deep(kernel, &mut children, empty, order);
        let mut best = NONE;
        let mut square = Entry::NO_MOVE;
        let mut alpha = window.alpha;
        for i in 0..children.len() {
            let child = pick(&mut children, i);
            let flipped = child.own ^ opp;
            self.stack[(empties - 1) as usize & 63] =
                self.stack[empties as usize & 63].after(child.square, flipped);
            let whole = Window { alpha, ..window }.turned();
            let mut score = NONE;
            if best != NONE && !window.is_null() {
                let narrow = Deep {
                    window: Window::null(-alpha - 1),
                    depth: depth - 1,
                };
                score = -kernel.call(self, child.own, child.opp, narrow)?;
            }
            if best == NONE || window.is_null() || score > alpha && score < window.beta {
                score = -kernel.call(
                    self,
                    child.own,
                    child.opp,
                    Deep {
                        window: whole,
                        depth: depth - 1,
                    },
                )?;
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
        let lower = if best > window.alpha { best } else { -64 };
        let upper = if best < window.beta { best } else { 64 };
        let level = self.level;
        let nodes = self.nodes - before;
        self.tables.store(
            own,
            opp,
            Finding {
                lower,
                upper,
                best: square,
                depth,
                level,
                nodes,
            },
        );
        Ok(best)
    }
}

impl Search<'_> {
    /// What the patterns say of the board, in discs.
    #[inline(always)]
    pub(super) fn worth<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, empties: u32) -> i32 {
        let [moves, replies] =
            [kernel.moves(own, opp), kernel.moves(opp, own)].map(u64::count_ones);
        self.stack[empties as usize & 63].value(self.weights, moves, replies, empties) / 100
    }

    /// Ranks moves by what a look ahead finds and, on the way to the end, by the replies they
    /// leave.
    #[inline(always)]
    fn rank_deep<K: Kernel>(
        &mut self,
        kernel: K,
        children: &mut Children,
        empty: u64,
        order: Order,
    ) {
        let Order {
            hints,
            alpha,
            plies,
            full,
        } = order;
        let odd = odd(empty);
        let filled = self.stack[empty.count_ones() as usize & 63];
        let only = children.len() == 1;
        for child in children {
            let at = child.square.index() as u8;
            if at == hints[0] || only {
                child.rank = i32::MAX;
                continue;
            }
            if at == hints[1] {
                child.rank = i32::MAX - 1;
                continue;
            }
            // How bad a bad move is does not matter.
            let beta = (100 * (MARGIN - alpha)) as i16;
            let after = filled.after(child.square, child.flipped);
            let look = Look {
                filled: &after,
                alpha: -Look::MOST,
                beta,
                depth: plies,
            };
            let worth = -i32::from(kernel.call(self, child.own, child.opp, look));
            child.rank = worth * if plies < 2 { 10 << plies } else { 40 };
            if full {
                let replies = kernel.moves(child.own, child.opp);
                let potential = (spread(child.opp) & !(child.own | child.opp)).count_ones();
                let safe = stable(child.opp, child.own).count_ones();
                let odd = if odd & child.square.bit() != 0 { 40 } else { 0 };
                child.rank +=
                    12 * safe as i32 - 12 * potential as i32 - 64 * weighted(replies) as i32 + odd;
            }
        }
    }
}

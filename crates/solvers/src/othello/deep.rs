//! Many empty squares: the patterns order the moves, and below the exact level shallow searches cut the tree.

use super::{
    look::Look,
    middle::Window,
    order::{Children, add, odd, pick},
    search::{NONE, Search, Stopped, final_margin},
    table::Entry,
};
use othello_bitboard::{
    kernel::{Kernel, Routine},
    spread, stable,
};

/// The score after `depth` plies, of all empty squares or of fewer; the patterns' view of the board lies ready.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    pub(super) window: Window,
    pub(super) depth: u32,
}

/// From so many empty squares on a search to the end is deep.
pub(super) const FROM: u32 = 12; // FIXME

/// So few plies are left to a look ahead.
const LOOK: u32 = 2;

/// How many plies to look ahead for the order of moves.
#[inline(always)]
fn look_ahead(depth: u32, full: bool) -> u8 {
    match depth {
        _ if !full => [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2][depth.min(14) as usize],
        d if d < P.l1 => 0,
        d if d < P.l2 => 1,
        d if d < P.l3 => 2,
        _ => 3,
    }
}

impl Routine<Deep> for Search<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, Deep { mut window, depth }: Deep) -> Self::Output {
        let empty = !(own | opp);
        let empties = empty.count_ones();
        let full = depth >= empties;
        if full && empties < P.from {
            return kernel.call(self, own, opp, window);
        }
        if depth <= LOOK {
            let filled = self.stack[empties as usize & 63];
            let cut = |score: i32| (100 * score) as i16;
            let look = Look { filled: &filled, alpha: cut(window.alpha), beta: cut(window.beta), depth: depth as u8 };
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
        if let Some(entry) = self.table.probe(own, opp) {
            hints = entry.best;
            let [lower, upper] = entry.bounds(depth, self.level);
            if lower >= window.beta || lower == upper {
                return Ok(lower);
            }
            if upper <= window.alpha {
                return Ok(upper);
            }
            window = Window { alpha: window.alpha.max(lower - 1), beta: window.beta.min(upper + 1) };
        }
        let moves = kernel.moves(own, opp);
        if moves == 0 {
            if kernel.moves(opp, own) == 0 {
                return Ok(final_margin(own, opp));
            }
            let filled = self.stack[empties as usize & 63];
            self.stack[empties as usize & 63] = filled.turned();
            let score = kernel.call(self, opp, own, Deep { window: window.turned(), depth });
            self.stack[empties as usize & 63] = filled;
            return Ok(-score?);
        }
        if window.is_null() && (!full || empties >= P.cut) && let Some(bound) = self.cut(kernel, own, opp, window, depth)? {
            return Ok(bound);
        }
        let mut children = Children::new();
        add(kernel, &mut children, own, opp, moves);
        if window.is_null() {
            for child in &children {
                // Enhanced transposition cutoff (Plaat et al., 1996).
                if let Some(entry) = self.table(empties - 1).probe(child.own, child.opp) {
                    let lower = -entry.bounds(depth - 1, self.level)[1];
                    if lower >= window.beta {
                        let found = ([lower, 64], child.square.index() as u8);
                        self.table.store(own, opp, found, (depth, self.level), self.nodes - before);
                        return Ok(lower);
                    }
                }
            }
        }
        self.rank_deep(kernel, &mut children, hints, empty, window.alpha, look_ahead(depth, full), full);
        let (mut best, mut square, mut alpha) = (NONE, Entry::NO_MOVE, window.alpha);
        for i in 0..children.len() {
            let child = pick(&mut children, i);
            let flipped = child.own ^ opp;
            self.stack[(empties - 1) as usize & 63] = self.stack[empties as usize & 63].after(child.square, flipped);
            let full = Window { alpha, ..window }.turned();
            let mut score = NONE;
            if best != NONE && !window.is_null() {
                let narrow = Deep { window: Window::null(-alpha - 1), depth: depth - 1 };
                score = -kernel.call(self, child.own, child.opp, narrow)?;
            }
            if best == NONE || window.is_null() || score > alpha && score < window.beta {
                score = -kernel.call(self, child.own, child.opp, Deep { window: full, depth: depth - 1 })?;
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
        self.table.store(own, opp, ([lower, upper], square), (depth, self.level), self.nodes - before);
        Ok(best)
    }
}

impl Search<'_> {
    /// What the patterns say of the board, in discs.
    #[inline(always)]
    pub(super) fn worth<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, empties: u32) -> i32 {
        let [moves, replies] = [kernel.moves(own, opp), kernel.moves(opp, own)].map(u64::count_ones);
        self.stack[empties as usize & 63].value(self.weights, moves, replies, empties) / 100
    }

    /// Ranks moves by what a look ahead finds, and by the replies they leave.
    #[inline(always)]
    #[expect(clippy::too_many_arguments)] // FIXME
    fn rank_deep<K: Kernel>(
        &mut self,
        kernel: K,
        children: &mut Children,
        hints: [u8; 2],
        empty: u64,
        alpha: i32,
        plies: u8,
        full: bool,
    ) {
        let odd = odd(empty);
        let filled = self.stack[empty.count_ones() as usize & 63];
        let opp = !empty & !0;
        let _ = opp;
        let count = children.len();
        for child in children.iter_mut() {
            let at = child.square.index() as u8;
            if at == hints[0] || count == 1 {
                child.rank = i32::MAX;
                continue;
            }
            if at == hints[1] {
                child.rank = i32::MAX - 1;
                continue;
            }
            let replies = kernel.moves(child.own, child.opp);
            let mobility = replies.count_ones() + (replies & super::order::CORNERS).count_ones();
            let flipped = child.flipped;
            let after = filled.after(child.square, flipped);
            let floor = (-100 * (alpha - P.margin)).clamp(-9000, 9000) as i16;
            let look = Look { filled: &after, alpha: -Look::MOST, beta: floor, depth: plies };
            let worth = -i32::from(kernel.call(self, child.own, child.opp, look));
            child.rank = worth * P.worth[plies as usize & 3];
            if full {
                let potential = (spread(child.opp) & !(child.own | child.opp)).count_ones();
                let safe = stable(child.opp, child.own).count_ones();
                let odd = if odd & child.square.bit() != 0 { P.odd } else { 0 };
                child.rank += odd + P.safe * safe as i32 - P.potential * potential as i32 - P.mobility * mobility as i32;
            }
        }
    }
}

pub(super) struct Params { pub margin: i32, pub shallow: u32, pub light: u32, pub rodd: i32, pub rsafe: i32, pub rpot: i32, pub rcor: u32, pub kept: u32, pub asked: u32, pub far: u32, pub cut: u32, pub near: u32, pub from: u32, pub l1: u32, pub l2: u32, pub l3: u32, pub levels: i32, pub worth: [i32; 4], pub odd: i32, pub safe: i32, pub potential: i32, pub mobility: i32 }
pub(super) static P: std::sync::LazyLock<Params> = std::sync::LazyLock::new(|| {
    let get = |name: &str, or: i32| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(or);
    Params { margin: get("MARGIN", 8), shallow: get("SHALLOW", 6) as u32, light: get("LIGHT", 11) as u32, rodd: get("RODD", 40), rsafe: get("RSAFE", 12), rpot: get("RPOT", 12), rcor: get("RCOR", 1) as u32, kept: get("KEPT", 7) as u32, asked: get("ASKED", 8) as u32, far: get("FAR", 11) as u32, cut: get("CUT", 14) as u32, near: get("NEAR", 14) as u32, from: get("FROM", 14) as u32, l1: get("L1", 17) as u32, l2: get("L2", 20) as u32, l3: get("L3", 24) as u32, levels: get("LEVELS", 37), worth: [get("W0", 10), get("W1", 20), get("W2", 40), get("W3", 40)], odd: get("ODD", 40), safe: get("SAFE", 12), potential: get("POT", 12), mobility: get("MOB", 64) }
});

//! Nodes with many empty squares: the patterns order the moves, and below the exact level shallow
//! searches cut the tree.

use super::{
    crew::SHARED_FROM,
    look::Look,
    middle::ToEnd,
    node::{Ordering, Phase},
    order::{Child, Children, odd},
    search::{Search, Stopped},
    selectivity::Selectivity,
    window::Window,
};
use othello_bitboard::{
    kernel::{Kernel, Routine},
    spread, stable,
};
use pattern_eval::othello::weighted;

/// Finds the score after `depth` plies, to the end or not; the patterns' view of the board must be
/// ready.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    pub(super) window: Window,
    pub(super) depth: u32,
}

/// From this many empty squares on a search to the end is deep.
pub(super) const FROM: u32 = 14;

/// The least depth of a look ahead.
const LOOK: u32 = 2;

/// Moves this many discs below `alpha` rank equally.
const MARGIN: i32 = 8;

/// What a move's rank counts for a hundredth of a disc that is found by a look of no ply, one, and
/// more: the deeper, the more it is to be trusted.
const WORTH: [i32; 3] = [10, 20, 40];

/// In a search to the end, what it counts for a reply, which costs as much as the five discs that
/// the patterns see without a look: a tree is small where there is little to try (fastest first).
const REPLY: i32 = 5000;

/// The same for a stable disc, for a square where a reply may come up, and for a quadrant with an
/// odd number of empty squares.
const SAFE: i32 = 800;
const POTENTIAL: i32 = 50;
const ODD: i32 = 40;

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
        Deep { window, depth }: Deep,
    ) -> Self::Output {
        let empty = !(own | opp);
        let empties = empty.count_ones();
        let full = depth >= empties;
        if full && empties < FROM {
            let moves = kernel.moves(own, opp);
            return kernel.call(self, own, opp, ToEnd { window, moves });
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
        Ok(self
            .node(kernel, own, opp, Ahead { depth }, window, None)?
            .0)
    }
}

/// The search of `depth` plies by the patterns.
#[derive(Clone, Copy)]
struct Ahead {
    depth: u32,
}

impl Phase for Ahead {
    #[inline(always)]
    fn depth(self, _: u32) -> u32 {
        self.depth
    }

    #[inline(always)]
    fn level(self, search: &Search<'_>) -> Selectivity {
        search.level
    }

    #[inline(always)]
    fn uses_table(self, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn probes_children(self, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn search_child<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        child: &Child,
        window: Window,
    ) -> Result<i32, Stopped> {
        let depth = self.depth - 1;
        kernel.call(search, child.own, child.opp, Deep { window, depth })
    }

    #[inline(always)]
    fn search_pass<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        own: u64,
        opp: u64,
        _: u64,
        window: Window,
    ) -> Result<i32, Stopped> {
        let depth = self.depth;
        let empties = (!(own | opp)).count_ones();
        let filled = search.stack[empties as usize & 63];
        search.stack[empties as usize & 63] = filled.turned();
        let score = kernel.call(search, own, opp, Deep { window, depth });
        search.stack[empties as usize & 63] = filled;
        score
    }

    #[inline(always)]
    fn is_shared(self, empties: u32) -> bool {
        self.depth >= empties && empties >= SHARED_FROM
    }

    #[inline(always)]
    fn play(self, search: &mut Search<'_>, empties: u32, child: &Child) {
        search.stack[(empties - 1) as usize & 63] =
            search.stack[empties as usize & 63].after(child.square, child.flipped);
    }

    #[inline(always)]
    fn prob_cut<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        own: u64,
        opp: u64,
        window: Window,
    ) -> Result<Option<i32>, Stopped> {
        search.cut(kernel, own, opp, window, self.depth)
    }

    #[inline(always)]
    fn rank<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        children: &mut Children,
        empty: u64,
        ordering: Ordering,
    ) {
        search.rank_deep(kernel, children, empty, ordering);
    }
}

impl Search<'_> {
    /// The patterns' score of the board, in discs.
    #[inline(always)]
    pub(super) fn worth<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, empties: u32) -> i32 {
        let [moves, replies] =
            [kernel.moves(own, opp), kernel.moves(opp, own)].map(u64::count_ones);
        self.stack[empties as usize & 63].value(self.weights, moves, replies, empties) / 100
    }

    /// Ranks moves by a look ahead and, in a search to the end, by the replies they leave.
    #[inline(always)]
    fn rank_deep<K: Kernel>(
        &mut self,
        kernel: K,
        children: &mut Children,
        empty: u64,
        ordering: Ordering,
    ) {
        let Ordering {
            hints,
            alpha,
            depth,
        } = ordering;
        let empties = empty.count_ones();
        // In a search to the end the sizes of the subtrees matter most.
        let full = depth >= empties;
        let plies = look_ahead(depth, full);
        let odd = odd(empty);
        let filled = self.stack[empties as usize & 63];
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
            // The exact score of a bad move does not matter.
            let beta = (100 * (MARGIN - alpha)) as i16;
            let after = filled.after(child.square, child.flipped);
            let look = Look {
                filled: &after,
                alpha: -Look::MOST,
                beta,
                depth: plies,
            };
            let worth = -i32::from(kernel.call(self, child.own, child.opp, look));
            child.rank = worth * WORTH[usize::from(plies).min(2)];
            if full {
                let replies = child.replies;
                let potential = (spread(child.opp) & !(child.own | child.opp)).count_ones();
                let safe = stable(child.opp, child.own).count_ones();
                let odd = if odd & child.square.bit() != 0 {
                    ODD
                } else {
                    0
                };
                child.rank += SAFE * safe as i32
                    - POTENTIAL * potential as i32
                    - REPLY * weighted(replies) as i32
                    + odd;
            }
        }
    }
}

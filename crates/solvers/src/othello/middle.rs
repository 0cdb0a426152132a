//! Nodes with a middling number of empty squares: moves are ordered by the replies they leave.

use super::{
    node::{Ordering, Phase},
    order::{Child, Children, rank},
    parity::parity,
    search::{Search, Stopped},
    selectivity::Selectivity,
    shallow::Shallow,
    window::Window,
};
use othello_bitboard::kernel::{Kernel, Routine};

/// The table is used from this many empty squares; with fewer it is as slow as the search.
const TABLE_FROM: u32 = 7;

/// From this many empty squares on the table is probed for the children before any is searched.
const CHILDREN_FROM: u32 = 8;

/// Finds the score of a position that is not deep, where the side to move has these `moves`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToEnd {
    pub(super) window: Window,
    pub(super) moves: u64,
}

impl Routine<ToEnd> for Search<'_> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        ToEnd { window, moves }: ToEnd,
    ) -> Result<i32, Stopped> {
        let empties = (!(own | opp)).count_ones();
        if empties <= Shallow::MOST {
            return Ok(self.narrow(kernel, own, opp, window, moves));
        }
        let middle = Middle {
            table_from: TABLE_FROM,
        };
        Ok(self.node(kernel, own, opp, middle, window, Some(moves))?.0)
    }
}

/// The score as by [`ToEnd`], with the index of a move that achieves it where it is above `alpha`;
/// a pass has [`Entry::NO_MOVE`](super::table::Entry::NO_MOVE).
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
        self.node(kernel, own, opp, Middle { table_from: 0 }, window, None)
    }
}

/// The search of all empty squares, with every score exact.
#[derive(Clone, Copy)]
struct Middle {
    /// From this many empty squares on the table is used.
    table_from: u32,
}

impl Phase for Middle {
    #[inline(always)]
    fn depth(self, empties: u32) -> u32 {
        empties
    }

    #[inline(always)]
    fn level(self, _: &Search<'_>) -> Selectivity {
        Selectivity::Exact
    }

    #[inline(always)]
    fn uses_table(self, empties: u32) -> bool {
        empties >= self.table_from
    }

    #[inline(always)]
    fn probes_children(self, empties: u32) -> bool {
        empties >= CHILDREN_FROM
    }

    #[inline(always)]
    fn search_child<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        child: &Child,
        window: Window,
    ) -> Result<i32, Stopped> {
        let moves = child.replies;
        kernel.call(search, child.own, child.opp, ToEnd { window, moves })
    }

    #[inline(always)]
    fn search_pass<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        own: u64,
        opp: u64,
        moves: u64,
        window: Window,
    ) -> Result<i32, Stopped> {
        kernel.call(search, own, opp, ToEnd { window, moves })
    }

    #[inline(always)]
    fn rank<K: Kernel>(
        self,
        _: &mut Search<'_>,
        _: K,
        children: &mut Children,
        empty: u64,
        ordering: Ordering,
    ) {
        rank(children, ordering.hints, empty);
    }
}

impl Search<'_> {
    /// Searches a window with few empty squares by null windows: each score gives the next one.
    #[inline(always)]
    fn narrow<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        window: Window,
        moves: u64,
    ) -> i32 {
        let parity = parity(!(own | opp));
        let mut alpha = window.alpha;
        loop {
            let score = kernel.call(
                self,
                own,
                opp,
                Shallow {
                    alpha,
                    parity,
                    moves,
                },
            );
            // At most alpha: first a bound, and later the score itself.
            if score <= alpha || score >= window.beta {
                return score;
            }
            alpha = score;
        }
    }
}

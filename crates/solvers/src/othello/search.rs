//! The state that all kinds of nodes share.

use super::{
    crew::{Ancestor, Ancestors, Crew},
    deep::{self, Deep},
    middle::ToEnd,
    selectivity::Selectivity,
    table::Tables,
    window::Window,
};
use othello_bitboard::{CORNERS, kernel::SimdLevel, moves, stable};
use pattern_eval::othello::{Filled, Weights};
use std::sync::Arc;

/// Less than any score: there is no move.
pub(super) const NONE: i32 = -128;

/// A limit was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Accounts for this many more positions; false if the budget is used up.
pub(super) type Spend<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The state kept from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) tables: Tables,
    /// By empty squares, the boards from the root to here as the patterns see them, where the
    /// search is deep.
    pub(super) stack: Box<[Filled; 64]>,
    pub(super) weights: Arc<Weights>,
}

impl Memory {
    /// The memory of another thread of the same solve.
    pub(super) fn beside(&self) -> Self {
        Self {
            tables: self.tables.beside(),
            stack: self.stack.clone(),
            weights: Arc::clone(&self.weights),
        }
    }
}

/// One search under way.
pub(super) struct Search<'a> {
    pub(super) tables: &'a mut Tables,
    pub(super) nodes: u64,
    pub(super) weights: &'a Weights,
    /// See [`Memory`].
    pub(super) stack: &'a mut [Filled; 64],
    /// The selectivity of deep searches.
    pub(super) level: Selectivity,
    /// The other threads, if there are any.
    pub(super) crew: Option<&'a Crew>,
    pub(super) ancestors: Ancestors,
    spend: Spend<'a>,
    /// Positions between two calls of `spend`.
    stride: u64,
    paid: u64,
    due: u64,
    /// A limit was reached.
    out: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(memory: &'a mut Memory, stride: u64, spend: Spend<'a>) -> Self {
        let Memory {
            tables,
            stack,
            weights,
        } = memory;
        let level = Selectivity::Exact;
        Self {
            tables,
            nodes: 0,
            weights,
            stack,
            level,
            crew: None,
            ancestors: Ancestors::new(),
            spend,
            stride,
            paid: 0,
            due: stride,
            out: false,
        }
    }

    /// Begins a search of the board where `own` is to move, `depth` plies deep or to the end.
    pub(super) fn ask(
        &mut self,
        processor: SimdLevel,
        own: u64,
        opp: u64,
        window: Window,
        depth: u32,
    ) -> Result<i32, Stopped> {
        loop {
            let found = self.ask_once(processor, own, opp, window, depth);
            // What another thread had settled may have left the table before it was read again.
            if found.is_ok() || self.out {
                return found;
            }
        }
    }

    fn ask_once(
        &mut self,
        processor: SimdLevel,
        own: u64,
        opp: u64,
        window: Window,
        depth: u32,
    ) -> Result<i32, Stopped> {
        let empties = (!(own | opp)).count_ones();
        if empties < deep::FROM {
            let moves = moves(own, opp);
            return processor.call(self, own, opp, ToEnd { window, moves });
        }
        self.stack[empties as usize & 63] = Filled::new(own, opp);
        processor.call(self, own, opp, Deep { window, depth })
    }

    /// Whether to go on; asked at every node that is not shallow.
    #[inline(always)]
    pub(super) fn go_on(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.due {
            Ok(())
        } else {
            self.pay()
        }
    }

    /// Accounts for the positions since the last call.
    #[cold]
    #[inline(never)]
    pub(super) fn pay(&mut self) -> Result<(), Stopped> {
        let nodes = self.nodes - self.paid;
        (self.paid, self.due) = (self.nodes, self.nodes + self.stride);
        if (self.spend)(nodes) {
            Ok(())
        } else {
            self.out = true;
            Err(Stopped)
        }
    }

    /// What the table knows of the score of a position, if that is enough for the window.
    pub(super) fn settled(&self, position: &Ancestor) -> Option<(i32, u8)> {
        let Ancestor {
            own,
            opp,
            depth,
            window,
        } = *position;
        let entry = self.tables.probe(own, opp)?;
        let [lower, upper] = entry.bounds(depth, self.level);
        if lower >= window.beta || lower == upper {
            Some((lower, entry.best[0]))
        } else {
            (upper <= window.alpha).then_some((upper, entry.best[0]))
        }
    }

    /// An upper bound of at most `alpha` from the opponent's stable discs, if they give one.
    ///
    /// They are counted only where enough of them are likely: the opponent has discs to spare beside
    /// those that must be stable, and corners for them to lean on. Against a wipe-out one disc is
    /// enough.
    #[inline(always)]
    pub(super) fn bound_by_stability(&self, own: u64, opp: u64, alpha: i32) -> Option<i32> {
        let needed = (65 - alpha) / 2;
        let spare = opp.count_ones() as i32 - needed;
        let corners = (opp & CORNERS).count_ones() as i32;
        if needed > FEW && spare + CORNER * corners < LIKELY {
            return None;
        }
        let bound = 64 - 2 * stable(opp, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// The spare discs that make it worth counting stable ones, and what a corner counts as: with fewer,
/// less than a tenth of the counts give a bound.
const LIKELY: i32 = 20;
const CORNER: i32 = 4;

/// Where no more than these are needed, they are always counted.
const FEW: i32 = 2;

/// The margin of a finished game; empty squares go to the winner.
#[inline(always)]
pub(super) fn final_margin(own: u64, opp: u64) -> i32 {
    let margin = own.count_ones() as i32 - opp.count_ones() as i32;
    margin + margin.signum() * (!(own | opp)).count_ones() as i32
}

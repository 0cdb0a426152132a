//! The state that all kinds of nodes share.

use super::{limits::Limits, table::Table};
use othello_bitboard::stable;
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

/// Less than any score: there is no move.
pub(super) const NONE: i32 = -128;

/// A limit was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// One solve under way.
pub(super) struct Search<'a> {
    pub(super) table: &'a mut Table,
    pub(super) nodes: u64,
    /// How many moves of a position are tried; with fewer than all the scores are guesses.
    pub(super) width: usize,
    /// When to look at the clock and the like again.
    look: u64,
    most: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Search<'a> {
    /// Positions between two looks at the clock.
    const INTERVAL: u64 = 1 << 14;

    pub(super) fn new(table: &'a mut Table, limits: &'a Limits, start: Instant) -> Self {
        table.forget();
        Self {
            table,
            nodes: 0,
            width: usize::MAX,
            look: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop: limits.stop.as_deref(),
        }
    }

    /// Whether to go on; asked at every node that is not shallow.
    #[inline(always)]
    pub(super) fn go_on(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.look { Ok(()) } else { self.check() }
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stopped> {
        self.look = self.most.min(self.nodes + Self::INTERVAL);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let told = self.stop.is_some_and(|stop| stop.load(Relaxed));
        if late || told || self.nodes >= self.most { Err(Stopped) } else { Ok(()) }
    }

    /// A score at most `alpha` that stable discs of the opponent show to be an upper bound, if they do.
    ///
    /// They are counted only where `alpha` is so high that it may help.
    #[inline(always)]
    pub(super) fn bound_by_stability(&self, own: u64, opp: u64, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < STABILITY[empties as usize & 63] {
            return None;
        }
        let bound = 64 - 2 * stable(opp, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// By empty squares, the least `alpha` that makes it worth counting stable discs.
static STABILITY: [i32; 64] = {
    let mut least = [64; 64];
    let mut empties = 0;
    while empties < 64 {
        least[empties] = if empties < 32 { 2 * empties as i32 - 4 } else { 60 };
        empties += 1;
    }
    least
};

/// The margin of a finished game; empty squares go to the winner.
#[inline(always)]
pub(super) fn final_margin(own: u64, opp: u64) -> i32 {
    let margin = own.count_ones() as i32 - opp.count_ones() as i32;
    margin + margin.signum() * (!(own | opp)).count_ones() as i32
}

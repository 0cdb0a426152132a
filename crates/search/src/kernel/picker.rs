//! The moves of a node in the order of their ranks, sorted no further than they are needed.

use crate::Stage;
use std::ops::Range;

/// The stacks that every node's moves live on: they grow to the depth of the search once, and are
/// never freed.
#[derive(Clone, Debug)]
pub(crate) struct Stacks<M> {
    pub(super) moves: Vec<M>,
    pub(super) ranks: Vec<i32>,
    /// A move's rank above the complement of its index, so that one comparison orders both.
    pub(super) picks: Vec<u64>,
}

/// Where one node stands among its moves: first the table's, then a stage at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picker<M> {
    /// The table's move, tried before anything is generated, and whether it has been.
    pub(super) first: Option<M>,
    taken: bool,
    next_stage: Option<Stage>,
    last_stage: Stage,
    base: usize,
    /// The stage's picks, and the next of them.
    start: usize,
    next: usize,
}

impl<M: Copy> Picker<M> {
    #[inline]
    pub(super) fn take_first(&mut self) -> Option<M> {
        if std::mem::replace(&mut self.taken, true) {
            None
        } else {
            self.first
        }
    }

    /// Whether the stage listed last is the noisy one.
    #[inline]
    pub(super) fn is_noisy(&self) -> bool {
        self.next_stage.is_some() || self.last_stage == Stage::Noisy
    }

    /// Whether a stage has been listed, and the node's history context set with it.
    #[inline]
    pub(super) fn has_listed(&self) -> bool {
        self.next_stage != Some(Stage::Noisy)
    }

    /// Whether there is a stage to generate yet.
    #[inline]
    pub(super) fn has_stages(&self) -> bool {
        self.next_stage.is_some()
    }

    /// The stage to generate next, if there is one.
    #[inline]
    pub(super) fn next_stage(&mut self) -> Option<Stage> {
        let more = self.next_stage == Some(Stage::Noisy) && self.last_stage == Stage::Quiet;
        std::mem::replace(&mut self.next_stage, more.then_some(Stage::Quiet))
    }
}

impl<M: Copy> Stacks<M> {
    pub(super) const EMPTY: Self = Self {
        moves: Vec::new(),
        ranks: Vec::new(),
        picks: Vec::new(),
    };

    /// Picked by swapping, before it pays to sort the rest.
    const SWAPS: usize = 4;

    #[inline]
    pub(super) fn open(&self, first: Option<M>, last_stage: Stage) -> Picker<M> {
        let base = self.moves.len();
        Picker {
            first,
            taken: false,
            next_stage: Some(Stage::Noisy),
            last_stage,
            base,
            start: base,
            next: base,
        }
    }

    /// A picker of `moves` alone, in their order.
    pub(super) fn open_with(&mut self, moves: impl Iterator<Item = M>) -> Picker<M> {
        let mut picker = self.open(None, Stage::Quiet);
        self.moves.extend(moves);
        self.ranks.clear();
        self.ranks
            .extend((0..(self.moves.len() - picker.base) as i32).map(|i| -i));
        self.begin(&mut picker);
        picker.next_stage = None;
        picker
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.picks.clear();
    }

    #[inline]
    pub(super) fn close(&mut self, picker: &Picker<M>) {
        self.moves.truncate(picker.base);
        self.picks.truncate(picker.base);
    }

    /// Where the moves pushed since `picker` was opened lie.
    #[inline]
    pub(super) fn since(&self, picker: &Picker<M>) -> Range<usize> {
        picker.base..self.moves.len()
    }

    /// Starts on the stage just pushed on `moves` and `ranks`.
    #[inline]
    pub(super) fn begin(&mut self, picker: &mut Picker<M>) {
        picker.start = self.picks.len();
        picker.next = self.picks.len();
        let numbered = (picker.start as u32..).zip(&self.ranks);
        self.picks.extend(
            numbered.map(|(i, &rank)| u64::from(rank as u32 ^ 1 << 31) << 32 | u64::from(!i)),
        );
    }

    /// The most promising move left in the stage.
    // Part of the loop over moves: kept out of it, it would cost a call a move.
    #[inline(always)]
    pub(super) fn pick(&mut self, picker: &mut Picker<M>) -> Option<M> {
        let next = picker.next;
        let first = *self.picks.get(next)?;
        let mut best = first;
        let mut at = next;
        let done = next - picker.start;
        if done < Self::SWAPS {
            // Found without branches, and exchanged once.
            for (i, &pick) in self.picks.iter().enumerate().skip(next + 1) {
                (best, at) = if pick > best { (pick, i) } else { (best, at) };
            }
            (self.picks[at], self.picks[next]) = (first, best);
        } else if done == Self::SWAPS {
            best = self.sort_rest(picker);
        }
        picker.next += 1;
        Some(self.moves[!(best as u32) as usize])
    }

    /// Puts the noisy move just picked off, where `deferred` have been put off before it: they are
    /// kept in front of the stage.
    #[inline]
    pub(super) fn defer(&mut self, picker: &Picker<M>, deferred: usize) {
        self.picks.swap(picker.start + deferred, picker.next - 1);
    }

    /// The move that was put off as the `nth`, once nothing else is left to pick.
    #[inline]
    pub(super) fn deferred(&self, picker: &mut Picker<M>, nth: usize) -> M {
        // No pick is the last one any more: all were tried.
        picker.next = self.picks.len() + 1;
        self.moves[!(self.picks[picker.base + nth] as u32) as usize]
    }

    /// Sorts what is left of the stage, and returns the first.
    #[inline(never)]
    fn sort_rest(&mut self, picker: &Picker<M>) -> u64 {
        let rest = &mut self.picks[picker.next..];
        rest.sort_unstable_by(|a, b| b.cmp(a));
        rest[0]
    }

    /// The stage's moves picked before the last one.
    pub(super) fn tried(&self, picker: &Picker<M>) -> impl Iterator<Item = M> + Clone {
        let end = picker.next.saturating_sub(1).max(picker.start);
        self.picks[picker.start..end]
            .iter()
            .map(|&pick| self.moves[!(pick as u32) as usize])
    }
}

use crate::changes::Span;
use crate::refresh::RefreshCache;
use crate::{Changes, Layers};
use game_core::Player;

/// The hidden units before the activation, and the sum of the PSQT, from both perspectives.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Accumulator<const HIDDEN: usize> {
    pub(crate) hidden: [[i16; HIDDEN]; 2],
    pub(crate) psqt: [i32; 2],
}

/// How the accumulator of a ply stands, from one perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It holds the sums of its position.
    Computed,
    /// It is yet to be computed: that of the ply before, and its own changes.
    Changed,
    /// It is yet to be computed, from the active features of its position.
    Refresh,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    states: [State; 2],
    /// Its changes, by perspective.
    spans: [Span; 2],
}

impl Ply {
    const ROOT: Self = Self {
        states: [State::Refresh; 2],
        spans: [Span::EMPTY; 2],
    };
}

/// Accumulators of the moves since the reset, computed only where they are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Line<const HIDDEN: usize> {
    /// The root and a ply for each move; never empty.
    plies: Vec<Ply>,
    changes: Changes,
    /// At least as many as there are plies: those beyond are memory to reuse.
    accumulators: Vec<Accumulator<HIDDEN>>,
    /// What the next [`update`](Self::update) does, by perspective.
    plans: [Plan; 2],
    refresh: RefreshCache<HIDDEN>,
}

/// How a perspective of the last ply is computed.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// Forwards from the accumulator of this ply, by the changes since.
    Since(usize),
    /// From the refresh cache; and then backwards to this ply, by the changes since, so that its
    /// other children need not be refreshed.
    Refresh(usize),
}

/// Units that are summed in registers; where fewer are left, half of them, and then half of that.
const TILE: usize = 64;

impl<const HIDDEN: usize> Line<HIDDEN> {
    /// A line to be [reset](Self::reset).
    pub(crate) fn new() -> Self {
        Self {
            plies: vec![Ply::ROOT],
            changes: Changes::default(),
            accumulators: vec![Accumulator::ZERO],
            plans: [Plan::Refresh(0); 2],
            refresh: RefreshCache::default(),
        }
    }

    /// Starts over. A line keeps its weights and its number of input buckets for life.
    pub(crate) fn reset(&mut self, layers: &Layers<HIDDEN>, input_buckets: usize) {
        self.refresh.prepare(layers, input_buckets);
        self.plies.truncate(1);
        self.plies[0] = Ply::ROOT;
        self.changes.clear();
    }

    /// Records a move: `changed` appends what it changed.
    #[inline]
    pub(crate) fn push(&mut self, changed: impl FnOnce(&mut Changes)) {
        self.changes.begin();
        changed(&mut self.changes);
        let changes = [0, 1].map(|viewer| self.changes.span(viewer));
        let ply = Ply {
            states: changes.map(|(_, refresh)| match refresh {
                true => State::Refresh,
                false => State::Changed,
            }),
            spans: changes.map(|(span, _)| span),
        };
        self.plies.push(ply);
        if self.accumulators.len() < self.plies.len() {
            self.accumulators.push(Accumulator::ZERO);
        }
    }

    /// Forgets the last move. One from before the reset leads to a position that is computed when
    /// it is next asked for.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if self.plies.len() > 1
            && let Some(ply) = self.plies.pop()
        {
            for (viewer, span) in ply.spans.into_iter().enumerate() {
                self.changes.truncate(viewer, span);
            }
        } else {
            self.plies[0] = Ply::ROOT;
        }
    }

    /// Finds what to compute a perspective of the last ply from; if it has to be refreshed, `active`
    /// appends its active features and returns its input bucket.
    #[inline]
    pub(crate) fn plan(&mut self, viewer: Player, active: impl FnOnce(&mut Vec<u16>) -> usize) {
        let viewer = viewer.index();
        let mut at = self.plies.len() - 1;
        self.plans[viewer] = loop {
            match self.plies[at].states[viewer] {
                State::Computed => break Plan::Since(at),
                State::Refresh => {
                    self.refresh.compare(viewer, active);
                    break Plan::Refresh(at);
                }
                State::Changed => at -= 1,
            }
        };
    }

    /// Computes the last ply as [planned](Self::plan) from both perspectives, with those before it
    /// on the way.
    #[inline(always)]
    pub(crate) fn update(&mut self, layers: &Layers<HIDDEN>) -> &Accumulator<HIDDEN> {
        let last = self.plies.len() - 1;
        for viewer in [0, 1] {
            if matches!(self.plans[viewer], Plan::Since(base) if base == last) {
                continue;
            }
            let [tiles, halves] = [TILE, TILE / 2].map(|width| HIDDEN / width * width);
            for from in (0..tiles).step_by(TILE) {
                self.update_tile::<TILE>(layers, viewer, from);
            }
            if tiles < halves {
                self.update_tile::<{ TILE / 2 }>(layers, viewer, tiles);
            }
            if halves < HIDDEN {
                self.update_tile::<{ TILE / 4 }>(layers, viewer, halves);
            }
        }
        &self.accumulators[last]
    }

    /// Computes `WIDTH` hidden units from `from` on, the first of them with the PSQT. They stay in
    /// registers from the first row to the last; each ply on the way stores them once.
    #[inline(always)]
    fn update_tile<const WIDTH: usize>(
        &mut self,
        layers: &Layers<HIDDEN>,
        viewer: usize,
        from: usize,
    ) {
        let last = self.plies.len() - 1;
        match self.plans[viewer] {
            Plan::Since(base) => {
                let (before, after) = self.accumulators.split_at_mut(base + 1);
                let mut tile = Tile::<WIDTH>::load(&before[base], viewer, from);
                for (accumulator, ply) in after.iter_mut().zip(&mut self.plies[base + 1..]) {
                    ply.states[viewer] = State::Computed;
                    let [added, removed] = self.changes.of(viewer, ply.spans[viewer]);
                    tile.add(added, layers, from);
                    tile.subtract(removed, layers, from);
                    tile.store(accumulator, viewer, from);
                }
            }
            Plan::Refresh(first) => {
                let (entry, [added, removed]) = self.refresh.next(viewer);
                let mut tile = Tile::<WIDTH>::load(entry, viewer, from);
                tile.add(added, layers, from);
                tile.subtract(removed, layers, from);
                tile.store(entry, viewer, from);
                tile.store(&mut self.accumulators[last], viewer, from);
                self.plies[last].states[viewer] = State::Computed;
                for ply in (first..last).rev() {
                    self.plies[ply].states[viewer] = State::Computed;
                    let span = self.plies[ply + 1].spans[viewer];
                    let [added, removed] = self.changes.of(viewer, span);
                    tile.subtract(added, layers, from);
                    tile.add(removed, layers, from);
                    tile.store(&mut self.accumulators[ply], viewer, from);
                }
            }
        }
    }
}

/// Some hidden units of one perspective, in registers; and the PSQT, with the first of them.
struct Tile<const WIDTH: usize> {
    units: [i16; WIDTH],
    psqt: i32,
}

impl<const WIDTH: usize> Tile<WIDTH> {
    #[inline(always)]
    fn load<const HIDDEN: usize>(
        accumulator: &Accumulator<HIDDEN>,
        viewer: usize,
        from: usize,
    ) -> Self {
        Self {
            units: *cut(&accumulator.hidden[viewer], from),
            psqt: accumulator.psqt[viewer],
        }
    }

    #[inline(always)]
    fn store<const HIDDEN: usize>(
        &self,
        accumulator: &mut Accumulator<HIDDEN>,
        viewer: usize,
        from: usize,
    ) {
        accumulator.hidden[viewer][from..from + WIDTH].copy_from_slice(&self.units);
        if from == 0 {
            accumulator.psqt[viewer] = self.psqt;
        }
    }

    // Weights that `FeatureSet::max_input` allows never wrap, and others give a wrong value in
    // place of a panic. Modulo 2^16 the order of additions is of no matter.

    #[inline(always)]
    fn add<const HIDDEN: usize>(&mut self, features: &[u16], layers: &Layers<HIDDEN>, from: usize) {
        for &feature in features {
            let row = cut::<WIDTH>(&layers.inputs[usize::from(feature)], from);
            for (unit, weight) in self.units.iter_mut().zip(row) {
                *unit = unit.wrapping_add(*weight);
            }
            if from == 0 {
                self.psqt += i32::from(layers.psqt[usize::from(feature)]);
            }
        }
    }

    #[inline(always)]
    fn subtract<const HIDDEN: usize>(
        &mut self,
        features: &[u16],
        layers: &Layers<HIDDEN>,
        from: usize,
    ) {
        for &feature in features {
            let row = cut::<WIDTH>(&layers.inputs[usize::from(feature)], from);
            for (unit, weight) in self.units.iter_mut().zip(row) {
                *unit = unit.wrapping_sub(*weight);
            }
            if from == 0 {
                self.psqt -= i32::from(layers.psqt[usize::from(feature)]);
            }
        }
    }
}

impl<const HIDDEN: usize> Accumulator<HIDDEN> {
    const ZERO: Self = Self {
        hidden: [[0; HIDDEN]; 2],
        psqt: [0; 2],
    };
}

#[inline(always)]
fn cut<const WIDTH: usize>(units: &[i16], from: usize) -> &[i16; WIDTH] {
    units[from..].first_chunk().expect("a tile lies within")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_taken_back_leave_nothing() {
        let mut line = Line::<16>::new();
        for _ in 0..3 {
            for refused in [false, true, false] {
                line.push(|changes| {
                    changes.add(Player::First, 1);
                    changes.remove(Player::Second, 2);
                    if refused {
                        changes.refresh(Player::First);
                    }
                });
            }
            (0..5).for_each(|_| line.pop());
            assert!(line.plies.len() == 1 && line.changes.is_empty());
        }
        // Memory to reuse.
        assert_eq!(line.accumulators.len(), 4);
    }
}

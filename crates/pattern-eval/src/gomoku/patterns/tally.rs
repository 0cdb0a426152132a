//! The totals of all points.

use crate::gomoku::{judgement::Worth, points::PointSet, threat::Threat};
use game_core::Player;

/// By player, the sum of the points' values and the number of points with each threat below a four:
/// these change with every stone.
///
/// The counts share a word, nine bits each, so they stay in registers in the loop over a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Sums of [`Worth::word`].
    words: [u32; 2],
    counts: [u64; 2],
}

/// The lane of a count: as many bits as there are points, and more.
const BITS: u32 = 9;
const LANE: u64 = (1 << BITS) - 1;

/// The bits below a threat's count, among those from `first` on.
const fn lane(threat: u32, first: Threat) -> u32 {
    (threat - first as u32) * BITS
}

/// The greatest threat, among those from `first` on, that is counted.
#[inline]
fn greatest(counts: u64, first: Threat) -> Option<Threat> {
    counts
        .checked_ilog2()
        .map(|bit| Threat::of(bit / BITS + first as u32))
}

impl Tally {
    /// One point of each threat that is counted here.
    const ONE: [u64; 16] = {
        let mut one = [0; 16];
        let mut threat = Threat::Forbidden as u32;
        while threat < Threat::Four as u32 {
            one[threat as usize] = 1 << lane(threat, Threat::Forbidden);
            threat += 1;
        }
        one
    };

    /// The value of all points for player `i`.
    #[inline(always)]
    pub(super) fn sum(&self, i: usize) -> i32 {
        Worth::sum(self.words[i])
    }

    /// Changes the values and threats of a point for both players.
    #[inline(always)]
    pub(super) fn change(&mut self, was: [Worth; 2], is: [Worth; 2]) {
        for i in [0, 1] {
            self.words[i] = self.words[i]
                .wrapping_add(is[i].word())
                .wrapping_sub(was[i].word());
            let came = Self::ONE[is[i].number()];
            let went = Self::ONE[was[i].number()];
            self.counts[i] = self.counts[i].wrapping_add(came).wrapping_sub(went);
        }
    }
}

/// The set of the doubtful points among a player's.
const DOUBTFUL: usize = 3;

/// The points with fours or more, and the doubtful ones, which are few and rarely change.
#[derive(Clone, Debug)]
pub(super) struct Fours {
    /// By player, how many there are of each, as in [`Tally`].
    counts: [u64; 2],
    /// By player: the points of [`Threat::Five`], of [`Threat::StraightFour`], of other fours, and
    /// those about which the rules must be asked.
    sets: [[PointSet; 4]; 2],
    /// The changes of the sets: the player, the set and the cell.
    turned: Vec<(u8, u8, u16)>,
}

/// The set of a threat among a player's, if it has one.
pub(super) const fn set_of(threat: Threat) -> Option<usize> {
    match threat {
        Threat::Five => Some(0),
        Threat::StraightFour => Some(1),
        Threat::FourThree | Threat::FourTwo | Threat::Four => Some(2),
        _ => None,
    }
}

/// A saved state of the sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    counts: [u64; 2],
    turned: u32,
}

impl Fours {
    /// Empty sets.
    pub(super) fn none() -> Self {
        Self {
            counts: [0; 2],
            sets: Default::default(),
            turned: Vec::with_capacity(1 << 10),
        }
    }

    /// Clears the sets.
    fn clear(&mut self) {
        (self.counts, self.sets) = Default::default();
        self.turned.clear();
    }

    /// The points of a threat that has a set.
    #[inline(always)]
    pub(super) fn set(&self, i: usize, set: usize) -> &PointSet {
        &self.sets[i][set]
    }

    /// The points where Black may be forbidden a three-three in renju.
    #[inline(always)]
    pub(super) fn doubtful(&self) -> &PointSet {
        &self.sets[Player::First.index()][DOUBTFUL]
    }

    /// Saves the state.
    #[inline]
    pub(super) fn mark(&self) -> Before {
        Before {
            counts: self.counts,
            turned: self.turned.len() as u32,
        }
    }

    /// Restores the state `before`.
    #[inline]
    pub(super) fn take_back(&mut self, before: Before) {
        self.counts = before.counts;
        for (i, set, cell) in self.turned.drain(before.turned as usize..) {
            self.sets[usize::from(i)][usize::from(set)].toggle(cell.into());
        }
    }

    /// Changes a point that was or is in a set.
    #[inline(never)]
    pub(super) fn change(&mut self, cell: usize, was: [Worth; 2], is: [Worth; 2]) {
        for i in [0, 1] {
            if was[i].is_doubtful() != is[i].is_doubtful() {
                self.turn(i, DOUBTFUL, cell);
            }
            let was = was[i].threat();
            let is = is[i].threat();
            let one = |threat| {
                if threat >= Threat::Four {
                    1 << lane(threat as u32, Threat::Four)
                } else {
                    0
                }
            };
            self.counts[i] = self.counts[i] + one(is) - one(was);
            let was = set_of(was);
            let is = set_of(is);
            if was != is {
                was.into_iter()
                    .chain(is)
                    .for_each(|set| self.turn(i, set, cell));
            }
        }
    }

    /// Puts a cell into a set or takes it out.
    fn turn(&mut self, i: usize, set: usize, cell: usize) {
        self.sets[i][set].toggle(cell);
        self.turned.push((i as u8, set as u8, cell as u16));
    }
}

/// The totals of all points.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    pub(super) tally: Tally,
    pub(super) fours: Fours,
}

impl Totals {
    /// The totals of no points.
    pub(super) fn none() -> Self {
        Self {
            tally: Tally::default(),
            fours: Fours::none(),
        }
    }

    /// Clears the totals and the saved states.
    pub(super) fn clear(&mut self) {
        self.tally = Tally::default();
        self.fours.clear();
    }

    /// Changes a point.
    pub(super) fn change(&mut self, cell: usize, was: [Worth; 2], is: [Worth; 2]) {
        self.tally.change(was, is);
        self.fours.change(cell, was, is);
    }

    /// The number of points at which player `i` makes exactly this threat; not counted for no
    /// threat.
    #[inline]
    pub(super) fn count(&self, i: usize, threat: Threat) -> u32 {
        let (counts, first) = match threat {
            Threat::Nothing => return 0,
            threat if threat < Threat::Four => (self.tally.counts[i], Threat::Forbidden),
            _ => (self.fours.counts[i], Threat::Four),
        };
        (counts >> lane(threat as u32, first) & LANE) as u32
    }

    /// The state without its history, for comparisons.
    #[cfg(test)]
    pub(super) fn kept(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        (self.tally, self.fours.counts, self.fours.sets)
    }

    /// The greatest threat of player `i`.
    #[inline]
    pub(super) fn best(&self, i: usize) -> Threat {
        let below = || greatest(self.tally.counts[i], Threat::Forbidden);
        greatest(self.fours.counts[i], Threat::Four)
            .or_else(below)
            .unwrap_or_default()
    }
}

//! What is known of positions: bounds, each with how far it can be trusted, and moves to try first.

use super::selectivity::Selectivity;

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    own: u64,
    opp: u64,
    lower: i8,
    upper: i8,
    /// The indices of two moves, the better first, each or [`NO_MOVE`](Self::NO_MOVE).
    pub(super) best: [u8; 2],
    /// How many plies the bounds look ahead: to the end if as many as there are empty squares.
    depth: u8,
    /// How much they leave to chance.
    level: Selectivity,
    /// The solve that found it; 0 is none.
    age: u8,
    /// The logarithm of the positions it took.
    work: u8,
}

impl Entry {
    pub(super) const NO_MOVE: u8 = 64;
    pub(super) const NO_MOVES: [u8; 2] = [Self::NO_MOVE; 2];
    const EMPTY: Self = Self {
        own: 0,
        opp: 0,
        lower: -64,
        upper: 64,
        best: Self::NO_MOVES,
        depth: 0,
        level: Selectivity::P73,
        age: 0,
        work: 0,
    };

    /// The bounds, as far as they serve a search so deep and at that level: the widest there are, if they do not.
    #[inline(always)]
    pub(super) fn bounds(&self, depth: u32, level: Selectivity) -> [i32; 2] {
        if u32::from(self.depth) >= depth && self.level >= level {
            [self.lower.into(), self.upper.into()]
        } else {
            [-64, 64]
        }
    }
}

/// Entries in pairs, found by the whole position: no two are ever taken for each other.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
    age: u8,
}

impl Table {
    /// The largest table of a power of two within `bytes`, at least one pair.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Entry; 2]>()).max(1);
        let pairs = 1 << most.ilog2();
        Self { pairs: vec![[Entry::EMPTY; 2]; pairs], age: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Makes everything in it count as absent: no solve depends on those before it.
    pub(super) fn forget(&mut self) {
        if self.age == u8::MAX {
            self.pairs.fill([Entry::EMPTY; 2]);
            self.age = 0;
        }
        self.age += 1;
    }

    #[inline(always)]
    fn index(&self, own: u64, opp: u64) -> usize {
        // Two odd constants, and the high half of a product folded onto the low one.
        let mixed = u128::from(own ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opp.rotate_left(32) ^ 0xd6e8_feb8_6659_fd93);
        let hash = (mixed as u64 ^ (mixed >> 64) as u64).wrapping_mul(0x9fb2_1c65_1e98_df25);
        (hash >> 20) as usize & (self.pairs.len() - 1)
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, own: u64, opp: u64) -> Option<&Entry> {
        let pair = &self.pairs[self.index(own, opp)];
        pair.iter().find(|entry| entry.own == own && entry.opp == opp && entry.age == self.age)
    }

    /// Adds bounds to what is known, and a move that achieves the lower one, if that is above -64. What goes deeper or leaves
    /// less to chance stays; of two other positions the one that took less is forgotten.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        own: u64,
        opp: u64,
        ([lower, upper], best): ([i32; 2], u8),
        (depth, level): (u32, Selectivity),
        nodes: u64,
    ) {
        let (age, index) = (self.age, self.index(own, opp));
        let pair = &mut self.pairs[index];
        let (depth, work, bounds) = (depth as u8, nodes.max(1).ilog2() as u8, [lower as i8, upper as i8]);
        let same = |entry: &Entry| entry.own == own && entry.opp == opp && entry.age == age;
        if let Some(entry) = pair.iter_mut().find(|entry| same(entry)) {
            entry.work = entry.work.max(work);
            if (entry.depth, entry.level) != (depth, level) {
                if entry.depth >= depth && entry.level >= level {
                    return;
                }
                (entry.lower, entry.upper, entry.depth, entry.level) = (-64, 64, depth, level);
            }
            // What is only not good enough takes the place of no move that achieves something.
            if best != Entry::NO_MOVE && (lower > -64 || entry.lower == -64) && entry.best[0] != best {
                entry.best = [best, entry.best[0]];
            }
            entry.lower = entry.lower.max(bounds[0]);
            entry.upper = entry.upper.min(bounds[1]);
            return;
        }
        let worth = |entry: &Entry| if entry.age == age { u32::from(entry.work) + 1 } else { 0 };
        let victim = usize::from(worth(&pair[1]) <= worth(&pair[0]));
        let [lower, upper] = bounds;
        pair[victim] = Entry { own, opp, lower, upper, best: [best, Entry::NO_MOVE], depth, level, age, work };
    }
}

//! What is known of positions: bounds that are true whatever the search, and a move to try first.

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    own: u64,
    opp: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The index of the move, or [`NO_MOVE`](Self::NO_MOVE).
    pub(super) best: u8,
    /// The solve that found it; 0 is none.
    age: u8,
    /// The logarithm of the positions it took.
    work: u8,
}

impl Entry {
    pub(super) const NO_MOVE: u8 = 64;
    const EMPTY: Self = Self { own: 0, opp: 0, lower: -64, upper: 64, best: Self::NO_MOVE, age: 0, work: 0 };
}

/// Entries in pairs, found by the whole position: no two are ever taken for each other.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
    age: u8,
    /// The age of this solve's first pass.
    first: u8,
}

impl Table {
    /// The largest table of a power of two within `bytes`, at least one pair.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Entry; 2]>()).max(1);
        let pairs = 1 << most.ilog2();
        Self { pairs: vec![[Entry::EMPTY; 2]; pairs], age: 0, first: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Makes everything in it count as absent: no solve depends on those before it.
    pub(super) fn forget(&mut self) {
        // A solve has some passes; none may take the age round.
        if self.age > 200 {
            self.pairs.fill([Entry::EMPTY; 2]);
            self.age = 0;
        }
        self.age += 1;
        self.first = self.age;
    }

    /// Makes the bounds in it count as unknown, and keeps the moves.
    pub(super) fn forget_bounds(&mut self) {
        self.age += 1;
    }

    #[inline(always)]
    fn index(&self, own: u64, opp: u64) -> usize {
        // Two odd constants, and the high half of a product folded onto the low one.
        let mixed = u128::from(own ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opp.rotate_left(32) ^ 0xd6e8_feb8_6659_fd93);
        let hash = (mixed as u64 ^ (mixed >> 64) as u64).wrapping_mul(0x9fb2_1c65_1e98_df25);
        (hash >> 20) as usize & (self.pairs.len() - 1)
    }

    /// What is known of a position; of an earlier pass only the move.
    #[inline(always)]
    pub(super) fn probe(&self, own: u64, opp: u64) -> Option<Entry> {
        let pair = &self.pairs[self.index(own, opp)];
        let entry = pair.iter().find(|entry| entry.own == own && entry.opp == opp && entry.age >= self.first)?;
        let known = entry.age == self.age;
        Some(if known { *entry } else { Entry { lower: -64, upper: 64, ..*entry } })
    }

    /// Adds to what is known, `best` being the move that achieves the lower bound, if it is above -64; of two other positions the one that took less is forgotten.
    #[inline(always)]
    pub(super) fn store(&mut self, own: u64, opp: u64, [lower, upper]: [i32; 2], best: u8, nodes: u64) {
        let (age, index) = (self.age, self.index(own, opp));
        let pair = &mut self.pairs[index];
        let work = nodes.max(1).ilog2() as u8;
        let same = |entry: &Entry| entry.own == own && entry.opp == opp && entry.age >= self.first;
        if let Some(entry) = pair.iter_mut().find(|entry| same(entry)) {
            if entry.age != age {
                *entry = Entry { lower: -64, upper: 64, age, work: 0, ..*entry };
            }
            entry.lower = entry.lower.max(lower as i8);
            entry.upper = entry.upper.min(upper as i8);
            entry.work = entry.work.max(work);
            // What is only not good enough takes the place of no move that achieves something.
            if best != Entry::NO_MOVE && (lower > -64 || entry.lower == -64) {
                entry.best = best;
            }
            return;
        }
        let worth = |entry: &Entry| if entry.age == age { u32::from(entry.work) + 1 } else { 0 };
        let victim = usize::from(worth(&pair[1]) <= worth(&pair[0]));
        pair[victim] = Entry { own, opp, lower: lower as i8, upper: upper as i8, best, age, work };
    }
}

//! What is known of positions, in bounded memory.

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// There is no mate within so many moves of the attacker's.
    pub(super) none: u8,
    /// There is one within so many.
    pub(super) mate: u8,
    /// The packed move that mates, or stops it.
    pub(super) mv: u16,
}

impl Known {
    /// More moves than are ever asked about: as `none`, there is no mate at all; as `mate`, none is known.
    pub(super) const ENDLESS: u8 = u8::MAX;
    /// Of no position.
    pub(super) const NOTHING: Self = Self { none: 0, mate: Self::ENDLESS, mv: 0 };
}

/// What is known of many positions: what took the least work yields first.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The key; and what is known (32 bits), the solve (24) and the logarithm of the work.
    buckets: Vec<[[u64; 2]; Self::BUCKET]>,
    age: u64,
}

impl Table {
    const BUCKET: usize = 4;
    const AGES: u64 = (1 << 24) - 1;

    /// As many buckets of a power of two as `bytes` hold, at least one. Its memory is not touched before it is used.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[[u64; 2]; Self::BUCKET]>()).max(1);
        Self { buckets: vec![[[0; 2]; Self::BUCKET]; 1 << most.ilog2()], age: 1 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Makes everything in it count as absent.
    pub(super) fn forget(&mut self) {
        self.age = self.age % Self::AGES + 1;
        if self.age == 1 {
            self.buckets.fill([[0; 2]; Self::BUCKET]);
        }
    }

    fn index(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.buckets.len() - 1)
    }

    fn is_current(&self, entry: &[u64; 2]) -> bool {
        entry[1] >> 32 & Self::AGES == self.age
    }

    pub(super) fn probe(&self, key: u64) -> Known {
        let bucket = &self.buckets[self.index(key)];
        let found = bucket.iter().find(|entry| entry[0] == key && self.is_current(entry));
        found.map_or(Known::NOTHING, |&[_, bits]| Known {
            none: bits as u8,
            mate: (bits >> 8) as u8,
            mv: (bits >> 16) as u16,
        })
    }

    /// Keeps what `work` visits have found, in place of the same position or else of the least work.
    pub(super) fn store(&mut self, key: u64, known: Known, work: u64) {
        let index = self.index(key);
        let worth = |entry: &[u64; 2]| if self.is_current(entry) { 1 + (entry[1] >> 56) } else { 0 };
        let bucket = &self.buckets[index];
        let same = bucket.iter().position(|entry| entry[0] == key && self.is_current(entry));
        let least = || (0..Self::BUCKET).min_by_key(|&at| worth(&bucket[at])).unwrap_or_default();
        let at = same.unwrap_or_else(least);
        let Known { none, mate, mv } = known;
        let bits = u64::from(none) | u64::from(mate) << 8 | u64::from(mv) << 16;
        self.buckets[index][at] = [key, bits | self.age << 32 | u64::from(work.max(1).ilog2()) << 56];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_work_yields() {
        let mut table = Table::with_bytes(0);
        let known = |none| Known { none, mate: 200, mv: 0xfedc };
        for key in 1..=4 {
            table.store(key, known(key as u8), 1 << key);
        }
        table.store(5, known(5), 1);
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).none), [0, 2, 3, 4, 5]);
        assert_eq!((table.probe(5), table.probe(1), table.bytes()), (known(5), Known::NOTHING, 64));
        table.store(5, known(9), 1);
        assert_eq!((table.probe(5), table.probe(2)), (known(9), known(2)));
        table.forget();
        assert_eq!((table.probe(4), table.probe(5)), (Known::NOTHING, Known::NOTHING));
    }
}

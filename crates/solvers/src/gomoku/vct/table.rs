//! Proof and disproof numbers, of positions and in bounded memory.

/// How far a position is from being proved a win for the attacker, and from being proved none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The least number of open questions that must be answered his way; 0 is a win.
    pub(super) proof: u32,
    /// The least number that must be answered otherwise; 0 is no win.
    pub(super) disproof: u32,
    /// Of a win, the plies within which it is forced.
    pub(super) plies: u16,
}

impl Numbers {
    /// More than any sum of open questions.
    pub(super) const INFINITE: u32 = 1 << 30;
    /// No win.
    pub(super) const NONE: Self = Self { proof: Self::INFINITE, disproof: 0, plies: 0 };
    /// Thresholds that nothing reaches before it is settled.
    pub(super) const OPEN: Self = Self { proof: Self::INFINITE, disproof: Self::INFINITE, plies: 0 };

    /// A win within so many plies.
    pub(super) const fn win(plies: u32) -> Self {
        Self { proof: 0, disproof: Self::INFINITE, plies: plies as u16 }
    }

    /// Nothing is known but the number of questions that a win must answer.
    pub(super) fn fresh(proof: usize) -> Self {
        Self { proof: proof as u32, disproof: 1, plies: 0 }
    }

    /// Whether a search within `limit` is over.
    pub(super) fn exceeds(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// The numbers of positions: what took the least work yields first.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The key, the two numbers, and the plies (16 bits), the solve (24) and the logarithm of the work.
    buckets: Vec<[[u64; 3]; Self::BUCKET]>,
    age: u64,
}

impl Table {
    const BUCKET: usize = 4;
    const AGES: u64 = (1 << 24) - 1;

    /// As many buckets of a power of two as `bytes` hold, at least one. Its memory is not touched before it is used.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[[u64; 3]; Self::BUCKET]>()).max(1);
        Self { buckets: vec![[[0; 3]; Self::BUCKET]; 1 << most.ilog2()], age: 1 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Makes everything in it count as absent.
    pub(super) fn forget(&mut self) {
        self.age = self.age % Self::AGES + 1;
        if self.age == 1 {
            self.buckets.fill([[0; 3]; Self::BUCKET]);
        }
    }

    fn index(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.buckets.len() - 1)
    }

    fn is_current(&self, entry: &[u64; 3]) -> bool {
        entry[2] >> 16 & Self::AGES == self.age
    }

    pub(super) fn probe(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.buckets[self.index(key)];
        let [_, numbers, rest] = *bucket.iter().find(|entry| entry[0] == key && self.is_current(entry))?;
        Some(Numbers { proof: numbers as u32, disproof: (numbers >> 32) as u32, plies: rest as u16 })
    }

    /// Keeps what `work` visits have found, in place of the same position or else of the least work.
    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let index = self.index(key);
        let worth = |entry: &[u64; 3]| if self.is_current(entry) { entry[2] >> 40 } else { 0 };
        let bucket = &self.buckets[index];
        let same = (0..Self::BUCKET).find(|&at| bucket[at][0] == key && self.is_current(&bucket[at]));
        let least = || (0..Self::BUCKET).min_by_key(|&at| worth(&bucket[at])).unwrap_or_default();
        let at = same.unwrap_or_else(least);
        let Numbers { proof, disproof, plies } = numbers;
        let work = u64::from(work.max(1).ilog2()) + 1;
        self.buckets[index][at] =
            [key, u64::from(proof) | u64::from(disproof) << 32, u64::from(plies) | self.age << 16 | work << 40];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_work_yields() {
        let mut table = Table::with_bytes(0);
        for key in 1..=4 {
            table.store(key, Numbers::win(key as u32), 1 << key);
        }
        table.store(5, Numbers { proof: 7, disproof: 9, plies: 3 }, 1);
        let known: Vec<_> = (1..=5).map(|key| table.probe(key).is_some()).collect();
        assert_eq!(known, [false, true, true, true, true]);
        assert_eq!(table.probe(5), Some(Numbers { proof: 7, disproof: 9, plies: 3 }));
        assert_eq!((table.probe(4), table.bytes()), (Some(Numbers::win(4)), 96));
        table.forget();
        assert_eq!((table.probe(4), table.probe(5)), (None, None));
        table.store(9, Numbers::NONE, 1);
        assert_eq!(table.probe(9), Some(Numbers::NONE));
    }
}

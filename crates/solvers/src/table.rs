//! A table of search results in bounded memory.

/// A result about a position.
pub(crate) trait Known: Copy {
    /// The result as numbers.
    type Bits: Copy + core::fmt::Debug + Default;

    fn pack(self) -> Self::Bits;

    fn unpack(bits: Self::Bits) -> Self;
}

/// A table in which the entry with the least work is replaced first.
#[derive(Clone, Debug)]
pub(crate) struct Table<K: Known> {
    buckets: Vec<[Entry<K>; BUCKET]>,
    age: u32,
}

/// The key; the solve (24 bits) and above it the logarithm of the work; and the result. A tuple of
/// numbers, so that the table can be allocated as zeros.
type Entry<K> = (u64, u32, <K as Known>::Bits);

const BUCKET: usize = 4;
const AGES: u32 = (1 << 24) - 1;

impl<K: Known> Table<K> {
    /// As many buckets of a power of two as `bytes` hold, at least one. Its memory is only touched
    /// on use.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Entry<K>; BUCKET]>()).max(1);
        Self {
            buckets: vec![[(0, 0, K::Bits::default()); BUCKET]; 1 << most.ilog2()],
            age: 1,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Clears the table.
    pub(crate) fn forget(&mut self) {
        self.age = self.age % AGES + 1;
        if self.age == 1 {
            self.buckets.fill([(0, 0, K::Bits::default()); BUCKET]);
        }
    }

    fn index(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.buckets.len() - 1)
    }

    fn is_current(&self, entry: &Entry<K>) -> bool {
        entry.1 & AGES == self.age
    }

    pub(crate) fn probe(&self, key: u64) -> Option<K> {
        let mut bucket = self.buckets[self.index(key)].iter();
        bucket
            .find(|entry| entry.0 == key && self.is_current(entry))
            .map(|entry| K::unpack(entry.2))
    }

    /// Stores a result of `work` visits in place of the same position or else of the least work.
    pub(crate) fn store(&mut self, key: u64, known: K, work: u64) {
        let index = self.index(key);
        let worth = |entry: &Entry<K>| {
            if self.is_current(entry) {
                1 + (entry.1 >> 24)
            } else {
                0
            }
        };
        let bucket = &self.buckets[index];
        let same = bucket
            .iter()
            .position(|entry| entry.0 == key && self.is_current(entry));
        let least = || {
            (0..BUCKET)
                .min_by_key(|&at| worth(&bucket[at]))
                .unwrap_or_default()
        };
        let at = same.unwrap_or_else(least);
        self.buckets[index][at] = (key, self.age | work.max(1).ilog2() << 24, known.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Known for u32 {
        type Bits = [u32; 1];

        fn pack(self) -> [u32; 1] {
            [self]
        }

        fn unpack([known]: [u32; 1]) -> Self {
            known
        }
    }

    #[test]
    fn the_least_work_yields() {
        let mut table = Table::with_bytes(0);
        for key in 1..=4 {
            table.store(key, key as u32, 1 << key);
        }
        table.store(5, 5, 1);
        assert_eq!(
            [1, 2, 3, 4, 5].map(|key| table.probe(key)),
            [None, Some(2), Some(3), Some(4), Some(5)]
        );
        assert_eq!(table.bytes(), 64);
        // The same position stays where it is, whatever it took.
        table.store(5, 9, 1);
        assert_eq!((table.probe(5), table.probe(2)), (Some(9), Some(2)));
        table.forget();
        assert_eq!((table.probe(4), table.probe(5)), (None, None));
        // What was known before yields to anything.
        table.store(6, 6, 1);
        table.store(7, 7, 1);
        assert_eq!((table.probe(6), table.probe(7)), (Some(6), Some(7)));
    }

    #[test]
    fn after_as_many_solves_as_are_counted_nothing_old_comes_back() {
        let mut table = Table::with_bytes(0);
        table.store(1, 1, 1);
        table.age = AGES;
        table.store(2, 2, u64::MAX);
        assert_eq!((table.probe(1), table.probe(2)), (None, Some(2)));
        table.forget();
        assert_eq!((table.age, table.probe(1), table.probe(2)), (1, None, None));
    }

    #[test]
    fn whole_buckets_of_a_power_of_two() {
        for (bytes, held) in [(0, 64), (127, 64), (128, 128), (1000, 512)] {
            assert_eq!(Table::<u32>::with_bytes(bytes).bytes(), held);
        }
    }
}

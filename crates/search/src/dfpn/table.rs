use super::numbers::Numbers;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Positions visited to find the numbers; 0 is an empty entry.
    work: u32,
    /// The search that found them.
    search: u16,
}

const EMPTY: Entry = Entry {
    key: 0,
    numbers: Numbers::OPEN,
    work: 0,
    search: 0,
};

/// The numbers of positions, in bounded memory: what took the least work yields first.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    entries: Vec<Entry>,
    search: u16,
}

impl ProofTable {
    const BUCKET: usize = 4;

    /// As many whole buckets as `bytes` hold, at least one.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let buckets = (bytes / (Self::BUCKET * size_of::<Entry>())).max(1);
        Self {
            entries: vec![EMPTY; buckets * Self::BUCKET],
            search: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// What depends on the paths of earlier searches is not believed from now on.
    pub(super) fn new_search(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = (self.entries.len() / Self::BUCKET) as u128;
        let first = ((u128::from(key) * buckets) >> 64) as usize * Self::BUCKET;
        first..first + Self::BUCKET
    }

    pub(super) fn probe(&self, key: u64) -> Option<Numbers> {
        let known = self.entries[self.bucket(key)]
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)?;
        (!known.numbers.tainted || known.search == self.search).then_some(known.numbers)
    }

    /// Keeps what `work` more visits have found, in place of the same position or else of the least
    /// work.
    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let search = self.search;
        let entries = &mut self.entries[bucket];
        let same = entries
            .iter()
            .position(|entry| entry.key == key && entry.work > 0);
        let least = || {
            (0..entries.len())
                .min_by_key(|&at| entries[at].work)
                .unwrap_or_default()
        };
        let at = same.unwrap_or_else(least);
        let before = if same.is_some() { entries[at].work } else { 0 };
        let work = u32::try_from(work.max(1))
            .unwrap_or(u32::MAX)
            .saturating_add(before);
        entries[at] = Entry {
            key,
            numbers,
            work,
            search,
        };
    }

    /// Occupancy in permille, from a sample.
    pub(super) fn hashfull(&self) -> u16 {
        let sample = &self.entries[..self.entries.len().min(1_000)];
        (sample.iter().filter(|entry| entry.work > 0).count() * 1_000 / sample.len()) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_work_yields() {
        let mut table = ProofTable::with_bytes(1);
        for key in 1..=4 {
            table.store(key, Numbers::fresh(key as usize), 10 * key);
        }
        table.store(5, Numbers::fresh(5), 1);
        let known: Vec<_> = (1..=5).map(|key| table.probe(key).is_some()).collect();
        assert_eq!(known, [false, true, true, true, true]);
        assert_eq!(
            (table.probe(4), table.hashfull()),
            (Some(Numbers::fresh(4)), 1_000)
        );
        table.clear();
        assert_eq!((table.probe(4), table.hashfull()), (None, 0));
    }

    #[test]
    fn a_taint_is_of_its_search() {
        let mut table = ProofTable::with_bytes(1 << 10);
        let denied = Numbers::settled(false);
        table.store(7, denied, 1);
        table.store(
            8,
            Numbers {
                tainted: true,
                ..denied
            },
            1,
        );
        assert!(table.probe(8).is_some());
        table.new_search();
        assert_eq!((table.probe(7), table.probe(8)), (Some(denied), None));
    }
}

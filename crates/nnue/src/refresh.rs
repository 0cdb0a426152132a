use crate::Layers;
use crate::line::Accumulator;
use std::mem;

/// Where refreshes begin: for each input bucket the accumulator of its last one, which has most
/// features in common with the next ("Finny tables": L. Nordmo, *Koivisto*, 2022).
#[derive(Clone, Debug, Default)]
pub(crate) struct RefreshCache<const HIDDEN: usize> {
    entries: Vec<Entry<HIDDEN>>,
    /// The next refresh of each perspective.
    next: [Difference; 2],
    /// Memory to reuse.
    active: Vec<u16>,
    /// How often each feature is active; all are 0 but while two lists are compared.
    counts: Vec<u16>,
}

#[derive(Clone, Debug)]
struct Entry<const HIDDEN: usize> {
    accumulator: Accumulator<HIDDEN>,
    /// The features it sums, by perspective.
    active: [Vec<u16>; 2],
}

/// What separates the position to refresh from its entry.
#[derive(Clone, Debug, Default)]
struct Difference {
    entry: usize,
    added: Vec<u16>,
    removed: Vec<u16>,
}

impl<const HIDDEN: usize> RefreshCache<HIDDEN> {
    /// Makes an entry for each input bucket, of nothing but the biases, unless there are some.
    pub(crate) fn prepare(&mut self, layers: &Layers<HIDDEN>, input_buckets: usize) {
        self.entries.resize_with(input_buckets, || Entry {
            accumulator: Accumulator {
                hidden: [layers.biases; 2],
                psqt: [0; 2],
            },
            active: Default::default(),
        });
        self.counts.resize(layers.inputs.len(), 0);
    }

    /// Compares a position with its entry: `active` appends its features and returns its input
    /// bucket. The entry is the position's from here on, so its accumulator has to
    /// [become](Self::next) that, too.
    pub(crate) fn compare(&mut self, viewer: usize, active: impl FnOnce(&mut Vec<u16>) -> usize) {
        self.active.clear();
        let bucket = active(&mut self.active);
        let before = &mut self.entries[bucket].active[viewer];
        let next = &mut self.next[viewer];
        let counts = &mut self.counts;
        for &feature in before.iter() {
            counts[usize::from(feature)] += 1;
        }
        let mut take = |feature: &u16| {
            let count = &mut counts[usize::from(*feature)];
            let counted = *count > 0;
            *count -= u16::from(counted);
            counted
        };
        next.entry = bucket;
        next.added.clear();
        next.removed.clear();
        let added = self.active.iter().filter(|feature| !take(feature));
        next.added.extend(added);
        next.removed
            .extend(before.iter().filter(|feature| take(feature)));
        mem::swap(before, &mut self.active);
    }

    /// The accumulator to refresh a perspective from, and what is to be added and removed.
    #[inline]
    pub(crate) fn next(&mut self, viewer: usize) -> (&mut Accumulator<HIDDEN>, [&[u16]; 2]) {
        let next = &self.next[viewer];
        let entry = &mut self.entries[next.entry];
        (&mut entry.accumulator, [&next.added, &next.removed])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::SET;

    #[test]
    fn two_lists_are_compared() {
        let mut cache = RefreshCache::<16>::default();
        cache.prepare(&Layers::zero(&SET), 2);
        let mut compare = |bucket, active: &[u16]| {
            cache.compare(1, |features| {
                features.extend(active);
                bucket
            });
            let [added, removed] = cache.next(1).1;
            (added.to_vec(), removed.to_vec())
        };
        assert_eq!(compare(0, &[3, 5, 3]), (vec![3, 5, 3], vec![]));
        // One of the two is gone, in whatever order they are listed.
        assert_eq!(compare(0, &[7, 3, 5]), (vec![7], vec![3]));
        assert_eq!(compare(0, &[5, 5, 7, 3]), (vec![5], vec![]));
        assert_eq!(compare(1, &[5]), (vec![5], vec![]), "an entry of its own");
        assert_eq!(compare(0, &[5]), (vec![], vec![5, 7, 3]));
        assert_eq!(compare(0, &[5]), (vec![], vec![]));
    }
}

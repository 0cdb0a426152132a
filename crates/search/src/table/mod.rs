mod entry;

#[cfg(not(all(loom, test)))]
use cache_lines::{CacheLine, CacheLines};
pub use entry::Bound;
pub(crate) use entry::Entry;
use entry::worth;
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
#[cfg(all(loom, test))]
use model::{CacheLine, CacheLines};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// (key XOR data, data): a torn write fails its own check (Hyatt and Mann, 2002).
type Slot = [AtomicU64; 2];

/// In one cache line.
const SLOTS: usize = 4;

/// A transposition table that any number of threads may share; knows nothing of the game.
///
/// Its scores are true of the evaluator, guide and options that found them: share it among clones
/// of one engine.
///
/// Of one position the entry of this search stays that is deeper, or as deep and exact; a newer
/// move is taken over in any case. Of different positions three of a bucket's four slots keep the
/// deepest of this search and never yield to shallower ones; the fourth takes what finds no place
/// there. Entries of earlier searches yield first.
///
/// ```
/// let table = search::TranspositionTable::with_bytes(1 << 20);
/// assert_eq!((table.bytes(), table.hashfull()), (1 << 20, 0));
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: CacheLines,
    age: AtomicU8,
}

impl TranspositionTable {
    /// The largest table of a power of two within `bytes`, at least one cache line. Its memory is
    /// touched at once.
    ///
    /// # Panics
    /// If there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Self {
        let want = (bytes / size_of::<CacheLine>()).max(1);
        let len = if want.is_power_of_two() {
            want
        } else {
            want.next_power_of_two() / 2
        };
        let table = Self {
            buckets: CacheLines::zeroed(len),
            age: AtomicU8::new(1),
        };
        // Writes every page now, so that the first search does not wait for the system.
        table.clear();
        table
    }

    /// The table's size.
    pub fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.buckets.clear();
    }

    /// Marks everything stored so far as replaceable. The age is never zero, so neither is an
    /// entry.
    pub(crate) fn new_search(&self) {
        self.age.store(self.age() % 63 + 1, Relaxed);
    }

    #[inline]
    fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        slots(&self.buckets[self.index(key)])
    }

    /// Brings what is known of `key` into the processor's cache, without waiting for it.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.index(key));
    }

    /// What is known of `key`.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .iter()
            .find_map(|slot| find(slot, key).map(Entry::from_bits))
    }

    /// Keeps `new`, in place of the same position or else of the least worth keeping.
    #[inline]
    pub(crate) fn store(&self, key: u64, new: Entry) {
        let age = self.age();
        let [kept @ .., last] = self.bucket(key);
        let mut victim = last;
        let mut least = i32::MAX;
        for slot in kept {
            let bits = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ bits == key && bits != 0 {
                return put(slot, key, merged(bits, new, age));
            }
            let worth = worth(bits, age);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let check = last[0].load(Relaxed);
        let bits = last[1].load(Relaxed);
        if check ^ bits == key && bits != 0 {
            return put(last, key, merged(bits, new, age));
        }
        let new = new.to_bits(age);
        if worth(new, age) < least {
            return put(last, key, new);
        }
        // What has to go may still be better than what the last slot holds.
        if least > worth(bits, age) {
            let data = victim[1].load(Relaxed);
            put(last, victim[0].load(Relaxed) ^ data, data);
        }
        put(victim, key, new);
    }

    /// Occupancy by the current search in permille, from a sample.
    pub fn hashfull(&self) -> u16 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let ours = |word: &AtomicU64| word.load(Relaxed) >> 58 == u64::from(self.age());
        let used = sample
            .iter()
            .flat_map(slots)
            .filter(|[_, data]| ours(data))
            .count();
        (used * 1000 / (SLOTS * sample.len())) as u16
    }
}

#[inline]
fn slots(bucket: &CacheLine) -> &[Slot; SLOTS] {
    let (slots, _) = bucket.0.as_chunks();
    slots.try_into().expect("four slots fill a line")
}

/// The entry in `slot`, if it is of `key`.
#[inline]
fn find([check, data]: &Slot, key: u64) -> Option<u64> {
    let bits = data.load(Relaxed);
    (check.load(Relaxed) ^ bits == key && bits != 0).then_some(bits)
}

/// What to keep of `new` and the entry in `bits`, both of one position.
#[inline]
fn merged(bits: u64, mut new: Entry, age: u8) -> u64 {
    let old = Entry::from_bits(bits);
    if new.mv == Entry::NO_MOVE {
        new.mv = old.mv;
    }
    // A bare move never costs a score; else only what this search has found is worth defending.
    if old.outweighs(new) && (bits >> 58 == u64::from(age) || new.bound == Bound::None) {
        new = Entry { mv: new.mv, ..old };
    }
    new.to_bits(age)
}

#[inline]
fn put([check, data]: &Slot, key: u64, bits: u64) {
    data.store(bits, Relaxed);
    check.store(key ^ bits, Relaxed);
}

#[cfg(all(loom, test))]
mod model;
#[cfg(all(not(loom), test))]
mod tests;

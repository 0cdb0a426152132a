//! A table of positions: bounds with their selectivity, and moves to try first.

use super::{deep, selectivity::Selectivity};
use cache_lines::{CacheLine, CacheLines};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    lower: i8,
    upper: i8,
    /// The indices of two moves, the better first, each or [`NO_MOVE`](Self::NO_MOVE).
    pub(super) best: [u8; 2],
    /// The depth of the bounds: to the end if it is the number of empty squares.
    depth: u8,
    /// Their selectivity, as a number.
    level: u8,
    /// The solve that stored it; 0 is none.
    age: u8,
    /// The logarithm of its nodes.
    work: u8,
}

impl Entry {
    pub(super) const NO_MOVE: u8 = 64;
    pub(super) const NO_MOVES: [u8; 2] = [Self::NO_MOVE; 2];

    /// The bounds, if they are valid for this depth and selectivity, else the widest bounds.
    #[inline(always)]
    pub(super) fn bounds(&self, depth: u32, level: Selectivity) -> [i32; 2] {
        if u32::from(self.depth) >= depth && self.level >= level as u8 {
            [self.lower.into(), self.upper.into()]
        } else {
            [-64, 64]
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let [first, second] = self.best;
        let bounds = [self.lower as u8, self.upper as u8];
        let [lower, upper] = bounds;
        u64::from_le_bytes([
            lower, upper, first, second, self.depth, self.level, self.age, self.work,
        ])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let [lower, upper, first, second, depth, level, age, work] = word.to_le_bytes();
        Self {
            lower: lower as i8,
            upper: upper as i8,
            best: [first, second],
            depth,
            level,
            age,
            work,
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// A move that achieves the lower bound, if that is above -64; else the one that came nearest
    /// to `alpha`.
    pub(super) best: u8,
    pub(super) depth: u32,
    pub(super) level: Selectivity,
    /// Positions visited.
    pub(super) nodes: u64,
}

/// The tables.
///
/// Positions that are not deep have a separate table that fits into the processor's cache: there
/// are very many of them, each useful for a short time. Threads share the other one.
#[derive(Debug)]
pub(super) struct Tables {
    near: Table,
    far: Arc<Table>,
    /// The number of this solve.
    age: u8,
}

impl Tables {
    /// From this many empty squares on a position goes to the large table.
    const FAR: u32 = deep::FROM;
    /// The most memory of the small table.
    const NEAR_BYTES: usize = 1 << 20;

    /// The largest tables within `bytes`, but a pair of entries each at least.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let near = Table::with_bytes((bytes / 2).min(Self::NEAR_BYTES));
        let far = Arc::new(Table::with_bytes(bytes.saturating_sub(near.bytes())));
        Self { near, far, age: 1 }
    }

    /// The tables of another thread of the same solve.
    pub(super) fn beside(&self) -> Self {
        Self {
            near: Table::with_bytes(self.near.bytes()),
            far: Arc::clone(&self.far),
            age: self.age,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.near.bytes() + self.far.bytes()
    }

    /// Clears the tables, so that no solve depends on earlier ones.
    pub(super) fn forget(&mut self) {
        if self.age == u8::MAX {
            self.near.clear();
            self.far.clear();
            self.age = 0;
        }
        self.age += 1;
    }

    /// The entry of a position.
    #[inline(always)]
    pub(super) fn probe(&self, own: u64, opp: u64) -> Option<Entry> {
        let empties = (!(own | opp)).count_ones();
        if empties < Self::FAR {
            self.near.probe(own, opp, self.age)
        } else {
            self.far.probe(own, opp, self.age)
        }
    }

    /// Fetches the entry of a position that will be asked for soon into the processor's cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, own: u64, opp: u64) {
        let empties = (!(own | opp)).count_ones();
        if empties < Self::FAR {
            self.near.prefetch(own, opp);
        } else {
            self.far.prefetch(own, opp);
        }
    }

    /// Stores a result.
    #[inline(always)]
    pub(super) fn store(&mut self, own: u64, opp: u64, finding: Finding) {
        let empties = (!(own | opp)).count_ones();
        if empties < Self::FAR {
            self.near.store(own, opp, self.age, finding);
        } else {
            self.far.store(own, opp, self.age, finding);
        }
    }
}

/// A copy has its own memory.
impl Clone for Tables {
    fn clone(&self) -> Self {
        Self {
            near: self.near.clone(),
            far: Arc::new(Table::clone(&self.far)),
            age: self.age,
        }
    }
}

/// A position and its entry, which threads may read and write at the same time: an entry, and both
/// words of the position XOR the entry. A mixture of two writes fails that check, as in R. Hyatt and
/// T. Mann, "A lock-less transposition table implementation for parallel search chess engines", 2002.
///
/// The last word is not used: two slots fill a cache line.
#[derive(Clone, Copy)]
struct Slot<'a>(&'a [AtomicU64; 4]);

impl Slot<'_> {
    #[inline(always)]
    fn read(self) -> (u64, u64, Entry) {
        let [own, opp, word, _] = self.0;
        let word = word.load(Relaxed);
        (
            own.load(Relaxed) ^ word,
            opp.load(Relaxed) ^ word,
            Entry::unpack(word),
        )
    }

    #[inline(always)]
    fn find(self, own: u64, opp: u64, age: u8) -> Option<Entry> {
        let word = self.0[2].load(Relaxed);
        let same = self.0[0].load(Relaxed) == own ^ word && self.0[1].load(Relaxed) == opp ^ word;
        let entry = Entry::unpack(word);
        (same && entry.age == age).then_some(entry)
    }

    #[inline(always)]
    fn write(self, own: u64, opp: u64, entry: Entry) {
        let word = entry.pack();
        self.0[0].store(own ^ word, Relaxed);
        self.0[1].store(opp ^ word, Relaxed);
        self.0[2].store(word, Relaxed);
    }
}

#[inline(always)]
fn slots(line: &CacheLine) -> [Slot<'_>; 2] {
    let (slots, _) = line.0.as_chunks();
    [Slot(&slots[0]), Slot(&slots[1])]
}

/// A hash of a position.
#[inline(always)]
pub(super) fn hash(own: u64, opp: u64) -> u64 {
    // Two odd constants, and the high half of a product folded onto the low one.
    let mixed = u128::from(own ^ 0x9e37_79b9_7f4a_7c15)
        * u128::from(opp.rotate_left(32) ^ 0xd6e8_feb8_6659_fd93);
    (mixed as u64 ^ (mixed >> 64) as u64).wrapping_mul(0x9fb2_1c65_1e98_df25)
}

/// Entries in pairs, found by the whole position: no two are ever taken for each other.
#[derive(Clone, Debug)]
struct Table {
    pairs: CacheLines,
}

impl Table {
    /// The largest table within `bytes`, at least one pair.
    fn with_bytes(bytes: usize) -> Self {
        let pairs = (bytes / size_of::<CacheLine>()).max(1);
        Self {
            pairs: CacheLines::zeroed(pairs),
        }
    }

    fn bytes(&self) -> usize {
        self.pairs.bytes()
    }

    fn clear(&self) {
        self.pairs.clear();
    }

    #[inline(always)]
    fn index(&self, own: u64, opp: u64) -> usize {
        // The hash as a fraction of the table: any number of pairs will do.
        ((u128::from(hash(own, opp)) * self.pairs.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn pair(&self, own: u64, opp: u64) -> [Slot<'_>; 2] {
        slots(&self.pairs[self.index(own, opp)])
    }

    #[inline(always)]
    fn prefetch(&self, own: u64, opp: u64) {
        self.pairs.prefetch(self.index(own, opp));
    }

    /// The entry of a position.
    #[inline(always)]
    fn probe(&self, own: u64, opp: u64, age: u8) -> Option<Entry> {
        let [first, second] = self.pair(own, opp);
        first
            .find(own, opp, age)
            .or_else(|| second.find(own, opp, age))
    }

    /// Stores a result. A deeper or less selective entry of the position stays; of two other
    /// positions the one with fewer nodes is replaced.
    #[inline(always)]
    fn store(&self, own: u64, opp: u64, age: u8, finding: Finding) {
        let Finding {
            lower,
            upper,
            best,
            depth,
            level,
            nodes,
        } = finding;
        let pair = self.pair(own, opp);
        let lower = lower as i8;
        let upper = upper as i8;
        let depth = depth as u8;
        let level = level as u8;
        let work = nodes.max(1).ilog2() as u8;
        let mut worth = [0; 2];
        for (slot, worth) in pair.iter().zip(&mut worth) {
            let (at_own, at_opp, mut entry) = slot.read();
            if entry.age != age {
                continue;
            }
            *worth = u32::from(entry.work) + 1;
            if (at_own, at_opp) != (own, opp) {
                continue;
            }
            entry.work = entry.work.max(work);
            if (entry.depth, entry.level) != (depth, level) {
                if entry.depth >= depth && entry.level >= level {
                    slot.write(own, opp, entry);
                    return;
                }
                (entry.lower, entry.upper, entry.depth, entry.level) = (-64, 64, depth, level);
            }
            // A move that only failed does not replace one that achieved something.
            if best != Entry::NO_MOVE
                && (lower > -64 || entry.lower == -64)
                && entry.best[0] != best
            {
                entry.best = [best, entry.best[0]];
            }
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.min(upper);
            slot.write(own, opp, entry);
            return;
        }
        let victim = usize::from(worth[1] <= worth[0]);
        pair[victim].write(
            own,
            opp,
            Entry {
                lower,
                upper,
                best: [best, Entry::NO_MOVE],
                depth,
                level,
                age,
                work,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Selectivity::{Exact, P73, P95};

    const WIDEST: [i32; 2] = [-64, 64];

    fn finding([lower, upper]: [i32; 2], best: u8, depth: u32, level: Selectivity) -> Finding {
        Finding {
            lower,
            upper,
            best,
            depth,
            level,
            nodes: 100,
        }
    }

    #[test]
    fn bounds_serve_what_asks_for_no_more() {
        let mut tables = Tables::with_bytes(1 << 12);
        tables.store(1, 2, finding([-10, 64], 5, 8, P95));
        let entry = tables.probe(1, 2).expect("it is kept");
        for (depth, level, serves) in [
            (8, P95, true),
            (7, P73, true),
            (9, P95, false),
            (8, Exact, false),
            (0, Exact, false),
        ] {
            assert_eq!(
                entry.bounds(depth, level),
                if serves { [-10, 64] } else { WIDEST },
                "{depth} {level}"
            );
        }
        assert!(tables.probe(2, 1).is_none());
    }

    #[test]
    fn bounds_add_up_and_the_better_ones_stay() {
        let mut tables = Tables::with_bytes(1 << 12);
        tables.store(1, 2, finding([4, 64], 5, 8, P95));
        // Not good enough for 6: the move that achieves 4 stays the first.
        tables.store(1, 2, finding([-64, 6], 9, 8, P95));
        let entry = tables.probe(1, 2).expect("it is kept");
        assert_eq!(
            (entry.bounds(8, P95), entry.best),
            ([4, 6], [5, Entry::NO_MOVE])
        );
        tables.store(1, 2, finding([10, 64], 9, 6, P73));
        assert_eq!(
            tables.probe(1, 2).map(|entry| entry.bounds(6, P73)),
            Some([4, 6]),
            "what is known better"
        );
        // What goes deeper shares nothing with it but the moves.
        tables.store(1, 2, finding([8, 64], 9, 10, P95));
        let entry = tables.probe(1, 2).expect("it is kept");
        assert_eq!((entry.bounds(8, P95), entry.best), ([8, 64], [9, 5]));
    }

    #[test]
    fn a_mixture_of_two_writes_is_no_entry() {
        let entry = |lower| Entry {
            lower,
            upper: 64,
            best: Entry::NO_MOVES,
            depth: 8,
            level: Exact as u8,
            age: 1,
            work: 0,
        };
        let words = |own, opp, lower| {
            let words = [0, 0, 0, 9].map(AtomicU64::new);
            Slot(&words).write(own, opp, entry(lower));
            words.map(AtomicU64::into_inner)
        };
        // The same position, and others.
        for (own, opp) in [(1, 2), (1, 4), (8, 2), (16, 32)] {
            let first = words(1, 2, -10);
            let second = words(own, opp, 6);
            for mixed in 0..8 {
                let pick = |i: usize| {
                    if mixed >> i & 1 == 0 {
                        first[i]
                    } else {
                        second[i]
                    }
                };
                let words = [0, 1, 2, 3].map(|i| pick(i).into());
                let found = Slot(&words).find(1, 2, 1).map(|entry| entry.lower);
                let whole = match mixed {
                    0 => Some(-10),
                    7 if (own, opp) == (1, 2) => Some(6),
                    _ => None,
                };
                assert_eq!(found, whole, "{own} {opp} {mixed}");
            }
        }
    }

    #[test]
    fn every_pair_of_any_number_is_used() {
        for pairs in [1, 3, 7, 20] {
            let table = Table::with_bytes(pairs * size_of::<CacheLine>() + 63);
            assert_eq!(table.pairs.len(), pairs);
            for i in 0..40 * pairs as u64 {
                table.store(i, !i, 1, finding([0, 64], 5, 8, Exact));
                assert!(table.probe(i, !i, 1).is_some());
            }
            for (own, opp, entry) in table.pairs.iter().flat_map(slots).map(Slot::read) {
                assert_eq!((opp, entry.age), (!own, 1), "{pairs}");
            }
        }
    }

    #[test]
    fn what_is_forgotten_stays_so() {
        let mut tables = Tables::with_bytes(0);
        for _ in 0..600 {
            tables.store(1, 2, finding([0, 0], 5, 62, Exact));
            assert!(tables.probe(1, 2).is_some());
            tables.forget();
            assert!(tables.probe(1, 2).is_none());
        }
    }
}

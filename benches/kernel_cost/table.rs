//! The twin's transposition table: the generic one's layout and rules of replacement, without its
//! guard against torn writes.

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

/// What is known of a position; in the table, score 16 | unused 16 | move 16 | depth 8 | bound 2 |
/// used 1 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub score: i16,
    pub mv: u8,
    pub depth: i8,
    pub bound: Bound,
}

impl Entry {
    const USED: u64 = 1 << 58;

    fn to_bits(self) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.mv) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | Self::USED
    }

    fn from_bits(bits: u64) -> Self {
        let bound =
            [Bound::Exact, Bound::Upper, Bound::Lower, Bound::Exact][(bits >> 56 & 3) as usize];
        Self {
            score: bits as i16,
            mv: (bits >> 32) as u8,
            depth: (bits >> 48) as i8,
            bound,
        }
    }

    /// Whether it says more than `new` about one position: deeper, or as deep and exact.
    fn outweighs(self, new: Self) -> bool {
        self.depth > new.depth
            || self.depth == new.depth && self.bound == Bound::Exact && new.bound != Bound::Exact
    }
}

/// How much an entry is worth keeping: by depth, then exactness; nothing least of all.
fn worth(bits: u64) -> i32 {
    512 * i32::from(bits != 0)
        + 2 * i32::from((bits >> 48) as i8)
        + i32::from(bits >> 56 & 3 == Bound::Exact as u64)
}

/// Four keys, and what is known of each: one cache line.
#[derive(Clone, Default)]
#[repr(align(64))]
struct Bucket([[u64; 2]; 4]);

/// Three entries of a bucket keep the deepest, the fourth takes what finds no place there.
pub struct Table(Vec<Bucket>);

impl Table {
    pub fn with_bytes(bytes: usize) -> Self {
        Self(vec![Bucket::default(); bytes / size_of::<Bucket>()])
    }

    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.0[key as usize & (self.0.len() - 1)].0;
        bucket
            .iter()
            .find(|slot| slot[0] == key && slot[1] != 0)
            .map(|slot| Entry::from_bits(slot[1]))
    }

    pub fn store(&mut self, key: u64, new: Entry) {
        let at = key as usize & (self.0.len() - 1);
        let bucket = &mut self.0[at].0;
        let mut victim = 3;
        let mut least = i32::MAX;
        for (i, slot) in bucket.iter_mut().enumerate() {
            if slot[0] == key && slot[1] != 0 {
                let old = Entry::from_bits(slot[1]);
                slot[1] = if old.outweighs(new) {
                    Entry { mv: new.mv, ..old }
                } else {
                    new
                }
                .to_bits();
                return;
            }
            let worth = worth(slot[1]);
            if i < 3 && worth < least {
                (victim, least) = (i, worth);
            }
        }
        let new = [key, new.to_bits()];
        if worth(new[1]) < least {
            bucket[3] = new;
            return;
        }
        // What has to go may still be better than what the last slot holds.
        if least > worth(bucket[3][1]) {
            bucket[3] = bucket[victim];
        }
        bucket[victim] = new;
    }
}

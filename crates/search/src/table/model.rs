//! A model of the shared table: loom runs threads through every order in which their relaxed reads
//! and writes may take effect, and whatever is found under a key must be one of that key's own
//! entries.
//!
//! Built and run by `RUSTFLAGS="--cfg loom" cargo test -p boyi-search --release --lib loom`.

use super::*;
use game_core::zobrist::mix;
use loom::{model::Builder, sync::Arc, thread};
use std::ops::Deref;

/// A cache line of loom's atomics, which are more than the words of one.
#[derive(Debug, Default)]
pub(super) struct CacheLine(pub(super) [AtomicU64; 8]);

#[derive(Debug)]
pub(super) struct CacheLines(Vec<CacheLine>);

impl CacheLines {
    pub(super) fn zeroed(len: usize) -> Self {
        Self((0..len).map(|_| CacheLine::default()).collect())
    }

    pub(super) fn bytes(&self) -> usize {
        64 * self.len()
    }

    pub(super) fn clear(&self) {
        let words = self.iter().flat_map(|line| &line.0);
        words.for_each(|word| word.store(0, Relaxed));
    }

    pub(super) fn prefetch(&self, _: usize) {}
}

impl Deref for CacheLines {
    type Target = [CacheLine];

    fn deref(&self) -> &[CacheLine] {
        &self.0
    }
}

/// Version `version` of what is stored under `key`: the one tells all about the other.
fn entry(key: u64, version: u8) -> Entry {
    let bits = mix(key ^ u64::from(version) << 32);
    // The move is the key's alone, for one version's may be kept with another's score.
    let score = bits as i16;
    let mv = (mix(key) >> 48) as u16;
    Entry {
        score,
        eval: (bits >> 16) as i16,
        mv,
        depth: version as i8 + 1,
        bound: Bound::Lower,
    }
}

fn is_whole(key: u64, found: Entry) -> bool {
    (0..4).any(|version| entry(key, version) == found)
}

const KEYS: [u64; 2] = [0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210];

#[test]
fn loom_a_slot_is_whole_or_not_believed() {
    loom::model(|| {
        let slot: Arc<Slot> = Arc::default();
        let writers = [(KEYS[0], 0), (KEYS[1], 1)].map(|(key, version)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || put(&slot, key, entry(key, version).to_bits(1)))
        });
        for key in KEYS {
            if let Some(bits) = find(&slot, key) {
                assert!(is_whole(key, Entry::from_bits(bits)));
            }
        }
        writers
            .into_iter()
            .for_each(|writer| writer.join().expect("it only writes"));
    });
}

#[test]
fn loom_a_bucket_is_shared() {
    // A store reads the whole bucket: with more switches between the threads than these, a run
    // would take hours.
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let table = Arc::new(TranspositionTable::with_bytes(1));
        // Full, so that an entry is moved and another driven out.
        (1..=4).for_each(|key| table.store(key, entry(key, 0)));
        let writer = {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(KEYS[0], entry(KEYS[0], 3)))
        };
        table.store(KEYS[1], entry(KEYS[1], 2));
        for key in KEYS {
            if let Some(found) = table.probe(key) {
                assert!(is_whole(key, found), "{found:?} under {key:#x}");
            }
        }
        writer.join().expect("it only writes");
    });
}

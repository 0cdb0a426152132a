use super::*;
use game_core::zobrist::mix;
use proptest::prelude::*;

fn entry(depth: i8, bound: Bound, mv: u16) -> Entry {
    Entry { score: 7 * i16::from(depth), eval: Entry::NO_EVAL, mv, depth, bound }
}

#[test]
fn every_field_survives_packing() {
    for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
        for (score, eval, mv, depth) in
            [(0, 0, 0, 0), (-31_000, i16::MIN, u16::MAX, i8::MIN), (31_000, i16::MAX, 1, i8::MAX)]
        {
            let entry = Entry { score, eval, mv, depth, bound };
            for age in [1, 63] {
                assert_eq!(Entry::from_bits(entry.to_bits(age)), entry);
                assert_eq!(entry.to_bits(age) >> 58, u64::from(age));
            }
        }
    }
}

#[test]
fn no_search_is_deep_enough_to_be_a_proof() {
    let depths = [0, 1, 126, 127, 128, 240].map(Entry::searched);
    assert_eq!(depths, [0, 1, 126, 126, 126, 126]);
    assert!(depths.iter().all(|&depth| i32::from(depth) < Entry::PROVEN));
}

#[test]
fn of_one_position_the_deeper_or_exact_entry_stays() {
    let table = Table::with_bytes(64);
    table.store(5, entry(9, Bound::Lower, 3));
    table.store(5, entry(2, Bound::Upper, Entry::NO_MOVE));
    assert_eq!(table.probe(5), Some(entry(9, Bound::Lower, 3)));
    table.store(5, entry(2, Bound::Exact, Entry::NO_MOVE));
    assert_eq!(table.probe(5), Some(entry(9, Bound::Lower, 3)), "not even to an exact one");
    table.store(5, entry(9, Bound::Exact, 4));
    table.store(5, entry(9, Bound::Lower, 6));
    assert_eq!(table.probe(5), Some(entry(9, Bound::Exact, 6)), "the score of one, the move of the other");
    table.store(5, entry(10, Bound::Upper, 7));
    assert_eq!(table.probe(5), Some(entry(10, Bound::Upper, 7)), "a deeper one does displace");
}

#[test]
fn an_aged_entry_yields_all_but_its_move() {
    let table = Table::with_bytes(64);
    table.store(5, entry(9, Bound::Exact, 6));
    table.new_search();
    table.store(5, entry(12, Bound::None, 8));
    assert_eq!(table.probe(5), Some(entry(9, Bound::Exact, 8)), "not to a bare move, though");
    table.new_search();
    table.store(5, entry(2, Bound::Upper, Entry::NO_MOVE));
    assert_eq!(table.probe(5), Some(entry(2, Bound::Upper, 8)));
}

#[test]
fn a_full_bucket_keeps_its_deepest_entries_and_the_newest() {
    let table = Table::with_bytes(64);
    (1..=5).for_each(|key| table.store(key, entry(key as i8 + 1, Bound::Lower, 0)));
    let known = |keys: std::ops::RangeInclusive<u64>| keys.map(|key| table.probe(key).is_some()).collect::<Vec<_>>();
    assert_eq!(known(1..=5), [false, true, true, true, true], "the shallowest had to go");
    (6..=20).for_each(|key| table.store(key, entry(1, Bound::Exact, 0)));
    assert_eq!(known(3..=5), [true; 3], "any number of shallow ones share one slot");
    assert!(known(6..=19).iter().all(|known| !known) && table.probe(20).is_some());
    assert_eq!((table.probe(0), table.hashfull()), (None, 1000));
    table.new_search();
    assert_eq!(table.hashfull(), 0);
    (21..=24).for_each(|key| table.store(key, entry(1, Bound::Upper, 0)));
    assert_eq!(known(21..=24), [true; 4], "an earlier search's depth counts for nothing");
}

#[test]
fn exactness_breaks_a_tie() {
    let table = Table::with_bytes(64);
    (1..=3).for_each(|key| table.store(key, entry(4, Bound::Exact, 0)));
    (4..=9).for_each(|key| table.store(key, entry(4, Bound::Lower, 0)));
    assert!((1..=3).all(|key| table.probe(key).is_some()));
}

#[test]
fn sizes_are_powers_of_two_within_the_bytes_asked() {
    for (asked, got) in [(0, 64), (63, 64), (64, 64), (191, 128), (1 << 16, 1 << 16), (100_000, 1 << 16)] {
        assert_eq!(Table::with_bytes(asked).bytes(), got);
    }
}

#[test]
fn a_torn_write_is_not_believed() {
    let table = Table::with_bytes(64);
    table.store(5, entry(9, Bound::Exact, 3));
    let slot = table.bucket(5).iter().find(|slot| find(slot, 5).is_some()).expect("just stored");
    slot[1].store(entry(9, Bound::Exact, 4).to_bits(1), Relaxed);
    assert_eq!(table.probe(5), None);
}

#[test]
fn clearing_forgets() {
    let table = Table::with_bytes(256);
    (1..100).for_each(|key| table.store(key, entry(3, Bound::Exact, 0)));
    table.clear();
    assert!((1..100).all(|key| table.probe(key).is_none()) && table.hashfull() == 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Threads write entries that say which position they are of, under keys that share a few buckets: whatever is found
    /// under a key, however the writes interleave, is one of that key's own.
    #[test]
    fn many_threads_never_see_a_torn_entry(seed: u64, lines in 1..5u64, each in 3..12u64, hammers in 2..6u64) {
        let table = Table::with_bytes(64 * lines as usize);
        let entry = |key: u64, version: u64| {
            // One version's move may be kept with another's score, so the move is the key's.
            let mv = (mix(key) >> 50) as u16;
            let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(version % 3) as usize];
            Entry { score: version as i16, eval: (mv ^ version as u16) as i16, mv, depth: (version % 100) as i8, bound }
        };
        let whole = |key: u64, found: Entry| found == entry(key, u64::from(found.score as u16));
        let found = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..hammers {
                let (table, found, mut state) = (&table, &found, mix(seed ^ thread));
                scope.spawn(move || {
                    for _ in 0..40_000 {
                        state = mix(state);
                        // A handful of keys a bucket, whose low bits agree and whose high bits do not.
                        let key = ((state >> 8) % each) << 56 | (state & 3);
                        if state >> 16 & 1 == 0 {
                            table.store(key, entry(key, state >> 32 & 0xfff));
                        } else if let Some(entry) = table.probe(key) {
                            assert!(whole(key, entry), "{entry:?} under {key:#x}");
                            found.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        prop_assert!(found.load(Relaxed) > 1_000, "the table was used");
    }
}

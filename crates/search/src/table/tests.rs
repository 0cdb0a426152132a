use super::*;
use game_core::{Score, Window, zobrist::mix};
use proptest::prelude::*;

fn entry(depth: i8, bound: Bound, mv: u16) -> Entry {
    Entry {
        score: 7 * i16::from(depth),
        eval: Entry::NO_EVAL,
        mv,
        depth,
        bound,
    }
}

#[test]
fn every_field_survives_packing() {
    for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
        for (score, eval, mv, depth) in [
            (0, 0, 0, 0),
            (-31_000, i16::MIN, u16::MAX, i8::MIN),
            (31_000, i16::MAX, 1, i8::MAX),
        ] {
            let entry = Entry {
                score,
                eval,
                mv,
                depth,
                bound,
            };
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
    let table = TranspositionTable::with_bytes(64);
    table.store(5, entry(9, Bound::Lower, 3));
    table.store(5, entry(2, Bound::Upper, Entry::NO_MOVE));
    assert_eq!(table.probe(5), Some(entry(9, Bound::Lower, 3)));
    table.store(5, entry(2, Bound::Exact, Entry::NO_MOVE));
    assert_eq!(
        table.probe(5),
        Some(entry(9, Bound::Lower, 3)),
        "not even to an exact one"
    );
    table.store(5, entry(9, Bound::Exact, 4));
    table.store(5, entry(9, Bound::Lower, 6));
    assert_eq!(
        table.probe(5),
        Some(entry(9, Bound::Exact, 6)),
        "the score of one, the move of the other"
    );
    table.store(5, entry(10, Bound::Upper, 7));
    assert_eq!(
        table.probe(5),
        Some(entry(10, Bound::Upper, 7)),
        "a deeper one does displace"
    );
}

#[test]
fn an_aged_entry_yields_all_but_its_move() {
    let table = TranspositionTable::with_bytes(64);
    table.store(5, entry(9, Bound::Exact, 6));
    table.new_search();
    table.store(5, entry(12, Bound::None, 8));
    assert_eq!(
        table.probe(5),
        Some(entry(9, Bound::Exact, 8)),
        "not to a bare move, though"
    );
    table.new_search();
    table.store(5, entry(2, Bound::Upper, Entry::NO_MOVE));
    assert_eq!(table.probe(5), Some(entry(2, Bound::Upper, 8)));
}

#[test]
fn a_full_bucket_keeps_its_deepest_entries_and_the_newest() {
    let table = TranspositionTable::with_bytes(64);
    (1..=5).for_each(|key| table.store(key, entry(key as i8 + 1, Bound::Lower, 0)));
    let known = |keys: std::ops::RangeInclusive<u64>| {
        keys.map(|key| table.probe(key).is_some())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        known(1..=5),
        [false, true, true, true, true],
        "the shallowest had to go"
    );
    (6..=20).for_each(|key| table.store(key, entry(1, Bound::Exact, 0)));
    assert_eq!(
        known(3..=5),
        [true; 3],
        "any number of shallow ones share one slot"
    );
    assert!(known(6..=19).iter().all(|known| !known) && table.probe(20).is_some());
    assert_eq!((table.probe(0), table.hashfull()), (None, 1000));
    table.new_search();
    assert_eq!(table.hashfull(), 0);
    (21..=24).for_each(|key| table.store(key, entry(1, Bound::Upper, 0)));
    assert_eq!(
        known(21..=24),
        [true; 4],
        "an earlier search's depth counts for nothing"
    );
}

#[test]
fn ages_go_round_and_are_never_zero() {
    let table = TranspositionTable::with_bytes(64);
    for search in 0..200 {
        assert_eq!((table.hashfull(), table.age()), (0, search % 63 + 1));
        table.store(5, entry(3, Bound::Lower, 1));
        assert_eq!((table.probe(5).is_some(), table.hashfull()), (true, 250));
        table.new_search();
    }
}

#[test]
fn an_entry_is_worth_its_depth_then_its_exactness_if_it_is_of_this_search() {
    let worth = |depth, bound, age| worth(entry(depth, bound, 0).to_bits(age), 7);
    let ladder = [
        worth(-128, Bound::Lower, 6),
        worth(5, Bound::Upper, 8),
        worth(127, Bound::Exact, 6),
        worth(-128, Bound::Upper, 7),
        worth(4, Bound::Exact, 7),
        worth(5, Bound::None, 7),
        worth(5, Bound::Exact, 7),
        worth(127, Bound::Exact, 7),
    ];
    assert!(ladder.is_sorted_by(|a, b| a < b), "{ladder:?}");
    assert_eq!(worth(5, Bound::Lower, 7), worth(5, Bound::Upper, 7));
    assert!(
        worth(127, Bound::Exact, 7) < i32::MAX && super::worth(0, 7) < worth(0, Bound::None, 7),
        "an empty slot"
    );
}

#[test]
fn of_two_entries_of_one_position_one_outweighs_the_other() {
    use Bound::*;
    for (old, new, outweighs) in [
        ((None, 9), (None, 1), false),
        ((None, 9), (Upper, 1), false),
        ((Upper, 1), (None, 9), true),
        ((Upper, 5), (Exact, 4), true),
        ((Upper, 5), (Exact, 5), false),
        ((Exact, 5), (Lower, 5), true),
        ((Exact, 5), (Exact, 5), false),
        ((Lower, 5), (Lower, 5), false),
        ((Exact, 5), (Lower, 6), false),
    ] {
        let [kept, came] = [old, new].map(|(bound, depth)| entry(depth, bound, 0));
        assert_eq!(kept.outweighs(came), outweighs, "{old:?} {new:?}");
    }
}

#[test]
fn a_bound_answers_what_lies_beyond_it() {
    let window = Window {
        alpha: Score::eval(-10),
        beta: Score::eval(20),
    };
    for (score, of, upper, lower) in [
        (-11, Bound::Upper, true, false),
        (-10, Bound::Upper, true, false),
        (-9, Bound::Exact, false, false),
        (19, Bound::Exact, false, false),
        (20, Bound::Lower, false, true),
        (21, Bound::Lower, false, true),
    ] {
        let score = Score::eval(score);
        assert_eq!(Bound::of(score, window), of, "{score}");
        let answers = [Bound::Upper, Bound::Lower, Bound::Exact, Bound::None]
            .map(|bound| bound.answers(score, window));
        assert_eq!(answers, [upper, lower, true, false], "{score}");
    }
}

#[test]
fn what_a_deep_entry_displaces_moves_to_the_last_slot() {
    let table = TranspositionTable::with_bytes(64);
    (1..=3).for_each(|key| table.store(key, entry(key as i8 + 5, Bound::Lower, 0)));
    table.store(4, entry(2, Bound::Lower, 0));
    table.store(5, entry(9, Bound::Lower, 0));
    // Of the three that were kept the shallowest gives way, and is deeper than what the last slot
    // had.
    let known = |keys: [u64; 5]| keys.map(|key| table.probe(key).map(|entry| entry.depth));
    assert_eq!(
        known([1, 2, 3, 4, 5]),
        [Some(6), Some(7), Some(8), None, Some(9)]
    );
    // The next one takes the last slot, whatever is there, and its own entry is renewed there.
    table.store(6, entry(1, Bound::Lower, 0));
    table.store(6, entry(2, Bound::Lower, 0));
    assert_eq!(
        (known([1, 2, 3, 5, 6]), table.probe(4)),
        ([None, Some(7), Some(8), Some(9), Some(2)], None)
    );
}

#[test]
fn exactness_breaks_a_tie() {
    let table = TranspositionTable::with_bytes(64);
    (1..=3).for_each(|key| table.store(key, entry(4, Bound::Exact, 0)));
    (4..=9).for_each(|key| table.store(key, entry(4, Bound::Lower, 0)));
    assert!((1..=3).all(|key| table.probe(key).is_some()));
}

#[test]
fn sizes_are_powers_of_two_within_the_bytes_asked() {
    for (asked, got) in [
        (0, 64),
        (63, 64),
        (64, 64),
        (191, 128),
        (1 << 16, 1 << 16),
        (100_000, 1 << 16),
    ] {
        assert_eq!(TranspositionTable::with_bytes(asked).bytes(), got);
    }
}

#[test]
fn a_torn_write_is_not_believed() {
    let table = TranspositionTable::with_bytes(64);
    table.store(5, entry(9, Bound::Exact, 3));
    let slot = table
        .bucket(5)
        .iter()
        .find(|slot| find(slot, 5).is_some())
        .expect("just stored");
    slot[1].store(entry(9, Bound::Exact, 4).to_bits(1), Relaxed);
    assert_eq!(table.probe(5), None);
}

#[test]
fn clearing_forgets() {
    let table = TranspositionTable::with_bytes(256);
    (1..100).for_each(|key| table.store(key, entry(3, Bound::Exact, 0)));
    table.clear();
    assert!((1..100).all(|key| table.probe(key).is_none()) && table.hashfull() == 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Threads write entries that say which position they are of, under keys that share a few
    /// buckets: whatever is found under a key, however the writes interleave, is one of that key's
    /// own.
    #[test]
    fn many_threads_never_see_a_torn_entry(
        seed: u64,
        lines in 1..5u64,
        each in 3..12u64,
        hammers in 2..6u64,
    ) {
        let table = TranspositionTable::with_bytes(64 * lines as usize);
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
                let table = &table;
                let found = &found;
                let mut state = mix(seed ^ thread);
                scope.spawn(move || {
                    for _ in 0..40_000 {
                        state = mix(state);
                        // A handful of keys a bucket, whose low bits agree and whose high bits do
                        // not.
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

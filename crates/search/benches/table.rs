//! A probe and a store, in a table that a cache holds and in one that it does not:
//! `cargo bench -p boyi-search --bench table`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use game_core::zobrist::mix;
use std::hint::black_box;
use table::{Bound, Entry, TranspositionTable};

#[allow(dead_code, unused_imports)] // The kernel's own module, tests and all, of which a bench uses a part.
#[path = "../src/table/mod.rs"]
mod table;

const ASKED: u64 = 1_000;

fn entry(key: u64) -> Entry {
    let depth = (key >> 32 & 15) as i8;
    Entry {
        score: key as i16,
        eval: Entry::NO_EVAL,
        mv: (key >> 16) as u16,
        depth,
        bound: Bound::Lower,
    }
}

/// As many keys as the table has room for, stored; then a thousand of them at a time.
fn table(c: &mut Criterion) {
    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(ASKED));
    for (name, bytes) in [
        ("64 KiB", 64 << 10),
        ("16 MiB", 16 << 20),
        ("256 MiB", 256 << 20),
    ] {
        let table = TranspositionTable::with_bytes(bytes);
        let room = bytes as u64 / 16;
        (0..room).for_each(|at| table.store(mix(at), entry(mix(at))));
        let mut round = 0;
        let mut keys = |from: u64| {
            round += 1;
            (0..ASKED)
                .map(|at| mix(from + mix(round * ASKED + at) % room))
                .collect::<Vec<_>>()
        };
        group.bench_function(format!("probe, found, {name}"), |b| {
            let probe = |keys: Vec<u64>| {
                keys.into_iter()
                    .filter(|&key| black_box(table.probe(key)).is_some())
                    .count()
            };
            b.iter_batched(|| keys(0), probe, BatchSize::SmallInput);
        });
        group.bench_function(format!("probe, not found, {name}"), |b| {
            let probe = |keys: Vec<u64>| {
                keys.into_iter()
                    .filter(|&key| black_box(table.probe(key)).is_some())
                    .count()
            };
            b.iter_batched(|| keys(room), probe, BatchSize::SmallInput);
        });
        group.bench_function(format!("store, {name}"), |b| {
            let store = |keys: Vec<u64>| {
                keys.into_iter()
                    .for_each(|key| table.store(key, entry(key)))
            };
            b.iter_batched(|| keys(2 * room), store, BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);

//! Perft of the three games: `cargo bench --bench movegen`.

use boyi::core::{Notation, perft};
use boyi::{gomoku::Gomoku, othello::Othello, xiangqi::Xiangqi};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn count<P: Notation>(c: &mut Criterion, depth: u32) {
    let pos = P::start(&Default::default());
    let mut group = c.benchmark_group("perft");
    group.sample_size(10).throughput(Throughput::Elements(perft(&pos, depth)));
    group.bench_function(format!("{} {depth}", P::NAME), |b| b.iter(|| perft(black_box(&pos), depth)));
    group.finish();
}

fn movegen(c: &mut Criterion) {
    count::<Gomoku>(c, 3);
    count::<Othello>(c, 9);
    count::<Xiangqi>(c, 4);
}

criterion_group!(benches, movegen);
criterion_main!(benches);

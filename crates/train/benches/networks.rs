//! What a position costs the training of a network, an epoch of random positions:
//! `cargo bench -p boyi-train --bench networks`.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use game_core::{Outcome, zobrist::mix};
use nnue::FeatureSet;
use train::network::{Samples, Target, Training, TrainingConfig};

/// As many features at once as xiangqi has.
const ACTIVE: u64 = 32;
const SET: FeatureSet = FeatureSet {
    name: "random",
    count: 4_096,
    max_active: ACTIVE as usize,
    buckets: 8,
    scale: 400,
    images: 1,
    image: |feature, _| feature,
};
const GAMES: u64 = 4_096;
const POSITIONS: u64 = 64;

/// Features drawn alike from the whole set: the caches are of least use.
fn samples() -> Samples {
    let mut samples = Samples::default();
    for position in 0..GAMES * POSITIONS {
        let features = |side: u64| -> Vec<u16> {
            let step = SET.count as u64 / ACTIVE;
            (0..ACTIVE)
                .map(|nth| (nth * step + mix(mix(2 * position + side) ^ nth) % step) as u16)
                .collect()
        };
        let target = Target {
            result: Some(Outcome::Win),
            score: Some(position as i32 % 500),
        };
        samples.push(
            &features(0),
            &features(1),
            position as usize % SET.buckets,
            target,
        );
        if (position + 1) % POSITIONS == 0 {
            samples.end_game();
        }
    }
    samples
}

fn epochs<const HIDDEN: usize>(group: &mut BenchmarkGroup<'_, WallTime>, samples: &Samples) {
    let config = TrainingConfig::default();
    let mut training = Training::<HIDDEN>::new(samples, SET, config);
    group.bench_function(format!("{HIDDEN} units"), |b| b.iter(|| training.epoch()));
}

fn networks(c: &mut Criterion) {
    let samples = samples();
    let mut group = c.benchmark_group("an epoch");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(GAMES * POSITIONS));
    epochs::<64>(&mut group, &samples);
    epochs::<256>(&mut group, &samples);
}

criterion_group!(benches, networks);
criterion_main!(benches);

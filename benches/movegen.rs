//! Perft of the three games, Othello's at each level of the processor, and what an Othello search
//! asks of one board: `cargo bench --bench movegen`.

use boyi::core::{Notation, Player, Position, perft, zobrist};
use boyi::othello::kernel::{Kernel, Routine, SimdLevel};
use boyi::othello::{self, Othello, Square};
use boyi::{gomoku::Gomoku, xiangqi::Xiangqi};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn count<P: Notation>(c: &mut Criterion, depth: u32) {
    let pos = P::start(&Default::default());
    let mut group = c.benchmark_group("perft");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(perft(&pos, depth)));
    group.bench_function(format!("{} {depth}", P::NAME), |b| {
        b.iter(|| perft(black_box(&pos), depth))
    });
    group.finish();
}

/// Othello's perft by batches of boards, and as a plain recursion over the kernel.
fn levels(c: &mut Criterion) {
    const DEPTH: u32 = 9;
    let own = Othello::START.own();
    let opp = Othello::START.opp();
    let mut group = c.benchmark_group("othello perft");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(perft(&Othello::START, DEPTH)));
    for level in SimdLevel::available() {
        group.bench_function(format!("{level}, batches"), |b| {
            b.iter(|| othello::perft(level, black_box(own), opp, DEPTH))
        });
        group.bench_function(format!("{level}, recursion"), |b| {
            b.iter(|| level.call(&mut Lines, black_box(own), opp, DEPTH))
        });
    }
    group.finish();
}

/// Perft one board at a time, as a search goes through its tree.
struct Lines;

impl Routine<u32> for Lines {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, depth: u32) -> u64 {
        let places = kernel.moves(own, opp);
        match (depth, places) {
            (1, _) => u64::from(places.count_ones()).max(1),
            (_, 0) if kernel.moves(opp, own) == 0 => 1,
            (_, 0) => kernel.call(self, opp, own, depth - 1),
            _ => othello::squares(places)
                .map(|square| {
                    let flips = kernel.flips(square, own, opp);
                    kernel.call(self, opp ^ flips, own ^ flips | square.bit(), depth - 1)
                })
                .sum(),
        }
    }
}

/// One function of Othello over 1000 boards of random games.
fn boards(c: &mut Criterion) {
    let mut boards = Vec::new();
    let mut pos = Othello::START;
    let mut moves = Vec::new();
    let mut random = 1;
    while boards.len() < 1000 {
        moves.clear();
        if pos.legal_moves(&mut moves).is_some() {
            pos = Othello::START;
            continue;
        }
        random = zobrist::mix(random);
        let mv = moves[(random % moves.len() as u64) as usize];
        if let Some(square) = mv.square() {
            boards.push((pos, square));
        }
        pos.play(mv);
    }
    let mut group = c.benchmark_group("othello board");
    group.throughput(Throughput::Elements(boards.len() as u64));
    let mut sum = |name: &str, of: &dyn Fn(Othello, Square) -> u64| {
        group.bench_function(name, |b| {
            b.iter(|| {
                boards.iter().fold(0, |sum: u64, &(pos, square)| {
                    sum.wrapping_add(of(black_box(pos), square))
                })
            });
        });
    };
    sum("nothing", &|pos, _| pos.own());
    sum("moves", &|pos, _| pos.moves());
    sum("flips", &|pos, square| {
        othello::flips(square, pos.own(), pos.opp())
    });
    sum("last disc", &|pos, square| {
        othello::last_margin(square, pos.own()) as u64
    });
    sum("stable", &|pos, _| pos.stable(Player::First));
    sum("potential moves", &|pos, _| pos.potential_moves());
    sum("frontier", &|pos, _| pos.frontier(Player::First));
    sum("canonical", &|pos, _| pos.canonical().0.own());
    group.finish();
}

fn movegen(c: &mut Criterion) {
    count::<Gomoku>(c, 3);
    count::<Othello>(c, 9);
    count::<Xiangqi>(c, 4);
}

criterion_group!(benches, movegen, levels, boards);
criterion_main!(benches);

//! What putting a node's moves in order costs, ranks and picks, by how many of them are looked at:
//! `cargo bench -p boyi-search --bench ordering`.

use criterion::{Criterion, criterion_group, criterion_main};
use game_core::Position;
use games::{Gomoku, Othello, wander};
use history::History;
use picker::Stacks;
use search::{Options, Stage};
use std::hint::black_box;

#[path = "../tests/it/games/mod.rs"]
mod games;
#[allow(dead_code, unused_imports)] // The kernel's own modules, tests and all, of which a bench uses a part.
#[path = "../src/kernel/history.rs"]
mod history;
#[allow(dead_code, unused_imports)] // As above.
#[path = "../src/kernel/picker.rs"]
mod picker;

fn each<P: Position>(c: &mut Criterion, name: &str, pos: &P) {
    let mut moves = Vec::new();
    let mut history = History::<P>::new();
    let mut stacks = Stacks::<P::Move>::EMPTY;
    assert_eq!(pos.legal_moves(&mut moves), None);
    let options = Options::default().with_continuation(2);
    history.configure(&options);
    for (depth, &mv) in (1..).zip(&moves) {
        let last = depth as usize % P::SLOTS;
        let context = history.context(pos, |_| Some((last, false)));
        history.cutoff(
            pos,
            mv,
            &context,
            depth % 12,
            moves.iter().copied().take(3),
            &options,
        );
    }
    let killers = [moves.last().copied(), moves.first().copied()];
    let mut group = c.benchmark_group(format!("ordering, {name}, {} moves", moves.len()));
    let mut order = |picks: usize| {
        let mut picker = stacks.open(None, Stage::Quiet);
        stacks.moves.extend_from_slice(black_box(&moves));
        let context = history.context(pos, |_| Some((1, false)));
        history.rank(pos, &moves, &context, &killers, &mut stacks.ranks);
        stacks.begin(&mut picker);
        for _ in 0..picks {
            black_box(stacks.pick(&mut picker));
        }
        stacks.close(&picker);
    };
    group.bench_function("rank", |b| b.iter(|| order(0)));
    for picks in [1, 4, 10, moves.len()] {
        group.bench_function(format!("rank, pick {picks}"), |b| b.iter(|| order(picks)));
    }
    group.finish();
}

fn ordering(c: &mut Criterion) {
    each(c, "othello", &wander(Othello::start(), 20, 1));
    each(c, "gomoku", &wander(Gomoku::start(), 8, 1));
}

criterion_group!(benches, ordering);
criterion_main!(benches);

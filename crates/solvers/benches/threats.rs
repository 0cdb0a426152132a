//! What wins by threats cost to find or to rule out: `cargo bench -p boyi-solvers --bench threats`.

use cases::cases;
use criterion::{Criterion, criterion_group, criterion_main};
use game_core::Position;
use gomoku_rules::{Gomoku, Point, Rule};
use solvers::{
    SolveLimits,
    gomoku::{Goal, Vcf, Vct},
};
use std::hint::black_box;

#[allow(dead_code)] // The tests' own module, of which a bench uses a part.
#[path = "../tests/it/cases/mod.rs"]
mod cases;

/// The nodes that a leaf may take.
const LEAF: u64 = 64;

/// The nodes that it takes.
fn leaf(vcf: &mut Vcf, pos: &Gomoku) -> u64 {
    let mut used = 0;
    black_box(vcf.prove(pos, &mut |nodes| {
        used += nodes;
        used < LEAF
    }));
    used
}

/// Positions as a search meets them: one after the other two plies beyond positions of the games
/// behind the cases.
fn leaves() -> Vec<Gomoku> {
    let mut leaves = Vec::new();
    for case in cases() {
        let mut pos = Gomoku::new(case.pos.rules());
        for &mv in &case.moves[..case.moves.len() * 2 / 3] {
            pos.play(mv);
        }
        let near: Vec<Point> = case
            .moves
            .iter()
            .copied()
            .filter(|&mv| pos.is_empty(mv))
            .collect();
        for (at, &mv) in near.iter().enumerate() {
            for &answer in &near[at + 1..] {
                let mut leaf = pos.clone();
                leaf.play(mv);
                leaf.play(answer);
                if leaf.decided().is_none() {
                    leaves.push(leaf);
                }
            }
        }
    }
    leaves
}

fn threats(c: &mut Criterion) {
    let mut vcf = Vcf::with_bytes(1 << 20);
    let (silent, lively): (Vec<_>, Vec<_>) = leaves()
        .into_iter()
        .partition(|pos| leaf(&mut vcf, pos) == 0);
    for (name, leaves) in [("no four", silent), ("a four or more", lively)] {
        c.bench_function(&format!("{} leaves with {name}", leaves.len()), |b| {
            b.iter(|| {
                vcf.forget();
                leaves.iter().map(|pos| leaf(&mut vcf, pos)).sum::<u64>()
            })
        });
    }
    let renju: Vec<_> = cases()
        .into_iter()
        .filter(|case| case.pos.rules().rule() == Rule::Renju)
        .collect();
    let mut vcf = Vcf::default();
    for (name, goal) in [("any", Goal::Any), ("shortest", Goal::Shortest)] {
        c.bench_function(
            &format!("{} renju cases, {name} win by fours", renju.len()),
            |b| {
                b.iter(|| {
                    for case in &renju {
                        vcf.forget();
                        black_box(vcf.solve(&case.pos, goal, &SolveLimits::default()));
                    }
                })
            },
        );
    }
    let mut vct = Vct::default();
    let limits = SolveLimits {
        nodes: Some(10_000),
        ..SolveLimits::default()
    };
    let won: Vec<_> = renju.iter().filter(|case| case.plies.is_some()).collect();
    c.bench_function(
        "their wins by fours and threes, from two plies before",
        |b| {
            b.iter(|| {
                for case in &won {
                    let mut pos = Gomoku::new(case.pos.rules());
                    for &mv in &case.moves[..case.moves.len() - 2] {
                        pos.play(mv);
                    }
                    vct.forget();
                    black_box(vct.solve(&pos, Goal::Any, &limits));
                }
            })
        },
    );
}

criterion_group!(benches, threats);
criterion_main!(benches);

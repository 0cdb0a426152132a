//! What one evaluation costs, and one move kept up with: `cargo bench --bench evaluate`.

use boyi::core::{Evaluator, Node, Notation, Position};
use boyi::engines::{Wiring, gomoku, othello, xiangqi};
use criterion::{Criterion, criterion_group, criterion_main};

fn each<W: Wiring>(c: &mut Criterion, line: &str) {
    let rules = Default::default();
    let pos = W::Position::parse_line(line, &rules)
        .expect("a legal line")
        .end();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut eval = W::evaluator(&rules, None);
    let mut group = c.benchmark_group(W::Position::NAME);
    group.bench_function("reset", |b| b.iter(|| eval.reset(&pos)));
    let mut line = Node::new(pos, &mut eval);
    group.bench_function("evaluate", |b| b.iter(|| line.evaluate()));
    group.bench_function("play, evaluate, undo", |b| {
        let mut moves = moves.iter().cycle();
        b.iter(|| moves.next().map(|&mv| line.play(mv).evaluate()));
    });
    group.finish();
}

fn evaluate(c: &mut Criterion) {
    each::<gomoku::GomokuWiring>(c, "startpos moves h8i9h10g9g8i8");
    each::<othello::OthelloWiring>(c, "startpos moves f5d6c3d3c4f4");
    each::<xiangqi::XiangqiWiring>(c, "startpos moves h2e2 h9g7 h0g2 i9h9");
}

criterion_group!(benches, evaluate);
criterion_main!(benches);

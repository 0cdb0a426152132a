//! Each algorithm at one depth, from a position of each game: `cargo bench --bench searchers`.

use boyi::core::Notation;
use boyi::engines::{Wiring, gomoku, othello, xiangqi};
use boyi::search::{Algorithm, Engine, Limits, Options, Searcher};
use criterion::{Criterion, criterion_group, criterion_main};

fn each<W: Wiring>(c: &mut Criterion, line: &str, depth: u32) {
    let rules = Default::default();
    let pos = W::Position::parse_line(line, &rules).expect("a legal line").end();
    let mut group = c.benchmark_group(W::Position::NAME);
    group.sample_size(10);
    for algorithm in Algorithm::ALL {
        let options = Options { algorithm, ..W::options() };
        let mut engine = Engine::new(W::evaluator(&rules)).guided_by(W::guide()).with_options(options);
        group.bench_function(format!("{algorithm} {depth}"), |b| {
            b.iter(|| {
                engine.new_game();
                engine.think(&pos, Limits::depth(depth)).nodes
            });
        });
    }
    group.finish();
}

fn searchers(c: &mut Criterion) {
    each::<gomoku::Gomoku>(c, "startpos moves h8i9h10g9", 4);
    each::<othello::Othello>(c, "startpos moves f5d6c3d3c4f4", 8);
    each::<xiangqi::Xiangqi>(c, "startpos moves h2e2 h9g7 h0g2 i9h9", 5);
}

criterion_group!(benches, searchers);
criterion_main!(benches);

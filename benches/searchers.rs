//! Each searcher at one depth, from a position of each game: `cargo bench --bench searchers`.
//!
//! Each is asked as it plays, with the game's own options. Two have no such depth: Monte Carlo tree
//! search is given nodes, and plain minimax less depth.

use boyi::engines::{EngineConfig, SearchRequest, SearcherConfig, game};
use boyi::search::{Control, Limits};
use criterion::{Criterion, criterion_group, criterion_main};

fn each(c: &mut Criterion, name: &str, line: &str, [full, plain]: [u32; 2]) {
    let game = game(name).expect("a game");
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for searcher in SearcherConfig::ALL {
        let (limits, label) = match searcher {
            "minimax" => (Limits::depth(plain), format!("{searcher} {plain}")),
            "mcts" | "dfpn" => (Limits::nodes(20_000), format!("{searcher} 20000 nodes")),
            _ => (Limits::depth(full), format!("{searcher} {full}")),
        };
        let config: EngineConfig = searcher.parse().expect("a searcher");
        let mut engine = game
            .engine(&Vec::new(), &config, 0)
            .expect("the default rules");
        let question = SearchRequest::new(limits).with_instant(false);
        group.bench_function(label, |b| {
            b.iter(|| {
                engine.new_game();
                engine
                    .think(&line.into(), &question, &Control::default(), &mut |_| {})
                    .expect("a legal line")
                    .nodes
            });
        });
    }
    group.finish();
}

fn searchers(c: &mut Criterion) {
    each(c, "gomoku", "startpos moves h8i9h10g9", [4, 2]);
    each(c, "othello", "startpos moves f5d6c3d3c4f4", [8, 5]);
    each(c, "xiangqi", "startpos moves h2e2 h9g7 h0g2 i9h9", [5, 3]);
}

criterion_group!(benches, searchers);
criterion_main!(benches);

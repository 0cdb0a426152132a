//! What a cache of the evaluator's scores is worth in each game:
//! `cargo run --release -p boyi-engines --example score_cache`.
//!
//! The same searches with caches of several sizes and without, in turn: how many evaluations were
//! known, and how many positions were visited a second.

use engines::{GAMES, SearchRequest};
use search::Limits;
use std::{error::Error, time::Duration};

const NODES: u64 = 400_000;

/// Three positions of each game.
const LINES: [(&str, [&str; 3]); 3] = [
    (
        "gomoku",
        [
            "startpos moves h8i9h10g9",
            "startpos moves h8h9i9g7j10k11i8i10j8g8",
            "X:h8j9i7k7 O:i8h9j8g10 turn:X",
        ],
    ),
    (
        "othello",
        [
            "startpos moves f5d6c3d3c4f4",
            "startpos moves f5d6c4d3c3",
            "startpos moves f5f6e6f4g5",
        ],
    ),
    (
        "xiangqi",
        [
            "startpos moves h2e2 h9g7 h0g2 i9h9",
            "startpos moves c3c4 h9g7",
            "startpos",
        ],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    for game in &GAMES {
        let Some((_, lines)) = LINES.iter().find(|(name, _)| *name == game.name()) else {
            continue;
        };
        for round in 1..=3 {
            for mib in [0, 1, 16, 64] {
                let mut nodes = 0;
                let mut evaluations = 0;
                let mut known = 0;
                let mut time = Duration::ZERO;
                for line in lines {
                    let config = format!("aspiration,score_cache={mib}").parse()?;
                    let question = SearchRequest::new(Limits::nodes(NODES)).with_instant(false);
                    let report = game.engine(&Vec::new(), &config, 1)?.think(
                        &(*line).into(),
                        &question,
                        &Default::default(),
                        &mut |_| {},
                    )?;
                    nodes += report.nodes;
                    evaluations += report.stats.evaluations;
                    known += report.stats.known_evaluations;
                    time += report.time;
                }
                println!(
                    "{:8} round {round}, {mib:2} MiB: {:.2} evaluations a node, {:.2} of them known, {:.2} million nodes a second",
                    game.name(),
                    evaluations as f64 / nodes as f64,
                    known as f64 / evaluations as f64,
                    nodes as f64 / time.as_secs_f64() / 1e6
                );
            }
        }
    }
    Ok(())
}

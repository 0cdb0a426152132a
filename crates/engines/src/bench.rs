use crate::{SearcherConfig, Wiring, build::searcher};
use game_core::Notation;
use search::Limits;
use std::time::{Duration, Instant};

/// What the fixed work of a bench cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Positions visited: the same on every machine and in every run, until the search changes.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl BenchResult {
    /// Positions per second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

pub(crate) fn bench<W: Wiring>() -> BenchResult {
    let rules = Default::default();
    let (lines, depth) = W::BENCH;
    let mut engine = searcher::<W>(W::evaluator(&rules), &SearcherConfig::default(), true);
    let mut result = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    for line in lines {
        let record = W::Position::parse_line(line, &rules);
        let pos = record
            .unwrap_or_else(|error| panic!("the bench holds a bad line {line:?}: {error}"))
            .end();
        engine.new_game();
        let start = Instant::now();
        result.nodes += engine.think(&pos, Limits::depth(depth)).nodes;
        result.time += start.elapsed();
    }
    result
}

use crate::{Spec, Wiring};
use game_core::Notation;
use search::{Control, Engine, Limits, Request, Searcher, Table};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

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
    let table = Arc::new(Table::with_bytes(Spec::HASH << 20));
    let mut engine = Engine::new(W::evaluator(&rules)).guided_by(W::guide()).with_options(W::options()).with_table(table);
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    for line in lines {
        let record = W::Position::parse_line(line, &rules);
        let pos = record.unwrap_or_else(|error| panic!("the bench holds a bad line {line:?}: {error}")).end();
        engine.new_game();
        let start = Instant::now();
        let report = engine.search(&Request::new(&pos, Limits::depth(depth)), &Control::default(), &mut |_| {});
        result.nodes += report.nodes;
        result.time += start.elapsed();
    }
    result
}

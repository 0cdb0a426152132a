use engines::{EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings};
use game_core::GameLine;
use search::{Control, Limits};
use std::time::Duration;

/// The cost of the bench.
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

/// Searches the game's bench positions to its bench depth: the node count is the fingerprint of the
/// search.
///
/// # Errors
/// If the game refuses one of its own bench positions.
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// assert_eq!(lab::bench(gomoku)?.nodes, lab::bench(gomoku)?.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bench(game: &dyn Game) -> Result<BenchResult, EngineError> {
    let bench = game.facts().bench;
    let config = EngineConfig::Searcher(SearcherConfig::default());
    let request = SearchRequest::new(Limits::depth(bench.depth)).with_instant(false);
    let mut engine = game.engine(&Settings::new(), &config, 0)?;
    let mut result = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    for line in bench.lines {
        engine.new_game();
        let report = engine.think(
            &GameLine::from(*line),
            &request,
            &Control::default(),
            &mut |_| {},
        )?;
        result.nodes += report.nodes;
        result.time += report.time;
    }
    Ok(result)
}

use crate::median::median;
use engines::{EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings};
use game_core::GameLine;
use search::{Control, Limits};
use std::time::Duration;

/// What more threads are worth to a searcher: the same positions to the same depth with one thread
/// and with several.
///
/// ```
/// use lab::{Scaled, Scaling};
/// let othello = engines::game("othello")?;
/// let lines = vec!["startpos moves f5d6".into(), "startpos moves f5f6".into()];
/// let scaling = Scaling { one: "pvs".parse()?, many: "pvs,threads=2".parse()?, lines, depth: 6, rounds: 1 };
/// let rows = scaling.run(othello, &Vec::new(), &Default::default(), &mut |_| {})?;
/// let speed = Scaled::speed(&rows);
/// assert!(rows.len() == 2 && speed > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scaling {
    /// The searcher on one thread.
    pub one: SearcherConfig,
    /// The same on several.
    pub many: SearcherConfig,
    /// The positions, each optionally with moves.
    pub lines: Vec<GameLine>,
    /// How deep each is searched, in plies.
    pub depth: u32,
    /// How often each is searched by both, in turn; at least 1.
    pub rounds: usize,
}

/// The result of one position: the searcher on one thread, and on several. Medians of the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    /// Positions visited.
    pub nodes: [f64; 2],
    /// Time to the depth.
    pub time: [Duration; 2],
    /// Nodes a second with several threads, as a multiple of those with one.
    pub speed: f64,
    /// Time to the depth with several threads, as a multiple of the time with one.
    pub time_ratio: f64,
}

impl Scaled {
    /// The median of the rows' [`speed`](Self::speed).
    pub fn speed(rows: &[Self]) -> f64 {
        median(rows.iter().map(|row| row.speed).collect())
    }

    /// The median of the rows' [`time_ratio`](Self::time_ratio).
    pub fn time_ratio(rows: &[Self]) -> f64 {
        median(rows.iter().map(|row| row.time_ratio).collect())
    }
}

impl Scaling {
    /// Searches every position by turns, with nothing remembered from one search to the next, and
    /// tells of each as it comes; ends early if `control` is stopped.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn run(
        &self,
        game: &dyn Game,
        settings: &Settings,
        control: &Control,
        row: &mut dyn FnMut(&Scaled),
    ) -> Result<Vec<Scaled>, EngineError> {
        let mut engines = Vec::new();
        for config in [&self.one, &self.many] {
            engines.push(game.engine(settings, &EngineConfig::Searcher(config.clone()), 0)?);
        }
        let question = SearchRequest::new(Limits::depth(self.depth)).with_instant(false);
        let mut rows = Vec::new();
        for line in &self.lines {
            let mut found: [Vec<(f64, f64)>; 2] = Default::default();
            for _ in 0..self.rounds.max(1) {
                for (engine, found) in engines.iter_mut().zip(&mut found) {
                    engine.new_game();
                    let report = engine.think(line, &question, control, &mut |_| {})?;
                    // Nothing is done in no time.
                    found.push((report.nodes as f64, report.time.as_secs_f64().max(1e-9)));
                }
            }
            if control.is_stopped() {
                break;
            }
            let of = |value: fn(&(f64, f64)) -> f64| {
                found
                    .each_ref()
                    .map(|found| median(found.iter().map(value).collect()))
            };
            let nodes = of(|found| found.0);
            let time = of(|found| found.1);
            let speed = of(|found| found.0 / found.1);
            let scaled = Scaled {
                nodes,
                time: time.map(Duration::from_secs_f64),
                speed: speed[1] / speed[0].max(1e-9),
                time_ratio: time[1] / time[0],
            };
            row(&scaled);
            rows.push(scaled);
        }
        Ok(rows)
    }
}

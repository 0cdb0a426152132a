use engines::{
    EngineConfig, EngineError, Family, Game, SearchRequest, SearcherConfig, Session, Settings,
};
use game_core::{GameLine, Score};
use search::{Control, Limits, Report};
use std::time::Duration;

/// One position for several searchers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position, optionally with moves.
    pub line: GameLine,
    /// The searchers, in the order of the rows.
    pub searchers: Vec<SearcherConfig>,
    /// What each search may spend.
    pub limits: Limits,
    /// Whether the searchers use the game's own options and guide. Without them they search the
    /// plain minimax tree, on which all fixed-depth searchers agree, unless an option of a
    /// searcher's own is not [sound](search::Options).
    pub full: bool,
}

/// One searcher's result so far.
#[derive(Clone, Debug)]
pub struct Row {
    /// The searcher's index among those compared.
    pub index: usize,
    /// The searcher's name.
    pub searcher: String,
    /// Whether the row is complete; until then it grows.
    pub finished: bool,
    /// The latest report; `None` before the first iteration has ended, or if skipped.
    pub report: Option<Report<String>>,
    /// Why the searcher was skipped.
    pub skipped: Option<String>,
    /// The cost of each completed depth, the shallowest first.
    pub milestones: Vec<Milestone>,
}

/// A completed depth and its cumulative cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// In plies.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions evaluated so far.
    pub evaluations: u64,
    /// Time spent so far.
    pub time: Duration,
    /// The score of this depth.
    pub score: Score,
}

impl Row {
    fn new(index: usize, config: &SearcherConfig) -> Self {
        Self {
            index,
            searcher: config.to_string(),
            finished: false,
            report: None,
            skipped: None,
            milestones: Vec::new(),
        }
    }

    /// Takes in a report; returns whether it is of a new depth.
    fn update(&mut self, report: &Report<String>) -> bool {
        let deepest = self.milestones.last().map_or(0, |last| last.depth);
        let deeper = report.depth > deepest;
        if deeper {
            self.milestones.push(Milestone {
                depth: report.depth,
                nodes: report.nodes,
                evaluations: report.stats.evaluations,
                time: report.time,
                score: report.score(),
            });
        }
        self.report = Some(report.clone());
        deeper
    }
}

impl Comparison {
    /// Minimax skips trees larger than this, in nodes.
    pub const MAX_MINIMAX_NODES: f64 = 1e8;
}

/// Runs the searchers one after another. Calls `on_row` when a row begins, after every new depth,
/// and when it is [`finished`](Row::finished). Ends soon after `control` is stopped, which finishes
/// the row in progress.
///
/// # Errors
/// If the position cannot be read or the game refuses a searcher; then none has searched.
pub fn compare(
    game: &dyn Game,
    settings: &Settings,
    comparison: &Comparison,
    control: &Control,
    on_row: &mut dyn FnMut(&Row),
) -> Result<(), EngineError> {
    let mut session = game.session(settings)?;
    session.set_line(&comparison.line)?;
    let configs: Vec<_> = comparison
        .searchers
        .iter()
        .map(|config| EngineConfig::Searcher(question_only(config, comparison.full)))
        .collect();
    configs
        .iter()
        .try_for_each(|config| game.check(config).map(drop))?;
    for (index, config) in configs.iter().enumerate() {
        if control.is_stopped() {
            break;
        }
        let asked = &comparison.searchers[index];
        let mut row = Row::new(index, asked);
        let is_over = session.state().ending.is_some();
        if !is_over {
            row.skipped = skipped(
                session.as_ref(),
                asked,
                &asked.limits.and(comparison.limits),
            );
        }
        if row.skipped.is_none() {
            if !is_over {
                on_row(&row);
            }
            // A new engine has a new table, so no searcher profits from another's.
            let mut engine = game.engine(settings, config, 0)?;
            let request = SearchRequest::new(comparison.limits).with_instant(false);
            let report = engine.think(&comparison.line, &request, control, &mut |report| {
                if !is_over && row.update(report) {
                    on_row(&row);
                }
            })?;
            row.update(&report);
        }
        on_row(&Row {
            finished: true,
            ..row
        });
    }
    Ok(())
}

/// `config` without what chooses a move in place of a search; with the plain minimax tree unless
/// `full`.
pub(crate) fn question_only(config: &SearcherConfig, full: bool) -> SearcherConfig {
    let mut config = config.clone();
    config.bare = !full;
    config.book = None;
    config.random = 0;
    config.mistakes = engines::Mistakes::NONE;
    config
}

/// Why minimax is skipped, if it is: the size of its tree by Knuth's estimate.
fn skipped(session: &dyn Session, config: &SearcherConfig, limits: &Limits) -> Option<String> {
    const SAMPLES: u32 = 32;
    const SEED: u64 = 1;
    if config.family != Family::Minimax || limits.nodes.is_some() || limits.time.is_some() {
        return None;
    }
    let nodes = session.estimate_tree(limits.depth?, SAMPLES, SEED);
    (nodes > Comparison::MAX_MINIMAX_NODES).then(|| format!("about {nodes:.0e} nodes"))
}

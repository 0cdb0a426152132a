use crate::engine::{finished, in_text};
use crate::{Family, SearcherConfig, TextError, Wiring, build::searcher};
use game_core::{Notation, Position, Score};
use search::{Control, Limits, Report, Request, estimate_tree};
use std::time::Duration;

/// One question for several searchers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position, optionally with moves.
    pub line: String,
    /// Who is asked.
    pub searchers: Vec<SearcherConfig>,
    /// What each may spend.
    pub limits: Limits,
    /// Each game's real options and guide, instead of the bare question. On that all must agree,
    /// but for options of a searcher's own that are not [sound](search::Options): they are put on
    /// top.
    pub full: bool,
}

/// One searcher's answer, as far as it has come.
#[derive(Clone, Debug)]
pub struct Row {
    /// The searcher's place among those asked, from 0.
    pub index: usize,
    /// The searcher's name.
    pub searcher: String,
    /// Whether this is the last that is heard of it; until then the row grows.
    pub finished: bool,
    /// What it has found; `None` before its first iteration has ended, or if it was not asked.
    pub report: Option<Report<String>>,
    /// Why it was not asked.
    pub skipped: Option<String>,
    /// What each depth had cost by the time it was searched, the shallowest first.
    pub course: Vec<Milestone>,
}

/// A depth reached, and what it took to get there from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// In plies.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Of these, positions evaluated so far.
    pub evaluations: u64,
    /// Time spent so far.
    pub time: Duration,
    /// What the depth found the position to be worth.
    pub score: Score,
}

impl Row {
    fn new(index: usize, config: &SearcherConfig) -> Self {
        let searcher = config.to_string();
        let course = Vec::new();
        Self {
            index,
            searcher,
            finished: false,
            report: None,
            skipped: None,
            course,
        }
    }

    /// Takes in what the searcher tells; `true` if it is of a new depth.
    fn take<P: Notation>(&mut self, pos: &P, report: &Report<P::Move>) -> bool {
        let deeper = report.depth > self.course.last().map_or(0, |last| last.depth);
        if deeper {
            let &Report {
                depth,
                nodes,
                time,
                ref stats,
                ..
            } = report;
            self.course.push(Milestone {
                depth,
                nodes,
                evaluations: stats.evaluations,
                time,
                score: report.score(),
            });
        }
        self.report = Some(in_text(pos, report));
        deeper
    }
}

impl Comparison {
    /// Plain minimax is not asked about trees larger than this, in nodes.
    pub const MINIMAX_NODES: f64 = 1e8;
}

pub(crate) fn compare<W: Wiring>(
    rules: &<W::Position as Notation>::Rules,
    comparison: &Comparison,
    control: &Control,
    row: &mut dyn FnMut(&Row),
) -> Result<(), TextError> {
    let pos = W::Position::parse_line(&comparison.line, rules)
        .map_err(TextError::notation)?
        .end();
    comparison
        .searchers
        .iter()
        .try_for_each(|config| config.weights.check::<W>().and(config.own().check::<W>()))?;
    for (index, config) in comparison.searchers.iter().enumerate() {
        if control.is_stopped() {
            break;
        }
        let mut answer = Row::new(index, config);
        let limits = config.limits.and(comparison.limits);
        answer.report = finished::<W>(&pos, rules);
        if answer.report.is_none() {
            answer.skipped = skipped(&pos, config, &limits);
        }
        if answer.report.is_none() && answer.skipped.is_none() {
            row(&answer);
            // Each has a table of its own, so that none profits from another's.
            let mut config = searcher::<W>(
                config.weights.evaluator::<W>(rules)?,
                config,
                comparison.full,
            );
            let mut progress = |report: &Report<_>| {
                if answer.take(&pos, report) {
                    row(&answer);
                }
            };
            let report = config.search(&Request::new(&pos, limits), control, &mut progress);
            answer.take(&pos, &report);
        }
        row(&Row {
            finished: true,
            ..answer
        });
    }
    Ok(())
}

/// Why plain minimax is not asked, if it is not: the size of its tree, by Knuth's estimate.
fn skipped<P: Position>(pos: &P, config: &SearcherConfig, limits: &Limits) -> Option<String> {
    let depth = limits.depth.filter(|_| {
        config.family == Family::Minimax && limits.nodes.is_none() && limits.time.is_none()
    })?;
    let nodes = estimate_tree(pos, depth, 32, 1);
    (nodes > Comparison::MINIMAX_NODES).then(|| format!("about {nodes:.0e} nodes"))
}

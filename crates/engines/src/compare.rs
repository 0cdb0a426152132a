use crate::thinker::{finished, in_text};
use crate::{Spec, TextError, Wiring};
use game_core::{Notation, Position};
use search::{Control, Engine, Limits, Minimax, Options, Report, Request, Searcher, Table, estimate_tree};
use std::sync::Arc;

/// One question for several searchers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position, optionally with moves.
    pub line: String,
    /// Who is asked.
    pub searchers: Vec<Spec>,
    /// What each may spend.
    pub limits: Limits,
    /// Each game's real options and guide, instead of the bare question on which all must agree.
    pub full: bool,
}

/// One searcher's answer.
#[derive(Clone, Debug)]
pub struct Row {
    /// The searcher's name.
    pub searcher: String,
    /// What it found; `None` if it was not asked.
    pub report: Option<Report<String>>,
    /// Why it was not asked.
    pub skipped: Option<String>,
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
    let pos = W::Position::parse_line(&comparison.line, rules).map_err(TextError::notation)?.end();
    for spec in &comparison.searchers {
        if control.is_stopped() {
            break;
        }
        let searcher = spec.to_string();
        if let Some(report) = finished::<W>(&pos, rules) {
            row(&Row { searcher, report: Some(report), skipped: None });
            continue;
        }
        if let Some(skipped) = skipped(&pos, spec, &spec.limits.and(comparison.limits)) {
            row(&Row { searcher, report: None, skipped: Some(skipped) });
            continue;
        }
        let mut mind = mind::<W>(rules, spec, comparison.full);
        let report = mind.search(&Request::new(&pos, spec.limits.and(comparison.limits)), control, &mut |_| {});
        row(&Row { searcher, report: Some(in_text(&pos, &report)), skipped: None });
    }
    Ok(())
}

/// A fresh searcher, so that none profits from another's table.
fn mind<W: Wiring>(rules: &<W::Position as Notation>::Rules, spec: &Spec, full: bool) -> Box<dyn Searcher<W::Position>> {
    let (eval, table) = (W::evaluator(rules), Arc::new(Table::with_bytes(spec.hash << 20)));
    match spec.algorithm {
        None => Box::new(Minimax::new(eval)),
        Some(_) if full => {
            Box::new(Engine::new(eval).guided_by(W::guide()).with_options(spec.options(W::options())).with_table(table))
        }
        Some(algorithm) => Box::new(Engine::new(eval).with_options(Options::exact(algorithm)).with_table(table)),
    }
}

/// Why plain minimax is not asked, if it is not: the size of its tree, by Knuth's estimate.
fn skipped<P: Position>(pos: &P, spec: &Spec, limits: &Limits) -> Option<String> {
    let depth = limits.depth.filter(|_| spec.algorithm.is_none() && limits.nodes.is_none() && limits.time.is_none())?;
    let nodes = estimate_tree(pos, depth, 32, 1);
    (nodes > Comparison::MINIMAX_NODES).then(|| format!("about {nodes:.0e} nodes"))
}

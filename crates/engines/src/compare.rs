use crate::thinker::{finished, in_text};
use crate::{Family, Spec, TextError, Wiring, build::searcher};
use game_core::{Notation, Position};
use search::{Control, Limits, Report, Request, estimate_tree};

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
        let name = spec.to_string();
        if let Some(report) = finished::<W>(&pos, rules) {
            row(&Row { searcher: name, report: Some(report), skipped: None });
            continue;
        }
        let limits = spec.limits.and(comparison.limits);
        if let Some(skipped) = skipped(&pos, spec, &limits) {
            row(&Row { searcher: name, report: None, skipped: Some(skipped) });
            continue;
        }
        // Each has a table of its own, so that none profits from another's.
        let mut mind = searcher::<W>(rules, spec, comparison.full);
        let report = mind.search(&Request::new(&pos, limits), control, &mut |_| {});
        row(&Row { searcher: name, report: Some(in_text(&pos, &report)), skipped: None });
    }
    Ok(())
}

/// Why plain minimax is not asked, if it is not: the size of its tree, by Knuth's estimate.
fn skipped<P: Position>(pos: &P, spec: &Spec, limits: &Limits) -> Option<String> {
    let depth =
        limits.depth.filter(|_| spec.family == Family::Minimax && limits.nodes.is_none() && limits.time.is_none())?;
    let nodes = estimate_tree(pos, depth, 32, 1);
    (nodes > Comparison::MINIMAX_NODES).then(|| format!("about {nodes:.0e} nodes"))
}

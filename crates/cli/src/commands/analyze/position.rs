use super::{engine, interruptible};
use crate::{args::Analyze, failure::Failure, output};
use engines::{Family, Game, SearchRequest, Session};
use search::{Limits, Report};
use serde_json::json;
use std::{io, time::Duration};

/// The limits by default.
const DEFAULT: Limits = Limits::time(Duration::from_secs(5));

/// Searches the position that `session` is at, and prints every iteration.
pub fn run(args: &Analyze, session: &dyn Session, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let mut engine = engine(args, session)?;
    let question = question(args, session)?;
    let control = interruptible();

    let mut written = Ok(());
    let mut last = None;
    let line = session.line();
    let report = engine
        .think(&line, &question, &control, &mut |report| {
            if written.is_ok() {
                written = print(game, report, json);
                last = Some((report.nodes, report.lines.clone()));
            }
            if written.is_err() {
                control.stop();
            }
        })
        .map_err(|error| Failure::Text {
            argument: "--position",
            value: line.to_string(),
            error,
        })?;
    written?;
    // The final report, if the search was cut off inside an iteration or completed none.
    if last != Some((report.nodes, report.lines.clone())) {
        print(game, &report, json)?;
    }
    if args.root_nodes {
        root_nodes(&report, json)?;
    }
    if !json {
        let best = report.best();
        if let Some(why) = best.as_deref().and_then(|best| output::why(session, best)) {
            output::line(format!("why  {why}"))?;
        }
        output::line(match &best {
            Some(best) => format!("best {best}"),
            None => {
                let end = session.state();
                crate::commands::show::outcome_text(end.ending, end.players)
            }
        })?;
        if let (Some(moves), Some(_)) = (args.mate, best) {
            let found = output::mate(report.score())
                .is_some_and(|mate| (1..=i64::from(moves)).contains(&mate));
            output::line(format!(
                "{} win within {moves} moves",
                if found { "a" } else { "no proof of a" }
            ))?;
        }
    }
    Ok(())
}

/// The request; an error if the searcher does not support it.
fn question(args: &Analyze, session: &dyn Session) -> Result<SearchRequest, Failure> {
    let searcher = &args.searcher;
    let facts = args.game.game.searcher(searcher.name());
    if args.multipv > 1 && !facts.is_some_and(|facts| facts.multi_pv) {
        let problem = format!("{} finds one move only", searcher.name());
        return Err(Failure::Words {
            argument: "--multipv",
            problem,
        });
    }
    let limits = match args.mate {
        // A full-width search proves that there is no such win; sampling cannot.
        Some(moves) => args
            .limits
            .or(if searcher.family == Family::Mcts {
                DEFAULT
            } else {
                Limits::none()
            })
            .with_mate(2 * moves - 1),
        None => args.limits.or(DEFAULT),
    };
    let [only, exclude] = [
        named(session, "--only", &args.only)?,
        named(session, "--exclude", &args.exclude)?,
    ];
    let allowed = |mv: &String| (only.is_empty() || only.contains(mv)) && !exclude.contains(mv);
    if session.state().ending.is_none() && !session.legal_moves().iter().any(allowed) {
        let problem = "no legal move is left to consider".to_owned();
        return Err(Failure::Words {
            argument: if only.is_empty() {
                "--exclude"
            } else {
                "--only"
            },
            problem,
        });
    }
    Ok(SearchRequest::new(limits)
        .with_multi_pv(args.multipv.into())
        .with_only(only)
        .with_exclude(exclude)
        .with_instant(false))
}

/// The moves that `texts` name, as the session writes them.
fn named(
    session: &dyn Session,
    argument: &'static str,
    texts: &[String],
) -> Result<Vec<String>, Failure> {
    texts
        .iter()
        .map(|text| {
            session.read(text).map_err(|error| Failure::Text {
                argument,
                value: text.clone(),
                error,
            })
        })
        .collect()
}

fn print(game: &dyn Game, report: &Report<String>, json: bool) -> io::Result<()> {
    for k in 0..report.lines.len().max(1) {
        if json {
            output::object(&output::report_json(report, k))?;
        } else {
            output::line(output::report_text(game, report, k))?;
        }
    }
    Ok(())
}

/// Prints the nodes of each root move and their share.
fn root_nodes(report: &Report<String>, json: bool) -> io::Result<()> {
    let all: u64 = report.roots.iter().map(|root| root.nodes).sum();
    for root in &report.roots {
        let share = root.nodes as f64 / all.max(1) as f64;
        if json {
            output::object(&json!({ "root": root.mv, "nodes": root.nodes, "share": share }))?;
        } else {
            output::line(format!(
                "{:>8}  nodes {:>12}  {:>5.1} %",
                root.mv,
                root.nodes,
                100.0 * share
            ))?;
        }
    }
    Ok(())
}

use super::{DEFAULT, curves, seconds};
use crate::args::Compare;
use crate::commands::plot::{self, Panel};
use crate::{failure::Failure, output, whole_file::WholeFile};
use engines::Game;
use lab::{Comparison, Row, compare};
use search::{Control, Limits};
use serde_json::{Value, json};

/// Compares searchers on one position, printing each result as it comes.
pub fn run(args: &Compare, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let game = &args.position.game;
    let limits = args.limits.or(Limits::depth(DEFAULT));
    let comparison = Comparison {
        line: session.line(),
        searchers: args.searchers(),
        limits,
        full: args.full,
    };
    let plot = args.plot.as_deref().map(WholeFile::open).transpose()?;
    if !json {
        output::line(HEADER)?;
    }
    let mut written = Ok(());
    let mut rows = Vec::new();
    let control = Control::default();
    let mut on_row = |row: &Row| {
        if !row.finished {
            return;
        }
        written = if json {
            output::object(&row_json(row))
        } else {
            output::line(row_text(game.game, row))
        };
        if written.is_err() {
            control.stop();
        }
        rows.push(row.clone());
    };
    compare(
        game.game,
        session.settings(),
        &comparison,
        &control,
        &mut on_row,
    )
    .map_err(|error| Failure::Text {
        argument: "--position",
        value: comparison.line.to_string(),
        error,
    })?;
    written?;
    match plot {
        Some(file) => plot::write(file, plot::cost(&title(args), &panels(&rows))),
        None => Ok(()),
    }
}

/// The game and the position as given, clipped to the width.
fn title(args: &Compare) -> String {
    let record = args
        .position
        .record
        .as_ref()
        .map(|path| path.display().to_string());
    let line = args
        .position
        .position
        .clone()
        .or(record)
        .unwrap_or_else(|| "startpos".to_owned());
    let title = format!("{}: {line}", args.position.game.game.name());
    match title.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title,
    }
}

/// Nodes and time against depth.
fn panels(rows: &[Row]) -> [Panel; 2] {
    let asked = || {
        rows.iter()
            .filter(|row| !row.milestones.is_empty())
            .map(|row| (row.searcher.clone(), &row.milestones[..]))
    };
    let nodes = curves(asked(), |passed| passed.nodes.max(1) as f64);
    [
        Panel {
            title: "nodes",
            curves: nodes,
            label: output::si,
        },
        seconds(asked()),
    ]
}

const HEADER: &str = "searcher         depth       value      best        nodes      time s    nodes/s  branching  table hits  \
                      first-move cut-offs";

fn row_json(row: &Row) -> Value {
    let Some(report) = &row.report else {
        return json!({
            "searcher": row.searcher, "score": null, "best": null, "nodes": null, "time_s": null,
            "skipped": row.skipped,
        });
    };
    json!({
        "searcher": row.searcher,
        "score": report.score().get(),
        "mate": output::mate(report.score()),
        "best": report.best(),
        "nodes": report.nodes,
        "evaluations": report.stats.evaluations,
        "time_s": report.time.as_secs_f64(),
        "depth": report.depth,
        "nps": report.nps(),
        "branching_factor": report.branching_factor(),
        "table_hits": report.stats.hit_rate(),
        "first_move_cutoffs": report.stats.first_move_rate(),
        "pv": report.pv(),
    })
}

fn row_text(game: &dyn Game, row: &Row) -> String {
    let Some(report) = &row.report else {
        return format!(
            "{:<16} skipped: {}",
            row.searcher,
            row.skipped.as_deref().unwrap_or("not asked")
        );
    };
    let percent = |share: Option<f64>| {
        share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    format!(
        "{:<16} {:>5} {:>11} {:>9} {:>12} {:>11.3} {:>10} {:>10} {:>11} {:>20}",
        row.searcher,
        report.depth,
        output::best_value(game, report),
        report.best().unwrap_or_default(),
        report.nodes,
        report.time.as_secs_f64(),
        output::si(report.nps()),
        report
            .branching_factor()
            .map_or("-".to_owned(), |width| format!("{width:.2}")),
        percent(report.stats.hit_rate()),
        percent(report.stats.first_move_rate()),
    )
}

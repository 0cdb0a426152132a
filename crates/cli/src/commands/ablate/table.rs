use crate::{args::Ablate, commands::positions::positions, failure::Failure, output};
use engines::Change;
use lab::{Ablation, AblationRow};
use search::Control;
use serde_json::{Value, json};

/// Prints the table of nodes and time.
pub fn run(args: &Ablate, changes: Vec<Change>, json: bool) -> Result<(), Failure> {
    let depth = args.limits.only_depth("--depth, or --match")?;
    let game = args.game.game;
    let settings = args.game.session()?.settings().clone();
    let lines = positions(game, &settings, &args.positions, args.seed)?;
    let depth = depth.unwrap_or_else(|| game.facts().bench.depth);
    if !json {
        let name = game.name();
        let config = &args.searcher;
        let count = lines.len();
        let rounds = args.rounds;
        output::line(format!(
            "{name}: {config} to depth {depth} in {count} positions, seed {}, times of {rounds} in turn\n\n{HEADER}",
            args.seed
        ))?;
    }
    let ablation = Ablation {
        config: args.searcher.clone(),
        changes,
        lines,
        depth,
        rounds: args.rounds.into(),
    };
    let mut written = Ok(());
    let control = Control::default();
    ablation
        .run(game, &settings, &control, &mut |row| {
            let row = if json {
                row_json(row, &ablation)
            } else {
                row_text(row, &ablation)
            };
            written = output::text(&row);
            if written.is_err() {
                control.stop();
            }
        })
        .map_err(|error| Failure::Text {
            argument: "--positions",
            value: args.searcher.to_string(),
            error,
        })?;
    Ok(written?)
}

const HEADER: &str = "| option | nodes | ratio | time s | ratio | moves changed | values changed |\n\
                      |---|---:|---:|---:|---:|---:|---:|";

fn name(row: &AblationRow) -> Option<String> {
    row.change
        .as_ref()
        .map(|change| format!("{}={}", change.option, change.value))
}

fn row_text(row: &AblationRow, ablation: &Ablation) -> String {
    let name = name(row).map_or("as it is".to_owned(), |name| format!("`{name}`"));
    let AblationRow {
        nodes,
        time,
        nodes_ratio,
        time_ratio,
        moves_changed,
        scores_changed,
        ..
    } = row;
    let seconds = time.as_secs_f64();
    let of = ablation.lines.len();
    format!(
        "| {name} | {nodes} | {nodes_ratio:.3} | {seconds:.3} | {time_ratio:.3} | {moves_changed}/{of} | {scores_changed}/{of} |"
    )
}

fn row_json(row: &AblationRow, ablation: &Ablation) -> String {
    let object: Value = json!({
        "option": row.change.as_ref().map(|change| change.option),
        "value": row.change.as_ref().map(|change| change.value),
        "off": row.change.as_ref().map(|change| change.off),
        "depth": ablation.depth,
        "positions": ablation.lines.len(),
        "nodes": row.nodes,
        "nodes_ratio": row.nodes_ratio,
        "time_s": row.time.as_secs_f64(),
        "time_ratio": row.time_ratio,
        "moves_changed": row.moves_changed,
        "scores_changed": row.scores_changed,
    });
    object.to_string()
}

use crate::args::{Scale, check_searcher};
use crate::{commands::positions::positions, failure::Failure, output};
use engines::SearcherConfig;
use lab::{Scaled, Scaling};
use search::Control;
use serde_json::json;

/// `boyi scale`
pub fn run(args: &Scale, json: bool) -> Result<(), Failure> {
    let threads = |count: usize| -> Result<SearcherConfig, Failure> {
        let text = format!("{},threads={count}", args.searcher);
        text.parse().map_err(|error| Failure::Words {
            argument: "--searcher",
            problem: format!("{text}: {error}"),
        })
    };
    let game = args.game.game;
    check_searcher(game, &args.searcher)?;
    let settings = args.game.session()?.settings().clone();
    let lines = positions(game, &settings, &args.positions, args.seed)?;
    let depth = args.depth.unwrap_or_else(|| game.facts().bench.depth + 2);
    let scaling = Scaling {
        one: threads(1)?,
        many: threads(args.threads)?,
        lines,
        depth,
        rounds: args.rounds.into(),
    };
    if !json {
        let name = game.name();
        let spec = &args.searcher;
        let count = scaling.lines.len();
        let rounds = args.rounds;
        output::line(format!(
            "{name}: {spec} to depth {depth} in {count} positions, seed {}, on {} threads against one, {rounds} times in turn\n\n{HEADER}",
            args.seed, args.threads
        ))?;
    }
    let mut written = Ok(());
    let mut number = 0;
    let control = Control::default();
    let refused = |error| Failure::Text {
        argument: "--positions",
        value: args.searcher.to_string(),
        error,
    };
    let rows = scaling
        .run(game, &settings, &control, &mut |row| {
            number += 1;
            written = output::text(&if json {
                row_json(row, &scaling.lines[number - 1].to_string())
            } else {
                row_text(row, number)
            });
            if written.is_err() {
                control.stop();
            }
        })
        .map_err(refused)?;
    written?;
    let speed = Scaled::speed(&rows);
    let time = Scaled::time_ratio(&rows);
    if json {
        output::object(
            &json!({ "game": game.name(), "positions": rows.len(), "speed": speed, "time_ratio": time }),
        )?;
    } else {
        output::line(format!("| median | | | | | {speed:.2} | {time:.2} |"))?;
    }
    Ok(())
}

const HEADER: &str = "| position | nodes, one | nodes | ms, one | ms | nodes/s ratio | time ratio |\n|---|---:|---:|---:|---:|---:|---:|";

fn row_text(row: &Scaled, number: usize) -> String {
    let [one, many] = row.time.map(|time| time.as_secs_f64() * 1e3);
    let [nodes_one, nodes] = row.nodes;
    format!(
        "| {number} | {nodes_one:.0} | {nodes:.0} | {one:.1} | {many:.1} | {:.2} | {:.2} |",
        row.speed, row.time_ratio
    )
}

fn row_json(row: &Scaled, position: &str) -> String {
    let Scaled {
        nodes,
        time,
        speed,
        time_ratio,
    } = row;
    let time = time.map(|time| time.as_secs_f64());
    json!({ "position": position, "nodes": nodes, "time_s": time, "speed": speed, "time_ratio": time_ratio }).to_string()
}

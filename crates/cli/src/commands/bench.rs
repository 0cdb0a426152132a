use crate::{App, args::Bench, failure::Failure, output};
use lab::bench;
use serde_json::json;
use std::path::Path;
use thiserror::Error;

/// A wrong count, or a file without the count.
#[derive(Debug, Error)]
enum CheckError {
    /// The search has changed.
    #[error("{game} visits {nodes} nodes, not {expected}")]
    Differs {
        game: &'static str,
        nodes: u64,
        expected: u64,
    },
    /// The file has no line for a game.
    #[error("there is no count for {0}")]
    Missing(&'static str),
    /// A line is not a game and a count.
    #[error("line {line}: {text:?} is not a game and its count, as GAME 83827")]
    Line { line: usize, text: String },
}

/// `boyi bench`
pub fn run(args: &Bench, app: &App, json: bool) -> Result<(), Failure> {
    let expected = args
        .check
        .as_deref()
        .map(|path| Ok::<_, Failure>((path, expected(path)?)))
        .transpose()?;
    let games = match args.game {
        Some(game) => vec![game],
        None => app.games().iter().collect(),
    };
    for game in games {
        let result = bench(game).map_err(Failure::Setting)?;
        let seconds = result.time.as_secs_f64();
        if json {
            output::object(
                &json!({ "game": game.name(), "nodes": result.nodes, "time_s": seconds }),
            )?;
        } else {
            let speed = output::si(result.nps());
            output::line(format!(
                "{:<8} {:>12} nodes  {seconds:>8.3} s  {speed:>8} nodes/s",
                game.name(),
                result.nodes
            ))?;
        }
        if let Some((path, counts)) = &expected {
            check(counts, game.name(), result.nodes)
                .map_err(|error| Failure::in_file(path, error))?;
        }
    }
    Ok(())
}

/// The counts in the file at `path`: a game and its nodes on each line; what follows `#` is
/// ignored.
fn expected(path: &Path) -> Result<Vec<(String, u64)>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = (1..)
        .zip(text.lines())
        .map(|(line, text)| (line, text.split('#').next().unwrap_or_default().trim()));
    let count = |(line, text): (usize, &str)| {
        let refused = || {
            Failure::in_file(
                path,
                CheckError::Line {
                    line,
                    text: text.to_owned(),
                },
            )
        };
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => None,
            [game, nodes] => Some(
                nodes
                    .parse()
                    .map(|nodes| (game.to_string(), nodes))
                    .map_err(|_| refused()),
            ),
            _ => Some(Err(refused())),
        }
    };
    lines.filter_map(count).collect()
}

fn check(counts: &[(String, u64)], game: &'static str, nodes: u64) -> Result<(), CheckError> {
    match counts.iter().find(|(name, _)| name == game) {
        None => Err(CheckError::Missing(game)),
        Some(&(_, expected)) if expected != nodes => Err(CheckError::Differs {
            game,
            nodes,
            expected,
        }),
        Some(_) => Ok(()),
    }
}

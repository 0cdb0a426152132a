use crate::{args::Convert, failure::Failure, output};
use engines::TextError;
use serde_json::json;
use std::io::Write;

/// `boyi convert`
pub fn run(args: &Convert, json: bool) -> Result<(), Failure> {
    let named = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let extension = args.to.as_deref().or(named).unwrap_or_default();
    let game = args.game.game();
    game.session(&args.game.settings()).map_err(Failure::Setting)?;
    let in_file = |error| Failure::File { path: args.input.clone(), error };
    let bytes = std::fs::read(&args.input).map_err(in_file)?;
    let converted = game.convert(&args.game.settings(), &bytes, extension).map_err(|error| match error {
        TextError::UnknownFormat { .. } => match (&args.to, &args.output) {
            (None, Some(path)) => Failure::Words { argument: "OUTPUT", problem: format!("{}: {error}", path.display()) },
            _ => Failure::Words { argument: "--to", problem: error.to_string() },
        },
        error => Failure::Content { path: args.input.clone(), error },
    })?;
    for (number, error) in &converted.refused {
        output::warning(&format!("game {number}: {error}"));
    }
    let (games, refused) = (converted.games, converted.refused.len());
    if games > 0 {
        match &args.output {
            Some(path) => {
                std::fs::write(path, &converted.bytes).map_err(|error| Failure::File { path: path.clone(), error })?;
                if json {
                    let errors =
                        converted.refused.iter().map(|(number, error)| (number.to_string(), error.to_string().into()));
                    let errors: serde_json::Map<_, _> = errors.collect();
                    output::object(&json!({ "games": games, "format": extension, "refused": errors }))?;
                } else {
                    output::line(format!("{games} {} written to {}", plural(games), path.display()))?;
                }
            }
            None => std::io::stdout().lock().write_all(&converted.bytes)?,
        }
    }
    match refused {
        0 if games == 0 => Err(Failure::NoGames { path: args.input.clone() }),
        0 => Ok(()),
        refused => Err(Failure::Refused { path: args.input.clone(), refused, games: games + refused }),
    }
}

fn plural(games: usize) -> &'static str {
    if games == 1 { "game" } else { "games" }
}

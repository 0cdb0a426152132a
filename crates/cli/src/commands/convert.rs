use super::selfplay;
use crate::{App, args::Convert, failure::Failure, output, whole_file::WholeFile};
use engines::{ConvertError, Converted, EngineError};
use serde_json::json;
use std::io::{BufWriter, Write};
use train::{LearnError, data::Header};

/// `boyi convert`
pub fn run(args: &Convert, app: &App, json: bool) -> Result<(), Failure> {
    let named = args
        .output
        .as_ref()
        .and_then(|path| path.extension()?.to_str());
    let extension = args.to.as_deref().or(named).unwrap_or_default();
    let game = args.game.game;
    game.session(&args.game.settings())
        .map_err(Failure::Setting)?;
    let in_file = |error| Failure::File {
        path: args.input.clone(),
        error,
    };
    let bytes = std::fs::read(&args.input).map_err(in_file)?;
    if Header::begins(&bytes) || Header::begins_text(&bytes) {
        return convert_data(args, app, &bytes, json);
    }
    let mut file = args.output.as_deref().map(WholeFile::open).transpose()?;
    let converted = match &mut file {
        Some(file) => write(args, bytes, extension, file.file()),
        None => write(args, bytes, extension, &mut std::io::stdout().lock()),
    };
    let converted = converted.map_err(|error| match error {
        ConvertError::Write(error) => match &file {
            Some(file) => file.failure(error),
            None => Failure::Write(error),
        },
        ConvertError::Text(EngineError::UnknownFormat { .. }) => match (&args.to, &args.output) {
            (None, Some(path)) => Failure::Words {
                argument: "OUTPUT",
                problem: format!("{}: {error}", path.display()),
            },
            _ => Failure::Words {
                argument: "--to",
                problem: error.to_string(),
            },
        },
        ConvertError::Text(error) => Failure::Content {
            path: args.input.clone(),
            error,
        },
        error => Failure::Match(Box::new(error)),
    })?;
    for (number, error) in &converted.refused {
        output::warning(&format!("{}: game {number}: {error}", args.input.display()));
    }
    let games = converted.games;
    let refused = converted.refused.len();
    if games > 0 {
        match file {
            Some(file) => {
                let path = file.path().to_owned();
                file.finish()?;
                if json {
                    let errors = converted
                        .refused
                        .iter()
                        .map(|(number, error)| (number.to_string(), error.to_string().into()));
                    let errors: serde_json::Map<_, _> = errors.collect();
                    output::object(&json!({
                        "games": games, "format": extension, "unfinished": converted.unfinished,
                        "left_out": converted.left_out, "refused": errors,
                    }))?;
                } else {
                    output::line(format!(
                        "{games} {} written to {}",
                        plural(games),
                        path.display()
                    ))?;
                    notes(&converted).into_iter().try_for_each(output::line)?;
                }
            }
            None => notes(&converted)
                .iter()
                .for_each(|note| output::warning(note)),
        }
    }
    match refused {
        0 if games == 0 => Err(Failure::NoGames {
            path: args.input.clone(),
        }),
        0 => Ok(()),
        refused => Err(Failure::Refused {
            path: args.input.clone(),
            refused,
            games: games + refused,
        }),
    }
}

/// Writes a data file as text, or such a text as a data file.
fn convert_data(args: &Convert, app: &App, bytes: &[u8], json: bool) -> Result<(), Failure> {
    if args.to.as_deref().is_some_and(|to| to != "text") {
        return Err(Failure::Words {
            argument: "--to",
            problem: "a data file becomes text, and such a text a data file".to_owned(),
        });
    }
    let learner = selfplay::learner(app, args.game.game)?;
    let in_input = |error: LearnError| match error {
        LearnError::Data { error, .. } => Failure::in_file(&args.input, error),
        error => Failure::in_file(&args.input, error),
    };
    let mut converted = Vec::new();
    let games = if Header::begins(bytes) {
        learner
            .data_as_text(&args.input, &mut converted)
            .map_err(in_input)?
    } else {
        let text = String::from_utf8_lossy(bytes);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("data");
        let games = learner.data_from_text(&text, &path).map_err(in_input)?;
        converted = std::fs::read(&path)?;
        games
    };
    match &args.output {
        None => std::io::stdout().lock().write_all(&converted)?,
        Some(path) => {
            WholeFile::open(path)?.write(&converted)?;
            if json {
                output::object(&json!({ "games": games, "format": "text" }))?;
            } else {
                output::line(format!(
                    "{games} {} written to {}",
                    plural(games as usize),
                    path.display()
                ))?;
            }
        }
    }
    Ok(())
}

/// Writes the games in `bytes` to `out`, one by one.
fn write(
    args: &Convert,
    bytes: Vec<u8>,
    extension: &str,
    out: &mut dyn Write,
) -> Result<Converted, ConvertError> {
    let mut out = BufWriter::new(out);
    let converted = args
        .game
        .game
        .convert(&args.game.settings(), bytes, extension, &mut out)?;
    out.flush()?;
    Ok(converted)
}

/// Notes about the games that were written.
fn notes(converted: &Converted) -> Vec<String> {
    let mut notes = Vec::new();
    match converted.unfinished {
        0 => {}
        1 => notes.push("1 game stops before its end".to_owned()),
        games => notes.push(format!("{games} games stop before their end")),
    }
    if !converted.left_out.is_empty() {
        let left = converted
            .left_out
            .iter()
            .map(|(what, &games)| format!("{what} ({games} {})", plural(games)));
        notes.push(format!(
            "left out, as the format has no place for it: {}",
            left.collect::<Vec<_>>().join(", ")
        ));
    }
    notes
}

fn plural(games: usize) -> &'static str {
    if games == 1 { "game" } else { "games" }
}

//! `boyi endgames`: shows a game's endgame tables, or builds some.

use crate::App;
use crate::args::{self, EndgameBuild, EndgameWork, place};
use crate::{failure::Failure, output, whole_file::WholeFile};
use engines::{EndgameFacts, EndgameTables, EndgameValue, Game};
use game_core::Outcome;
use serde_json::json;
use std::path::Path;

/// `boyi endgames`
pub fn run(args: &args::Endgames, app: &App, json: bool) -> Result<(), Failure> {
    let (game, facts) = game(args, app)?;
    if let Some(EndgameWork::Build(build)) = &args.work {
        let given = [
            ("--position", args.position.is_some()),
            ("--file", args.file.is_some()),
        ];
        if let Some(&(argument, _)) = given.iter().find(|(_, given)| *given) {
            let problem = "it is for looking into tables; `build` makes them, and writes them where --out says".to_owned();
            return Err(Failure::Words { argument, problem });
        }
        return make(&facts, build, json);
    }
    let file = args.file.as_deref();
    let read = file.map(|path| read(&facts, path)).transpose()?;
    let tables = read.as_deref().unwrap_or_else(|| (facts.shared)());
    match &args.position {
        None => list(tables, json),
        Some(text) => look_up(game, tables, text, json),
    }
}

/// The game whose tables are meant: the one named, or the first that has any.
fn game(args: &args::Endgames, app: &App) -> Result<(&'static dyn Game, EndgameFacts), Failure> {
    let named = args.game.into_iter();
    let mut games = named.chain(app.games().iter());
    let found = games.find_map(|game| Some((game, game.facts().endgames?)));
    found.ok_or_else(|| Failure::Words {
        argument: "endgames",
        problem: "no game has endgame tables".to_owned(),
    })
}

fn read(facts: &EndgameFacts, path: &Path) -> Result<Box<dyn EndgameTables>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    (facts.read)(&bytes).map_err(|error| Failure::MatchFile {
        path: path.to_owned(),
        error,
    })
}

fn make(facts: &EndgameFacts, args: &EndgameBuild, json: bool) -> Result<(), Failure> {
    let file = WholeFile::open(&args.out)?;
    let bar = output::bar(0, "tables");
    let tables = (facts.build)(&args.material, &mut |material, left| {
        let all = bar.length().filter(|&all| all > 0).unwrap_or(left as u64);
        bar.set_length(all);
        bar.set_position(all - left as u64);
        bar.set_message(material.to_owned());
    });
    bar.finish_and_clear();
    let tables = tables.map_err(|error| Failure::Words {
        argument: "--material",
        problem: error.to_string(),
    })?;
    let bytes = tables.to_bytes();
    file.write(&bytes)?;
    let count = tables.summaries().len();
    let size = bytes.len();
    if json {
        output::object(
            &json!({ "tables": count, "bytes": size, "file": args.out.display().to_string() }),
        )?;
    } else {
        output::line(format!(
            "{count} tables, {size} bytes, in {}",
            args.out.display()
        ))?;
    }
    Ok(())
}

fn list(tables: &dyn EndgameTables, json: bool) -> Result<(), Failure> {
    if !json {
        output::line(format!(
            "{:<10} {:>11} {:>7} {:>8} {:>8}",
            "table", "placements", "won", "longest", "bytes"
        ))?;
    }
    let mut placements = 0;
    let mut bytes = 0;
    for summary in tables.summaries() {
        let [won, drawn, lost] = summary.outcomes;
        let moves = summary.longest.div_ceil(2);
        (placements, bytes) = (placements + summary.placements, bytes + summary.bytes);
        let (name, all, packed) = (summary.material, summary.placements, summary.bytes);
        if json {
            output::object(
                &json!({ "table": name, "placements": all, "won": won, "drawn": drawn, "lost": lost,
                "longest": moves, "bytes": packed }),
            )?;
            continue;
        }
        let share = 100.0 * won as f64 / all.max(1) as f64;
        output::line(format!(
            "{name:<10} {all:>11} {share:>6.1}% {moves:>8} {packed:>8}"
        ))?;
    }
    if !json {
        output::line(format!(
            "{:<10} {placements:>11} {:>7} {:>8} {bytes:>8}",
            "all", "", ""
        ))?;
    }
    Ok(())
}

/// The distance in the winner's moves.
fn in_words(ending: EndgameValue) -> String {
    let moves = ending.plies.div_ceil(2);
    match ending.outcome {
        Outcome::Win => format!("wins in {moves}"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Loss => format!("loses in {moves}"),
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

fn look_up(
    game: &dyn Game,
    tables: &dyn EndgameTables,
    text: &str,
    json: bool,
) -> Result<(), Failure> {
    let mut session = game.session(&Vec::new()).map_err(Failure::Setting)?;
    place(session.as_mut(), Some(text))?;
    let answer = tables.look_up(&*session).map_err(Failure::Setting)?;
    let Some(answer) = answer else {
        let problem = "there is no table for what is on the board: see `boyi endgames`".to_owned();
        return Err(Failure::Words {
            argument: "--position",
            problem,
        });
    };
    let (ending, line) = (answer.ending, answer.line);
    if json {
        let moves: Vec<_> = answer
            .moves
            .iter()
            .map(|(mv, ending)| json!({ "move": mv, "outcome": word(ending.outcome), "plies": ending.plies }))
            .collect();
        let outcome = word(ending.outcome);
        let (position, plies) = (session.view().position, ending.plies);
        output::object(
            &json!({ "position": position, "outcome": outcome, "plies": plies, "line": line, "moves": moves }),
        )?;
        return Ok(());
    }
    output::line(in_words(ending))?;
    if !line.is_empty() {
        output::line(format!("line  {}", line.join(" ")))?;
    }
    for (mv, ending) in &answer.moves {
        output::line(format!("{mv:<6}{}", in_words(*ending)))?;
    }
    Ok(())
}

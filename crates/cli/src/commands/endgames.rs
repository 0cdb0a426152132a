//! `boyi endgames`: shows xiangqi's endgame tables, or builds some.

use crate::{
    args::{self, EndgameBuild, EndgameWork, Materials},
    failure::Failure,
    output,
    whole_file::WholeFile,
};
use endgames::{Endgames, Ending};
use engines::EngineError;
use game_core::{Notation, Outcome, Position};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::{borrow::Cow, cmp::Reverse, path::Path};
use xiangqi_movegen::{Move, Rules, Xiangqi};

/// `boyi endgames`
pub fn run(args: &args::Endgames, json: bool) -> Result<(), Failure> {
    if let Some(EndgameWork::Build(build)) = &args.work {
        let given = [
            ("--position", args.position.is_some()),
            ("--file", args.file.is_some()),
        ];
        if let Some(&(argument, _)) = given.iter().find(|(_, given)| *given) {
            let problem = "it is for looking into tables; `build` makes them, and writes them where --out says".to_owned();
            return Err(Failure::Words { argument, problem });
        }
        return make(build, json);
    }
    let tables = match &args.file {
        None => Cow::Borrowed(Endgames::shared()),
        Some(path) => Cow::Owned(read(path)?),
    };
    match &args.position {
        None => list(&tables, json),
        Some(text) => look_up(&tables, text, json),
    }
}

fn read(path: &Path) -> Result<Endgames, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let tables = Endgames::from_bytes(&bytes).map_err(|error| Failure::in_file(path, error))?;
    tables
        .check()
        .map_err(|error| Failure::in_file(path, error))?;
    Ok(tables)
}

fn make(args: &EndgameBuild, json: bool) -> Result<(), Failure> {
    let file = WholeFile::open(&args.out)?;
    let materials: Vec<_> = args
        .material
        .iter()
        .flat_map(|Materials(materials)| materials.clone())
        .collect();
    let bar = bar();
    let tables = Endgames::generate(&materials, |material, left| {
        let all = bar.length().filter(|&all| all > 0).unwrap_or(left as u64);
        bar.set_length(all);
        bar.set_position(all - left as u64);
        bar.set_message(material.to_string());
    });
    bar.finish_and_clear();
    let bytes = tables.to_bytes();
    file.write(&bytes)?;
    let count = tables.materials().len();
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

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg:10} {wide_bar} {pos}/{len}  {elapsed}")
        .expect("a sound template");
    bar.with_style(style)
}

fn list(tables: &Endgames, json: bool) -> Result<(), Failure> {
    if !json {
        output::line(format!(
            "{:<10} {:>11} {:>7} {:>8} {:>8}",
            "table", "placements", "won", "longest", "bytes"
        ))?;
    }
    let mut materials: Vec<_> = tables.materials().collect();
    materials.sort_by_key(|material| (material.pieces(), material.to_string()));
    let mut placements = 0;
    let mut bytes = 0;
    for summary in materials
        .iter()
        .filter_map(|material| tables.summary(material))
    {
        let [won, drawn, lost] = summary.outcomes;
        let moves = summary.longest.div_ceil(2);
        (placements, bytes) = (placements + summary.placements, bytes + summary.packed);
        if json {
            let [name, all] = [
                json!(summary.material.to_string()),
                json!(summary.placements),
            ];
            output::object(
                &json!({ "table": name, "placements": all, "won": won, "drawn": drawn, "lost": lost,
                "longest": moves, "bytes": summary.packed }),
            )?;
            continue;
        }
        let share = 100.0 * won as f64 / summary.placements.max(1) as f64;
        let name = summary.material.to_string();
        let all = summary.placements;
        let packed = summary.packed;
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
fn in_words(ending: Ending) -> String {
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

fn look_up(tables: &Endgames, text: &str, json: bool) -> Result<(), Failure> {
    let pos = position(text)?;
    let board = pos.board();
    let turn = pos.turn();
    let Some(ending) = tables.probe(board, turn) else {
        let problem = "there is no table for what is on the board: see `boyi endgames`".to_owned();
        return Err(Failure::Words {
            argument: "--position",
            problem,
        });
    };
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    // Every legal move leads to a position with a table too.
    let mut moves: Vec<(Move, Ending)> = moves
        .into_iter()
        .filter_map(|mv| Some((mv, tables.after(board, turn, mv)?)))
        .collect();
    // Among equals the move of the main line stays first.
    moves.sort_by_key(|(_, ending)| Reverse(ending.rank()));
    let line: Vec<_> = tables
        .line(board, turn)
        .iter()
        .map(Move::to_string)
        .collect();
    if json {
        let moves: Vec<_> = moves
            .iter()
            .map(|(mv, ending)| json!({ "move": mv.to_string(), "outcome": word(ending.outcome), "plies": ending.plies }))
            .collect();
        let outcome = word(ending.outcome);
        let plies = ending.plies;
        output::object(
            &json!({ "position": pos.to_string(), "outcome": outcome, "plies": plies, "line": line, "moves": moves }),
        )?;
        return Ok(());
    }
    output::line(in_words(ending))?;
    if !line.is_empty() {
        output::line(format!("line  {}", line.join(" ")))?;
    }
    for (mv, ending) in &moves {
        output::line(format!("{:<6}{}", mv.to_string(), in_words(*ending)))?;
    }
    Ok(())
}

/// The position that `text` describes, read as everywhere else.
fn position(text: &str) -> Result<Xiangqi, Failure> {
    let record = Xiangqi::parse_line(text, &Rules::default());
    let refused = |error| Failure::Text {
        argument: "--position",
        value: text.to_owned(),
        error: EngineError::notation(error),
    };
    record.map(|record| record.end()).map_err(refused)
}

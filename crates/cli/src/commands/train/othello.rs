use crate::args::{self, Train};
use crate::{failure::Failure, output, whole_file::WholeFile};
use othello_bitboard::wthor::Archive;
use pattern_eval::othello::{Handmade, Weights};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;
use train::othello::{Game, Judgement, Progress, Training};

/// Paths without games.
#[derive(Debug, Error)]
#[error("there is no .wtb file with sound games there")]
struct NoGames;

/// Trains Othello's patterns.
pub fn run(args: &Train, json: bool) -> Result<(), Failure> {
    let patterns = &args.patterns;
    let (games, broken) = games(&patterns.games)?;
    let out = args.out.as_deref().map(WholeFile::open).transpose()?;
    let training = Training {
        seed: args.seed,
        kept: f64::from(args.validation.unwrap_or(Train::VALIDATION_OF_PATTERNS)) / 100.0,
        solved: patterns.solve,
        self_play: patterns.self_play,
        steps: patterns.steps,
        ridge: patterns.ridge as f32,
        reach: patterns.reach,
        threads: args::threads_or_all(args.threads).get(),
    };
    // A stage takes about as long as solving the ends of this many games.
    let a_stage = games.len() / 20 + patterns.self_play / 10;
    let length = games.len() + patterns.self_play + Weights::STAGES * a_stage;
    let bar = output::bar(
        length as u64,
        "{bar:30} {percent} %  {msg}  {elapsed} of about {duration}",
    );
    let trained = training.run(&games, &|progress| match progress {
        Progress::Games(count) => bar.inc(count as u64),
        Progress::Stage(stage) => {
            bar.set_message(format!(
                "{} to {} empty: {:.2} discs",
                stage.empties.0, stage.empties.1, stage.error
            ));
            bar.inc(a_stage as u64);
        }
    });
    bar.finish_and_clear();
    let file = trained.weights.to_bytes();
    if let Some(out) = out {
        out.write(&file)?;
    }
    let mean = mean(&trained.stages);
    if json {
        trained
            .stages
            .iter()
            .try_for_each(|stage| output::object(&stage_json(stage)))?;
        output::object(&json!({
            "games": games.len(), "broken": broken, "error": mean, "bytes": file.len(), "memory": trained.weights.memory(),
        }))?;
        return Ok(());
    }
    output::line(format!(
        "games        {} sound, {broken} broken, seed {}",
        games.len(),
        args.seed
    ))?;
    output::line(format!("\n{HEADER}"))?;
    trained
        .stages
        .iter()
        .try_for_each(|stage| output::line(stage_text(stage)))?;
    output::line(format!(
        "\nvalidation   {mean:.3} discs off, root mean square over all stages"
    ))?;
    output::line(format!(
        "weights      {} bytes packed, {} in memory",
        file.len(),
        trained.weights.memory()
    ))?;
    Ok(())
}

/// The valid games of the files, and the number of invalid ones.
fn games(paths: &[PathBuf]) -> Result<(Vec<Game>, usize), Failure> {
    let mut games = Vec::new();
    let mut broken = 0;
    for path in paths {
        for file in files(path).map_err(|error| Failure::File {
            path: path.clone(),
            error,
        })? {
            let bytes = fs::read(&file).map_err(|error| Failure::File {
                path: file.clone(),
                error,
            })?;
            let archive = Archive::read(&bytes).map_err(|error| Failure::in_file(&file, error))?;
            let (sound, others) = Game::of_archive(&archive);
            games.extend(sound);
            broken += others;
        }
    }
    if games.is_empty() {
        return Err(Failure::in_file(
            paths.first().map_or(Path::new(""), PathBuf::as_path),
            NoGames,
        ));
    }
    Ok((games, broken))
}

/// The file itself, or the `.wtb` files in the directory by their names.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    let is_games = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"))
    };
    let mut files: Vec<_> = entries.into_iter().filter(is_games).collect();
    files.sort();
    Ok(files)
}

/// The validation error over all stages, each position counted once.
fn mean(stages: &[Judgement]) -> f64 {
    let positions: usize = stages.iter().map(|stage| stage.judged).sum();
    let squares: f64 = stages
        .iter()
        .map(|stage| stage.error * stage.error * stage.judged as f64)
        .sum();
    (squares / positions.max(1) as f64).sqrt()
}

const HEADER: &str = "| empty squares | learnt | judged | spread | error | learnt error | self-play error | correlation | hand-made |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|";

fn stage_text(stage: &Judgement) -> String {
    let Judgement {
        empties: (least, most),
        learnt,
        judged,
        spread,
        error,
        error_learnt,
        error_strays,
        ..
    } = stage;
    let Judgement {
        patterns, handmade, ..
    } = stage;
    format!(
        "| {most} to {least} | {learnt} | {judged} | {spread:.2} | {error:.3} | {error_learnt:.3} | {error_strays:.3} | {patterns:.4} | {handmade:.4} |"
    )
}

fn stage_json(stage: &Judgement) -> Value {
    let terms: serde_json::Map<_, _> = Handmade::NAMES
        .into_iter()
        .zip(stage.terms)
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    json!({
        "stage": stage.stage, "empties": [stage.empties.0, stage.empties.1], "learnt": stage.learnt, "judged": stage.judged,
        "spread": stage.spread, "error": stage.error, "error_learnt": stage.error_learnt, "absolute_error": stage.absolute,
        "judged_self_play": stage.judged_strays, "error_self_play": stage.error_strays,
        "correlation": stage.patterns, "handmade": stage.handmade, "terms": terms,
    })
}

//! The training of the patterns with the game erased: archives of games in, a file of weights out.

use super::samples::Game;
use super::stage_quality::StageQuality;
use super::training::{Progress, Training};
use crate::trainer::{TrainedWeights, Trainer, TrainerError, TrainingOrder, TrainingStep};
use engines::RuleSetting;
use othello_bitboard::wthor::Archive;
use pattern_eval::othello::{Handmade, Weights};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Trains the weights of Othello's patterns on archives of games (.wtb).
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternTrainer;

/// Paths without games.
#[derive(Debug, Error)]
#[error("there is no .wtb file with sound games there")]
struct NoGames;

const SOLVE: RuleSetting = RuleSetting::number(
    "solve",
    "solve positions with this many empty squares or fewer, and learn their exact margins",
    (0, 16),
    "12",
);
const SELF_PLAY: RuleSetting = RuleSetting::number(
    "self-play",
    "play this many games that branch off the given ones by random moves, and learn their \
     positions with the scores of a search",
    (0, 10_000_000),
    "180000",
);
const STEPS: RuleSetting = RuleSetting::number(
    "steps",
    "steps of the regression, for each stage of the game",
    (1, 10_000),
    "12",
);
const RIDGE: RuleSetting = RuleSetting::number(
    "ridge",
    "regularisation of each stage towards the next, as the weight of this many positions",
    (1, 1_000_000),
    "50",
);
const REACH: RuleSetting = RuleSetting::number(
    "reach",
    "how many plies after a stage its training positions extend",
    (0, 30),
    "3",
);

impl PatternTrainer {
    const SETTINGS: &[RuleSetting] = &[SOLVE, SELF_PLAY, STEPS, RIDGE, REACH];

    /// The training that is ordered.
    fn training(self, order: &TrainingOrder) -> Result<Training, TrainerError> {
        let game = self.game().name();
        for given in &order.settings {
            RuleSetting::checked(game, Self::SETTINGS, given)?;
        }
        let number = |setting: RuleSetting| {
            let value = setting.value_in(&order.settings).parse();
            value.unwrap_or_else(|_| unreachable!("{} takes numbers alone", setting.name))
        };
        Ok(Training {
            seed: order.seed,
            kept: f64::from(order.validation) / 100.0,
            solved: number(SOLVE),
            self_play: number(SELF_PLAY) as usize,
            steps: number(STEPS) as usize,
            ridge: number(RIDGE) as f32,
            reach: number(REACH) as usize,
            threads: order.threads.get(),
        })
    }
}

impl Trainer for PatternTrainer {
    fn game(&self) -> &'static dyn engines::Game {
        engines::othello::GAME
    }

    fn about(&self) -> &'static str {
        "the weights of the patterns learn from files of games (.wtb)"
    }

    fn settings(&self) -> &'static [RuleSetting] {
        Self::SETTINGS
    }

    fn validation(&self) -> u8 {
        10
    }

    fn train(
        &self,
        order: &TrainingOrder,
        progress: &(dyn Fn(TrainingStep) + Sync),
    ) -> Result<TrainedWeights, TrainerError> {
        let training = self.training(order)?;
        let (games, broken) = games(&order.games)?;
        // A stage takes about as long as solving the ends of this many games.
        let a_stage = games.len() / 20 + training.self_play / 10;
        let of = (games.len() + training.self_play + Weights::STAGES * a_stage) as u64;
        let trained = training.run(&games, &|step| {
            let (done, note) = match step {
                Progress::Games(count) => (count, None),
                Progress::Stage(stage) => {
                    let (least, most) = stage.empties;
                    let note = format!("{least} to {most} empty: {:.2} discs", stage.error);
                    (a_stage, Some(note))
                }
            };
            let done = done as u64;
            progress(TrainingStep { done, of, note });
        });
        let file = trained.weights.to_bytes();
        let mean = mean(&trained.stages);
        let (sound, memory) = (games.len(), trained.weights.memory());
        let mut report = vec![
            format!(
                "games        {sound} sound, {broken} broken, seed {}",
                order.seed
            ),
            format!("\n{HEADER}"),
        ];
        report.extend(trained.stages.iter().map(stage_text));
        report.push(format!(
            "\nvalidation   {mean:.3} discs off, root mean square over all stages"
        ));
        report.push(format!(
            "weights      {} bytes packed, {memory} in memory",
            file.len()
        ));
        let mut data: Vec<_> = trained.stages.iter().map(stage_json).collect();
        data.push(json!({
            "games": sound, "broken": broken, "error": mean, "bytes": file.len(), "memory": memory,
        }));
        Ok(TrainedWeights { file, report, data })
    }
}

/// The valid games of the files, and the number of invalid ones.
fn games(paths: &[PathBuf]) -> Result<(Vec<Game>, usize), TrainerError> {
    let mut games = Vec::new();
    let mut broken = 0;
    let in_file = |path: &Path| {
        let path = path.to_owned();
        move |error| TrainerError::File { path, error }
    };
    for path in paths {
        for file in files(path).map_err(in_file(path))? {
            let bytes = fs::read(&file).map_err(in_file(&file))?;
            let archive = Archive::read(&bytes).map_err(|error| TrainerError::Content {
                path: file,
                error: error.into(),
            })?;
            let (sound, others) = Game::of_archive(&archive);
            games.extend(sound);
            broken += others;
        }
    }
    if games.is_empty() {
        return Err(TrainerError::Content {
            path: paths.first().cloned().unwrap_or_default(),
            error: NoGames.into(),
        });
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
fn mean(stages: &[StageQuality]) -> f64 {
    let positions: usize = stages.iter().map(|stage| stage.judged).sum();
    let squares: f64 = stages
        .iter()
        .map(|stage| stage.error * stage.error * stage.judged as f64)
        .sum();
    (squares / positions.max(1) as f64).sqrt()
}

const HEADER: &str = "| empty squares | learnt | judged | spread | error | learnt error | self-play error | correlation | hand-made |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|";

fn stage_text(stage: &StageQuality) -> String {
    let StageQuality {
        empties: (least, most),
        learnt,
        judged,
        spread,
        error,
        error_learnt,
        error_strays,
        ..
    } = stage;
    let StageQuality {
        patterns, handmade, ..
    } = stage;
    format!(
        "| {most} to {least} | {learnt} | {judged} | {spread:.2} | {error:.3} | {error_learnt:.3} | {error_strays:.3} | {patterns:.4} | {handmade:.4} |"
    )
}

fn stage_json(stage: &StageQuality) -> Value {
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

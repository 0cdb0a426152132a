//! Training, and the games to train on.

use super::offer::game_among;
use super::settings::{Given, OfTrainer};
use super::{GameArgs, number, threads};
use clap::Args;
use engines::Game;
use std::{num::NonZeroUsize, ops::RangeInclusive, path::PathBuf};
use train::network::TrainingConfig;
use train::self_play::{Decided, Exploration, Inside, SelfPlay};

#[derive(Debug, Args)]
#[command(
    after_help = "Networks learn from --data, which boyi selfplay writes. The result depends on the games, the seed and the options \
                  alone, not on the number of threads."
)]
pub struct Train {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    /// Seed of the choice of validation games, and of self-play or of the first weights and the
    /// order of batches
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the weights or the network to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The share of the games kept for validation, in percent [default: 3 for networks; else the
    /// game's own]
    #[arg(long, value_name = "PERCENT", value_parser = number(1_u8, 90))]
    pub validation: Option<u8>,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub network: NetworkTraining,
    #[command(flatten)]
    pub weights: WeightTraining,
}

impl Train {
    /// The share of the games that a network's training keeps for validation, in percent.
    pub const VALIDATION_OF_NETWORKS: u8 = (100 / TrainingConfig::DEFAULT.validation_one_in) as u8;
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Options for networks")]
pub struct NetworkTraining {
    /// Data files, as boyi selfplay writes them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// A network to go on from
    #[arg(long, value_name = "FILE", requires = "data")]
    pub from: Option<PathBuf>,
    /// Write the state of the training to this file after each epoch, and go on from it where it
    /// is of the same training
    #[arg(long, value_name = "FILE", requires = "data")]
    pub checkpoint: Option<PathBuf>,
    /// Learn from a position once, however often it occurs
    #[arg(long, requires = "data")]
    pub unique: bool,
    #[command(flatten)]
    pub course: Course,
}

/// The hyperparameters of a network's training.
#[derive(Clone, Copy, Debug, Args)]
pub struct Course {
    /// Units of a dense layer between the squared hidden units and the output, or 0 for none
    #[arg(long, value_name = "N", default_value_t = TrainingConfig::DEFAULT.dense, value_parser = number(0_usize, TrainingConfig::MAX_DENSE))]
    pub dense: usize,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = TrainingConfig::DEFAULT.epochs, value_parser = number(1_u32, 100_000))]
    pub epochs: u32,
    /// Learning rate at the beginning; it falls to 0 along a cosine
    #[arg(long, value_name = "R", default_value_t = TrainingConfig::DEFAULT.rate, value_parser = number(0.0_f32, 1.0))]
    pub rate: f32,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = TrainingConfig::DEFAULT.batch, value_parser = number(1_usize, 1 << 24))]
    pub batch: usize,
    /// How much of a target is the game's result, 0 to 1; the rest is the score of a search
    #[arg(long, value_name = "X", default_value_t = TrainingConfig::DEFAULT.by_result, value_parser = number(0.0, 1.0))]
    pub by_result: f64,
    /// Memory for positions, in MiB: data that take more are read again in every epoch, a random
    /// part at a time
    #[arg(long, value_name = "MIB", default_value_t = TrainingConfig::DEFAULT.buffer >> 20, value_parser = number(1_u64, 1 << 24))]
    pub buffer: u64,
}

impl Course {
    /// The training with this seed, and this share of the games kept for validation, in percent.
    pub fn training(self, seed: u64, validation: u8) -> TrainingConfig {
        let Self {
            dense,
            epochs,
            rate,
            batch,
            by_result,
            buffer,
        } = self;
        TrainingConfig {
            dense,
            epochs,
            rate,
            batch,
            by_result,
            buffer: buffer << 20,
            validation_one_in: (100 / u64::from(validation.max(1))).max(2),
            seed,
            ..TrainingConfig::DEFAULT
        }
    }
}

/// The training of weights that are one game's own.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options for weights of one game")]
pub struct WeightTraining {
    /// Files of games, or directories of them
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "data")]
    pub games: Vec<PathBuf>,
    #[command(flatten)]
    pub told: Given<OfTrainer>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The same arguments write the same file on any number of threads. A file that holds some of the games already is \
                  completed, so a run that was killed goes on, and --games may grow. boyi convert shows the file as text."
)]
pub struct SelfPlayArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub rules: super::Rules,
    /// The data file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many games it is to hold
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number(1_u64, u64::MAX))]
    pub games: u64,
    /// The number of the first, from 0: parts of one self-play are played apart, each to its own file
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number(0_u64, u64::MAX))]
    pub first: u64,
    /// The seed of all that is random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub play: PlayArgs,
    /// The evaluator that plays, as handmade, in place of the game's own
    #[arg(long, value_name = "NAME", conflicts_with = "network")]
    pub eval: Option<String>,
    /// The network that plays, in place of the game's own evaluator
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

/// How a game plays itself.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Nodes of the search for a move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number(1_u64, u64::MAX))]
    pub nodes: u64,
    /// Lines to begin with, as boyi openings writes them; a game leaves one of them anywhere
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Random plies after the line or the start, from A to B
    #[arg(long, value_name = "A:B", default_value = "2:8", value_parser = read_range)]
    pub random_plies: RangeInclusive<u32>,
    /// Begin each game at a position that a search evaluates this many plies later, from A to B:
    /// what good play avoids is then learnt by results, too
    #[arg(long, value_name = "A:B", value_parser = read_range, conflicts_with = "inside")]
    pub begin_inside: Option<RangeInclusive<u32>>,
    /// Draw the first moves of the engine among the best as a softmax at this temperature does, in
    /// the game's units: a move worse by so much is drawn e times less often
    #[arg(
        long, value_name = "UNITS", value_parser = number(0.01, 100.0), conflicts_with = "inside"
    )]
    pub temperature: Option<f64>,
    /// For how many plies of the engine
    #[arg(
        long, value_name = "N", default_value_t = 12, value_parser = number(1_u32, 100_000),
        requires = "temperature"
    )]
    pub temperature_plies: u32,
    /// Plies after which a game is left unfinished
    #[arg(long, value_name = "N", default_value_t = 240, value_parser = number(1_u32, 100_000))]
    pub longest: u32,
    /// End a game once the searches agree on a lead of this many of the game's units for this many
    /// plies, or off
    #[arg(long, value_name = "UNITS:PLIES", default_value = "15:6", value_parser = read_decided)]
    pub decided: DecidedArg,
    /// Keep this many positions from inside each search in place of the games
    #[arg(long, value_name = "N", value_parser = number(1_usize, 1_000))]
    pub inside: Option<usize>,
    /// Nodes of the search that labels such a position
    #[arg(
        long, value_name = "N", default_value_t = 2_000, value_parser = number(1_u64, u64::MAX),
        requires = "inside"
    )]
    pub label: u64,
    /// One move in this many is random, so that mistakes are met
    #[arg(
        long, value_name = "N", default_value_t = 12, value_parser = number(1_u32, 1_000_000),
        requires = "inside"
    )]
    pub random_one_in: u32,
}

/// When a game is over before its end.
#[derive(Clone, Copy, Debug)]
pub struct DecidedArg(pub Option<Decided>);

impl PlayArgs {
    /// The self-play under the default rules, without its lines.
    pub fn plan(&self) -> SelfPlay {
        SelfPlay {
            nodes: self.nodes,
            random_plies: self.random_plies.clone(),
            begin_inside: self.begin_inside.clone(),
            exploration: self.temperature.map(|units| Exploration {
                temperature: (units * 100.0).round() as u32,
                plies: self.temperature_plies,
            }),
            longest: self.longest,
            decided: self.decided.0,
            inside: self.inside.map(|per_search| Inside {
                per_search,
                label: self.label,
                random_one_in: self.random_one_in,
            }),
            ..SelfPlay::default()
        }
    }
}

impl SelfPlayArgs {
    /// The game and its rules.
    pub fn game_args(&self) -> GameArgs {
        GameArgs {
            game: self.game,
            rules: self.rules.clone(),
        }
    }
}

fn read_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = text.split_once(':').and_then(|(least, most)| {
        let range: RangeInclusive<u32> = least.parse().ok()?..=most.parse().ok()?;
        (!range.is_empty() && *range.end() <= 1_000).then_some(range)
    });
    range.ok_or_else(|| "two numbers are needed, the smaller first, as 2:8".to_owned())
}

fn read_decided(text: &str) -> Result<DecidedArg, String> {
    if text == "off" {
        return Ok(DecidedArg(None));
    }
    let decided = text.split_once(':').and_then(|(units, plies)| {
        let units = units
            .parse()
            .ok()
            .filter(|units| (1..=300).contains(units))?;
        let plies = plies.parse().ok().filter(|&plies| plies > 1)?;
        Some(Decided { units, plies })
    });
    decided
        .map(|decided| DecidedArg(Some(decided)))
        .ok_or_else(|| "UNITS:PLIES is needed, as 15:6, or off".to_owned())
}

use super::offer::game_among;
use super::train::{Course, PlayArgs};
use super::{GameArgs, Rules, number, read_duration, read_sprt, threads};
use arena::stats::Sprt;
use arena::tournament::Shard;
use clap::Args;
use engines::Game;
use learn::Gate;
use search::Limits;
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

#[derive(Debug, Args)]
#[command(
    after_help = "Each round plays games with the best network so far, trains a candidate on those of the last rounds, and plays a match of \
                  the candidate against the best. The folder keeps the plan, the games, the networks, the matches, the pedigree \
                  (pedigree.jsonl) and its plot (elo.svg). Ctrl-C or a kill ends the command at any moment; the same command goes on \
                  there and, with limits in nodes, ends with the same pedigree."
)]
pub struct Learn {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub rules: Rules,
    /// The folder of all that is kept
    #[arg(long, value_name = "DIR")]
    pub state: PathBuf,
    /// Stop when the pedigree has this many rounds; 0 shows it
    #[arg(long, value_name = "N", value_parser = number(0_u64, 1_000_000))]
    pub rounds: Option<u64>,
    /// Stop after this many hours, in the middle of a round; the next run goes on there
    #[arg(long, value_name = "H", value_parser = number(0.0, 100_000.0))]
    pub hours: Option<f64>,
    /// Do the next step of the round, which is its games, its training or its match, and stop
    #[arg(long, conflicts_with_all = ["rounds", "hours"])]
    pub step: bool,
    /// Play only this part of the next step, its games or its match, into a folder that has the
    /// pedigree and the networks
    #[arg(long, value_name = "I/N", conflicts_with_all = ["rounds", "hours", "step"])]
    pub shard: Option<Shard>,
    /// Games of a round
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number(1_u64, 100_000_000))]
    pub games: u64,
    /// The seed of all that is random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub play: PlayArgs,
    /// The evaluator to begin with, as handmade, in place of the game's own
    #[arg(long, value_name = "NAME", conflicts_with = "network")]
    pub eval: Option<String>,
    /// The network to begin with, in place of the game's own evaluator
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
    #[command(flatten)]
    pub course: Course,
    /// The share of the games kept for validation, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = number(1_u8, 50))]
    pub validation: u8,
    /// A candidate learns from the games of this many rounds, this one's included
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = number(1_u64, 1_000_000))]
    pub window: u64,
    /// Learn from a position as often as it occurs, not once
    #[arg(long)]
    pub repeats: bool,
    /// Train each candidate from the best network, not from random weights
    #[arg(long)]
    pub go_on: bool,
    /// Games of the match of a candidate against the best; with --sprt, the most that are played
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number(2_u64, 1_000_000))]
    pub gate_games: u64,
    /// Nodes a move in that match
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number(1_u64, u64::MAX))]
    pub gate_nodes: u64,
    /// Time a move in that match, as 10ms, in place of nodes; then nothing repeats exactly
    #[arg(
        long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration,
        conflicts_with = "gate_nodes"
    )]
    pub gate_time: Option<Duration>,
    /// Accept a candidate by this test in place of more than half of the points, as 0,10
    #[arg(long, value_name = "E0,E1", value_parser = read_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

impl Learn {
    /// The game and its rules.
    pub fn game_args(&self) -> GameArgs {
        GameArgs {
            game: self.game,
            rules: self.rules.clone(),
        }
    }

    /// The match that decides on a candidate.
    pub fn gate(&self) -> Gate {
        Gate {
            limits: match self.gate_time {
                Some(time) => Limits::time(time),
                None => Limits::nodes(self.gate_nodes),
            },
            games: self.gate_games,
            sprt: self.sprt,
            ..Gate::default()
        }
    }
}

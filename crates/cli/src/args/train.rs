use super::{number, threads};
use clap::Args;
use std::{num::NonZeroUsize, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "The weights depend on the games, the seed and the options alone, not on the number of threads."
)]
pub struct Train {
    /// othello: the others' evaluators are not trained
    #[arg(value_name = "GAME", value_parser = ["othello"])]
    pub game: String,
    /// WTHOR files of games (.wtb), or directories of them
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub games: Vec<PathBuf>,
    /// Seed of the choice of validation games and of self-play
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The share of the games kept for validation, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = number(1_u8, 90))]
    pub validation: u8,
    /// Solve positions with this many empty squares or fewer, and learn their exact margins
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number(0_u32, 16))]
    pub solve: u32,
    /// Play this many games that branch off the given ones by random moves, and learn their
    /// positions with the scores of a search
    #[arg(
        long, value_name = "N", default_value_t = 180_000,
        value_parser = number(0_usize, 10_000_000)
    )]
    pub self_play: usize,
    /// Steps of the regression, for each stage of the game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number(1_usize, 10_000))]
    pub steps: usize,
    /// Regularisation of each stage towards the next, as the weight of this many positions
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number(1_u32, 1_000_000))]
    pub ridge: u32,
    /// How many plies after a stage its training positions extend
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(0_usize, 30))]
    pub reach: usize,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

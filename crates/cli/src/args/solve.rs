use super::read_duration;
use clap::Args;
use solvers::othello::Selectivity;
use std::{path::PathBuf, time::Duration};

#[derive(Debug, Args)]
#[command(
    after_help = "Scores are in discs for the side to move, empty squares given to the winner; with --wld 1, 0 or -1.\n\
                  A score below 100% is a likely one: shallow searches have stood for deep ones, each of them with that \
                  probability of being right."
)]
pub struct Solve {
    /// othello
    #[arg(value_name = "GAME", value_parser = ["othello"])]
    pub game: String,
    #[command(flatten)]
    pub what: What,
    /// Find out only who wins: several times as fast
    #[arg(long)]
    pub wld: bool,
    /// The level of selectivity to go to: 73, 87, 95, 98, 99, or 100 for the proved score
    #[arg(long, value_name = "PERCENT", default_value = "100", allow_hyphen_values = true)]
    pub selectivity: Selectivity,
    /// The most time a position may take, as 500ms or 2s; what lower levels have found by then is told
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
}

/// What to solve.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct What {
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// A file of them, one a line; what follows ; or # is left out
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

use super::read_duration;
use clap::Args;
use std::{path::PathBuf, time::Duration};

#[derive(Debug, Args)]
#[command(
    after_help = "Scores are in discs for the side to move, empty squares given to the winner; with --wld 1, 0 or -1."
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
    /// The most time a position may take, as 500ms or 2s
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

use super::offer::game_among;
use super::settings::{Given, OfSolver};
use super::{Rules, read_duration};
use clap::Args;
use engines::Game;
use std::{path::PathBuf, time::Duration};

#[derive(Debug, Args)]
pub struct Solve {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub what: What,
    /// The most time for a position, as 500ms or 2s; then the result so far is printed
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub asked: Given<OfSolver>,
}

/// What to solve.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct What {
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// A file of positions, one a line; text after ; or # is ignored
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

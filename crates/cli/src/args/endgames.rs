use super::offer::game_among;
use clap::{Args, Subcommand};
use engines::Game;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Without a position: the tables, how many placements each has with its strong side to move (mirrors and colours counted once), how many of them are won, the longest win in moves, and its size packed. With one: how it ends with perfect play after each legal move."
)]
pub struct Endgames {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: Option<&'static dyn Game>,
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Other tables than those of the program
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub work: Option<EndgameWork>,
}

#[derive(Debug, Subcommand)]
pub enum EndgameWork {
    /// Build tables, and those that captures lead to, by retrograde analysis
    Build(EndgameBuild),
}

#[derive(Debug, Args)]
pub struct EndgameBuild {
    /// The pieces on the board
    #[arg(
        long, value_name = "MATERIAL", num_args = 1.., value_delimiter = ',', required = true
    )]
    pub material: Vec<String>,
    /// Write the tables to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

use super::{GameArgs, LimitArgs, number, read_config, threads};
use clap::{Args, Subcommand};
use engines::EngineConfig;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "A puzzle is a position with one move that reaches a goal, proved by the game's solver. Without a subcommand: how many there are of each theme, and how difficult; with --theme the puzzles themselves, each a line of EPD, as `boyi compare --positions` reads them."
)]
pub struct Puzzles {
    #[command(flatten)]
    pub game: GameArgs,
    /// Other puzzles than those that the game is shipped with
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// List the puzzles of this theme, the easiest first, or of `all`
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
    #[command(subcommand)]
    pub work: Option<PuzzleWork>,
}

#[derive(Debug, Subcommand)]
pub enum PuzzleWork {
    /// Find puzzles in games
    Find(FindPuzzles),
    /// Search every puzzle by a searcher that knows nothing of the solution
    Check(CheckPuzzles),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Of each game at most one puzzle of a theme is taken. Of all of them the collection has an equal share of each theme, as far as there are enough, from the easiest to the hardest. What is found depends on the games alone."
)]
pub struct FindPuzzles {
    /// Files of games, or directories of them: any format that `boyi convert` reads, or logs that
    /// `boyi match --resume` wrote
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub games: Vec<PathBuf>,
    /// Write the puzzles to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Leave out the puzzles in which this searcher takes another move for better: see `check`
    #[arg(long, visible_alias = "spec", value_name = "SPEC", value_parser = read_config)]
    pub searcher: Option<EngineConfig>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The most puzzles that are kept
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 400,
        value_parser = number(1_usize, 100_000)
    )]
    pub count: usize,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The position before each only move is searched twice to a ply more than the depth of the solution, once with that move alone and once with all others. proved: the search sees the game decided, by the move or by all others against the player; best: it takes the move for the best; unclear: it sees no difference; other: it takes another move for better."
)]
pub struct CheckPuzzles {
    /// The searcher: with all techniques of the game, or as pvs,bare=on at full width without them
    #[arg(long, visible_alias = "spec", value_name = "SPEC", value_parser = read_config, default_value = "pvs")]
    pub searcher: EngineConfig,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

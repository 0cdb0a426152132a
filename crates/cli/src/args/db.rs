use super::{GameArgs, number};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "A database is one file (SQLite) with games of any kind. Without a subcommand: how many games of this kind there are."
)]
pub struct Db {
    #[command(flatten)]
    pub game: GameArgs,
    /// The database
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(subcommand)]
    pub work: Option<DbWork>,
}

#[derive(Debug, Subcommand)]
pub enum DbWork {
    /// Put the games of files into the database, which is made if there is none
    Import(ImportGames),
    /// Show what was played from a position, and with what result
    Explore(ExploreGames),
    /// List games, the latest first
    Games(ListGames),
}

#[derive(Debug, Args)]
#[command(
    after_help = "A game that is there already stays as it is. Games that cannot be read are reported and left out. Names that the games give as numbers are looked for in files beside them, as WTHOR's .JOU and .TRN. Either all files are imported or, if it is interrupted, none."
)]
pub struct ImportGames {
    /// Files of games, or directories of them: any format that `boyi convert` reads
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Symmetric positions are one, and so are symmetric moves. Percentages are of the games with a known end: won, drawn and lost by the player to move."
)]
pub struct ExploreGames {
    /// The position, optionally followed by `moves` and a move list [default: the initial one]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    #[command(flatten)]
    pub filter: FilterArgs,
}

#[derive(Debug, Args)]
pub struct ListGames {
    /// Only games with this position, or one that is symmetric to it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// The most games that are listed
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 20,
        value_parser = number(1_usize, 1_000_000)
    )]
    pub limit: usize,
}

/// Which games count.
#[derive(Debug, Args)]
pub struct FilterArgs {
    /// Only games of a player whose name contains this
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    pub since: Option<i32>,
    /// Only games of this year or before
    #[arg(long, value_name = "YEAR")]
    pub until: Option<i32>,
    /// Only games that this side won, as `black`, or `draw`
    #[arg(long, value_name = "SIDE")]
    pub result: Option<String>,
}

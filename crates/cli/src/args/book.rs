use super::settings::{Given, OfBook};
use super::{GameArgs, number, read_spec, threads};
use clap::{Args, Subcommand};
use engines::SearcherConfig;
use std::{num::NonZeroUsize, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Without a position: the size of the book, the depths of search behind it, its main lines. With one: the moves known there, each with the search's score and depth, and how games went on; of symmetric moves one."
)]
pub struct Book {
    #[command(flatten)]
    pub game: GameArgs,
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Another book than the game's own
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// How many main lines [default: 10]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_usize, 1000)
    )]
    pub lines: Option<usize>,
    #[command(subcommand)]
    pub work: Option<BookWork>,
}

#[derive(Debug, Subcommand)]
pub enum BookWork {
    /// Build a book from games and deviations by searching every position
    Build(Box<Build>),
    /// Convert another program's book
    Import(Import),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Positions come from the games; then the best moves that the games lack are added, those first that best play is the likeliest to come by. The book depends on the games and the options alone, not on the number of threads."
)]
pub struct Build {
    /// Files of games, or directories of them: any format that `boyi convert` reads, logs that `boyi match --resume` wrote, lists of openings as
    /// `boyi openings` makes them
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub games: Vec<PathBuf>,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The depth of every search in plies; one more where the search would end after an odd number
    /// of plies from the start
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 10,
        value_parser = number(1_u32, 100)
    )]
    pub depth: u32,
    /// Search the positions of the first this many plies two plies deeper
    #[arg(
        long, value_name = "M", allow_negative_numbers = true, default_value_t = 0,
        value_parser = number(0_usize, 200)
    )]
    pub deeper: usize,
    /// Keep the positions that at least this many games reached
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 100,
        value_parser = number(1_u64, 1_000_000_000)
    )]
    pub min_games: u64,
    /// The most moves from the start that the book knows
    #[arg(
        long, value_name = "M", allow_negative_numbers = true, default_value_t = 20,
        value_parser = number(1_usize, 200)
    )]
    pub plies: usize,
    /// In the first this many plies, have the moves of the games alone
    #[arg(
        long, value_name = "K", allow_negative_numbers = true, default_value_t = 0,
        value_parser = number(0_usize, 200)
    )]
    pub given: usize,
    /// How many positions are added by deviations
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 1000,
        value_parser = number(0_usize, 10_000_000)
    )]
    pub deviations: usize,
    /// How much worse than the best move a deviation may be, in hundredths of the game's unit
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, default_value_t = 200,
        value_parser = number(0_u32, 10_000)
    )]
    pub margin: u32,
    /// The searcher, with options as pvs,hash=8
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_spec,
        default_value = "aspiration"
    )]
    pub searcher: SearcherConfig,
    /// Write every search result to this file, and reuse those already in it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// How many threads [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct Import {
    #[command(flatten)]
    pub book: Given<OfBook>,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

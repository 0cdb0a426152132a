//! Commands that measure the search.

use super::{GameArgs, LimitArgs, number, read_spec, read_sprt};
use arena::stats::Sprt;
use clap::Args;
use engines::Spec;
use std::{num::NonZeroUsize, path::PathBuf, str::FromStr};

#[derive(Debug, Args)]
#[command(
    after_help = "Limits: --depth alone for the table of nodes and time; with --match what a move may cost, 5ms if not given."
)]
pub struct Ablate {
    #[command(flatten)]
    pub game: GameArgs,
    /// The searcher whose options are switched: alphabeta, aspiration, pvs or mtdf, with options as pvs,null_move=off
    #[arg(long, visible_alias = "spec", value_name = "SPEC", value_parser = read_spec, default_value = "aspiration")]
    pub searcher: Spec,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Switch only these options
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub options: Vec<String>,
    /// How many positions to search, or a file of them, one TEXT a line
    #[arg(long, value_name = "N|FILE", default_value = "12", conflicts_with = "play")]
    pub positions: Positions,
    /// How often each position is searched with the option and without, in turn, to tell the time
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(1_u16, 1000), conflicts_with = "play")]
    pub rounds: u16,
    /// Seed of the positions, or of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Play a match for every option that is on, with it against without it; --options names others
    #[arg(long = "match")]
    pub play: bool,
    /// The most games of each match, two from each opening with sides swapped
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number(1_u64, 10_000_000), requires = "play")]
    pub games: u64,
    /// End each match as soon as it is decided whether the option is worth E1 Elo or only E0
    #[arg(long, value_name = "E0,E1", value_parser = read_sprt, allow_hyphen_values = true, default_value = "0,50", requires = "play")]
    pub sprt: Sprt,
    /// How many games at a time [default: one a processor core]
    #[arg(long, value_name = "N", requires = "play")]
    pub concurrency: Option<NonZeroUsize>,
}

/// Where positions come from.
#[derive(Clone, Debug)]
pub enum Positions {
    /// So many, found by the command itself.
    Count(usize),
    /// A file that holds one a line.
    File(PathBuf),
}

impl Positions {
    /// The most that are found.
    const MOST: usize = 100_000;
}

impl FromStr for Positions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return if text.is_empty() {
                Err("a number or a file is needed".to_owned())
            } else {
                Ok(Self::File(text.into()))
            };
        }
        let count = text.parse().ok().filter(|count| (1..=Self::MOST).contains(count));
        count.map(Self::Count).ok_or_else(|| format!("a number from 1 to {} is needed", Self::MOST))
    }
}

use super::{GameArgs, LimitArgs, number};
use arena::openings::{Balanced, RandomPlies};
use clap::{Args, ValueEnum};
use engines::Game;
use search::Limits;

#[derive(Debug, Args)]
#[command(after_help = "\
Random plies are played, most of them good ones; of each eight games the best balanced is taken, and kept if a search of 50000
nodes, or as --depth, --nodes and --time say, finds it in balance too. Without a time the same seed gives the same openings.")]
pub struct Openings {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many
    #[arg(long, visible_alias = "games", value_name = "N", default_value_t = 20, allow_negative_numbers = true,
        value_parser = number(1_usize, 1_000_000))]
    pub count: usize,
    /// How many plies each has
    #[arg(
        long, visible_alias = "stones", value_name = "K", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=40)
    )]
    pub plies: u32,
    /// Seed of the random plies
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How far from a draw the search may find it, in the game's unit: discs, soldiers, open twos
    #[arg(
        long, value_name = "X", default_value_t = 1.0, allow_negative_numbers = true,
        value_parser = number(0.0, 1_000.0)
    )]
    pub balance: f64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The format of a line: a position and moves, as match --openings reads it, or the moves run
    /// together
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = OpeningFormat::Text)]
    pub format: OpeningFormat,
}

/// How an opening is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OpeningFormat {
    /// A position and moves, its value behind a `#`.
    Text,
    /// `h8i9h10`, the format of c-gomoku-cli's `type=pos` and of transcripts.
    Moves,
}

impl Openings {
    /// The openings to find.
    pub fn balanced(&self) -> Balanced {
        let limits = self.limits.or(Limits::nodes(Balanced::NODES));
        balanced(self.game.game, self.plies, self.balance, limits)
    }
}

/// Openings of this many `plies` within `units` of a draw.
pub fn balanced(game: &dyn Game, plies: u32, units: f64, limits: Limits) -> Balanced {
    let random = RandomPlies { plies };
    let balanced = Balanced {
        random,
        limits,
        ..Balanced::of(game)
    };
    balanced.within_units(units, game)
}

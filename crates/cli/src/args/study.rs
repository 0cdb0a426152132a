//! Commands that measure the search.

use super::offer::game_among;
use super::{
    GameArgs, LimitArgs, PositionArgs, Searchers, number, read_config, read_searchers, read_spec,
    read_sprt, threads,
};
use arena::stats::Sprt;
use clap::Args;
use engines::{EngineConfig, Game, SearcherConfig};
use std::{num::NonZeroUsize, path::PathBuf, str::FromStr};

#[derive(Debug, Args)]
#[command(
    after_help = "With --record every move of the game is commented on: its value, the best move, what was lost and how bad that is.\n\
                  Limits are those of one position: 5s if none is given, or 100000 nodes for each position of a game."
)]
pub struct Analyze {
    #[command(flatten)]
    pub game: GameArgs,
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Annotate a whole game: a record (.psq, transcript, PGN)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub record: Option<PathBuf>,
    /// Search only the record's position after this many moves, or at its end
    #[arg(
        long,
        value_name = "N|end",
        requires = "record",
        allow_negative_numbers = true
    )]
    pub ply: Option<Ply>,
    /// The first move to annotate, to skip the opening
    #[arg(
        long, value_name = "N", default_value_t = 1, requires = "record", conflicts_with = "ply",
        value_parser = number(1_usize, 100_000)
    )]
    pub from: usize,
    /// The least loss of an inaccuracy, a mistake and a blunder, in percent of a win [default:
    /// 5,10,15]
    #[arg(
        long,
        value_name = "I,M,B",
        requires = "record",
        conflicts_with = "ply",
        allow_hyphen_values = true
    )]
    pub marks: Option<Marks>,
    /// Draw the course of the game to an SVG file
    #[arg(long, value_name = "FILE", requires = "record", conflicts_with = "ply")]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Look for a win within this many moves, at full width
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u32, 500))]
    pub mate: Option<u32>,
    /// minimax, alphabeta, aspiration, pvs, mtdf, smp, mcts, dfpn or one of the game's own,
    /// optionally with options as pvs,null_move=off
    #[arg(long, value_name = "NAME", value_parser = read_spec, default_value = "aspiration")]
    pub searcher: SearcherConfig,
    /// Threads that share one table; more than one makes node counts vary. smp has two if not
    /// given, the others one
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u8, 64))]
    pub threads: Option<u8>,
    /// How many of the best moves to rank
    #[arg(
        long, visible_alias = "multi-pv", value_name = "K", default_value_t = 1, allow_negative_numbers = true,
        value_parser = number(1_u16, 500)
    )]
    pub multipv: u16,
    /// Consider only these moves
    #[arg(
        long,
        visible_alias = "searchmoves",
        value_name = "MOVES",
        value_delimiter = ','
    )]
    pub only: Vec<String>,
    /// Leave these moves out
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub exclude: Vec<String>,
    /// Print the nodes of each root move
    #[arg(long)]
    pub root_nodes: bool,
}

/// A position of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// After this many moves.
    Number(usize),
    /// After the last.
    End,
}

impl FromStr for Ply {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "end" => Ok(Self::End),
            _ => text
                .parse()
                .map(Self::Number)
                .map_err(|_| "a number of moves from 0, or end, is needed"),
        }
    }
}

/// The least loss of an inaccuracy, a mistake and a blunder, as a share of a win; in percent as text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks(pub [f64; 3]);

impl FromStr for Marks {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[a, b, c]) if 0.0 < a && a <= b && b <= c && c <= 100.0 => {
                Ok(Self([a, b, c].map(|percent| percent / 100.0)))
            }
            _ => Err(
                "three numbers above 0 and up to 100 are needed, none less than the one before, as 5,10,15",
            ),
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Limits: --depth alone for the table of nodes and time; with --match what a move may cost, 5ms if not given."
)]
pub struct Ablate {
    #[command(flatten)]
    pub game: GameArgs,
    /// The searcher whose options are switched: alphabeta, aspiration, pvs, mtdf or one of the
    /// game's own, with options as pvs,null_move=off
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_spec,
        default_value = "aspiration"
    )]
    pub searcher: SearcherConfig,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Switch only these options
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub options: Vec<String>,
    /// How many positions to search, or a file of them, one TEXT a line
    #[arg(
        long,
        value_name = "N|FILE",
        default_value = "12",
        conflicts_with = "play"
    )]
    pub positions: Positions,
    /// How often each position is searched with and without the option, in turn, to measure the
    /// time
    #[arg(
        long, value_name = "N", default_value_t = 3, value_parser = number(1_u16, 1000),
        conflicts_with = "play"
    )]
    pub rounds: u16,
    /// Seed of the positions, or of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Play a match for every option that is on, with against without it; --options names others
    #[arg(long = "match")]
    pub play: bool,
    /// The most games of each match, two from each opening with sides swapped
    #[arg(
        long, value_name = "N", default_value_t = 200, value_parser = number(1_u64, 10_000_000),
        requires = "play"
    )]
    pub games: u64,
    /// End each match as soon as it is decided whether the option is worth E1 Elo or only E0
    #[arg(
        long, value_name = "E0,E1", value_parser = read_sprt, allow_hyphen_values = true,
        default_value = "0,50", requires = "play"
    )]
    pub sprt: Sprt,
    /// How many games at a time [default: one a processor core]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = threads(),
        requires = "play"
    )]
    pub concurrency: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct Scale {
    #[command(flatten)]
    pub game: GameArgs,
    /// The searcher: alphabeta, aspiration, pvs or mtdf, with options as pvs,null_move=off
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_spec,
        default_value = "aspiration"
    )]
    pub searcher: SearcherConfig,
    /// How many threads, against one
    #[arg(
        long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
        value_parser = number(2_usize, 64)
    )]
    pub threads: usize,
    /// Plies [default: two more than `bench` searches]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u32, 100))]
    pub depth: Option<u32>,
    /// How many positions to search, or a file of them, one TEXT a line
    #[arg(long, value_name = "N|FILE", default_value = "24")]
    pub positions: Positions,
    /// How often each position is searched with one thread and with several, in turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(1_u16, 1000))]
    pub rounds: u16,
    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct Fit {
    #[command(flatten)]
    pub game: GameArgs,
    /// Plies of the search that predicts [default: every smaller depth of the same parity, for
    /// every depth up to --deep]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u32, 100))]
    pub shallow: Option<u32>,
    /// Plies of the search that is predicted
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(2_u32, 100),
        required_unless_present = "games"
    )]
    pub deep: Option<u32>,
    /// Instead, fit the probability of winning to this many games, by the searcher's scores
    #[arg(
        long, value_name = "N", value_parser = number(1_usize, 1_000_000),
        conflicts_with_all = ["deep", "shallow", "positions"]
    )]
    pub games: Option<usize>,
    /// The engine that plays these games against itself
    #[arg(long, value_name = "ENGINE", value_parser = read_config, default_value = "level=10", conflicts_with = "deep")]
    pub player: EngineConfig,
    /// Nodes of each search for a score
    #[arg(long, value_name = "N", value_parser = number(1_u64, u64::MAX), default_value = "5000", conflicts_with = "deep")]
    pub nodes: u64,
    /// How many positions to search, or a file of them, one TEXT a line
    #[arg(long, value_name = "N|FILE", default_value = "200")]
    pub positions: Positions,
    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The searcher; it should not use ProbCut itself
    #[arg(
        long, value_name = "SPEC", value_parser = read_spec,
        default_value = "aspiration,prob_cut=off,multi_prob_cut=off"
    )]
    pub searcher: SearcherConfig,
}

/// The source of positions.
#[derive(Clone, Debug)]
pub enum Positions {
    /// This many, found by self-play.
    Count(usize),
    /// A file that holds one a line.
    File(PathBuf),
}

impl Positions {
    /// The most positions found by self-play.
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
        let count = text
            .parse()
            .ok()
            .filter(|count| (1..=Self::MOST).contains(count));
        count
            .map(Self::Count)
            .ok_or_else(|| format!("a number from 1 to {} is needed", Self::MOST))
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Without --full the bare question is put, on which all must agree: every move looked at, to the depth asked for. \
                  Options of a searcher's own are put on top of it, as alphabeta,table=off. With --positions and --depth the table \
                  tells what each depth cost; with --nodes or --time, or where the file tells best moves (TEXT ; bm MOVES), how many \
                  positions were solved, at what cost, how deep the searches came and how their trees grew."
)]
pub struct Compare {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Compare on this many positions, or those of a file, one TEXT a line, optionally with best
    /// moves: a table of the cost of each depth over all of them, or of solutions
    #[arg(long, value_name = "N|FILE", conflicts_with_all = ["position", "record"])]
    pub positions: Option<Positions>,
    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1, requires = "positions")]
    pub seed: u64,
    /// The searchers, each optionally with options, as pvs,null_move=off,mtdf: minimax, alphabeta,
    /// aspiration, pvs, mtdf, smp, mcts, dfpn or the game's own [default: all that must agree]
    #[arg(long, value_name = "A,B,C", value_parser = read_searchers)]
    pub searchers: Option<Searchers>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Use the game's own options, instead of the bare search in which all must agree
    #[arg(long)]
    pub full: bool,
    /// Judge every answer by a search of that move alone with this many nodes: what it gives away in
    /// probability of winning, and how much more that is than the first searcher's answers do
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "positions")]
    pub judge: Option<u64>,
    /// Draw nodes and time against depth, one curve a searcher, to an SVG file
    #[arg(long, value_name = "FILE", conflicts_with = "judge")]
    pub plot: Option<PathBuf>,
}

impl Compare {
    /// The searchers asked for, or those of the game that must agree.
    pub fn searchers(&self) -> Vec<SearcherConfig> {
        if let Some(Searchers(asked)) = &self.searchers {
            return asked.clone();
        }
        let all = self.position.game.game.searchers();
        let exact = all.iter().filter(|searcher| searcher.exact);
        exact
            .filter_map(|searcher| searcher.name.parse().ok())
            .collect()
    }
}

#[derive(Debug, Args)]
pub struct Bench {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: Option<&'static dyn Game>,
    /// Fail unless the node counts are those in this file: a game and its count on each line
    #[arg(long, value_name = "FILE")]
    pub check: Option<PathBuf>,
}

//! Commands that play matches.

use super::{
    GameArgs, Ladder, LimitArgs, number, read_contestant, read_duration, read_sprt, threads,
};
use arena::game::{
    AdjudicationRules, Conduct, DrawWithin, MAX_PLIES, TIME_MARGIN, TimeControl, WinBy,
};
use arena::stats::{Model, Sprt};
use arena::tournament::{Contestant, Shard};
use clap::Args;
use search::Limits;
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

const AFTER_LIMITS: &str = "Limits are what one move may cost. Where neither they nor a SPEC nor a clock set one, it is 10000 \
                            nodes, and 1s for a program. A program is cmd[+PROTOCOL][[NAME=VALUE,...]]:PROGRAM ARGUMENTS; its \
                            protocol is gomocup, gtp, nboard, uci, ucci or ugi. Adjudication is in the unit of the game's \
                            evaluation, and off by default.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_LIMITS)]
pub struct Match {
    #[command(flatten)]
    pub game: GameArgs,
    /// The player from whose view results are given: a searcher with options, as
    /// pvs,null_move=off,depth=6, or level=N, or cmd:PROGRAM
    #[arg(long, value_name = "SPEC", value_parser = read_contestant)]
    pub a: Contestant,
    /// The opponent
    #[arg(long, value_name = "SPEC", value_parser = read_contestant)]
    pub b: Contestant,
    /// How many games, two from each opening with sides swapped [default: 100, or at most 40000
    /// with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub terms: Terms,
    /// Play the whole match at each of these budgets, as nodes=10k,100k,1M, time=10ms,1s or
    /// depth=4,6
    #[arg(
        long, value_name = "UNIT=N,N", value_parser = clap::value_parser!(Ladder),
        conflicts_with_all = ["depth", "nodes", "time", "clock"]
    )]
    pub ladder: Option<Ladder>,
    /// A second player to meet B at the same budgets, from the same openings
    #[arg(long, value_name = "SPEC", value_parser = read_contestant, requires = "ladder")]
    pub also: Option<Contestant>,
    /// Draw the score against the budget to an SVG file
    #[arg(long, value_name = "FILE", requires = "ladder")]
    pub plot: Option<PathBuf>,
    /// Stop as soon as it is decided whether A is E1 Elo stronger or only E0, as 0,10
    #[arg(long, value_name = "E0,E1", value_parser = read_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The unit of E0 and E1: logistic Elo, or normalised Elo, which costs the same number of games
    /// however drawish the game is
    #[arg(long, value_name = "MODEL", default_value_t, requires = "sprt")]
    pub sprt_model: Model,
    /// The risks of the test to accept E1 although E0 holds, and E0 although E1 holds [default:
    /// 0.05,0.05]
    #[arg(
        long, value_name = "A,B", value_parser = read_risks, requires = "sprt",
        allow_hyphen_values = true
    )]
    pub sprt_risks: Option<Risks>,
    /// Play only the pairs numbered i, i + n, i + 2n and so on; see merge
    #[arg(long, value_name = "I/N", default_value = "0/1")]
    pub shard: Shard,
    /// Write every game to this file as it ends, and play only those that are not in it yet
    #[arg(long, value_name = "LOG")]
    pub resume: Option<PathBuf>,
}

impl Match {
    /// The most games of a match with a sequential test.
    pub const MOST_TESTED: u64 = 40_000;

    /// The sequential test asked for.
    pub fn test(&self) -> Option<Sprt> {
        let test = self.sprt?.with_model(self.sprt_model);
        // The parser accepts only valid risks.
        Some(
            self.sprt_risks
                .and_then(|Risks(alpha, beta)| test.with_risks(alpha, beta).ok())
                .unwrap_or(test),
        )
    }
}

/// The risks of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct Risks(pub f64, pub f64);

/// The conditions of all games of a match or tournament.
#[derive(Debug, Args)]
pub struct Terms {
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Either player's clock for a game: 100ms+10ms, or 40/60s+0 for 60 s more after every 40 moves
    #[arg(long, value_name = "[N/]T+T", allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// How much later than allowed a move may come before the game is lost on time [default: 100ms]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time_margin: Option<Duration>,
    /// Count a game as won when both players' scores say for PLIES plies that the same one is ahead
    /// by SCORE, as 600:6
    #[arg(long, value_name = "SCORE:PLIES", allow_hyphen_values = true)]
    pub adjudicate_win: Option<WinBy>,
    /// Count a game as drawn when both players' scores say for PLIES plies, not before ply FROM,
    /// that neither is ahead by more than SCORE, as 10:8:60
    #[arg(long, value_name = "SCORE:PLIES:FROM", allow_hyphen_values = true)]
    pub adjudicate_draw: Option<DrawWithin>,
    /// A game of this many plies from its opening is a draw
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, allow_negative_numbers = true,
        value_parser = number(1_usize, 1_000_000))]
    pub max_plies: usize,
    /// A file of openings, one TEXT a line; what follows ; or # is ignored [default: random plies]
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// How many random plies an opening has
    #[arg(
        long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=40)
    )]
    pub opening_plies: u32,
    /// Use only random openings that a search of 50000 nodes finds within X of a draw, in the
    /// game's unit; see openings
    #[arg(
        long, value_name = "X", allow_negative_numbers = true, value_parser = number(0.0, 1_000.0),
        conflicts_with = "openings"
    )]
    pub opening_balance: Option<f64>,
    /// Seed of the random openings and of the lower levels' mistakes
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub concurrency: Option<NonZeroUsize>,
}

impl Terms {
    /// The limits of a move, including the clock.
    pub fn limits(&self) -> Limits {
        Limits {
            clock: self.clock.map(|control| control.clock()),
            ..self.limits.or(Limits::none())
        }
    }

    /// The conditions of the games.
    pub fn conduct(&self) -> Conduct {
        let adjudication = AdjudicationRules {
            win: self.adjudicate_win,
            draw: self.adjudicate_draw,
        };
        let time_margin = self.time_margin.unwrap_or(TIME_MARGIN);
        Conduct {
            time_margin,
            max_plies: self.max_plies,
            adjudication,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_LIMITS)]
pub struct Tournament {
    #[command(flatten)]
    pub game: GameArgs,
    /// A player; give it once for each: a searcher with options, as pvs,null_move=off,depth=6, or
    /// level=N, or cmd:PROGRAM
    #[arg(long = "player", value_name = "SPEC", value_parser = read_contestant, required = true)]
    pub players: Vec<Contestant>,
    /// The first player meets all the others, which do not meet each other
    #[arg(long)]
    pub gauntlet: bool,
    /// How many games any two play, two from each opening with sides swapped
    #[arg(
        long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000)
    )]
    pub games: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Play only the pairs numbered i, i + n, i + 2n and so on, of all matches one after another;
    /// see merge
    #[arg(long, value_name = "I/N", default_value = "0/1")]
    pub shard: Shard,
    /// Write every game to this file as it ends, and play only those that are not in it yet
    #[arg(long, value_name = "LOG")]
    pub resume: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The logs or outputs (--json) of the shards
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
}

fn read_risks(text: &str) -> Result<Risks, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let (alpha, beta) = numbers.ok_or_else(|| "two numbers are needed, as 0.05,0.05".to_owned())?;
    let good = Sprt::new(0.0, 1.0).and_then(|test| test.with_risks(alpha, beta));
    good.map(|_| Risks(alpha, beta))
        .map_err(|error| error.to_string())
}

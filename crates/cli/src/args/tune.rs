use super::{GameArgs, number, read_config, threads};
use arena::game::MAX_PLIES;
use arena::tuning::{Evolution, Games, Spsa, Tuning};
use clap::{Args, ValueEnum};
use engines::EngineConfig;
use search::Limits;
use std::{num::NonZeroUsize, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "The weights depend on the options alone, not on the number of threads. A move costs --depth or --nodes, or what the \
                  searcher limits itself to; without a limit, 1000 nodes. Ctrl-C ends it at once and prints the result of the complete rounds."
)]
pub struct Tune {
    #[command(flatten)]
    pub game: GameArgs,
    /// The optimiser
    #[arg(long, value_name = "METHOD", default_value = "evolution")]
    pub method: Method,
    /// The searcher or level that plays; the tuning starts at its weights, as pvs,eval.mobility=600
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_config,
        default_value = "aspiration,hash=1"
    )]
    pub searcher: EngineConfig,
    /// Tune only these weights; `boyi eval GAME --weights` lists them
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub weights: Vec<String>,
    /// Plies that a move may look ahead
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u32, 1000)
    )]
    pub depth: Option<u32>,
    /// Positions that a move may visit
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1, u64::MAX)
    )]
    pub nodes: Option<u64>,
    /// How many rounds; with --resume it may be more than before
    #[arg(long, value_name = "N", default_value_t = Tuning::ROUNDS, allow_negative_numbers = true,
        value_parser = number(1_u64, 1_000_000))]
    pub rounds: u64,
    /// The number of openings in a round; any two players play two games from each, with sides
    /// swapped
    #[arg(long, value_name = "N", default_value_t = Games::GAMES, allow_negative_numbers = true,
        value_parser = number(1_usize, 100_000))]
    pub games: usize,
    /// Evolution: how many mutants the champion meets in a round [default: 4]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_usize, 100)
    )]
    pub mutants: Option<usize>,
    /// Evolution: a mutant's weights are multiplied by F to 1/F, log-uniform, F from 0.01 to 1
    /// [default: 0.83]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = number(0.01, 1.0))]
    pub factor: Option<f64>,
    /// SPSA: how far from the weights the first points are tried, in parts of each [default: 0.2]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = number(1e-6, 10.0))]
    pub reach: Option<f64>,
    /// SPSA: how far a typical margin moves the weights in the first round, in the same parts
    /// [default: 0.04]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number(1e-6, 10.0))]
    pub step: Option<f64>,
    /// SPSA: rounds for which the steps hardly shrink [default: 50]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0.0, 1e6))]
    pub stability: Option<f64>,
    /// The greatest distance of a weight from 0 [default of evolution: 1000, or 5/4 of the greatest
    /// at the start if that is more]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = number(1_u32, 1_000_000)
    )]
    pub cap: Option<u32>,
    /// A game of this many plies from its opening is a draw
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, allow_negative_numbers = true,
        value_parser = number(1_usize, 1_000_000))]
    pub max_plies: usize,
    /// A file of openings, one TEXT a line; what follows ; or # is ignored [default: random plies]
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// How many random plies an opening has
    #[arg(
        long, value_name = "N", default_value_t = 8, allow_negative_numbers = true,
        value_parser = number(0_u32, 40)
    )]
    pub opening_plies: u32,
    /// Seed of the random openings, of the lower levels' mistakes and of the optimiser
    #[arg(
        long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
        value_parser = number(0, u64::MAX)
    )]
    pub seed: u64,
    /// How many games at a time [default: one a processor core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub concurrency: Option<NonZeroUsize>,
    /// Write every round to this file as it ends, and play only those that are not in it yet
    #[arg(long, value_name = "LOG", visible_alias = "log")]
    pub resume: Option<PathBuf>,
    /// Draw the weights against the rounds to an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

/// The optimiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Mutants of a champion play each other
    Evolution,
    /// Simultaneous perturbation stochastic approximation: all weights moved at once, by paired
    /// games
    Spsa,
}

impl Tune {
    /// The limits of a move.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::none()
        }
    }

    /// A given option that belongs only to `method`.
    pub fn of(&self, method: Method) -> Option<&'static str> {
        let given = match method {
            Method::Evolution => [
                ("--mutants", self.mutants.is_some()),
                ("--factor", self.factor.is_some()),
                ("", false),
            ],
            Method::Spsa => [
                ("--reach", self.reach.is_some()),
                ("--step", self.step.is_some()),
                ("--stability", self.stability.is_some()),
            ],
        };
        given
            .into_iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| name)
    }

    /// Evolution by the options given.
    pub fn evolution(&self) -> Evolution {
        let default = Evolution::default();
        Evolution {
            mutants: self.mutants.unwrap_or(default.mutants),
            factor: self.factor.unwrap_or(default.factor),
        }
    }

    /// SPSA by the options given.
    pub fn spsa(&self) -> Spsa {
        let default = Spsa::default();
        Spsa {
            reach: self.reach.unwrap_or(default.reach),
            step: self.step.unwrap_or(default.step),
            stability: self.stability.unwrap_or(default.stability),
        }
    }
}

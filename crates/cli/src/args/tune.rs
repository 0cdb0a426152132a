use super::{GameArgs, number, read_config, read_duration, threads};
use arena::game::MAX_PLIES;
use arena::tournament::Shard;
use arena::tuning::{Evolution, Games, Spsa, Tuning};
use clap::{Args, ValueEnum};
use engines::EngineConfig;
use search::Limits;
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

#[derive(Debug, Args)]
#[command(
    after_help = "The result depends on the arguments alone, not on the number of threads, but where a move costs --time. A move costs \
                  --depth, --nodes or --time, or what the searcher limits itself to; without a limit, 1000 nodes. Ctrl-C ends it at \
                  once and prints the result of the complete rounds."
)]
pub struct Tune {
    #[command(flatten)]
    pub game: GameArgs,
    /// Tune the numbers of the search options that the searcher has on, instead of weights
    #[arg(long, conflicts_with_all = ["weights", "cap"])]
    pub options: bool,
    /// Tune only these search options, or parts of them, as futility,late_pruning.moves
    #[arg(
        long,
        value_name = "A,B,C",
        value_delimiter = ',',
        requires = "options"
    )]
    pub only: Vec<String>,
    /// The optimiser [default: evolution, with --options spsa]
    #[arg(long, value_name = "METHOD")]
    pub method: Option<Method>,
    /// The searcher or level that plays; the tuning starts at its weights and options, as
    /// pvs,eval.mobility=600
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
    /// Time that a move may take, as 50ms or 1s: then the games do not repeat
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
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
    /// SPSA: how far from the weights the first points are tried, in parts of each, or of half of
    /// an option's span [default: 0.2]
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
    /// Play only the games of the next round numbered i, i + n, i + 2n and so on, counted in pairs,
    /// and print them; --played makes the round of them
    #[arg(long, value_name = "I/N", requires = "resume", conflicts_with_all = ["played", "plot"])]
    pub shard: Option<Shard>,
    /// Do not play: add the next round, of which --shard has printed the games to this file, to the
    /// log
    #[arg(long, value_name = "FILE", requires = "resume")]
    pub played: Option<PathBuf>,
    /// Print the numbers so far after every N rounds, as a searcher to play with [default: with
    /// --options 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = number(1_u64, 1_000_000))]
    pub report: Option<u64>,
    /// Draw the weights or options against the rounds to an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

/// The optimiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Mutants of a champion play each other
    Evolution,
    /// Simultaneous perturbation stochastic approximation: all numbers moved at once, by paired
    /// games
    Spsa,
}

impl Tune {
    /// Rounds between two reports on search options, by default.
    const REPORT: u64 = 10;

    /// The optimiser.
    pub fn method(&self) -> Method {
        self.method.unwrap_or(if self.options {
            Method::Spsa
        } else {
            Method::Evolution
        })
    }

    /// Rounds between two reports, if any are printed.
    pub fn report(&self) -> Option<u64> {
        self.report.or(self.options.then_some(Self::REPORT))
    }

    /// The limits of a move.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
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

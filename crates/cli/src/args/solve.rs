use super::{Rules, number, read_duration, threads};
use clap::Args;
use solvers::othello::Selectivity;
use solvers::xiangqi::Mate;
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

/// The games with solvers.
const GAMES: &[&str] = &["gomoku", "othello", "xiangqi"];

#[derive(Debug, Args)]
#[command(
    after_help = "Gomoku: whether the player to move wins by threats, with the line; \"none\" is proved too.\n\
                  Othello: scores are in discs for the side to move, empty squares given to the winner; with --wld 1, 0 or -1. \
                  A score below 100% is a likely one: shallow searches have stood for deep ones, each of them with that \
                  probability of being right.\n\
                  Xiangqi: the fewest moves in which the player to move mates (stalemate loses, too), with the line against \
                  the longest resistance. Without --moves or --time a position has 10 s."
)]
pub struct Solve {
    /// gomoku, othello or xiangqi
    #[arg(value_name = "GAME", value_parser = GAMES.to_vec())]
    pub game: String,
    #[command(flatten)]
    pub what: What,
    /// The most time for a position, as 500ms or 2s; then the result so far is printed
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub gomoku: Gomoku,
    #[command(flatten)]
    pub othello: Othello,
    #[command(flatten)]
    pub xiangqi: Xiangqi,
}

/// What to solve.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct What {
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// A file of positions, one a line; text after ; or # is ignored
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// The options of gomoku.
#[derive(Debug, Args)]
pub struct Gomoku {
    /// By fours alone (vcf), or by fours and open threes (vct)
    #[arg(long, value_name = "KIND", help_heading = "Gomoku")]
    pub threats: Option<Threats>,
    /// Find a win with the fewest plies
    #[arg(long, help_heading = "Gomoku")]
    pub shortest: bool,
    /// Find the moves that leave the opponent no win by fours, in place of a win
    #[arg(long, conflicts_with_all = ["threats", "shortest"], help_heading = "Gomoku")]
    pub defend: bool,
}

/// The kinds of threats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Threats {
    /// Fours.
    #[default]
    Vcf,
    /// Fours and open threes.
    Vct,
}

/// The options of Othello.
#[derive(Debug, Args)]
pub struct Othello {
    /// Find out only who wins: several times as fast
    #[arg(long, help_heading = "Othello")]
    pub wld: bool,
    /// The selectivity to end with: 73, 87, 95, 98, 99, or 100 for the proved score [default: 100]
    #[arg(
        long,
        value_name = "PERCENT",
        allow_hyphen_values = true,
        help_heading = "Othello"
    )]
    pub selectivity: Option<Selectivity>,
    /// Threads for each position; with several, nodes and lines may change from run to run
    /// [default: 1]
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = threads(),
        help_heading = "Othello"
    )]
    pub threads: Option<NonZeroUsize>,
}

/// The options of xiangqi.
#[derive(Debug, Args)]
pub struct Xiangqi {
    /// Mates by continuous checks alone
    #[arg(long, help_heading = "Xiangqi")]
    pub checks: bool,
    /// The most moves of the mating side; "none" is proved up to this many
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = number(1_usize, Mate::MOST), help_heading = "Xiangqi"
    )]
    pub moves: Option<usize>,
}

impl Solve {
    /// The first given option that the game does not have.
    pub fn foreign(&self) -> Option<&'static str> {
        // The game itself refuses rules that it does not have.
        let mut given: Vec<(&str, bool, &'static str)> = Vec::new();
        given.extend([
            ("gomoku", self.gomoku.threats.is_some(), "--threats"),
            ("gomoku", self.gomoku.shortest, "--shortest"),
            ("gomoku", self.gomoku.defend, "--defend"),
        ]);
        given.extend([
            ("othello", self.othello.wld, "--wld"),
            (
                "othello",
                self.othello.selectivity.is_some(),
                "--selectivity",
            ),
            ("othello", self.othello.threads.is_some(), "--threads"),
        ]);
        given.extend([
            ("xiangqi", self.xiangqi.checks, "--checks"),
            ("xiangqi", self.xiangqi.moves.is_some(), "--moves"),
        ]);
        let foreign = |&(game, given, _): &(&str, bool, _)| given && game != self.game;
        given
            .iter()
            .find(|option| foreign(option))
            .map(|&(.., name)| name)
    }
}

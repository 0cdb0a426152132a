use super::read_duration;
use clap::Args;
#[cfg(feature = "othello")]
use solvers::othello::Selectivity;
use std::{path::PathBuf, time::Duration};

/// The games there are solvers for.
const GAMES: &[&str] = &[
    #[cfg(feature = "gomoku")]
    "gomoku",
    #[cfg(feature = "othello")]
    "othello",
];

#[derive(Debug, Args)]
#[command(after_help = "Gomoku: whether the player to move wins by threats, with the line; \"none\" is proved too.\n\
                  Othello: scores are in discs for the side to move, empty squares given to the winner; with --wld 1, 0 or -1. \
                  A score below 100% is a likely one: shallow searches have stood for deep ones, each of them with that \
                  probability of being right.")]
pub struct Solve {
    /// gomoku or othello
    #[arg(value_name = "GAME", value_parser = GAMES.to_vec())]
    pub game: String,
    #[command(flatten)]
    pub what: What,
    /// The most time a position may take, as 500ms or 2s; what has been found by then is told
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
    #[cfg(feature = "gomoku")]
    #[command(flatten)]
    pub gomoku: Gomoku,
    #[cfg(feature = "othello")]
    #[command(flatten)]
    pub othello: Othello,
}

/// What to solve.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct What {
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// A file of them, one a line; what follows ; or # is left out
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// What only gomoku has.
#[cfg(feature = "gomoku")]
#[derive(Debug, Args)]
pub struct Gomoku {
    /// freestyle, standard or renju
    #[arg(long, value_name = "R", allow_hyphen_values = true, help_heading = "Gomoku")]
    pub rule: Option<String>,
    /// The board's size, 5 to 20
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Gomoku")]
    pub size: Option<String>,
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

/// What may be threatened.
#[cfg(feature = "gomoku")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Threats {
    /// Fours.
    #[default]
    Vcf,
    /// Fours and open threes.
    Vct,
}

/// What only Othello has.
#[cfg(feature = "othello")]
#[derive(Debug, Args)]
pub struct Othello {
    /// Find out only who wins: several times as fast
    #[arg(long, help_heading = "Othello")]
    pub wld: bool,
    /// The level of selectivity to go to: 73, 87, 95, 98, 99, or 100 for the proved score, which it is if none is given
    #[arg(long, value_name = "PERCENT", allow_hyphen_values = true, help_heading = "Othello")]
    pub selectivity: Option<Selectivity>,
}

impl Solve {
    /// The first of the options given that the game does not have.
    pub fn foreign(&self) -> Option<&'static str> {
        #[cfg(feature = "gomoku")]
        if self.game != "gomoku" {
            let Gomoku { rule, size, threats, shortest, defend } = &self.gomoku;
            let given = [
                (rule.is_some(), "--rule"),
                (size.is_some(), "--size"),
                (threats.is_some(), "--threats"),
                (*shortest, "--shortest"),
                (*defend, "--defend"),
            ];
            return given.into_iter().find_map(|(given, name)| given.then_some(name));
        }
        #[cfg(feature = "othello")]
        if self.game != "othello" {
            let Othello { wld, selectivity } = &self.othello;
            let given = [(*wld, "--wld"), (selectivity.is_some(), "--selectivity")];
            return given.into_iter().find_map(|(given, name)| given.then_some(name));
        }
        None
    }

    /// The rule settings given.
    pub fn settings(&self) -> engines::Settings {
        #[cfg(feature = "gomoku")]
        let given = [("rule", &self.gomoku.rule), ("size", &self.gomoku.size)];
        #[cfg(not(feature = "gomoku"))]
        let given: [(&str, &Option<String>); 0] = [];
        given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?))).collect()
    }
}

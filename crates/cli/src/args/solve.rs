use super::offer::{self, SOLVER, game_among};
use super::{Rules, read_duration};
use clap::{ArgGroup, ArgMatches, Args, FromArgMatches};
use engines::{Game, Settings};
use std::{path::PathBuf, time::Duration};

#[derive(Debug, Args)]
pub struct Solve {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub what: What,
    /// The most time for a position, as 500ms or 2s; then the result so far is printed
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub asked: Asked,
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

/// What is asked of the solver: an option for each setting of the solvers of the games that the
/// command offers.
#[derive(Clone, Debug, Default)]
pub struct Asked(pub Settings);

impl Args for Asked {
    /// A group without options: those of the games are added where the games are known.
    fn augment_args(command: clap::Command) -> clap::Command {
        command.group(ArgGroup::new(SOLVER).multiple(true))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Asked {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(offer::given(matches, SOLVER)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

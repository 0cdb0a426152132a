mod book;
mod convert;
mod db;
mod endgames;
mod game;
mod ladder;
mod learn;
mod matches;
mod mcp;
mod offer;
mod openings;
mod overview;
mod players;
mod protocols;
mod puzzles;
mod serve;
mod settings;
mod solve;
mod study;
mod train;
mod tune;

use crate::failure::Failure;
use arena::stats::Sprt;
pub use book::Import;
pub use book::{Book, BookWork, Build};
use clap::{Args, Parser, Subcommand};
pub use convert::Convert;
pub use db::{Db, DbWork, ExploreGames, FilterArgs, ImportGames, ListGames};
pub use endgames::{EndgameBuild, EndgameWork, Endgames};
use engines::{EngineConfig, Game, Level, duration};
pub use game::{GameArgs, PositionArgs, load, place};
pub use ladder::{Ladder, Rung};
pub use learn::Learn;
pub use matches::{Match, Merge, Terms, Tournament};
pub use mcp::Mcp;
pub use openings::{OpeningFormat, Openings, balanced};
pub use players::{Players, Searchers, check, check_player, check_searcher, read_players};
use players::{read_config, read_contestant, read_searchers, read_spec};
pub use protocols::Gomocup;
pub use protocols::NBoard;
pub use protocols::{EngineArgs, Gtp};
pub use protocols::{Uci, Ugi};
pub use puzzles::{CheckPuzzles, FindPuzzles, PuzzleWork, Puzzles};
use search::Limits;
pub use serve::Serve;
pub use settings::Rules;
pub use solve::Solve;
use std::{
    convert::Infallible, fmt::Display, num::NonZeroUsize, path::PathBuf, str::FromStr,
    time::Duration,
};
pub use study::{Ablate, Analyze, Bench, Compare, Fit, Ply, Positions, Scale};
pub use train::{SelfPlayArgs, Train};
pub use tune::{Method, Tune};

/// Play, analyse and study board games.
#[derive(Debug, Parser)]
#[command(name = "boyi", version, propagate_version = true)]
pub struct Cli {
    /// Print one JSON object a line instead of text for people
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game in the terminal, or watch one
    Play(Box<Play>),
    /// Play in a browser: serve the page, by default only on this machine
    Serve(Serve),
    /// Show a position: the board, the legal moves, the state of the game
    Show(Show),
    /// Write the games of a file in another format
    Convert(Convert),
    /// Search a position and print every iteration, or comment on a whole game
    #[command(alias = "analyse")]
    Analyze(Box<Analyze>),
    /// Count the leaves of the game tree
    Perft(Perft),
    /// Solve a position exactly, as far as the game has a solver
    Solve(Box<Solve>),
    /// Show an opening book, build one, or import one
    Book(Box<Book>),
    /// Keep games in a database: import files, explore positions, list games
    Db(Box<Db>),
    /// List a game's puzzles, find more in games, or check them by a search
    Puzzles(Box<Puzzles>),
    /// Show endgame tables, or build some
    Endgames(Endgames),
    /// Print each term of the evaluation
    Eval(Eval),
    /// Compare several searchers on the same positions
    Compare(Compare),
    /// Switch each option of a searcher alone: a table of nodes and time, or of Elo with --match
    Ablate(Box<Ablate>),
    /// Search to one depth with one thread and with several, to measure the speed-up
    Scale(Scale),
    /// Fit ProbCut: how well a shallow search predicts a deep one
    Fit(Box<Fit>),
    /// Play a game against itself and write the games, or positions from inside the searches, to
    /// learn from
    Selfplay(SelfPlayArgs),
    /// Learn by self-play, round after round: games, a trained network, a match against the best so
    /// far; resumed where it was killed
    Learn(Box<Learn>),
    /// Train the weights of an evaluator, or a network, on games
    Train(Box<Train>),
    /// Tune the weights of an evaluator, or with --options the numbers of the search, by play:
    /// self-play evolution or SPSA
    Tune(Box<Tune>),
    /// Play a match between two searchers or levels: Elo and its error, pentanomial statistics,
    /// SPRT
    Match(Box<Match>),
    /// Make openings for matches: random plies that a search finds in balance
    Openings(Openings),
    /// Play a tournament of three or more players, each against each or all against the first: a
    /// rating table
    Tournament(Tournament),
    /// Merge the shards of a match or a tournament
    Merge(Merge),
    /// Speak GTP, the protocol of GoGui and match runners, on standard input and output
    Gtp(Gtp),
    /// Speak the protocol of Gomocup and Piskvork on standard input and output
    Gomocup(Gomocup),
    /// Speak the protocol of the board NBoard on standard input and output
    Nboard(NBoard),
    /// Speak UCI, the protocol of chess boards, on standard input and output
    Uci(Uci),
    /// Speak UCCI, the protocol of Chinese chess boards, on standard input and output
    Ucci(Uci),
    /// Speak UGI, the protocol of match runners for any game, on standard input and output
    Ugi(Ugi),
    /// Serve language models by MCP, the Model Context Protocol, on standard input and output
    Mcp(Mcp),
    /// Search fixed positions: a deterministic node count, and nodes per second
    Bench(Bench),
    /// Write completions for a shell, or manual pages
    #[command(hide = true, subcommand)]
    Generate(Generate),
}

/// What a package of the command holds beside it.
#[derive(Debug, Subcommand)]
pub enum Generate {
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write a manual page for each command
    Man {
        /// The folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// When a search ends.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArgs {
    /// Plies
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_u32, 1000)
    )]
    pub depth: Option<u32>,
    /// Positions visited
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1, u64::MAX)
    )]
    pub nodes: Option<u64>,
    /// Time, as 500ms or 2s
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub time: Option<Duration>,
}

impl LimitArgs {
    /// The limits given, or `default` if there are none.
    pub fn or(self, default: Limits) -> Limits {
        let given = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..Limits::none()
        };
        if given == Limits::none() {
            default
        } else {
            given
        }
    }

    /// The depth, if one is given, in a command that measures nodes and time.
    ///
    /// # Errors
    /// If nodes or time are limited; `instead` names the option to give.
    pub fn only_depth(&self, instead: &str) -> Result<Option<u32>, Failure> {
        let argument = match (self.nodes, self.time) {
            (None, None) => return Ok(self.depth),
            (Some(_), _) => "--nodes",
            _ => "--time",
        };
        Err(Failure::Words {
            argument,
            problem: format!("nodes and time are what is measured: give {instead}"),
        })
    }
}

#[derive(Debug, Args)]
pub struct Play {
    /// The game
    #[arg(
        value_name = "GAME", value_parser = offer::game_among(Vec::new()),
        required_unless_present = "go_on"
    )]
    pub game: Option<&'static dyn Game>,
    #[command(flatten)]
    pub rules: Rules,
    /// Go on with the last game that was played at a terminal and left before its end
    #[arg(long = "continue", conflicts_with_all = ["rules", "position", "record", "first"])]
    pub go_on: bool,
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Step through a game record (.psq, transcript, GGF, PGN)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub record: Option<PathBuf>,
    /// Begin with an opening that shares the sides, as gomoku's swap and swap2: who moves first plays
    /// for both sides, then the other takes one
    #[arg(
        long, value_name = "NAME", conflicts_with_all = ["go_on", "position", "record"]
    )]
    pub opening: Option<String>,
    /// Who moves first, against the other
    #[arg(long, value_name = "WHO", value_parser = ["human", "engine"], conflicts_with = "players")]
    pub first: Option<String>,
    /// Both players, the first mover first: human, level=N, a searcher with options or cmd:PROGRAM
    #[arg(long, value_name = "P1,P2", value_parser = read_players)]
    pub players: Option<Players>,
    /// The engine's level, 1 (weakest) to the game's strongest
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = number(Level::MIN, Level::MAX)
    )]
    pub level: Option<u8>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The engines' opening book: the game's own where it has one (on), none (off), or that of a
    /// file
    #[arg(long, value_name = "on|off|FILE", value_parser = read_book, default_value = "on")]
    pub book: BookChoice,
    /// The same as --book off
    #[arg(long, conflicts_with = "book")]
    pub no_book: bool,
    /// Draw pieces as ASCII letters
    #[arg(long)]
    pub letters: bool,
    /// Play on a full screen, by arrow keys and clicks; ? lists the keys
    #[arg(long)]
    pub tui: bool,
    /// Seed of the lower levels' mistakes and openings; random if not given
    #[arg(
        long, value_name = "S", allow_negative_numbers = true, value_parser = number(0, u64::MAX)
    )]
    pub seed: Option<u64>,
}

/// The opening book of the engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookChoice {
    /// No book.
    Off,
    /// The game's book, if it has one.
    Own,
    /// The book in a file.
    File(PathBuf),
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Draw pieces as ASCII letters
    #[arg(long)]
    pub letters: bool,
}

#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0_u32, 100))]
    pub depth: u32,
    /// Count after each legal move too
    #[arg(long)]
    pub divide: bool,
}

#[derive(Debug, Args)]
pub struct Eval {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Use the weights of this searcher or level, as level=5,eval.mobility=600
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_config,
        default_value = "aspiration"
    )]
    pub searcher: EngineConfig,
    /// List the weights instead: their names, defaults and bounds
    #[arg(long)]
    pub weights: bool,
}

/// Reads a number within bounds, whole if their type is whole; the error names the bounds.
fn number<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let number = text
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number));
        // Only types of whole numbers refuse a half.
        let kind = if "0.5".parse::<T>().is_ok() {
            "a number"
        } else {
            "a whole number"
        };
        number.ok_or_else(|| format!("{kind} from {least} to {most} is needed"))
    }
}

/// Reads a number of threads, or of games at a time: at least one.
fn threads() -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone + Send + Sync {
    const MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1023);
    number(NonZeroUsize::MIN, MOST)
}

/// As many threads as given, or one a processor core.
pub fn threads_or_all(given: Option<NonZeroUsize>) -> NonZeroUsize {
    given
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

fn read_duration(text: &str) -> Result<Duration, String> {
    duration(text).ok_or_else(|| "a time is written as 500ms, 2s or 1m".to_owned())
}

fn read_book(text: &str) -> Result<BookChoice, Infallible> {
    Ok(match text {
        "on" => BookChoice::Own,
        "off" => BookChoice::Off,
        path => BookChoice::File(path.into()),
    })
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(e0, e1)| Some((e0.trim().parse().ok()?, e1.trim().parse().ok()?)));
    let (elo0, elo1) = numbers.ok_or_else(|| "two numbers are needed, as 0,10".to_owned())?;
    Sprt::new(elo0, elo1).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::App;
    use engines::{GAMES, Games};

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command_for(&App::new(&GAMES)).debug_assert();
        Cli::command_for(&App::new(&Games::new(&[]))).debug_assert();
    }
}

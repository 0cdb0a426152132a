use super::{LimitArgs, number, players::read_config};
use clap::Args;
use engines::{EngineConfig, GAMES, Level, Setting};

/// Speak GTP on standard input and output.
#[derive(Debug, Args)]
pub struct Gtp {
    /// othello or gomoku
    #[arg(value_name = "GAME", default_value = "othello", value_parser = ["gomoku", "othello"])]
    pub game: String,
    /// Gomoku: freestyle, standard, renju or caro
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub rule: Option<String>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl Gtp {
    /// The game, if it is built in.
    pub fn game(&self) -> Option<&'static dyn engines::Game> {
        GAMES.iter().copied().find(|game| game.name() == self.game)
    }

    /// The rule settings given.
    pub fn settings(&self) -> Vec<Setting> {
        self.rule
            .iter()
            .map(|rule| ("rule".to_owned(), rule.clone()))
            .collect()
    }
}

/// Speak the protocol of NBoard on standard input and output.
#[derive(Debug, Args)]
pub struct NBoard {
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Speak Gomocup's protocol on standard input and output.
#[derive(Debug, Args)]
pub struct Gomocup {
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Speak UCI or UCCI on standard input and output, whichever the other side begins with.
#[derive(Debug, Args)]
pub struct Uci {
    /// How repetition is judged: asian, check-ban or draw-only
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub rule: Option<String>,
    /// Plies without a capture before a draw, or none
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub move_limit: Option<String>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl Uci {
    /// The rule settings given.
    pub fn settings(&self) -> Vec<Setting> {
        let given = [("rule", &self.rule), ("move-limit", &self.move_limit)];
        given
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)))
            .collect()
    }
}

/// The engine, and the limits of its moves.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// A level, 1 (weakest) to 10, instead of full strength
    #[arg(
        long, value_name = "N", allow_negative_numbers = true,
        value_parser = number(Level::MIN, Level::MAX)
    )]
    pub level: Option<u8>,
    /// The engine: a searcher with options, or a level with weights
    #[arg(
        long, visible_alias = "spec", value_name = "SPEC", value_parser = read_config,
        default_value = "aspiration", conflicts_with = "level"
    )]
    pub searcher: EngineConfig,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Threads that search at once; not for a level
    #[arg(
        long, value_name = "N", allow_negative_numbers = true, value_parser = number(1_usize, 64),
        conflicts_with = "level"
    )]
    pub threads: Option<usize>,
    /// The size of the table in MiB; not for a level
    #[arg(
        long, value_name = "MIB", allow_negative_numbers = true,
        value_parser = number(1_usize, 4096), conflicts_with = "level"
    )]
    pub hash: Option<usize>,
    /// Seed of the lower levels' mistakes; random if not given
    #[arg(
        long, value_name = "S", allow_negative_numbers = true, value_parser = number(0, u64::MAX)
    )]
    pub seed: Option<u64>,
}

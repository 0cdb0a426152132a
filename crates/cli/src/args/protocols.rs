use super::offer::game_among;
use super::{LimitArgs, Rules, number, players::read_config};
use clap::Args;
use engines::{EngineConfig, Game, Level};

/// Speak GTP on standard input and output.
#[derive(Debug, Args)]
pub struct Gtp {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Speak UGI, the Universal Game Interface, on standard input and output.
#[derive(Debug, Args)]
pub struct Ugi {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub engine: EngineArgs,
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
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// The engine, and the limits of its moves.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// A level, 1 (weakest) to the game's strongest, instead of full strength
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

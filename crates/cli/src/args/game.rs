//! Arguments that name a game, its rules and a position.

use super::Rules;
use super::offer::game_among;
use crate::failure::Failure;
use clap::Args;
use engines::{Game, Session, Settings};
use search::Options;
use std::path::{Path, PathBuf};

/// A game and its rules.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_among(Vec::new()))]
    pub game: &'static dyn Game,
    #[command(flatten)]
    pub rules: Rules,
}

impl GameArgs {
    /// The rule settings given.
    pub fn settings(&self) -> Settings {
        self.rules.settings(self.game)
    }

    /// A session at the initial position.
    pub fn session(&self) -> Result<Box<dyn Session>, Failure> {
        self.game
            .session(&self.settings())
            .map_err(Failure::Setting)
    }

    /// The search's options under these rules.
    pub fn options(&self) -> Result<Options, Failure> {
        self.game
            .options(&self.settings())
            .map_err(Failure::Setting)
    }
}

/// A game, its rules, and a position in it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// A position, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// A game record (.psq, transcript, GGF, PGN), taken at its end
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub record: Option<PathBuf>,
}

impl PositionArgs {
    /// A session at the position asked for.
    pub fn session(&self) -> Result<Box<dyn Session>, Failure> {
        let mut session = self.game.session()?;
        place(session.as_mut(), self.position.as_deref())?;
        if let Some(path) = &self.record {
            load(session.as_mut(), path)?;
        }
        Ok(session)
    }
}

/// Takes `session` to the position given, if one is.
pub fn place(session: &mut dyn Session, position: Option<&str>) -> Result<(), Failure> {
    let Some(text) = position else { return Ok(()) };
    let refused = |error| Failure::Text {
        argument: "--position",
        value: text.to_owned(),
        error,
    };
    session.set_line(text).map_err(refused)
}

/// Loads the record in `path` into `session`.
pub fn load(session: &mut dyn Session, path: &Path) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    session.load(&text).map_err(|error| Failure::Content {
        path: path.to_owned(),
        error,
    })
}

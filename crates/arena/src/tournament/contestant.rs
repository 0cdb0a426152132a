use crate::{Bot, BotError};
use engines::{ConfigError, EngineConfig, Game, Settings};
use protocols::client::{Command, CommandError};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A player of a match, read from `searcher[,option=value...]`, `level=N` or `cmd:PROGRAM`, or of
/// the caller's own.
///
/// ```
/// use arena::tournament::Contestant;
/// assert!(matches!("pvs,depth=6".parse(), Ok(Contestant::Engine(_))));
/// assert!(matches!("cmd:edax -gtp".parse(), Ok(Contestant::Program(_))));
/// assert!("a robot".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Contestant {
    /// An engine of this library.
    Engine(EngineConfig),
    /// An external program.
    Program(Command),
    /// A player of the caller's own.
    Custom(CustomBot),
}

/// Makes a [`Bot`] for one game: of the game and the rules, and with a seed for what is random.
pub type MakeBot =
    dyn Fn(&'static dyn Game, &Settings, u64) -> Result<Box<dyn Bot>, BotError> + Send + Sync;

/// A player of the caller's own in a match.
///
/// ```
/// use arena::tournament::{CustomBot, Match, Shard, run};
/// use arena::{Bot, BotError};
/// use engines::{Answer, Session, Turn};
/// use std::{collections::BTreeMap, num::NonZeroUsize};
///
/// /// Plays the last of the legal moves.
/// struct Last(Box<dyn Session>);
///
/// impl Bot for Last {
///     fn reply(&mut self, turn: &Turn<'_>, _: &search::Control) -> Result<Answer, BotError> {
///         self.0.set(turn.line)?;
///         let last = self.0.legal_moves().pop().ok_or("the game is over")?;
///         Ok(Answer::of_move(last))
///     }
/// }
///
/// let last = CustomBot::new("last", |game, settings, _seed| {
///     Ok(Box::new(Last(game.session(settings)?)))
/// });
/// let othello = engines::game("othello")?;
/// let mut plan = Match::new(othello, last.into(), "pvs,depth=1".parse()?);
/// plan.games = 2;
/// let standing = run(&plan, Shard::WHOLE, NonZeroUsize::MIN, BTreeMap::new(), &mut ())?;
/// assert_eq!((standing.games.losses, standing.faults[0].crashes), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CustomBot {
    name: Arc<str>,
    make: Arc<MakeBot>,
}

impl CustomBot {
    /// A player of that name. `make` makes a fresh one for every game, on the thread that plays it;
    /// an error of its is a crash, which loses the game. The name stands for the player in records
    /// and in the [id of a match](super::Match::id): one that plays differently needs another.
    pub fn new(
        name: &str,
        make: impl Fn(&'static dyn Game, &Settings, u64) -> Result<Box<dyn Bot>, BotError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let name = name.into();
        let make = Arc::new(make);
        Self { name, make }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player for one game; one that could not be made crashes at its first turn.
    pub(crate) fn make(
        &self,
        game: &'static dyn Game,
        settings: &Settings,
        seed: u64,
    ) -> Box<dyn Bot> {
        (self.make)(game, settings, seed)
            .unwrap_or_else(|error| Box::new(Unmade(error.to_string())))
    }
}

impl fmt::Debug for CustomBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomBot").field(&self.name).finish()
    }
}

/// A player that could not be made, and why.
struct Unmade(String);

impl Bot for Unmade {
    fn new_game(&mut self) -> Result<(), BotError> {
        Err(self.0.clone().into())
    }

    fn reply(
        &mut self,
        _: &engines::Turn<'_>,
        _: &search::Control,
    ) -> Result<engines::Answer, BotError> {
        Err(self.0.clone().into())
    }
}

/// A text that names no contestant.
///
/// ```
/// use arena::tournament::Contestant;
/// let error = "pvs,depth=deep".parse::<Contestant>().unwrap_err();
/// assert_eq!(error.to_string(), "option depth takes plies, 1 or more, not \"deep\"; or level=N, or cmd:PROGRAM");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContestantError {
    /// It is no searcher.
    #[error("{0}; or level=N, or cmd:PROGRAM")]
    Engine(ConfigError),
    /// It is no program.
    #[error(transparent)]
    Program(#[from] CommandError),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        if Command::is_meant_by(text) {
            return Ok(Self::Program(text.parse()?));
        }
        text.parse()
            .map(Self::Engine)
            .map_err(ContestantError::Engine)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(config) => config.fmt(f),
            Self::Program(command) => command.fmt(f),
            Self::Custom(player) => f.pad(player.name()),
        }
    }
}

impl From<EngineConfig> for Contestant {
    fn from(config: EngineConfig) -> Self {
        Self::Engine(config)
    }
}

impl From<Command> for Contestant {
    fn from(command: Command) -> Self {
        Self::Program(command)
    }
}

impl From<CustomBot> for Contestant {
    fn from(player: CustomBot) -> Self {
        Self::Custom(player)
    }
}

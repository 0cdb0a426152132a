use engines::{EngineConfig, EngineError, Game, SearcherConfig, Settings};
use search::Limits;
use std::time::Duration;
use thiserror::Error;

/// The game, the engine, and the limits of a move.
///
/// ```
/// use protocols::{Gomocup, Setup};
/// use search::Limits;
/// let gomoku = Setup::new(engines::game("gomoku")?);
/// // Renju by a level, which looks no more than four plies ahead.
/// let setup = Setup {
///     settings: vec![("rule".to_owned(), "renju".to_owned())],
///     config: "level=5".parse()?,
///     limits: Limits::depth(4),
///     ..gomoku
/// };
/// assert!(Gomocup::new(&setup).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: &'static dyn Game,
    /// Its rules, until the client sets others.
    pub settings: Settings,
    /// The engine configuration.
    pub config: EngineConfig,
    /// The limits of a move, in addition to those of the protocol.
    pub limits: Limits,
    /// The seed of the lower levels' mistakes.
    pub seed: u64,
    /// How long a search may go on when the client has gone, or has sent more than fits into the
    /// queue.
    pub patience: Duration,
}

/// A game that a protocol cannot play.
///
/// ```
/// use protocols::{NBoard, Setup};
/// let refused = NBoard::new(&Setup::new(engines::game("gomoku")?)).err().ok_or("it is for Othello")?;
/// assert_eq!(refused.to_string(), "NBoard has no moves for gomoku: it is spoken for othello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The protocol is one of another game.
    #[error("{protocol} has no moves for {game}: it is spoken for {only}")]
    Game {
        /// The protocol's name.
        protocol: &'static str,
        /// The game of the setup.
        game: &'static str,
        /// The game that the protocol plays.
        only: &'static str,
    },
    /// The game has no such rules.
    #[error("{0}")]
    Rules(#[from] EngineError),
}

impl Unplayable {
    /// Refuses a `setup` of any game but `only`.
    pub(crate) fn check(
        setup: &Setup,
        protocol: &'static str,
        only: &'static str,
    ) -> Result<(), Self> {
        let game = setup.game.name();
        if game == only {
            Ok(())
        } else {
            Err(Self::Game {
                protocol,
                game,
                only,
            })
        }
    }
}

impl Setup {
    /// The limits of a move if none are set.
    pub const DEFAULT: Limits = Limits::time(Duration::from_secs(1));

    /// `game` with its default rules, at full strength.
    pub fn new(game: &'static dyn Game) -> Self {
        let settings = Settings::new();
        let config = EngineConfig::Searcher(SearcherConfig::default());
        Self {
            game,
            settings,
            config,
            limits: Limits::none(),
            seed: 0,
            patience: Duration::from_secs(10),
        }
    }

    /// The limits of a move for which the protocol sets `asked`; never unlimited.
    pub(crate) fn limits(&self, asked: Limits) -> Limits {
        let limits = self.limits.and(asked);
        let endless = match &self.config {
            EngineConfig::Level { .. } => false,
            EngineConfig::Searcher(spec) => {
                limits == Limits::none() && spec.limits == Limits::none()
            }
        };
        if endless { Self::DEFAULT } else { limits }
    }
}

use crate::Config;
use crate::error::ToolError;
use crate::subject::Subject;
use engines::{Ending, EngineConfig, EngineError, Game, GameTable, Seat, Session};
use game_core::zobrist;

/// Who plays a side.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    /// The client.
    Client,
    /// An engine of this server.
    Engine(Box<EngineConfig>),
}

impl Player {
    /// The engine, if one plays.
    pub fn engine(&self) -> Option<&EngineConfig> {
        match self {
            Self::Client => None,
            Self::Engine(engine) => Some(engine),
        }
    }

    /// What the client calls it: `client`, `level=3`.
    pub fn name(&self) -> String {
        self.engine()
            .map_or_else(|| "client".to_owned(), EngineConfig::to_string)
    }
}

impl Seat for Player {
    fn is_person(&self) -> bool {
        matches!(self, Self::Client)
    }
}

/// A game in progress.
pub(crate) struct OpenGame {
    pub game: &'static dyn Game,
    table: GameTable<Player>,
    /// The seed of the levels' mistakes.
    seed: u64,
    /// Counts the changes, so that the move of a search is played only where it was asked for.
    version: u64,
}

/// A move to be found by an engine, for a version of a game.
pub(crate) struct MoveWanted {
    pub subject: Subject,
    pub engine: EngineConfig,
    pub seed: u64,
    version: u64,
}

impl OpenGame {
    /// The game of `session` between these two, the first mover first.
    pub fn new(
        game: &'static dyn Game,
        session: Box<dyn Session>,
        players: [Player; 2],
        seed: u64,
    ) -> Self {
        Self {
            game,
            table: GameTable::new(session, players),
            seed,
            version: 0,
        }
    }

    /// The session: its moves are changed by this game alone.
    pub fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// How it ended, on the board or by a resignation, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// Who plays, the first mover first.
    pub fn players(&self) -> &[Player; 2] {
        self.table.seats()
    }

    /// Who is to move.
    pub fn to_move(&self) -> &Player {
        &self.players()[self.table.to_move()]
    }

    /// The position that it is at, to be searched elsewhere.
    pub fn subject(&self) -> Subject {
        Subject {
            game: self.game,
            settings: self.session().settings().clone(),
            line: self.session().line(),
        }
    }

    /// Plays a move of the client, and returns it as the game writes it.
    pub fn play(&mut self, text: &str, config: &Config) -> Result<String, ToolError> {
        self.check_open(config)?;
        if let Some(engine) = self.to_move().engine() {
            return Err(ToolError::OpponentsTurn {
                player: self.session().state().player(),
                engine: engine.to_string(),
            });
        }
        self.advance(text)
    }

    /// The move that the engine at the table is to make now, if it is to make one.
    pub fn reply_wanted(&self, config: &Config) -> Option<MoveWanted> {
        self.table.engine_to_move()?;
        self.check_open(config).ok()?;
        let engine = self.to_move().engine()?;
        Some(self.wanted(engine.clone()))
    }

    /// A move by `engine` for whichever side is to move.
    pub fn move_wanted(
        &self,
        engine: EngineConfig,
        config: &Config,
    ) -> Result<MoveWanted, ToolError> {
        self.check_open(config)?;
        Ok(self.wanted(engine))
    }

    /// Plays the move that was found for `wanted`.
    pub fn play_found(&mut self, wanted: &MoveWanted, text: &str) -> Result<String, ToolError> {
        if self.version != wanted.version {
            return Err(ToolError::Changed);
        }
        self.advance(text)
    }

    /// Goes back to where the client was last to move. Returns how many plies that took back.
    pub fn undo(&mut self) -> Result<usize, ToolError> {
        let taken = self.table.undo()?;
        self.version += 1;
        Ok(taken)
    }

    /// Resigns for the client: for its side, or, where it plays both, for the side to move. Returns
    /// the name of that side.
    pub fn resign(&mut self) -> Result<&'static str, ToolError> {
        let to_move = self.table.to_move();
        // An opponent plays one side at most: the other is the client's.
        let seat = match self.to_move() {
            Player::Client => to_move,
            Player::Engine(_) => 1 - to_move,
        };
        self.table.resign(seat)?;
        self.version += 1;
        Ok(self.session().state().players[seat])
    }

    fn check_open(&self, config: &Config) -> Result<(), ToolError> {
        if let Some(ending) = self.table.ending() {
            return Err(ToolError::Over(ending.reason));
        }
        let most = config.record;
        if self.table.ply() >= most {
            return Err(ToolError::TooLong { most });
        }
        Ok(())
    }

    fn wanted(&self, engine: EngineConfig) -> MoveWanted {
        // An engine is built for each move: with the same seed it would err alike each time.
        let seed = zobrist::mix(self.seed ^ zobrist::mix(self.table.ply() as u64));
        MoveWanted {
            subject: self.subject(),
            engine,
            seed,
            version: self.version,
        }
    }

    fn advance(&mut self, text: &str) -> Result<String, ToolError> {
        let played = self.table.play(text).map_err(|error| match error {
            EngineError::Over { reason, .. } => ToolError::Over(reason),
            error => ToolError::IllegalMove {
                error,
                legal: self.session().legal_moves(),
            },
        })?;
        self.version += 1;
        Ok(played)
    }
}

//! The actions at the table. A refused action has changed nothing.

use super::{Analysis, Purpose, RequestedSearch, Table, too_long};
use crate::Config;
use crate::protocol::{self, ApiError, Named, Player, PlayerArgs, check};
use engines::{EngineConfig, GameTable, Level, SearcherConfig, SwapChoice, TableError};

impl Table {
    /// The level that gives hints.
    const ADVISER: u8 = 8;

    /// Plays a person's move.
    pub fn play(&mut self, args: &protocol::Play, config: &Config) -> Result<(), ApiError> {
        let ply = self.ply();
        if args.ply != ply {
            return Err(ApiError::new(
                "ply",
                format!("the game is at ply {ply}, not {}", args.ply),
            ));
        }
        self.check_open("move")?;
        if !self.table.is_persons_turn() {
            return Err(ApiError::new(
                "move",
                format!(
                    "it is the turn of {}, an engine",
                    self.session().state().player()
                ),
            ));
        }
        if ply >= config.record {
            return Err(ApiError::new("move", too_long(config)));
        }
        self.advance(&args.text, false)
            .map_err(|error| ApiError::new("move", error))
    }

    /// Chooses a side for a person.
    pub fn choose(&mut self, choice: SwapChoice) -> Result<(), ApiError> {
        if !self.table.is_persons_turn() {
            return Err(ApiError::new("choice", "an engine is to choose"));
        }
        self.table
            .choose(choice)
            .map_err(|error| ApiError::new("choice", error))?;
        self.moved();
        Ok(())
    }

    /// Goes back to the previous position where a person is to move.
    pub fn undo(&mut self) -> Result<(), ApiError> {
        self.walk("do", |table| table.undo().map(drop))
    }

    /// Goes on to the next position of the record where a person is to move.
    pub fn redo(&mut self) -> Result<(), ApiError> {
        self.walk("do", |table| table.redo().map(drop))
    }

    /// Goes to any ply of the record.
    pub fn seek(&mut self, ply: usize) -> Result<(), ApiError> {
        self.walk("ply", |table| table.seek(ply))
    }

    /// Goes elsewhere in the record, by `step`.
    fn walk(
        &mut self,
        field: &str,
        step: impl FnOnce(&mut GameTable<Player>) -> Result<(), TableError>,
    ) -> Result<(), ApiError> {
        step(&mut self.table).map_err(|error| ApiError::new(field, error))?;
        self.moved();
        Ok(())
    }

    /// Seats other players.
    pub fn seat(&mut self, players: [PlayerArgs; 2], config: &Config) -> Result<(), ApiError> {
        *self.table.seats_mut() = Player::pair(players, self.game.0, config)?;
        Ok(())
    }

    /// Resigns for a person.
    pub fn resign(&mut self, player: usize) -> Result<(), ApiError> {
        self.table.resign_for_person(player).map_err(|error| {
            let field = match error {
                TableError::NotAPerson => "player",
                _ => "do",
            };
            ApiError::new(field, error)
        })?;
        self.moved();
        Ok(())
    }

    /// Begins again from the same start.
    pub fn restart(&mut self, swap: bool) -> Result<(), ApiError> {
        self.table
            .restart()
            .map_err(|error| ApiError::new("do", error))?;
        if swap {
            self.table.swap_seats();
        }
        // A new seed: with the same mistakes it would be the same game.
        if let (seed, false) = &mut self.seed {
            *seed = rand::random();
        }
        self.reload(self.start.clone());
        Ok(())
    }

    /// Asks for advice.
    pub fn hint(
        &mut self,
        engine: Option<Named<EngineConfig>>,
        config: &Config,
    ) -> Result<(), ApiError> {
        let engine = self
            .given(engine, config)?
            .unwrap_or_else(|| EngineConfig::level(Self::ADVISER));
        if self.table.swap_step().is_some() {
            let message = "what a move is worth is not known before a side is chosen";
            return Err(ApiError::new("do", message));
        }
        self.request_search(Purpose::Hint, engine)
    }

    /// Asks for one move for the player to move.
    pub fn go(
        &mut self,
        engine: Option<Named<EngineConfig>>,
        config: &Config,
    ) -> Result<(), ApiError> {
        let mover = self.table.to_move();
        let seated = [mover, 1 - mover]
            .into_iter()
            .find_map(|player| self.table.seats()[player].engine().cloned());
        let engine = self
            .given(engine, config)?
            .or(seated)
            .unwrap_or_else(|| EngineConfig::level(Level::DEFAULT));
        if self.ply() >= config.record {
            return Err(ApiError::new("do", too_long(config)));
        }
        self.request_search(Purpose::Move, engine)
    }

    fn request_search(&mut self, purpose: Purpose, engine: EngineConfig) -> Result<(), ApiError> {
        self.check_open("do")?;
        if self
            .search
            .as_ref()
            .is_some_and(|search| search.purpose == Purpose::Move)
        {
            return Err(ApiError::new("do", "the engine is thinking about its move"));
        }
        self.search = None;
        self.requested = Some(RequestedSearch { purpose, engine });
        Ok(())
    }

    /// Pauses the engines, or lets them go on.
    pub fn pause(&mut self, paused: bool) {
        self.table.pause(paused);
        // A single requested move is dropped too; a hint is not a move.
        if paused
            && self
                .requested
                .as_ref()
                .is_some_and(|requested| requested.purpose == Purpose::Move)
        {
            self.requested = None;
        }
    }

    /// Turns analysis mode on or off.
    pub fn analyze(&mut self, args: protocol::Analyze, config: &Config) -> Result<(), ApiError> {
        let lines = args.lines.unwrap_or(1);
        if !(1..=config.lines).contains(&lines) {
            return Err(ApiError::new(
                "lines",
                format!("an analysis has 1 to {} lines", config.lines),
            ));
        }
        let engine = self
            .given(args.engine, config)?
            .unwrap_or_else(|| EngineConfig::Searcher(SearcherConfig::default()));
        let same =
            |old: &&Analysis| old.lines == lines && old.engine.to_string() == engine.to_string();
        let done = self
            .analysis
            .as_ref()
            .filter(same)
            .is_some_and(|old| old.done);
        self.analysis = args.on.then_some(Analysis {
            lines,
            engine,
            done,
        });
        Ok(())
    }

    /// Loads a record; both players are human then.
    pub fn import(&mut self, text: &str, config: &Config) -> Result<(), ApiError> {
        let fault = |error| ApiError::new("text", error);
        // Read into another session, so that a record that is too long changes nothing.
        let mut session = self
            .game
            .0
            .session(self.session().settings())
            .map_err(fault)?;
        session.load(text).map_err(fault)?;
        if session.state().ply > config.record {
            return Err(ApiError::new("text", too_long(config)));
        }
        let start = session.start_view().board;
        self.table.set_session(session);
        *self.table.seats_mut() = [Player::Human, Player::Human];
        self.reload(start);
        Ok(())
    }

    /// The engine given, if it is allowed.
    pub(super) fn given(
        &self,
        engine: Option<Named<EngineConfig>>,
        config: &Config,
    ) -> Result<Option<EngineConfig>, ApiError> {
        engine
            .map(|Named(engine)| check("engine", engine, self.game.0, config))
            .transpose()
    }
}

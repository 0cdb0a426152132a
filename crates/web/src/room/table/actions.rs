//! What may be done at the table. What is refused has changed nothing.

use super::{Analysis, Purpose, RequestedSearch, Resignation, Table, too_long};
use crate::Config;
use crate::protocol::{self, ApiError, Named, Player, PlayerArgs, check};
use engines::{EngineConfig, Level, SearcherConfig};

impl Table {
    /// The level that gives hints.
    const ADVISER: u8 = 8;

    /// Plays somebody's move.
    pub fn play(&mut self, args: &protocol::Play, config: &Config) -> Result<(), ApiError> {
        if args.ply != self.ply {
            return Err(ApiError::new(
                "ply",
                format!("the game is at ply {}, not {}", self.ply, args.ply),
            ));
        }
        self.still_on("move")?;
        if self.is_engines_turn() {
            return Err(ApiError::new(
                "move",
                format!("it is the turn of {}, an engine", self.session.turn()),
            ));
        }
        if self.ply >= config.record {
            return Err(ApiError::new("move", too_long(config)));
        }
        self.advance(&args.text, false)
            .map_err(|error| ApiError::new("move", error))
    }

    /// Goes back to the position before where somebody is to move.
    pub fn undo(&mut self) -> Result<(), ApiError> {
        let resigned = self
            .resigned
            .is_some_and(|resigned| resigned.ply == self.ply);
        if resigned && !self.is_engines_turn() {
            self.resigned = None;
            self.moved();
            return Ok(());
        }
        match self.nearest((0..self.ply).rev()) {
            Some(ply) => {
                self.resigned = None;
                self.go_to(ply);
                Ok(())
            }
            None if resigned => {
                self.resigned = None;
                self.go_to(self.ply);
                Ok(())
            }
            None => Err(ApiError::new("do", "there is no move to take back")),
        }
    }

    /// Goes on to the next position of the record where somebody is to move.
    pub fn redo(&mut self) -> Result<(), ApiError> {
        let ply = self.nearest(self.ply + 1..self.record.len() + 1);
        self.go_to(ply.ok_or_else(|| ApiError::new("do", "there is no move to play again"))?);
        Ok(())
    }

    /// The first of `plies` where somebody is to move; the first of all if nobody plays, and the
    /// last if nobody is to move.
    fn nearest(&mut self, plies: impl Iterator<Item = usize>) -> Option<usize> {
        let somebody = self.players.iter().any(Player::is_human);
        let here = self.ply;
        let mut last = None;
        for ply in plies {
            last = Some(ply);
            // A pass may be forced, so that players need not alternate as plies do.
            self.session.seek(ply);
            if !somebody || !self.is_engines_turn() {
                break;
            }
        }
        self.session.seek(here);
        last
    }

    /// Goes to any ply of the record.
    pub fn seek(&mut self, ply: usize) -> Result<(), ApiError> {
        if ply > self.record.len() {
            return Err(ApiError::new(
                "ply",
                format!("the record has {} plies", self.record.len()),
            ));
        }
        self.go_to(ply);
        Ok(())
    }

    fn go_to(&mut self, ply: usize) {
        self.session.seek(ply);
        self.ply = ply;
        self.moved();
        // An engine would play on at once, and the record would be lost.
        self.paused = self.is_engines_turn();
    }

    /// Seats other players.
    pub fn seat(&mut self, players: [PlayerArgs; 2], config: &Config) -> Result<(), ApiError> {
        self.players = Player::pair(players, self.game.0, config)?;
        Ok(())
    }

    /// Gives up for a human.
    pub fn resign(&mut self, player: usize) -> Result<(), ApiError> {
        self.still_on("do")?;
        if !self.players[player].is_human() {
            return Err(ApiError::new(
                "player",
                "an engine does not resign at another's word",
            ));
        }
        self.resigned = Some(Resignation {
            player,
            ply: self.ply,
        });
        self.moved();
        Ok(())
    }

    /// Begins again from the same start.
    pub fn restart(&mut self, swap: bool) -> Result<(), ApiError> {
        self.session
            .set_line(self.session.start())
            .map_err(|error| ApiError::new("do", error))?;
        if swap {
            self.players.swap(0, 1);
        }
        // The same mistakes again would make the same game.
        if let (seed, false) = &mut self.seed {
            *seed = rand::random();
        }
        self.paused = false;
        self.reload();
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
        self.request_search(Purpose::Hint, engine)
    }

    /// Asks for one move, whoever is to move.
    pub fn go(
        &mut self,
        engine: Option<Named<EngineConfig>>,
        config: &Config,
    ) -> Result<(), ApiError> {
        let mover = self.mover();
        let seated = [mover, 1 - mover]
            .into_iter()
            .find_map(|player| self.players[player].engine().cloned());
        let engine = self
            .given(engine, config)?
            .or(seated)
            .unwrap_or_else(|| EngineConfig::level(Level::DEFAULT));
        if self.ply >= config.record {
            return Err(ApiError::new("do", too_long(config)));
        }
        self.request_search(Purpose::Move, engine)
    }

    fn request_search(&mut self, purpose: Purpose, engine: EngineConfig) -> Result<(), ApiError> {
        self.still_on("do")?;
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

    /// Has engines wait, or go on.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
        // A move asked for once is dropped too; a hint is none.
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

    /// Takes up a record; both players are human then.
    pub fn import(&mut self, text: &str, config: &Config) -> Result<(), ApiError> {
        let fault = |error| ApiError::new("text", error);
        // Read apart, so that a record that is too long changes nothing.
        let mut session = self
            .game
            .0
            .session(self.session.settings())
            .map_err(fault)?;
        session.load(text).map_err(fault)?;
        if session.moves().len() > config.record {
            return Err(ApiError::new("text", too_long(config)));
        }
        self.session = session;
        self.players = [Player::Human, Player::Human];
        self.paused = false;
        self.reload();
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

use super::{
    kept::Kept,
    machine::Machine,
    player::{Person, Player},
};
use crate::{
    args::{self, BookChoice, Play, Players},
    commands::book,
    failure::Failure,
};
use arena::tournament::Contestant;
use engines::{
    Engine, EngineConfig, Game, Level, SearchRequest, SearcherConfig, Session, Settings,
};
use game_core::{GameLine, Player as Mover};
use protocols::client::Program;
use search::{Control, Limits};
use std::{sync::Arc, time::Duration};

/// The players, the engine that moves for a person on `go`, and the one that gives hints.
pub struct Lineup {
    game: &'static dyn Game,
    /// The rules for the engines.
    settings: Settings,
    /// The first mover's engine, then the other's; `None` is a person.
    engines: [Option<Contestant>; 2],
    engine: Contestant,
    /// The limits of both sides' moves.
    limits: Limits,
    /// Their opening book, if the engine configuration does not choose one.
    book: Book,
    /// The seed of the lower levels' mistakes and openings.
    pub seed: u64,
}

impl Lineup {
    /// The limits of a searcher's move by default.
    const DEFAULT: Limits = Limits::time(Duration::from_secs(1));

    /// The lineup of the arguments, for the game in `session`.
    ///
    /// # Errors
    /// If the book asked for cannot be read.
    pub fn new(
        game: &'static dyn Game,
        args: &Play,
        session: &dyn Session,
    ) -> Result<Self, Failure> {
        let limits = args.limits.or(Limits::none());
        let engine = match (args.level, args.players.as_ref().and_then(engine_of)) {
            (Some(number), _) => EngineConfig::level(number).into(),
            (None, Some(engine)) => engine,
            (None, None) if limits != Limits::none() => EngineConfig::Searcher(strongest()).into(),
            (None, None) => EngineConfig::level(Level::DEFAULT).into(),
        };
        let engine_moves = args.first.as_deref() == Some("engine");
        let engines = match &args.players {
            Some(Players(engines)) => engines.clone(),
            // A person who steps through a record wants no reply.
            None if args.record.is_some() && args.first.is_none() => [None, None],
            None if engine_moves == (session.state().turn == Mover::First) => {
                [Some(engine.clone()), None]
            }
            None => [None, Some(engine.clone())],
        };
        let seed = args.seed.unwrap_or_else(rand::random);
        let book = match &args.book {
            _ if args.no_book => Book::Off,
            BookChoice::Off => Book::Off,
            BookChoice::Own => Book::Own,
            BookChoice::File(path) => Book::Other(book::read(path, game.name())?),
        };
        Ok(Self {
            game,
            settings: session.settings().clone(),
            engines,
            engine,
            limits,
            book,
            seed,
        })
    }

    /// The players, the first mover first.
    pub fn players(&self) -> Result<[Box<dyn Player>; 2], Failure> {
        let player = |seat: usize| -> Result<Box<dyn Player>, Failure> {
            Ok(match &self.engines[seat] {
                None => Box::new(Person),
                Some(engine) => {
                    Box::new(self.machine(engine, self.seed.wrapping_add(seat as u64))?)
                }
            })
        };
        Ok([player(0)?, player(1)?])
    }

    /// The engine that moves in place of a person.
    pub fn deputy(&self) -> Result<Machine, Failure> {
        self.machine(&self.engine, self.seed.wrapping_add(2))
    }

    /// The engine that gives hints: the strongest, however weak the opponent is.
    pub fn adviser(&self) -> Result<Machine, Failure> {
        let strongest = EngineConfig::Searcher(strongest()).into();
        self.machine(&strongest, self.seed.wrapping_add(3))
    }

    /// The game of that name and `line`, to go on with it later.
    pub fn kept(&self, game: &str, line: GameLine) -> Kept {
        let name = |engine: &Option<Contestant>| match engine {
            Some(engine) => engine.to_string(),
            None => Person::NAME.to_owned(),
        };
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Kept {
            game: game.to_owned(),
            settings: self.settings.clone(),
            line,
            players: self.engines.each_ref().map(name).join(","),
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            time_ms: self.limits.time.map(milliseconds),
            seed: self.seed,
        }
    }

    fn machine(&self, contestant: &Contestant, seed: u64) -> Result<Machine, Failure> {
        let own = match contestant {
            Contestant::Engine(EngineConfig::Searcher(spec)) => Some(spec.limits),
            Contestant::Program(command) => Some(command.limits),
            _ => None,
        };
        let endless = own == Some(Limits::none()) && self.limits == Limits::none();
        let question = SearchRequest::new(if endless { Self::DEFAULT } else { self.limits });
        let engine: Box<dyn Engine> = match contestant {
            Contestant::Engine(config) => {
                args::check(self.game, config)?;
                let mut engine = self
                    .game
                    .engine(&self.settings, config, seed)
                    .map_err(Failure::Setting)?;
                if let Some(book) = self.book_of(config)? {
                    engine.set_book(Some(book));
                }
                engine
            }
            Contestant::Program(command) => {
                let program =
                    Program::start(command, self.game, &self.settings, &Control::default());
                let failed = |error| Failure::Player {
                    name: contestant.to_string(),
                    problem: error,
                };
                Box::new(program.map_err(|error| failed(error.problem.to_string()))?)
            }
            other => {
                return Err(Failure::Player {
                    name: other.to_string(),
                    problem: "it plays in matches alone".to_owned(),
                });
            }
        };
        Ok(Machine::new(contestant.to_string(), engine, question))
    }

    /// The book for `config`: a new engine has one only if its configuration asks for it.
    fn book_of(&self, config: &EngineConfig) -> Result<Option<Arc<books::Book>>, Failure> {
        let own = || {
            self.game
                .books(&self.settings)
                .map(|books| books.shipped())
                .map_err(Failure::Setting)
        };
        match (config.book(), &self.book) {
            (Some(false), _) | (None, Book::Off) => Ok(None),
            (Some(true), Book::Off) => own(),
            (_, Book::Own) => own(),
            (_, Book::Other(book)) => Ok(Some(book.clone())),
        }
    }

    /// Sets every engine to `level`; if the game has no such level, nothing changes.
    pub fn set_level(&mut self, level: EngineConfig) -> Result<(), Failure> {
        args::check(self.game, &level)?;
        let level = Contestant::Engine(level);
        for engine in self.engines.iter_mut().flatten() {
            *engine = level.clone();
        }
        self.engine = level;
        Ok(())
    }

    /// Seats other players; the first engine among them also gives hints. If the game has no such
    /// engine, nothing changes.
    pub fn set_players(&mut self, players: Players) -> Result<(), Failure> {
        players
            .0
            .iter()
            .flatten()
            .try_for_each(|player| args::check_player(self.game, player))?;
        if let Some(engine) = engine_of(&players) {
            self.engine = engine;
        }
        self.engines = players.0;
        Ok(())
    }

    /// Changes to other rules.
    pub fn set_rules(&mut self, settings: &Settings) {
        self.settings = settings.clone();
    }

    /// Swaps sides.
    pub fn swap(&mut self) {
        self.engines.swap(0, 1);
    }

    /// Whether a player makes random mistakes, or chooses among the moves of a book.
    pub fn is_random(&self) -> bool {
        let random = |engine: &Contestant| match engine {
            Contestant::Engine(config @ EngineConfig::Level { number, .. }) => {
                let chooses = self.game.facts().book_margin(*number) > 0;
                !self.game.facts().level(*number).mistakes.is_none()
                    || chooses && matches!(self.book_of(config), Ok(Some(_)))
            }
            _ => false,
        };
        self.engines.iter().flatten().any(random)
    }
}

/// An opening book.
enum Book {
    Off,
    Own,
    Other(Arc<books::Book>),
}

fn engine_of(players: &Players) -> Option<Contestant> {
    players.0.iter().flatten().next().cloned()
}

/// The searcher that plays at full strength.
fn strongest() -> SearcherConfig {
    SearcherConfig::named("aspiration").unwrap_or_else(|error| panic!("{error}"))
}

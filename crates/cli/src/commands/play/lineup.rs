use super::{
    machine::Machine,
    player::{Person, Player},
};
use crate::{
    args::{Play, Players},
    failure::Failure,
};
use engines::{Game, Level, Mind, Question, Session, Settings, Spec};
use search::Limits;
use std::time::Duration;

/// Who plays, and the engine that gives hints and moves for a person who says `go`.
pub struct Lineup {
    game: &'static dyn Game,
    /// The rules that the thinkers are to know.
    settings: Settings,
    /// The first mover's, then the other's; a person where there is none.
    minds: [Option<Mind>; 2],
    engine: Mind,
    /// What every move may cost, whoever thinks.
    limits: Limits,
    /// Of the lower levels' mistakes.
    pub seed: u64,
}

impl Lineup {
    /// What a searcher may spend on a move when nobody has said it.
    const DEFAULT: Limits = Limits::time(Duration::from_secs(1));

    /// The lineup that was asked for, to play on in `session`.
    pub fn new(args: &Play, session: &dyn Session) -> Self {
        let limits = args.limits.or(Limits::none());
        let engine = match (args.level, &args.players) {
            (Some(number), _) => Mind::Level(number),
            (None, Some(players)) if engine_of(players).is_some() => {
                engine_of(players).unwrap_or(Mind::Level(Level::DEFAULT))
            }
            (None, _) if limits != Limits::none() => Mind::Spec(strongest()),
            (None, _) => Mind::Level(Level::DEFAULT),
        };
        let engine_moves = args.first.as_deref() == Some("engine");
        let minds = match &args.players {
            Some(Players(minds)) => minds.clone(),
            // Whoever steps through a record does not want to be answered.
            None if args.record.is_some() && args.first.is_none() => [None, None],
            None if engine_moves == session.first_to_move() => [Some(engine.clone()), None],
            None => [None, Some(engine.clone())],
        };
        let seed = args.seed.unwrap_or_else(rand::random);
        Self { game: args.game.game(), settings: session.settings().clone(), minds, engine, limits, seed }
    }

    /// The players, the first mover first.
    pub fn players(&self) -> Result<[Box<dyn Player>; 2], Failure> {
        let player = |seat: usize| -> Result<Box<dyn Player>, Failure> {
            Ok(match &self.minds[seat] {
                None => Box::new(Person),
                Some(mind) => Box::new(self.machine(mind, self.seed.wrapping_add(seat as u64))?),
            })
        };
        Ok([player(0)?, player(1)?])
    }

    /// The engine that is asked for hints.
    pub fn adviser(&self) -> Result<Machine, Failure> {
        self.machine(&self.engine, self.seed.wrapping_add(2))
    }

    fn machine(&self, mind: &Mind, seed: u64) -> Result<Machine, Failure> {
        let endless = matches!(mind, Mind::Spec(spec) if spec.limits == Limits::none()) && self.limits == Limits::none();
        let question = Question::new(if endless { Self::DEFAULT } else { self.limits });
        let thinker = self.game.thinker(&self.settings, mind, seed).map_err(Failure::Setting)?;
        Ok(Machine::new(mind, thinker, question))
    }

    /// Sets every engine to `level`.
    pub fn set_level(&mut self, level: Mind) {
        for mind in self.minds.iter_mut().flatten() {
            *mind = level.clone();
        }
        self.engine = level;
    }

    /// Seats other players; the first engine among them is also the one that is asked for hints.
    pub fn set_players(&mut self, players: Players) {
        if let Some(engine) = engine_of(&players) {
            self.engine = engine;
        }
        self.minds = players.0;
    }

    /// Goes over to the rules of another game.
    pub fn set_rules(&mut self, settings: &Settings) {
        self.settings = settings.clone();
    }

    /// Swaps sides.
    pub fn swap(&mut self) {
        self.minds.swap(0, 1);
    }

    /// Whether anyone who plays makes mistakes by chance.
    pub fn is_random(&self) -> bool {
        let random = |mind: &Mind| matches!(mind, Mind::Level(number) if self.game.level(*number).random > 0);
        self.minds.iter().flatten().any(random)
    }
}

fn engine_of(players: &Players) -> Option<Mind> {
    players.0.iter().flatten().next().cloned()
}

/// The searcher that plays at full strength.
fn strongest() -> Spec {
    Spec::named("aspiration").unwrap_or_else(|error| panic!("{error}"))
}

//! Matches of engines, external programs and Python's own players.

use crate::engine::Engine;
use crate::error::{self, Read, exception, no_match};
use crate::games::{Game, Named};
use crate::options::{duration, settings};
use crate::position::{Move, Position};
use crate::work::beside;
use arena::openings::{Openings, RandomPlies};
use arena::stats::{Sprt, SprtVerdict};
use arena::tournament::{
    Contestant, CustomBot, Faults, GameRecord, Match, MatchError, Observer, Shard, Standing,
    run_under,
};
use arena::{Bot, BotError, Side};
use engines::{Answer, Reply, Session, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Control, Limits};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// A game of a match.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct MatchGame {
    /// Its number, from 0; two that follow each other begin with the same opening.
    number: u64,
    /// Which player had the first mover's side: `a` or `b`.
    first: &'static str,
    /// Who won: `a`, `b`, or `None` for a draw.
    winner: Option<&'static str>,
    /// Why it ended.
    reason: String,
    /// Whether it was lost by a fault: a crash, an illegal move, or too long a thought.
    is_fault: bool,
    /// The end of the game.
    position: Py<Position>,
}

#[pymethods]
impl MatchGame {
    fn __repr__(&self) -> String {
        let winner = self
            .winner
            .map_or("a draw".to_owned(), |name| format!("{name} won"));
        format!(
            "<boyi.MatchGame {}: {winner} ({})>",
            self.number, self.reason
        )
    }
}

/// The result of a match, for its first player.
///
/// >>> import boyi
/// >>> result = boyi.match(boyi.Engine("othello", level=5), boyi.Engine("othello", level=1), games=10)
/// >>> result.games, result.wins > result.losses, result.elo > 0
/// (10, True, True)
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct MatchResult {
    /// What the players are called.
    players: (String, String),
    /// Games that the first player won.
    wins: u64,
    /// Games drawn.
    draws: u64,
    /// Games that it lost.
    losses: u64,
    /// Games played.
    pub games: u64,
    /// The mean score, 0 to 1; not a number before the first game.
    score: f64,
    /// The difference in Elo, infinite if every game was won or lost.
    elo: f64,
    /// Its 95 % interval.
    elo_interval: (f64, f64),
    /// The chance that the first player is the stronger, 0 to 1.
    los: f64,
    /// The log-likelihood ratio of the sequential test, if there is one.
    llr: Option<f64>,
    /// What the sequential test decided: `elo0` or `elo1`.
    verdict: Option<&'static str>,
    /// Games that either player lost by a fault.
    faults: (u64, u64),
    /// The games, in the order of their numbers.
    records: Vec<Py<MatchGame>>,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self) -> String {
        let Self {
            wins,
            draws,
            losses,
            elo,
            elo_interval: (low, high),
            ..
        } = self;
        let (a, b) = &self.players;
        format!(
            "<boyi.MatchResult {a} against {b}: +{wins} ={draws} -{losses}, Elo {elo:+.1} [{low:+.1}, {high:+.1}]>"
        )
    }
}

/// The hand on the matches of some players: what stops the one under way, and the first exception of
/// a player of Python's, which ends it.
#[derive(Clone, Default)]
pub(crate) struct Hand {
    control: Arc<Mutex<Control>>,
    failure: Arc<Mutex<Option<PyErr>>>,
}

impl Hand {
    /// A player as Python names one, and the game that it is for, if it is for one alone.
    pub fn contestant(&self, player: &Bound<'_, PyAny>) -> PyResult<(Contestant, Option<Game>)> {
        if let Ok(engine) = player.cast::<Engine>() {
            let engine = engine.get();
            return Ok((engine.config.clone().into(), Some(engine.game)));
        }
        if let Ok(text) = player.extract::<String>() {
            let parsed = text.parse::<Contestant>();
            return Ok((
                parsed.map_err(|error| error::no_option(error.to_string()))?,
                None,
            ));
        }
        if !player.is_callable() {
            let text =
                "a player is an Engine, a text as 'pvs,depth=6' or 'cmd:PROGRAM', or a callable";
            return Err(PyTypeError::new_err(text));
        }
        let name = player
            .getattr("__name__")
            .and_then(|name| name.extract::<String>());
        let call = Arc::new(player.clone().unbind());
        let hand = self.clone();
        let make = move |game: &'static dyn engines::Game, settings: &engines::Settings, _| {
            let player: Box<dyn Bot> = Box::new(Callable {
                call: Arc::clone(&call),
                game: Game { game },
                session: game.session(settings)?,
                hand: hand.clone(),
            });
            Ok(player)
        };
        let name = name.unwrap_or_else(|_| "callable".to_owned());
        Ok((CustomBot::new(&name, make).into(), None))
    }

    /// What stops the match that begins: one that is over has stopped its own.
    fn begin(&self) -> Control {
        let control = Control::default();
        let mut current = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        *current = control.clone();
        control
    }

    /// Raises the exception of a player, if there was one.
    fn check(&self) -> PyResult<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// Ends the match by a player's exception.
    fn fail(&self, error: PyErr) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        control.stop();
    }
}

/// What a match and a tournament are played under, as Python names it.
pub(crate) struct Terms<'a, 'py> {
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    pub rules: Option<&'a Bound<'py, PyDict>>,
    pub openings: Option<Vec<String>>,
    pub opening_plies: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<f64>,
    pub max_plies: Option<usize>,
}

impl Terms<'_, '_> {
    /// How many games go on at a time.
    pub fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads).unwrap_or(NonZeroUsize::MIN)
    }

    /// The match of `a` against `b` under these terms.
    pub fn plan(self, game: Game, a: Contestant, b: Contestant) -> PyResult<Match> {
        for player in [&a, &b] {
            check(game, player)?;
        }
        let mut plan = Match::new(game.game, a, b);
        plan.settings = settings(self.rules)?;
        plan.games = self.games;
        plan.seed = self.seed;
        plan.limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(duration).transpose()?,
            ..Limits::none()
        };
        if let Some(plies) = self.max_plies {
            plan.conduct.max_plies = plies;
        }
        plan.openings = match (self.openings, self.opening_plies) {
            (Some(lines), _) => {
                let read = Openings::parse(&lines.join("\n"), game.game, &plan.settings);
                read.map_err(|error| no_match(error.to_string()))?
            }
            (None, Some(plies)) => Openings::Random(RandomPlies { plies }),
            (None, None) => Openings::default(),
        };
        Ok(plan)
    }
}

/// Checks that `game` takes `player`.
pub(crate) fn check(game: Game, player: &Contestant) -> PyResult<()> {
    if let Contestant::Engine(config) = player {
        let checked = game.game.check(config);
        checked.map_err(|error| exception(Read::Position, error))?;
    }
    Ok(())
}

/// The exception for a player of another game.
pub(crate) fn other_game(game: Game, other: Game) -> PyErr {
    let [game, other] = [game, other].map(|game| game.game.name());
    no_match(format!("a match of {game} is none of {other}"))
}

/// Plays all games of `plan`; `progress` is called with the result so far after each.
pub(crate) fn play(
    py: Python<'_>,
    game: Game,
    plan: Match,
    threads: NonZeroUsize,
    hand: &Hand,
    progress: Option<&Py<PyAny>>,
) -> PyResult<(MatchResult, Standing)> {
    let mut told = Told {
        game,
        settings: plan.settings.clone(),
        players: (plan.a.to_string(), plan.b.to_string()),
        records: Vec::new(),
    };
    let control = hand.begin();
    let own = control.clone();
    let played = beside(
        py,
        || control.stop(),
        move |events| {
            let mut watch = Watch(events);
            let known = BTreeMap::new();
            run_under(&own, &plan, Shard::WHOLE, threads, known, &mut watch)
        },
        |(record, standing)| {
            told.add(py, record)?;
            if let Some(progress) = progress {
                progress.call1(py, (told.result(py, &standing),))?;
            }
            Ok(())
        },
    )?;
    hand.check()?;
    let standing = played.map_err(|error| match error {
        MatchError::Setting(error) => exception(Read::Position, error),
        error => no_match(error.to_string()),
    })?;
    Ok((told.result(py, &standing), standing))
}

/// A player of Python's: from a position to a move.
struct Callable {
    call: Arc<Py<PyAny>>,
    game: Game,
    session: Box<dyn Session>,
    hand: Hand,
}

impl Bot for Callable {
    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        let mut session = self.session.fork();
        session.set(turn.line)?;
        let answered = Python::attach(|py| {
            let mut asked = session.fork();
            let position = Position::new(self.game, session);
            let answer = self.call.call1(py, (position,))?;
            let reply = match answer.extract::<Option<Move>>(py)? {
                None => Reply::Resign,
                Some(Move::Text(text)) => Reply::Move(text),
                Some(Move::Action(action)) => {
                    // What is no legal move's number is no move either.
                    let played = asked.play_action(action);
                    Reply::Move(played.unwrap_or_else(|_| action.to_string()))
                }
            };
            PyResult::Ok(Answer::new(reply))
        });
        answered.map_err(|error| {
            let text = error.to_string();
            self.hand.fail(error);
            text.into()
        })
    }
}

/// Tells of each game as it is counted.
struct Watch<'a>(&'a Sender<(GameRecord, Standing)>);

impl Observer for Watch<'_> {
    fn counted(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        // Nobody may be left to hear.
        let _ = self.0.send((game.clone(), standing.clone()));
        Ok(())
    }
}

/// A match that goes on: what is told of it.
struct Told {
    game: Game,
    settings: engines::Settings,
    players: (String, String),
    records: Vec<Py<MatchGame>>,
}

impl Told {
    fn add(&mut self, py: Python<'_>, record: GameRecord) -> PyResult<()> {
        let fails = |error| exception(Read::Record, error);
        let session = self.game.game.session(&self.settings);
        let mut session = session.map_err(fails)?;
        let opening = game_core::GameLine::from(record.opening.as_str());
        let moves: Vec<_> = record.moves.split_whitespace().map(str::to_owned).collect();
        session.set(&opening.extended(&moves)).map_err(fails)?;
        let name = |side: Side| match side {
            Side::A => "a",
            Side::B => "b",
        };
        let game = MatchGame {
            number: record.index,
            first: name(record.first),
            winner: record.winner.map(name),
            reason: record.reason,
            is_fault: record.fault.is_some(),
            position: Py::new(py, Position::new(self.game, session))?,
        };
        self.records.push(Py::new(py, game)?);
        Ok(())
    }

    fn result(&self, py: Python<'_>, standing: &Standing) -> MatchResult {
        let estimate = standing.estimate();
        MatchResult {
            players: self.players.clone(),
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            games: standing.games.games(),
            score: estimate.map_or(f64::NAN, |estimate| estimate.score),
            elo: estimate.map_or(f64::NAN, |estimate| estimate.elo),
            elo_interval: estimate
                .map_or([f64::NAN; 2], |estimate| estimate.elo_interval)
                .into(),
            los: estimate.map_or(f64::NAN, |estimate| estimate.los),
            llr: standing.llr(),
            verdict: standing.verdict().map(|verdict| match verdict {
                SprtVerdict::Elo0 => "elo0",
                SprtVerdict::Elo1 => "elo1",
            }),
            faults: standing.faults.map(Faults::total).into(),
            records: self
                .records
                .iter()
                .map(|record| record.clone_ref(py))
                .collect(),
        }
    }
}

/// Plays a match of `a` against `b`, two games from each opening with sides exchanged.
///
/// A player is an `Engine`; a text as the command `boyi match` takes one, `pvs,depth=6`, `level=3` or
/// `cmd:PROGRAM`; or any callable from a position to a move, which may also be a number, or `None`
/// to resign. `game` is needed where neither is an `Engine`. An exception of a callable ends the
/// match; an illegal move loses the game.
///
/// `openings` are lines, each a position and perhaps moves; by default each pair of games begins
/// after `opening_plies` random plies that leave the game in balance. Limits hold for each move, and
/// 10,000 nodes where nothing else is said. `sprt=(elo0, elo1)` ends the match as soon as that test
/// has decided. `progress` is called with the result so far after each game. The same seed gives the
/// same match on any number of threads, as long as limits are not in time.
///
/// >>> import boyi, random
/// >>> chance = random.Random(1)
/// >>> def anything(position):
/// ...     return chance.choice(position.legal_moves())
/// >>> result = boyi.match(boyi.Engine("connect-four", "pvs", depth=4), anything, games=6)
/// >>> result.players
/// ('pvs,depth=4', 'anything')
/// >>> result.wins, result.records[0].position.is_over
/// (6, True)
#[pyfunction(name = "match")]
#[pyo3(signature = (a, b, *, game=None, games=100, seed=1, threads=1, rules=None, openings=None, opening_plies=None, depth=None, nodes=None, time=None, max_plies=None, sprt=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn play_match(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    game: Option<Named>,
    games: u64,
    seed: u64,
    threads: usize,
    rules: Option<&Bound<'_, PyDict>>,
    openings: Option<Vec<String>>,
    opening_plies: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    max_plies: Option<usize>,
    sprt: Option<(f64, f64)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<MatchResult> {
    let hand = Hand::default();
    let (one, of_one) = hand.contestant(a)?;
    let (other, of_other) = hand.contestant(b)?;
    let named = game.map(|game| game.game()).transpose()?;
    let mut known = [named, of_one, of_other].into_iter().flatten();
    let game = known
        .next()
        .ok_or_else(|| no_match("a match of players that know no game needs one: game=NAME"))?;
    if let Some(other) = known.find(|other| *other != game) {
        return Err(other_game(game, other));
    }
    let terms = Terms {
        games,
        seed,
        threads,
        rules,
        openings,
        opening_plies,
        depth,
        nodes,
        time,
        max_plies,
    };
    let threads = terms.threads();
    let mut plan = terms.plan(game, one, other)?;
    if let Some((elo0, elo1)) = sprt {
        let test = Sprt::new(elo0, elo1);
        plan.sprt = Some(test.map_err(|error| no_match(error.to_string()))?);
    }
    let (result, _) = play(py, game, plan, threads, &hand, progress.as_ref())?;
    Ok(result)
}

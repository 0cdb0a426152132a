//! Databases of games, found by their positions.

use crate::error::{self, Read, exception};
use crate::games::{Game, Named};
use crate::options::settings;
use crate::position::Position;
use crate::work::beside;
use db::{DatabaseError, Filter, GameFiles, ImportEvent, outcome_name, read_outcome};
use engines::IndexedPlace;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Control;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Games of any kind and format in one file, found by position, player, year and result. It is the
/// file that the command `boyi db` keeps.
///
/// >>> import boyi, pathlib, tempfile
/// >>> file = pathlib.Path(tempfile.mkdtemp(), "three.txt")
/// >>> file.write_text("f5d6c3\nf5f6\nd3c5\n")
/// 17
/// >>> database = boyi.Database()
/// >>> database.add("othello", file)
/// Imported(added=3, known=0, refused=0, positions=10)
/// >>> position = boyi.game("othello").start().play("f5")
/// >>> [(reply.move, reply.counts.games) for reply in database.explore(position).moves]
/// [('d6', 2), ('f6', 1)]
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Database {
    path: Option<PathBuf>,
    database: Arc<Mutex<db::Database>>,
}

/// What an import has brought.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Imported {
    /// Games that are new.
    added: u64,
    /// Games that were there already.
    known: u64,
    /// Games that could not be read.
    refused: u64,
    /// Positions of the new games.
    positions: u64,
    /// What could not be read, and why.
    refusals: Vec<Py<Refusal>>,
}

#[pymethods]
impl Imported {
    fn __repr__(&self) -> String {
        let Self {
            added,
            known,
            refused,
            positions,
            ..
        } = self;
        format!("Imported(added={added}, known={known}, refused={refused}, positions={positions})")
    }
}

/// A game, or a list of names, that an import could not read.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Refusal {
    /// The file.
    file: PathBuf,
    /// The number of the game in it, from 1; `None` if it is a list of names.
    number: Option<usize>,
    /// Why.
    reason: String,
}

#[pymethods]
impl Refusal {
    fn __repr__(&self) -> String {
        let file = self.file.display();
        let number = self
            .number
            .map_or(String::new(), |number| format!(", game {number}"));
        format!("<boyi.Refusal {file}{number}: {}>", self.reason)
    }
}

/// How games ended for the player to move.
#[pyclass(frozen, eq, get_all, module = "boyi")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Counts {
    /// Games won.
    wins: u64,
    /// Games drawn.
    draws: u64,
    /// Games lost.
    losses: u64,
    /// Games whose end is not known.
    unknown: u64,
    /// All of them.
    games: u64,
    /// Points scored a game, a draw being half a point, 0 to 1; `None` if no end is known.
    score: Option<f64>,
}

#[pymethods]
impl Counts {
    fn __repr__(&self) -> String {
        let Self {
            wins,
            draws,
            losses,
            unknown,
            ..
        } = self;
        format!("Counts(wins={wins}, draws={draws}, losses={losses}, unknown={unknown})")
    }
}

impl From<db::Counts> for Counts {
    fn from(counts: db::Counts) -> Self {
        Self {
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            unknown: counts.unknown,
            games: counts.games(),
            score: counts.score(),
        }
    }
}

/// A move that was played from a position.
#[pyclass(frozen, get_all, module = "boyi")]
#[derive(Clone)]
pub(crate) struct ExploredMove {
    /// The move; of symmetric moves the first.
    r#move: String,
    /// How the games with it ended.
    counts: Counts,
}

#[pymethods]
impl ExploredMove {
    fn __repr__(&self) -> String {
        let games = self.counts.games;
        format!("<boyi.ExploredMove {}, {games} games>", self.r#move)
    }
}

/// What was played from a position.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Explored {
    /// How the games that went on from it ended.
    counts: Counts,
    /// The moves, the most played first.
    moves: Vec<ExploredMove>,
}

#[pymethods]
impl Explored {
    fn __repr__(&self) -> String {
        let (moves, games) = (self.moves.len(), self.counts.games);
        format!("<boyi.Explored {moves} moves, {games} games>")
    }
}

/// A game that was found.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct FoundGame {
    /// Its number in the database.
    id: i64,
    /// The players' names, the first mover's first, where they are known.
    names: (Option<String>, Option<String>),
    /// When it was played.
    year: Option<i32>,
    /// The tournament.
    event: Option<String>,
    /// The name of the side that won, or `draw`; `None` where the end is not known.
    result: Option<&'static str>,
    /// After how many moves the position stands that was looked for; 0 if none was.
    ply: usize,
    /// The end of the game.
    position: Py<Position>,
    /// The tags of its record.
    tags: Py<PyDict>,
    /// The name of the file that it came from.
    source: String,
}

#[pymethods]
impl FoundGame {
    fn __repr__(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let [first, second] = [&self.names.0, &self.names.1].map(name);
        let year = self.year.map_or(String::new(), |year| format!(", {year}"));
        let result = self.result.unwrap_or("unknown");
        let id = self.id;
        format!("<boyi.FoundGame {id}: {first} against {second}{year}, {result}>")
    }
}

impl FoundGame {
    fn new(py: Python<'_>, game: Game, found: db::FoundGame) -> PyResult<Self> {
        let fails = |error| exception(Read::Record, error);
        let session = game.game.session(&found.settings);
        let mut session = session.map_err(fails)?;
        session.set(&found.line).map_err(fails)?;
        let tags = PyDict::new(py);
        for (name, value) in found.tags {
            tags.set_item(name, value)?;
        }
        let outcome = found.outcome;
        Ok(Self {
            id: found.id,
            names: found.names.into(),
            year: found.year,
            event: found.event,
            result: outcome.map(|outcome| outcome_name(game.game, outcome)),
            ply: found.ply,
            position: Py::new(py, Position::new(game, session))?,
            tags: tags.unbind(),
            source: found.source,
        })
    }
}

/// What games are looked for by: a position, or their kind alone.
#[derive(FromPyObject)]
pub(crate) enum Wanted {
    #[pyo3(transparent)]
    Position(Py<Position>),
    #[pyo3(transparent)]
    Kind(Named),
}

/// The games that count.
fn filter(
    game: Game,
    player: Option<String>,
    since: Option<i32>,
    until: Option<i32>,
    result: Option<&str>,
) -> PyResult<Filter> {
    let outcome = result.map(|word| read_outcome(game.game, word)).transpose();
    Ok(Filter {
        player,
        since,
        until,
        outcome: outcome.map_err(|error| error::no_option(format!("result: {error}")))?,
    })
}

/// `position` as a database looks it up.
fn place(position: &Position) -> PyResult<IndexedPlace> {
    let session = &position.session;
    let indexer = position.game.game.indexer(session.settings());
    let place = indexer.and_then(|indexer| indexer.place(&session.line()));
    place.map_err(|error| exception(Read::Position, error))
}

impl Database {
    /// Asks the database, without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&db::Database) -> Result<T, DatabaseError> + Send,
    ) -> PyResult<T> {
        let answer = py.detach(|| {
            let database = self.database.lock();
            question(&database.unwrap_or_else(PoisonError::into_inner))
        });
        answer.map_err(error::of_database)
    }
}

#[pymethods]
impl Database {
    /// The database in that file, which is made if there is none; with `create=False` the file must
    /// exist, and is only read. Without a file the database is kept in memory.
    #[new]
    #[pyo3(signature = (path = None, *, create = true))]
    fn new(py: Python<'_>, path: Option<PathBuf>, create: bool) -> PyResult<Self> {
        let opened = py.detach(|| match &path {
            None => db::Database::in_memory(),
            Some(path) if create => db::Database::create(path),
            Some(path) => db::Database::open(path),
        });
        let database = opened.map_err(error::of_database)?;
        Ok(Self {
            path,
            database: Arc::new(Mutex::new(database)),
        })
    }

    /// How many games of that kind there are.
    ///
    /// >>> import boyi
    /// >>> boyi.Database().count("othello")
    /// 0
    fn count(&self, py: Python<'_>, game: Named) -> PyResult<u64> {
        let game = game.game()?.game.name();
        self.ask(py, |database| database.count(game))
    }

    /// Adds the games of files, or of folders of files, in any format that the game reads. A game
    /// that is there already stays as it is; what cannot be read is left out, and told of. Names
    /// that the games give as numbers are looked for in files beside them. `rules` are those of
    /// games whose records do not say. `progress` is called with what has come in after each file.
    ///
    /// Either all files are added or, if one cannot be opened, or Ctrl-C ends it, none.
    #[pyo3(signature = (game, *paths, rules=None, progress=None))]
    fn add(
        &self,
        py: Python<'_>,
        game: Named,
        paths: Vec<PathBuf>,
        rules: Option<&Bound<'_, PyDict>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Imported> {
        let game = game.game()?.game;
        let settings = settings(rules)?;
        let control = Control::default();
        let own = control.clone();
        let database = Arc::clone(&self.database);
        let mut refusals = Vec::<Py<Refusal>>::new();
        let so_far = |refusals: &[Py<Refusal>], imported: db::Imported| Imported {
            added: imported.added,
            known: imported.known,
            refused: imported.refused,
            positions: imported.positions,
            refusals: refusals.iter().map(|one| one.clone_ref(py)).collect(),
        };
        let imported = beside(
            py,
            || control.stop(),
            move |told| {
                // Nobody may be left to hear.
                let mut tell = |event| drop(told.send(event));
                let mut refused = |refusal| tell(ImportEvent::Refused(refusal));
                let files = GameFiles::find(game, &settings, &paths, &mut refused)?;
                let mut database = database.lock().unwrap_or_else(PoisonError::into_inner);
                database.import_files(&files, &own, &mut tell)
            },
            |event| {
                match event {
                    ImportEvent::Refused(refusal) => {
                        let refusal = Refusal {
                            file: refusal.path,
                            number: refusal.number,
                            reason: refusal.error.to_string(),
                        };
                        refusals.push(Py::new(py, refusal)?);
                    }
                    ImportEvent::Read(imported) => {
                        if let Some(progress) = &progress {
                            progress.call1(py, (so_far(&refusals, imported),))?;
                        }
                    }
                    _ => {}
                }
                Ok(())
            },
        )?;
        let imported = imported.map_err(error::of_import)?;
        Ok(so_far(&refusals, imported))
    }

    /// What was played from a position, symmetric ones included, and how it ended: in games of a
    /// player whose name contains `player`, of the years `since` to `until`, that the side `result`
    /// won, or with `result="draw"`.
    ///
    /// >>> import boyi
    /// >>> boyi.Database().explore(boyi.game("hex").start())
    /// <boyi.Explored 0 moves, 0 games>
    #[pyo3(signature = (position, *, player=None, since=None, until=None, result=None))]
    fn explore(
        &self,
        py: Python<'_>,
        position: &Position,
        player: Option<String>,
        since: Option<i32>,
        until: Option<i32>,
        result: Option<&str>,
    ) -> PyResult<Explored> {
        let filter = filter(position.game, player, since, until, result)?;
        let place = place(position)?;
        let explored = self.ask(py, |database| database.explore(&place, &filter))?;
        let moves = explored.moves.into_iter();
        Ok(Explored {
            counts: explored.counts.into(),
            moves: moves
                .map(|explored| ExploredMove {
                    r#move: explored.mv,
                    counts: explored.counts.into(),
                })
                .collect(),
        })
    }

    /// At most `limit` games of a kind, or games that come to a position or to one that is symmetric
    /// to it, the latest first. `player`, `since`, `until` and `result` narrow them as in `explore`.
    ///
    /// >>> import boyi
    /// >>> boyi.Database().games("gomoku", player="Li", since=2001)
    /// []
    #[pyo3(signature = (wanted, *, player=None, since=None, until=None, result=None, limit=20))]
    #[allow(clippy::too_many_arguments, reason = "Python's keywords")]
    fn games(
        &self,
        py: Python<'_>,
        wanted: Wanted,
        player: Option<String>,
        since: Option<i32>,
        until: Option<i32>,
        result: Option<&str>,
        limit: usize,
    ) -> PyResult<Vec<FoundGame>> {
        let (game, place) = match wanted {
            Wanted::Position(position) => {
                let position = position.get();
                (position.game, Some(place(position)?))
            }
            Wanted::Kind(game) => (game.game()?, None),
        };
        let filter = filter(game, player, since, until, result)?;
        let name = game.game.name();
        let found = self.ask(py, |database| {
            database.games(name, place.as_ref(), &filter, limit)
        })?;
        let found = found.into_iter();
        found.map(|found| FoundGame::new(py, game, found)).collect()
    }

    fn __repr__(&self) -> String {
        match &self.path {
            Some(path) => format!("<boyi.Database {}>", path.display()),
            None => "<boyi.Database in memory>".to_owned(),
        }
    }
}

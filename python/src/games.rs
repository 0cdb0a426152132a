//! The games of the package, and what each says of itself.

use crate::error::{self, Read, exception};
use crate::options::settings;
use crate::position::Position;
use crate::solve;
use engines::{GAMES, Games};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::LazyLock;

/// The games built in, and those from outside.
static ALL: LazyLock<Games> = LazyLock::new(|| {
    // One line a game. Not a `static`: that would compile all of them here once more.
    let outside = [
        animal_shogi::GAME,
        breakthrough::GAME,
        connect_four::GAME,
        dots_and_boxes::GAME,
        draughts::GAME,
        hex::GAME,
    ];
    outside.into_iter().fold(GAMES.clone(), Games::with)
});

/// The names of all games.
///
/// >>> import boyi
/// >>> boyi.games()
/// ['gomoku', 'othello', 'xiangqi', 'animal-shogi', 'breakthrough', 'connect-four', 'dots-and-boxes', 'draughts', 'hex']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    ALL.names().collect()
}

/// The game of that name.
///
/// >>> import boyi
/// >>> boyi.game("othello").players
/// ('black', 'white')
#[pyfunction]
pub(crate) fn game(name: &str) -> PyResult<Game> {
    let game = ALL.get(name).map_err(error::of_game)?;
    Ok(Game { game })
}

/// A kind of game: its rules, and what it says of itself.
///
/// >>> import boyi
/// >>> othello = boyi.game("othello")
/// >>> othello
/// boyi.game('othello')
/// >>> othello.start().legal_moves()
/// ['d3', 'c4', 'f5', 'e6']
#[pyclass(frozen, eq, hash, module = "boyi")]
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub game: &'static dyn engines::Game,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.game.name() == other.game.name()
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.game.name().hash(state);
    }
}

/// A game, or its name.
#[derive(FromPyObject)]
pub(crate) enum Named {
    #[pyo3(transparent)]
    Game(PyRefGame),
    #[pyo3(transparent)]
    Name(String),
}

/// A [`Game`] by value.
pub(crate) struct PyRefGame(Game);

impl<'py> FromPyObject<'_, 'py> for PyRefGame {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(*object.cast::<Game>()?.get()))
    }
}

impl Named {
    pub fn game(&self) -> PyResult<Game> {
        match self {
            Self::Game(game) => Ok(game.0),
            Self::Name(name) => game(name),
        }
    }
}

#[pymethods]
impl Game {
    /// The name in lower case.
    #[getter]
    fn name(&self) -> &'static str {
        self.game.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> String {
        self.game.presentation().title.en.into_owned()
    }

    /// How to play, in a few sentences.
    #[getter]
    fn how_to_play(&self) -> String {
        self.game.presentation().how_to_play.en.into_owned()
    }

    /// The names of the two players, the first mover first.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        let [first, second] = self.game.facts().players;
        (first, second)
    }

    /// The unit of scores, in the plural.
    #[getter]
    fn unit(&self) -> &'static str {
        self.game.facts().unit
    }

    /// The settings of the rules with their defaults. Where Python needs a name, as in
    /// `game.start(move_limit=50)`, `_` stands for `-`.
    ///
    /// >>> import boyi
    /// >>> boyi.game("gomoku").rules["size"]
    /// '15'
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for setting in self.game.facts().rules {
            rules.set_item(setting.name, setting.default)?;
        }
        Ok(rules)
    }

    /// The number of levels: 1 is the weakest.
    #[getter]
    fn levels(&self) -> u8 {
        self.game.facts().strongest()
    }

    /// The searchers, each with what it is.
    ///
    /// >>> import boyi
    /// >>> boyi.game("hex").searchers["mcts"]
    /// 'Monte Carlo tree search'
    #[getter]
    fn searchers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let searchers = PyDict::new(py);
        for facts in self.game.searchers() {
            searchers.set_item(facts.name, facts.about)?;
        }
        Ok(searchers)
    }

    /// The search options that only this game has, each with what it is.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for option in self.game.facts().options {
            options.set_item(option.name, option.about)?;
        }
        Ok(options)
    }

    /// The evaluators that an engine may choose from, the default one first; empty if there is one
    /// alone.
    #[getter]
    fn evaluators(&self) -> Vec<&'static str> {
        self.game.facts().evaluators.to_vec()
    }

    /// The weights of the evaluator that can be changed, with their values.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let weights = PyDict::new(py);
        for weight in self.game.facts().weights {
            weights.set_item(weight.name, weight.value)?;
        }
        Ok(weights)
    }

    /// The formats of records that the game writes, each with what it is; the game's own first.
    #[getter]
    fn formats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let formats = PyDict::new(py);
        for format in self.game.facts().formats {
            formats.set_item(format.extension, format.about)?;
        }
        Ok(formats)
    }

    /// What the game's exact solver may be asked, each setting with what it is; `None` in a game
    /// without one.
    #[getter]
    fn solver<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        solve::about(py, self.game)
    }

    /// The puzzles that the game is shipped with; may be none.
    fn puzzles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        solve::puzzles(py, *self)
    }

    /// The initial position, under the rules that are given by name.
    ///
    /// >>> import boyi
    /// >>> len(boyi.game("gomoku").start(size=9, rule="renju").legal_moves())
    /// 81
    #[pyo3(signature = (**rules))]
    fn start(&self, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let session = self.game.session(&settings(rules)?);
        let session = session.map_err(|error| exception(Read::Position, error))?;
        Ok(Position::new(*self, session))
    }

    /// The position that `text` describes in the game's notation, perhaps with moves.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").position("startpos moves f5 d6").moves
    /// ['f5', 'd6']
    #[pyo3(signature = (text, **rules))]
    fn position(&self, text: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let fails = |error| exception(Read::Position, error);
        let mut session = self.game.session(&settings(rules)?).map_err(fails)?;
        session.set_line(text).map_err(fails)?;
        Ok(Position::new(*self, session))
    }

    /// The end of the game that a record tells, in one of the formats that the game reads.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").read("f5d6c3d3").ply
    /// 4
    #[pyo3(signature = (record, **rules))]
    fn read(&self, record: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let fails = |error| exception(Read::Record, error);
        let mut session = self.game.session(&settings(rules)?).map_err(fails)?;
        session.load(record).map_err(fails)?;
        Ok(Position::new(*self, session))
    }

    /// The games of a file in one of the formats that the game reads, each at its end. They begin
    /// at the initial position.
    ///
    /// >>> import boyi
    /// >>> [position.ply for position in boyi.game("othello").read_all(b"f5d6\n\nf5f4d3")]
    /// [2, 3]
    #[pyo3(signature = (file, **rules))]
    fn read_all(
        &self,
        py: Python<'_>,
        file: &[u8],
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Position>> {
        let settings = settings(rules)?;
        let all = py.detach(|| {
            let books = self.game.books(&settings)?;
            let start = self.game.session(&settings)?;
            let games = books.games(file, usize::MAX).into_iter();
            let read = |game: Result<engines::books::build::Played<String>, _>| {
                let mut session = start.fork();
                session.set(&game_core::GameLine::new("startpos", game?.moves))?;
                Ok(Position::new(*self, session))
            };
            games.map(read).collect::<Result<_, _>>()
        });
        all.map_err(|error| exception(Read::Record, error))
    }

    /// The games of a file in another format, by the extension of its files.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").convert(b"f5d6", "ggf")[:13]
    /// b'(;GM[Othello]'
    #[pyo3(signature = (file, extension, **rules))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        file: Vec<u8>,
        extension: &str,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let settings = settings(rules)?;
        let mut out = Vec::new();
        let converted = py.detach(|| self.game.convert(&settings, file, extension, &mut out));
        converted.map_err(|failed| match failed {
            engines::ConvertError::Text(error) => exception(Read::Record, error),
            other => exception(Read::Record, engines::EngineError::notation(other)),
        })?;
        Ok(PyBytes::new(py, &out))
    }

    fn __repr__(&self) -> String {
        format!("boyi.game('{}')", self.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("boyi")?.getattr("game")?, (self.name(),)))
    }
}

//! An engine: a level, or a searcher with options.

use crate::error::{self, Read, exception};
use crate::games::{Game, Named};
use crate::options::{config, duration};
use crate::position::Position;
use crate::report::Report;
use crate::thinking::Thinking;
use engines::{BackgroundSearch, EngineConfig, SearchRequest, Settings};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use search::{Control, Limits};
use std::sync::{Mutex, PoisonError};

/// An engine for one game: a level, or a searcher at full strength with the options that are given
/// by name. It keeps what it learns from one search to the next.
///
/// Limits that are given here hold for each search; so do those of a search, whichever is reached
/// first. Times are in seconds.
///
/// >>> import boyi
/// >>> engine = boyi.Engine("othello", "pvs", depth=6, null_move=False)
/// >>> engine
/// boyi.Engine('othello', 'pvs,depth=6,null_move=off')
/// >>> engine.search(boyi.game("othello").start()).depth
/// 6
/// >>> boyi.Engine("othello", level=3).search(boyi.game("othello").start()).move in ("d3", "c4", "f5", "e6")
/// True
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Engine {
    pub game: Game,
    pub config: EngineConfig,
    seed: u64,
    state: Mutex<State>,
}

/// The engine at work, and the rules that it was built for.
#[derive(Default)]
struct State {
    settings: Option<Settings>,
    search: BackgroundSearch,
}

impl Engine {
    fn check_game(&self, position: &Position) -> PyResult<()> {
        if position.game == self.game {
            return Ok(());
        }
        let [own, other] = [self.game, position.game].map(|game| game.game.name());
        let text = format!("an engine for {own} does not search a position of {other}");
        Err(error::no_position(text))
    }

    /// Another engine of the kind, for the rules of `position`.
    pub fn build(&self, position: &Position) -> PyResult<Box<dyn engines::Engine>> {
        self.check_game(position)?;
        let settings = position.session.settings();
        let engine = self.game.game.engine(settings, &self.config, self.seed);
        engine.map_err(|error| exception(Read::Position, error))
    }

    /// Begins to search `position`.
    fn start(
        &self,
        py: Python<'_>,
        position: &Position,
        request: SearchRequest,
    ) -> PyResult<Thinking> {
        self.check_game(position)?;
        let settings = position.session.settings();
        let line = position.session.line();
        let mut state = self
            .state
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner);
        if state.settings.as_ref() != Some(settings) {
            let engine = self.build(position)?;
            state.search.set_engine(Some(engine));
            state.settings = Some(settings.clone());
        }
        let control = Control::default();
        let (thinking, report) = Thinking::new(self.game, control.clone());
        let search = &mut state.search;
        // It waits for a search under way to end, which needs no lock of Python's.
        py.detach(|| search.start(line, request, control, report));
        Ok(thinking)
    }
}

/// What is asked of a search, by name.
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
fn request(
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    mate: Option<u32>,
    lines: usize,
    only: Vec<String>,
    exclude: Vec<String>,
    instant: bool,
) -> PyResult<SearchRequest> {
    let limits = Limits {
        depth,
        nodes,
        time: time.map(duration).transpose()?,
        mate,
        ..Limits::none()
    };
    Ok(SearchRequest::new(limits)
        .with_multi_pv(lines.max(1))
        .with_only(only)
        .with_exclude(exclude)
        .with_instant(instant))
}

#[pymethods]
impl Engine {
    /// The engine of that searcher, which may bring options as text (`"pvs,depth=6"`), or of that
    /// level; by default the library's usual searcher. `seed` is that of what is random: a level's mistakes,
    /// and the tree search.
    #[new]
    #[pyo3(signature = (game, searcher = None, *, level = None, seed = None, **options))]
    fn new(
        game: Named,
        searcher: Option<&str>,
        level: Option<u8>,
        seed: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game.game()?;
        let config = config(searcher, level, seed, options)?;
        let checked = game.game.check(&config);
        checked.map_err(|error| exception(Read::Position, error))?;
        Ok(Self {
            game,
            config,
            seed: seed.unwrap_or_default(),
            state: Mutex::default(),
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game
    }

    /// The level or the searcher and its options as text, as the command `boyi` reads it.
    #[getter]
    fn config(&self) -> String {
        self.config.to_string()
    }

    /// The most memory that it may come to keep, in MiB.
    #[getter]
    fn memory(&self) -> PyResult<usize> {
        let memory = self.game.game.check(&self.config);
        memory.map_err(|error| exception(Read::Position, error))
    }

    /// Searches a position until a limit is reached, without Python's lock. Ctrl-C stops it.
    ///
    /// `mate` looks for a win in at most that number of plies; `lines` is the number of best moves;
    /// `only` and `exclude` name moves to consider or not. `progress` is called with a report of
    /// each iteration as it ends. Without any limit a searcher goes on until it is stopped, so that
    /// one is needed here, or of the engine.
    ///
    /// >>> import boyi
    /// >>> engine = boyi.Engine("xiangqi", "pvs")
    /// >>> report = engine.search(boyi.game("xiangqi").start(), depth=2, lines=3)
    /// >>> len(report.lines)
    /// 3
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, mate=None, lines=1, only=Vec::new(), exclude=Vec::new(), instant=true, progress=None))]
    #[allow(clippy::too_many_arguments, reason = "Python's keywords")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        lines: usize,
        only: Vec<String>,
        exclude: Vec<String>,
        instant: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let request = request(depth, nodes, time, mate, lines, only, exclude, instant)?;
        let endless = match &self.config {
            EngineConfig::Level { .. } => false,
            EngineConfig::Searcher(config) => config.limits.and(request.limits) == Limits::none(),
        };
        if endless {
            return Err(error::no_option(
                "a search needs a limit: depth, nodes, time or mate; think() goes on without",
            ));
        }
        let thinking = self.start(py, position, request)?;
        thinking.finish(py, progress.as_ref())
    }

    /// Searches in the background, until a limit is reached or it is stopped: see `Thinking`.
    /// Another search of this engine ends it.
    ///
    /// >>> import boyi
    /// >>> engine = boyi.Engine("gomoku")
    /// >>> with engine.think(boyi.game("gomoku").start()) as thinking:
    /// ...     for report in thinking:
    /// ...         if report.depth >= 2:
    /// ...             thinking.stop()
    /// >>> thinking.result().depth >= 2
    /// True
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, mate=None, lines=1, only=Vec::new(), exclude=Vec::new(), instant=false))]
    #[allow(clippy::too_many_arguments, reason = "Python's keywords")]
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        lines: usize,
        only: Vec<String>,
        exclude: Vec<String>,
        instant: bool,
    ) -> PyResult<Thinking> {
        let request = request(depth, nodes, time, mate, lines, only, exclude, instant)?;
        self.start(py, position, request)
    }

    /// Forgets what it learnt from earlier searches.
    fn new_game(&self, py: Python<'_>) {
        let mut state = self
            .state
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner);
        let search = &mut state.search;
        py.detach(|| {
            search.end();
            if let Some(engine) = search.engine() {
                engine.new_game();
            }
        });
    }

    fn __repr__(&self) -> String {
        format!(
            "boyi.Engine('{}', '{}')",
            self.game.game.name(),
            self.config
        )
    }
}

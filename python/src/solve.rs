//! The exact solver of a game.

use crate::error::{Read, exception, no_option};
use crate::options::{duration, settings};
use crate::plain::plain;
use crate::position::Position;
use crate::work::beside;
use engines::Finding;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a solver found.
///
/// >>> import boyi
/// >>> p = boyi.game("gomoku").position("X:f8g8h6h7 O:a1b4m3n12 turn:X")
/// >>> solution = boyi.solve(p, threats="vct")
/// >>> solution.is_complete, solution.data["result"], solution.line[0] in p.legal_moves()
/// (True, 'win', True)
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Solution {
    /// Whether the question is answered; otherwise a limit was reached.
    is_complete: bool,
    /// The answer in words.
    result: String,
    /// The moves of best play, as far as they are known.
    line: Vec<String>,
    /// More that there is to tell, in lines.
    notes: Vec<String>,
    /// The answer by the names of its fields, which differ from game to game.
    data: Py<PyAny>,
    /// Positions visited.
    nodes: u64,
    /// The time taken, in seconds.
    time: f64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let line = self.line.join(" ");
        format!("<boyi.Solution {}: {line}>", self.result)
    }
}

/// Solves a position exactly by the game's solver, in at most `time` seconds. `asked` are the
/// solver's own settings by name, as `Game.solver` has them. Ctrl-C ends it at its next finding.
///
/// >>> import boyi
/// >>> end = "XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOO-- X"
/// >>> boyi.solve(boyi.game("othello").position(end)).data["score"]
/// 2
#[pyfunction]
#[pyo3(signature = (position, *, time = 60.0, **asked))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    time: f64,
    asked: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    let game = position.game.game;
    let session = position.session.fork();
    let fails = |error| exception(Read::Position, error);
    let solver = game.solver(session.settings(), &settings(asked)?, Some(duration(time)?));
    let solver = solver.map_err(fails)?;
    let mut solver = solver.ok_or_else(|| no_option(format!("{} has no solver", game.name())))?;
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    let mut last = Finding::default();
    let solved = beside(
        py,
        || stop.store(true, Relaxed),
        move |findings| {
            solver.solve(&*session, &mut |finding| {
                // Nobody may be left to hear.
                let _ = findings.send(finding.clone());
                match stopped.load(Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
        },
        |finding| {
            last = finding;
            Ok(())
        },
    )?;
    let solved = solved.map_err(fails)?;
    Ok(Solution {
        is_complete: solved.complete,
        result: last.result,
        line: last.line,
        notes: last.notes,
        data: plain(py, &solved.data.into())?,
        nodes: solved.nodes,
        time: solved.time.as_secs_f64(),
    })
}

/// What a game's solver may be asked: each setting with what it is.
pub(crate) fn about<'py>(
    py: Python<'py>,
    game: &dyn engines::Game,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(facts) = game.facts().solver else {
        return Ok(None);
    };
    let settings = PyDict::new(py);
    for setting in facts.settings {
        settings.set_item(setting.name, setting.about)?;
    }
    Ok(Some(settings))
}

/// A puzzle: a position with one move that reaches a goal.
///
/// >>> import boyi
/// >>> puzzle = boyi.game("xiangqi").puzzles()[0]
/// >>> puzzle.theme, puzzle.solution[0] in puzzle.position.legal_moves()
/// ('mate', True)
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Puzzle {
    /// The position.
    position: Py<Position>,
    /// What is to be reached, by the game's own word.
    theme: String,
    /// Best play, the solver's moves and the answers.
    solution: Vec<String>,
    /// How difficult it is, on the scale of a rating.
    rating: u32,
}

#[pymethods]
impl Puzzle {
    fn __repr__(&self) -> String {
        format!("<boyi.Puzzle {}, rating {}>", self.theme, self.rating)
    }
}

/// The puzzles that a game is shipped with.
pub(crate) fn puzzles<'py>(
    py: Python<'py>,
    game: crate::games::Game,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for puzzle in game.game.puzzles() {
        let fails = |error| exception(Read::Position, error);
        let mut session = game.game.session(&Vec::new()).map_err(fails)?;
        session.set_line(&puzzle.position).map_err(fails)?;
        list.append(Puzzle {
            position: Py::new(py, Position::new(game, session))?,
            theme: puzzle.theme,
            solution: puzzle.solution,
            rating: puzzle.rating,
        })?;
    }
    Ok(list)
}

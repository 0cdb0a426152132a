//! Openings in balance, for matches.

use crate::error::{Read, exception, no_match};
use crate::games::Named;
use crate::options::{duration, settings};
use crate::position::Position;
use crate::report::Score;
use crate::work::beside;
use arena::openings::{Balance, Balanced, Judged, OpeningError, RandomPlies};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Control, Limits};

/// An opening in balance.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Opening {
    /// The position after it.
    position: Py<Position>,
    /// The start and the moves in one line, as `match` takes it.
    line: String,
    /// The score that a search found for the player to move.
    score: Score,
    /// The depth of that search.
    depth: u32,
}

#[pymethods]
impl Opening {
    fn __repr__(&self) -> String {
        let (line, score) = (&self.line, &self.score.0);
        format!("<boyi.Opening {line}: {score}>")
    }
}

/// Finds openings of `plies` random plies, most of them good ones, that leave the game in balance:
/// of each eight games the best balanced is taken, and kept if a search finds it within `balance`
/// of a draw, in the game's unit. The limits are that search's: 50,000 nodes where nothing else is
/// said. The same seed gives the same openings, as long as there is no limit in time.
///
/// >>> import boyi
/// >>> openings = boyi.openings("othello", 2, nodes=5_000)
/// >>> [opening.position.ply for opening in openings], abs(float(openings[0].score)) <= 1.0
/// ([8, 8], True)
/// >>> lines = [opening.line for opening in openings]
/// >>> result = boyi.match("level=1", "level=2", game="othello", games=4, openings=lines)
/// >>> result.records[2].position.moves[:8] == openings[1].position.moves
/// True
#[pyfunction]
#[pyo3(signature = (game, count, *, plies=8, balance=1.0, seed=1, rules=None, depth=None, nodes=None, time=None))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn openings(
    py: Python<'_>,
    game: Named,
    count: usize,
    plies: u32,
    balance: f64,
    seed: u64,
    rules: Option<&Bound<'_, PyDict>>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
) -> PyResult<Vec<Opening>> {
    let game = game.game()?;
    let settings = settings(rules)?;
    let asked = Limits {
        depth,
        nodes,
        time: time.map(duration).transpose()?,
        ..Limits::none()
    };
    let usual = Balanced::of(game.game);
    let balanced = Balanced {
        random: RandomPlies { plies },
        limits: if asked == Limits::none() {
            usual.limits
        } else {
            asked
        },
        ..usual
    };
    let balanced = balanced.within_units(balance, game.game);
    let fails = |error| match error {
        OpeningError::Setting(error) => exception(Read::Position, error),
        error => no_match(error.to_string()),
    };
    let found = Balance::new(balanced, seed, game.game, &settings);
    let control = Control::default();
    let mut found = found.map_err(fails)?.under(&control);
    let openings = beside(
        py,
        || control.stop(),
        move |_: &std::sync::mpsc::Sender<()>| {
            (0..count)
                .map(|_| found.next())
                .collect::<Result<Vec<_>, _>>()
        },
        Ok,
    )?;
    let opening = |Judged { line, score, depth }| {
        let fails = |error| exception(Read::Position, error);
        let mut session = game.game.session(&settings).map_err(fails)?;
        session.set(&line).map_err(fails)?;
        Ok(Opening {
            position: Py::new(py, Position::new(game, session))?,
            line: line.to_string(),
            score: Score(game.game.reading(score)),
            depth,
        })
    };
    openings.map_err(fails)?.into_iter().map(opening).collect()
}

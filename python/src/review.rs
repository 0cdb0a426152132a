//! A finished game, move by move.

use crate::engine::Engine;
use crate::error::{Read, exception};
use crate::options::duration;
use crate::position::Position;
use crate::report::Score;
use crate::work::beside;
use lab::{AnnotatedMove, Annotator};
use pyo3::prelude::*;
use search::{Control, Limits};

/// A move of a game, its score, and the best move instead.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct ReviewedMove {
    /// Its number, from 1.
    ply: usize,
    /// The name of the player who moved.
    player: &'static str,
    /// The move played.
    r#move: String,
    /// Its score, for the player who moved.
    score: Score,
    /// The best move.
    best: Option<String>,
    /// The score of the best move.
    best_score: Score,
    /// What was to be expected after the best move, that move first.
    best_line: Vec<String>,
    /// What was to be expected after the move, the move itself first.
    line: Vec<String>,
    /// Whether there was no other legal move.
    is_forced: bool,
    /// Whether the move is worth no less than the search's own choice, and there was another.
    is_best: bool,
    /// The loss against the best move, in the game's unit.
    loss: f64,
    /// The probability of winning that is lost against the best move, 0 to 1.
    probability_lost: f64,
    /// `inaccuracy`, `mistake`, `blunder`, or `None`.
    quality: Option<&'static str>,
}

#[pymethods]
impl ReviewedMove {
    fn __repr__(&self) -> String {
        let (ply, mv, score) = (self.ply, &self.r#move, self.score.0);
        let quality = self
            .quality
            .map_or(String::new(), |quality| format!(", {quality}"));
        format!("<boyi.ReviewedMove {ply}. {mv} {score}{quality}>")
    }
}

impl ReviewedMove {
    fn new(game: &dyn engines::Game, mv: AnnotatedMove) -> Self {
        let score = |score| Score(game.reading(score));
        Self {
            ply: mv.ply,
            player: game.facts().players[mv.player],
            score: score(mv.score),
            best: mv.report.best(),
            best_score: score(mv.report.score()),
            best_line: mv.report.pv().to_vec(),
            is_forced: mv.forced,
            is_best: mv.is_best(),
            loss: mv.loss,
            probability_lost: mv.probability_lost,
            quality: mv.quality.map(|quality| quality.name()),
            r#move: mv.played,
            line: mv.pv,
        }
    }
}

/// Goes through a game that ends at `position`, move by move: what each is worth, and which would
/// have been better. Each position is searched within the limits, of 100,000 nodes by default.
/// `engine` is one for the game, by default the usual searcher; `first` is the first move looked at,
/// and `progress` is called with each as it comes.
///
/// >>> import boyi
/// >>> game = boyi.game("gomoku").position("startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8")
/// >>> [(move.move, str(move.score)) for move in boyi.analyze(game, depth=4, first=8)]
/// [('o15', 'loss in 2'), ('l8', 'win in 1')]
#[pyfunction]
#[pyo3(signature = (position, engine=None, *, depth=None, nodes=None, time=None, first=1, progress=None))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn analyze(
    py: Python<'_>,
    position: &Position,
    engine: Option<&Engine>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    first: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Py<ReviewedMove>>> {
    let game = position.game.game;
    let asked = Limits {
        depth,
        nodes,
        time: time.map(duration).transpose()?,
        ..Limits::none()
    };
    let limits = match asked {
        none if none == Limits::none() => Annotator::LIMITS,
        limits => limits,
    };
    let annotator = Annotator {
        from: first,
        ..Annotator::new(limits)
    };
    let mut session = position.session.fork();
    let fails = |error| exception(Read::Position, error);
    let mut engine = match engine {
        Some(engine) => engine.build(position)?,
        None => {
            let config = engines::EngineConfig::Searcher(Default::default());
            game.engine(session.settings(), &config, 0).map_err(fails)?
        }
    };
    let control = Control::default();
    let own = control.clone();
    let mut moves = Vec::new();
    let done = beside(
        py,
        || control.stop(),
        move |told| {
            let mut each = |mv: &AnnotatedMove, _: &dyn engines::Session| {
                // Nobody may be left to hear.
                let _ = told.send(mv.clone());
            };
            annotator.run(game, &mut *session, &mut *engine, &own, &mut each)
        },
        |mv| {
            let mv = Py::new(py, ReviewedMove::new(game, mv))?;
            if let Some(progress) = &progress {
                progress.call1(py, (&mv,))?;
            }
            moves.push(mv);
            Ok(())
        },
    )?;
    done.map_err(fails)?;
    Ok(moves)
}

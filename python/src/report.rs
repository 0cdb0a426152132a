//! What a search found.

use engines::ScoreReading;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use search::{Bound, Source};

/// A score for the player to move, as the game reads it. Scores of one game compare, and `float`
/// makes units of one, infinite where the end is forced.
///
/// >>> import boyi
/// >>> gomoku = boyi.game("gomoku")
/// >>> p = gomoku.position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7")
/// >>> score = boyi.Engine(gomoku, "pvs", depth=2).search(p).score
/// >>> str(score), score.is_final, float(score)
/// ('win in 1', True, inf)
#[pyclass(frozen, module = "boyi")]
#[derive(Clone, Copy)]
pub(crate) struct Score(pub ScoreReading);

#[pymethods]
impl Score {
    /// The score in the game's unit; `None` if the end is forced.
    #[getter]
    fn units(&self) -> Option<f64> {
        self.0.units
    }

    /// The score in the search's own points.
    #[getter]
    fn points(&self) -> i32 {
        self.0.score.get()
    }

    /// The share of a point that it promises, 0 to 1.
    #[getter]
    fn win_probability(&self) -> f64 {
        self.0.win_probability
    }

    /// Whether it is the proved outcome of the game.
    #[getter]
    fn is_final(&self) -> bool {
        self.0.is_final
    }

    /// The margin of victory that it stands for; `None` in a game without margins, and where the
    /// end was not seen.
    #[getter]
    fn margin(&self) -> Option<i32> {
        self.0.margin
    }

    /// The plies to the forced end, if it is one.
    #[getter]
    fn plies_to_end(&self) -> Option<usize> {
        self.0.score.plies_to_end()
    }

    fn __float__(&self) -> f64 {
        let forced = f64::from(self.0.score.get().signum()) * f64::INFINITY;
        self.0.units.unwrap_or(forced)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<boyi.Score {}>", self.0)
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        op.matches(self.0.score.cmp(&other.0.score))
    }

    fn __hash__(&self) -> isize {
        self.0.score.get() as isize
    }
}

/// A move, its score and what is expected to follow.
#[pyclass(frozen, module = "boyi")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The moves, the first of them to be played.
    #[pyo3(get)]
    pub moves: Vec<String>,
    /// The score, for the player to move.
    #[pyo3(get)]
    pub score: Score,
    /// What the score says: `exact`, `lower`, `upper`, or `none` where nothing is known yet.
    #[pyo3(get)]
    pub bound: &'static str,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<boyi.Line {}: {}>", self.score.0, self.moves.join(" "))
    }
}

/// What a search found, and what it took.
///
/// >>> import boyi
/// >>> report = boyi.Engine("othello", "pvs", depth=4).search(boyi.game("othello").start())
/// >>> report.depth, report.move == report.line[0], report.nodes > 0
/// (4, True, True)
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Report {
    report: search::Report<String>,
    lines: Vec<Line>,
}

impl Report {
    pub fn new(game: &dyn engines::Game, report: search::Report<String>) -> Self {
        let line = |line: &search::Variation<String>| Line {
            moves: line.moves.clone(),
            score: Score(game.reading(line.score)),
            bound: match line.bound {
                Bound::None => "none",
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
        };
        Self {
            lines: report.lines.iter().map(line).collect(),
            report,
        }
    }
}

#[pymethods]
impl Report {
    /// The best move; `None` where there is none.
    #[getter]
    fn r#move(&self) -> Option<String> {
        self.report.best()
    }

    /// The score of the best move for the player to move; `None` where there is no line.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// The best move and what is expected to follow.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.report.pv().to_vec()
    }

    /// The lines asked for, the best first.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        self.lines.clone()
    }

    /// The deepest fully searched iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// The longest line looked at, in plies.
    #[getter]
    fn selective_depth(&self) -> u32 {
        self.report.selective_depth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// The time taken, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time.as_secs_f64()
    }

    /// Positions visited in a second.
    #[getter]
    fn nps(&self) -> f64 {
        self.report.nodes as f64 / self.report.time.as_secs_f64().max(1e-9)
    }

    /// How full the table is, in permille.
    #[getter]
    fn hashfull(&self) -> u16 {
        self.report.hashfull
    }

    /// Positions visited by each finished iteration.
    #[getter]
    fn iterations(&self) -> Vec<u64> {
        self.report.iterations.clone()
    }

    /// Every move considered with the positions visited after it, the best first where the search
    /// compares them.
    #[getter]
    fn roots(&self) -> Vec<(String, u64)> {
        let roots = self.report.roots.iter();
        roots.map(|root| (root.mv.clone(), root.nodes)).collect()
    }

    /// Where the answer comes from: `search` or `book`.
    #[getter]
    fn source(&self) -> &'static str {
        match self.report.source {
            Source::Book => "book",
            _ => "search",
        }
    }

    fn __repr__(&self) -> String {
        let score = self.lines.first().map(|line| line.score.0.to_string());
        let score = score.unwrap_or_else(|| "no move".to_owned());
        let search::Report { depth, nodes, .. } = self.report;
        let line = self.report.pv().join(" ");
        format!("<boyi.Report depth {depth}, {nodes} nodes, {score}: {line}>")
    }
}

use super::{Player, ScoreText};
use engines::{Ending, Game, Session, SwapRule, SwapStep};
use game_core::{BoardShape, BoardView, MoveCells, Piece, Score, Text};
use lab::{AnnotatedMove, MoveQuality, Row};
use search::{Bound, Report, Variation};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// An event as text: its name and `body`.
pub(crate) fn event(name: &'static str, body: impl Serialize) -> String {
    #[derive(Serialize)]
    struct Event<T> {
        event: &'static str,
        #[serde(flatten)]
        body: T,
    }
    serde_json::to_string(&Event { event: name, body })
        .unwrap_or_else(|error| unreachable!("plain data: {error}"))
}

/// The whole state of a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameText<'a> {
    pub room: &'a str,
    pub version: u64,
    pub game: &'static str,
    pub settings: BTreeMap<&'a str, &'a str>,
    pub shape: ShapeText<'a>,
    pub start: String,
    pub start_board: BoardText,
    pub position: String,
    pub board: BoardText,
    pub line: String,
    pub moves: Vec<String>,
    pub ply: usize,
    pub turn: &'static str,
    /// Whose turn it is after so many moves, from none to all.
    pub turns: Vec<usize>,
    pub mover: usize,
    /// The cells of the last move: where it came from and where it went.
    pub last: Option<CellsText>,
    pub legal: Vec<String>,
    /// How each legal move is entered, in cells; without those entered by the cell of their name.
    pub routes: BTreeMap<String, Vec<Vec<usize>>>,
    pub forbidden: Vec<(String, &'static str)>,
    /// The cells whose pieces are in check.
    pub checked: Vec<usize>,
    /// The cells whose pieces have decided the game.
    pub deciding: Vec<usize>,
    pub ending: Option<EndingText>,
    pub players: &'a [Player; 2],
    /// The opening that shares the sides, if the game began with one.
    pub swap: Option<SwapText>,
    pub paused: bool,
    pub analysis: Option<AnalysisText>,
    pub scores: Vec<Option<ScoreText>>,
    pub searching: Option<&'static str>,
}

/// An opening that shares the sides, and what it waits for.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SwapText {
    rule: &'static str,
    /// `play`, `choose` or `chosen`.
    step: &'static str,
    /// How many moves are to be played before the next choice.
    left: usize,
    /// How many moves may be added instead of choosing a side.
    add: usize,
}

impl SwapText {
    /// What `rule` waits for; nothing once a side is chosen.
    pub fn new(rule: SwapRule, step: Option<SwapStep>) -> Self {
        let (step, left, add) = match step {
            Some(SwapStep::Play { left, .. }) => ("play", left, 0),
            Some(SwapStep::Choose { may_add: true, .. }) => ("choose", 0, rule.more),
            Some(SwapStep::Choose { may_add: false, .. }) => ("choose", 0, 0),
            None => ("chosen", 0, 0),
        };
        Self {
            rule: rule.name,
            step,
            left,
            add,
        }
    }
}

/// What the board looks like, and the names of its cells.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShapeText<'a> {
    #[serde(flatten)]
    pub shape: &'a BoardShape,
    pub names: Vec<&'a str>,
}

impl<'a> ShapeText<'a> {
    /// The shape of `board`, whose cells it names.
    pub fn new(shape: &'a BoardShape, board: &'a BoardView) -> Self {
        let names = board.cells.iter().map(|cell| cell.name.as_str());
        Self {
            shape,
            names: names.collect(),
        }
    }
}

/// The cells of a move: where it comes from, where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CellsText(Option<usize>, Option<usize>);

impl From<MoveCells> for CellsText {
    fn from(MoveCells { from, to }: MoveCells) -> Self {
        Self(from, to)
    }
}

/// What stands where.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoardText {
    columns: usize,
    rows: usize,
    /// The piece on each occupied square; the first mover's are in upper case.
    pieces: BTreeMap<String, char>,
    /// How many there are on a square that has several.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    counts: BTreeMap<String, usize>,
}

impl From<BoardView> for BoardText {
    fn from(board: BoardView) -> Self {
        let letter = |piece: Piece| match piece.owner {
            game_core::Player::First => piece.letter,
            game_core::Player::Second => piece.letter.to_ascii_lowercase(),
        };
        Self {
            columns: board.columns,
            rows: board.rows(),
            counts: board
                .counts
                .iter()
                .filter_map(|(&cell, &count)| Some((board.cells.get(cell)?.name.clone(), count)))
                .collect(),
            pieces: board
                .cells
                .into_iter()
                .filter_map(|cell| Some((cell.name, letter(cell.piece?))))
                .collect(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct EndingText {
    winner: Option<&'static str>,
    reason: &'static str,
}

impl EndingText {
    /// `ending` of a game between these two.
    pub fn new(ending: Ending, players: [&'static str; 2]) -> Self {
        Self {
            winner: ending.winner_name(players),
            reason: ending.reason,
        }
    }
}

/// What analysis mode shows.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnalysisText {
    pub lines: usize,
    pub engine: String,
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Waiting,
    Searching,
    Done,
}

/// What a search has found so far.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Thinking {
    pub ply: usize,
    pub purpose: &'static str,
    pub engine: String,
    pub state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<usize>,
    pub depth: u32,
    pub selective_depth: u32,
    pub nodes: u64,
    pub nps: u64,
    pub time_ms: f64,
    pub hashfull: u16,
    pub lines: Vec<LineText>,
}

/// One of its variations.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LineText {
    moves: Vec<String>,
    cells: Vec<CellsText>,
    /// Who makes each of them.
    movers: Vec<usize>,
    score: Option<ScoreText>,
    bound: &'static str,
}

impl LineText {
    /// `line` from the position of `session`.
    fn new(game: &dyn Game, session: &dyn Session, line: &Variation<String>) -> Self {
        let moves = session.variation(&line.moves);
        Self {
            moves: line.moves.clone(),
            cells: moves.iter().map(|mv| mv.cells.into()).collect(),
            movers: moves.iter().map(|mv| mv.mover.index()).collect(),
            score: (line.bound != Bound::None).then(|| ScoreText::new(game, line.score)),
            bound: match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                Bound::None => "none",
            },
        }
    }
}

impl Thinking {
    /// Takes over the content of `report` on a position of `session`.
    pub fn broadcast(&mut self, game: &dyn Game, session: &dyn Session, report: &Report<String>) {
        self.depth = report.depth;
        self.selective_depth = report.selective_depth;
        self.nodes = report.nodes;
        self.nps = nps(report.nodes, report.time);
        self.time_ms = millis(report.time);
        self.hashfull = report.hashfull;
        let line = |line| LineText::new(game, session, line);
        self.lines = report.lines.iter().map(line).collect();
    }

    /// Advances to `nodes` and `time`, within an iteration.
    pub fn grow(&mut self, nodes: u64, time: Duration) {
        if nodes >= self.nodes {
            (self.nodes, self.time_ms, self.nps) = (nodes, millis(time), nps(nodes, time));
        }
    }
}

/// A search too short to measure has no speed.
fn nps(nodes: u64, time: Duration) -> u64 {
    if time.is_zero() {
        0
    } else {
        (nodes as f64 / time.as_secs_f64()) as u64
    }
}

/// In milliseconds, to the microsecond.
fn millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A move advised.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct HintText {
    pub ply: usize,
    #[serde(rename = "move")]
    pub mv: String,
    pub score: Option<ScoreText>,
    /// What it does, in words.
    pub why: Vec<Text>,
}

/// What a move does at the position of `session`, in words.
pub(crate) fn why(session: &dyn Session, mv: &str) -> Vec<Text> {
    let remarks = session.remarks(mv).unwrap_or_default();
    remarks.into_iter().map(|remark| remark.text).collect()
}

/// The state of a laboratory's run, or of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    Waiting,
    Running,
    Done,
    Stopped,
}

/// What a laboratory's run or a review has found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunText<'a, R> {
    pub run: u64,
    /// The position of the laboratory, or the game that is reviewed.
    pub line: &'a str,
    pub state: RunState,
    pub row: Option<&'a R>,
}

/// One reviewed move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewText {
    /// Its number, from 1.
    pub ply: usize,
    #[serde(rename = "move")]
    mv: String,
    player: usize,
    /// What the position after it is worth, in the view of the player who made it.
    score: ScoreText,
    /// The best line there was; none where the game was over already.
    best: Option<LineText>,
    /// The probability of winning with the best move and with this one.
    probability: [f64; 2],
    /// `best`, `inaccuracy`, `mistake` or `blunder`.
    mark: Option<&'static str>,
    /// What the best move does and what this one does, in words; told of bad moves.
    why: Option<[Vec<Text>; 2]>,
}

impl ReviewText {
    /// What was found of a move; the session is at the position before it, and the position after
    /// it is worth `score`.
    pub fn new(
        game: &dyn Game,
        session: &dyn Session,
        annotated: &AnnotatedMove,
        score: Score,
    ) -> Self {
        let best = annotated.report.lines.first();
        let probability = |score| game.reading(score).win_probability;
        let after = probability(annotated.score);
        let good = annotated.is_best().then_some("best");
        Self {
            ply: annotated.ply,
            mv: annotated.played.clone(),
            player: annotated.player,
            score: ScoreText::new(game, score),
            best: best.map(|line| LineText::new(game, session, line)),
            probability: [after + annotated.probability_lost, after],
            mark: annotated.quality.map(MoveQuality::name).or(good),
            why: annotated.quality.map(|_| {
                let better = annotated.report.best().unwrap_or_default();
                [&better, &annotated.played].map(|mv| why(session, mv))
            }),
        }
    }
}

/// One searcher's result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RowText {
    pub index: usize,
    pub searcher: String,
    pub finished: bool,
    pub skipped: Option<String>,
    pub depth: u32,
    pub nodes: u64,
    pub time_ms: f64,
    pub nps: u64,
    pub score: Option<ScoreText>,
    pub best: Option<String>,
    pub moves: Vec<String>,
    pub course: Vec<Value>,
}

impl RowText {
    /// Advances to `nodes` and `time`, within an iteration.
    pub fn grow(&mut self, nodes: u64, time: Duration) {
        if nodes >= self.nodes {
            (self.nodes, self.time_ms, self.nps) = (nodes, millis(time), nps(nodes, time));
        }
    }

    /// The result in `row`.
    pub fn new(game: &dyn Game, row: &Row) -> Self {
        let empty = Report::empty();
        let report = row.report.as_ref().unwrap_or(&empty);
        let course = row.milestones.iter().map(
            |passed| serde_json::json!({ "depth": passed.depth, "nodes": passed.nodes, "time_ms": millis(passed.time) }),
        );
        let known = report
            .lines
            .first()
            .filter(|line| line.bound != Bound::None);
        Self {
            index: row.index,
            searcher: row.searcher.clone(),
            finished: row.finished,
            skipped: row.skipped.clone(),
            depth: report.depth,
            nodes: report.nodes,
            time_ms: millis(report.time),
            nps: nps(report.nodes, report.time),
            score: known.map(|line| ScoreText::new(game, line.score)),
            best: report.best(),
            moves: report.pv().to_vec(),
            course: course.collect(),
        }
    }
}

/// Something went wrong that no message asked for.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Trouble<'a> {
    pub message: &'a str,
}

/// A room is gone.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Closed {
    pub reason: &'static str,
}

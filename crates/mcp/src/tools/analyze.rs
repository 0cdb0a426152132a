use crate::Config;
use crate::call::Hand;
use crate::engine_choice::{allowed, named};
use crate::error::ToolError;
use crate::output::ScoreText;
use crate::shared::{Shared, within};
use engines::{EngineConfig, Game, SearchRequest, SearcherConfig};
use schemars::JsonSchema;
use search::{Bound, Limits, MAX_PLY, Variation};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The arguments of `analyze`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// How many of the best moves to rank; 1 by default, and at most as many as `list_games` says.
    pub lines: Option<u64>,
    /// The longest that it may search, in milliseconds; 2000 by default, and at most as long as
    /// `list_games` says.
    pub time_ms: Option<u64>,
    /// The plies to look ahead; without limit by default.
    pub depth: Option<u64>,
    /// The most positions to look at; without limit by default.
    pub nodes: Option<u64>,
    /// The searcher, perhaps with options: `pvs,hash=32`. By default the game's own.
    pub searcher: Option<String>,
}

/// What a search found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Analysis {
    /// The side to move, by its name: scores are for this side.
    pub to_move: String,
    /// The unit of scores.
    pub unit: String,
    /// The best move.
    pub best: Option<String>,
    /// The best moves with what is expected to follow, the best first. Of a game that is over, one
    /// line without moves.
    pub lines: Vec<Line>,
    /// The plies that were searched in full.
    pub depth: u32,
    /// The plies of the longest line looked at.
    pub selective_depth: u32,
    /// The positions looked at.
    pub nodes: u64,
    /// The time taken, in milliseconds.
    pub time_ms: f64,
    /// The searcher.
    pub searcher: String,
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Line {
    /// The moves, this one first.
    pub moves: Vec<String>,
    /// What it is worth for the side to move; null where nothing is known yet.
    pub score: Option<ScoreText>,
    /// What the score says about the value.
    pub bound: BoundText,
}

/// What a score says about the value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BoundText {
    /// The value is the score.
    Exact,
    /// The value is at least the score.
    AtLeast,
    /// The value is at most the score.
    AtMost,
    /// Nothing.
    Unknown,
}

impl From<Bound> for BoundText {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::Exact,
            Bound::Lower => Self::AtLeast,
            Bound::Upper => Self::AtMost,
            Bound::None => Self::Unknown,
        }
    }
}

impl Line {
    fn new(game: &dyn Game, line: &Variation<String>) -> Self {
        Self {
            moves: line.moves.clone(),
            score: (line.bound != Bound::None).then(|| ScoreText::new(game, line.score)),
            bound: line.bound.into(),
        }
    }
}

/// `analyze`
pub(crate) fn run(
    shared: &Shared,
    arguments: Arguments,
    hand: &Hand,
) -> Result<Analysis, ToolError> {
    let (subject, state) = shared.read(&arguments.game_id, |open| {
        (open.subject(), open.session().state())
    })?;
    let game = subject.game;
    let searcher = arguments.searcher.as_deref();
    let engine = named(game, None, searcher)?;
    let engine = engine.unwrap_or_else(|| EngineConfig::Searcher(SearcherConfig::default()));
    let engine = allowed(game, engine, &shared.config)?;
    let lines = within(
        "lines",
        arguments.lines.unwrap_or(1),
        1,
        shared.config.lines as u64,
    )?;
    if lines > 1
        && let EngineConfig::Searcher(config) = &engine
        && !game
            .searcher(config.name())
            .is_some_and(|facts| facts.multi_pv)
    {
        return Err(ToolError::OneLine(config.name().to_owned()));
    }
    let request = SearchRequest::new(limits(&arguments, &shared.config)?)
        .with_multi_pv(lines as usize)
        .with_instant(false);
    let report = subject.search(&engine, &request, 0, hand)?;
    let lines = report.lines.iter().map(|line| Line::new(game, line));
    Ok(Analysis {
        to_move: state.player().to_owned(),
        unit: game.facts().unit.to_owned(),
        best: report.best(),
        lines: lines.collect(),
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        time_ms: report.time.as_micros() as f64 / 1000.0,
        searcher: engine.to_string(),
    })
}

/// The limits of the search that `arguments` ask for.
fn limits(arguments: &Arguments, config: &Config) -> Result<Limits, ToolError> {
    let most = config.time.as_millis() as u64;
    let usual = Config::USUAL_TIME.as_millis() as u64;
    let time = arguments.time_ms.unwrap_or_else(|| usual.min(most));
    let time = within("time_ms", time, 1, most)?;
    let mut limits = Limits::time(Duration::from_millis(time));
    if let Some(depth) = arguments.depth {
        let depth = within("depth", depth, 1, MAX_PLY as u64)?;
        limits = limits.with_depth(depth as u32);
    }
    if let Some(nodes) = arguments.nodes {
        limits = limits.with_nodes(within("nodes", nodes, 1, u64::MAX)?);
    }
    Ok(limits)
}

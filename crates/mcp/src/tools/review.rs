use crate::Config;
use crate::call::Hand;
use crate::engine_choice::{allowed, named};
use crate::error::ToolError;
use crate::output::{ScoreText, in_ten_thousandths};
use crate::shared::{Shared, within};
use engines::{EngineConfig, Game, SearcherConfig};
use lab::{AnnotatedMove, Annotator};
use schemars::JsonSchema;
use search::{Limits, MAX_PLY};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The arguments of `review`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// The first move to review, from 1, to skip an opening; 1 by default.
    pub first: Option<u64>,
    /// The longest that the whole review may take, in milliseconds, shared evenly among the moves;
    /// by default as long as this server allows.
    pub time_ms: Option<u64>,
    /// The plies to look ahead at each move; without limit by default.
    pub depth: Option<u64>,
    /// The most positions to look at in each search; 100000 by default.
    pub nodes: Option<u64>,
    /// The searcher, perhaps with options: `pvs,hash=32`. By default the game's own.
    pub searcher: Option<String>,
}

/// A game, move by move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Review {
    /// The unit of scores.
    pub unit: String,
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// The searcher.
    pub searcher: String,
}

/// A move of the game, its score, and the best move instead.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// The side that played it, by its name: scores are for this side.
    pub player: String,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth.
    pub score: ScoreText,
    /// The best move.
    pub best: Option<String>,
    /// What the best move is worth.
    pub best_score: ScoreText,
    /// What was to be expected after the best move, that move first; only of a move with a quality.
    pub best_line: Vec<String>,
    /// Whether there was no other legal move.
    pub is_forced: bool,
    /// Whether it is worth no less than the best move found, and there was another.
    pub is_best: bool,
    /// The loss against the best move, in the unit.
    pub loss: f64,
    /// The probability of winning that is lost against the best move, 0 to 1.
    pub probability_lost: f64,
    /// How bad it is: `inaccuracy`, `mistake` or `blunder`; null where it is none of them.
    pub quality: Option<String>,
}

impl ReviewedMove {
    fn new(game: &dyn Game, mv: &AnnotatedMove) -> Self {
        let best_line = match mv.quality {
            Some(_) => mv.report.pv().to_vec(),
            None => Vec::new(),
        };
        Self {
            ply: mv.ply,
            player: game.facts().players[mv.player].to_owned(),
            text: mv.played.clone(),
            score: ScoreText::new(game, mv.score),
            best: mv.report.best(),
            best_score: ScoreText::new(game, mv.report.score()),
            best_line,
            is_forced: mv.forced,
            is_best: mv.is_best(),
            loss: mv.loss,
            probability_lost: in_ten_thousandths(mv.probability_lost),
            quality: mv.quality.map(|quality| quality.name().to_owned()),
        }
    }
}

/// `review`
pub(crate) fn run(shared: &Shared, arguments: Arguments, hand: &Hand) -> Result<Review, ToolError> {
    let subject = shared.read(&arguments.game_id, |open| open.subject())?;
    let game = subject.game;
    let engine = named(game, None, arguments.searcher.as_deref())?;
    let engine = engine.unwrap_or_else(|| EngineConfig::Searcher(SearcherConfig::default()));
    let engine = allowed(game, engine, &shared.config)?;
    let plies = subject.line.moves.len() as u64;
    let first = within("first", arguments.first.unwrap_or(1), 1, plies.max(1))?;
    let annotator = Annotator {
        from: first as usize,
        ..Annotator::new(limits(&arguments, plies + 1 - first, &shared.config)?)
    };
    let mut session = subject.session()?;
    let built = game.engine(&subject.settings, &engine, 0);
    let mut built = built.map_err(ToolError::Search)?;
    built.prepare();
    let mut moves = Vec::new();
    let done = annotator.run(
        game,
        &mut *session,
        &mut *built,
        &hand.control,
        &mut |mv, _| {
            hand.report(format!("move {} of {plies}: {}", mv.ply, mv.played));
            moves.push(ReviewedMove::new(game, mv));
        },
    );
    hand.check()?;
    done.map_err(ToolError::Search)?;
    Ok(Review {
        unit: game.facts().unit.to_owned(),
        moves,
        searcher: engine.to_string(),
    })
}

/// The limits of each search of a review of so many `moves`.
fn limits(arguments: &Arguments, moves: u64, config: &Config) -> Result<Limits, ToolError> {
    /// The searches of a move: of the position before it, and of the move itself.
    const SEARCHES: u64 = 2;
    /// A search takes this long at least: in less it may find nothing.
    const LEAST: Duration = Duration::from_millis(5);
    let most = config.time.as_millis() as u64;
    let time = within("time_ms", arguments.time_ms.unwrap_or(most), 1, most)?;
    let searches = SEARCHES * moves.max(1);
    let share = Duration::from_millis(time) / u32::try_from(searches).unwrap_or(u32::MAX);
    let mut limits = Annotator::LIMITS.with_time(share.max(LEAST));
    if let Some(depth) = arguments.depth {
        limits = limits.with_depth(within("depth", depth, 1, MAX_PLY as u64)? as u32);
    }
    if let Some(nodes) = arguments.nodes {
        limits = limits.with_nodes(within("nodes", nodes, 1, u64::MAX)?);
    }
    Ok(limits)
}

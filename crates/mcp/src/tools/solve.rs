use crate::call::Hand;
use crate::error::ToolError;
use crate::shared::{Shared, within};
use engines::{Finding, Game, Settings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// The arguments of `solve`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// What the solver is asked, by the names that `list_games` gives, as `{"threats": "vct"}`.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// The longest that it may search, in milliseconds; by default as long as this server allows.
    pub time_ms: Option<u64>,
}

/// What a solver found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Solution {
    /// Whether the question is answered. Otherwise the time ran out, and more of it may help.
    pub complete: bool,
    /// The answer in words.
    pub result: String,
    /// The moves of best play.
    pub line: Vec<String>,
    /// More about the answer.
    pub notes: Vec<String>,
    /// The answer by names, which differ from game to game.
    pub data: Map<String, Value>,
    /// The positions looked at.
    pub nodes: u64,
    /// The time taken, in milliseconds.
    pub time_ms: f64,
}

/// `solve`
pub(crate) fn run(
    shared: &Shared,
    arguments: Arguments,
    hand: &Hand,
) -> Result<Solution, ToolError> {
    let subject = shared.read(&arguments.game_id, |open| open.subject())?;
    let game = subject.game;
    let most = shared.config.time.as_millis() as u64;
    let time = within("time_ms", arguments.time_ms.unwrap_or(most), 1, most)?;
    let asked = asked(shared, arguments.settings)?;
    let time = Some(Duration::from_millis(time));
    let solver = game.solver(&subject.settings, &asked, time);
    let solver = solver.map_err(ToolError::Settings)?;
    let mut solver = solver.ok_or_else(|| no_solver(shared, game))?;
    let session = subject.session()?;
    let mut last = Finding::default();
    let solved = solver.solve(&*session, &mut |finding| {
        hand.report(finding.result.trim().to_owned());
        last = finding.clone();
        if hand.control.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    hand.check()?;
    let solved = solved.map_err(ToolError::Unsolvable)?;
    Ok(Solution {
        complete: solved.complete,
        result: last.result.trim().to_owned(),
        line: last.line,
        notes: last.notes,
        data: solved.data,
        nodes: solved.nodes,
        time_ms: solved.time.as_micros() as f64 / 1000.0,
    })
}

fn no_solver(shared: &Shared, game: &dyn Game) -> ToolError {
    let games = shared.config.games.iter();
    let with = games.filter(|game| game.facts().solver.is_some());
    ToolError::NoSolver {
        game: game.name(),
        with: with.map(|game| game.name()).collect(),
    }
}

/// What the solver is asked, with no more threads than a searcher may have.
fn asked(shared: &Shared, settings: BTreeMap<String, String>) -> Result<Settings, ToolError> {
    if let Some(threads) = settings.get("threads").and_then(|text| text.parse().ok()) {
        let most = shared.config.allowance.threads as u64;
        within("settings.threads", threads, 1, most)?;
    }
    Ok(settings.into_iter().collect())
}

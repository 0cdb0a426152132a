//! Positions that are shown beside the game on the table: those of the rules, and of puzzles.

use crate::protocol::{ApiError, BoardText, CellsText, ShapeText};
use crate::room::{forbidden, routes};
use engines::{EngineError, Game, Puzzle, Session, Settings};
use game_core::{GameLine, RuleCard};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What there is to know of the rules of `game`, with what stands on the board in each position and
/// what may be played there.
///
/// # Errors
/// If a card's position cannot be read.
pub(crate) fn cards(game: &dyn Game) -> Result<Vec<Value>, ApiError> {
    let cards = game.presentation().rules;
    let shown = |card: &RuleCard| {
        shown(game, card).map_err(|error| ApiError::new("game", format!("{}: {error}", card.line)))
    };
    cards.iter().map(shown).collect()
}

fn shown(game: &dyn Game, card: &RuleCard) -> Result<Value, EngineError> {
    let settings: Settings = card
        .settings
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut session = game.session(&settings)?;
    session.set_line(card.line)?;
    let mut text = still(&*session);
    text["title"] = json!(card.title);
    text["text"] = json!(card.text);
    text["settings"] = json!(settings.into_iter().collect::<BTreeMap<_, _>>());
    let GameLine { start, moves } = session.line();
    text["start"] = json!(start);
    text["moves"] = json!(moves);
    text["shape"] = shape(&*session);
    Ok(text)
}

/// The puzzles of `game`, in few words each.
pub(crate) fn puzzles(game: &dyn Game) -> Vec<Value> {
    let listed = |puzzle: &Puzzle| {
        json!({
            "id": puzzle.id(),
            "theme": puzzle.theme,
            "moves": puzzle.solution.len(),
            "rating": puzzle.rating,
        })
    };
    game.puzzles().iter().map(listed).collect()
}

/// The puzzle of that id: its solution, and the positions along it.
///
/// # Errors
/// If `game` has none of that id.
pub(crate) fn puzzle(game: &dyn Game, id: &str) -> Result<Value, ApiError> {
    let puzzles = game.puzzles();
    let puzzle = puzzles.iter().find(|puzzle| puzzle.id() == id);
    let puzzle = puzzle
        .ok_or_else(|| ApiError::new("puzzle", format!("{} has no puzzle {id:?}", game.name())))?;
    solved(game, puzzle).map_err(|error| ApiError::new("puzzle", format!("{id}: {error}")))
}

fn solved(game: &dyn Game, puzzle: &Puzzle) -> Result<Value, EngineError> {
    let mut session = game.session(&Settings::new())?;
    session.set_line(puzzle.line())?;
    let shape = shape(&*session);
    let mut steps = vec![still(&*session)];
    for mv in &puzzle.solution {
        session.play(mv)?;
        steps.push(still(&*session));
    }
    Ok(json!({
        "id": puzzle.id(),
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "position": puzzle.position,
        "solution": session.line().moves,
        "only": puzzle.only,
        "shape": shape,
        "steps": steps,
    }))
}

fn shape(session: &dyn Session) -> Value {
    json!(ShapeText::new(
        &session.board_shape(),
        &session.view().board
    ))
}

/// What stands on the board, and what may be played there.
fn still(session: &dyn Session) -> Value {
    let view = session.view();
    let state = session.state();
    let legal: Vec<_> = view.legal.iter().map(|mv| mv.text.as_str()).collect();
    json!({
        "turn": state.player(),
        "mover": state.turn.index(),
        "last": view.last.map(CellsText::from),
        "legal": legal,
        "routes": routes(&view.legal, &view.board),
        "forbidden": forbidden(&view),
        "checked": view.checked,
        "deciding": view.deciding,
        "board": BoardText::from(view.board.clone()),
    })
}

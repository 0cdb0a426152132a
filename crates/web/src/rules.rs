//! The rules of a game as cards, each with a position to look at and to try.

use crate::protocol::{ApiError, BoardText, ShapeText};
use crate::room::{forbidden, routes};
use engines::{EngineError, Game};
use game_core::RuleCard;
use serde_json::{Value, json};

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
    let settings = card
        .settings
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut session = game.session(&settings)?;
    session.set_line(card.line)?;
    let view = session.view();
    let shape = session.board_shape();
    let legal: Vec<_> = view.legal.iter().map(|mv| mv.text.as_str()).collect();
    Ok(json!({
        "title": card.title,
        "text": card.text,
        "settings": settings.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "line": session.line().to_string(),
        "moves": session.line().moves,
        "turn": session.state().player(),
        "mover": session.state().turn.index(),
        "shape": ShapeText::new(&shape, &view.board),
        "legal": legal,
        "routes": routes(&view.legal, &view.board),
        "forbidden": forbidden(&view),
        "board": BoardText::from(view.board.clone()),
    }))
}

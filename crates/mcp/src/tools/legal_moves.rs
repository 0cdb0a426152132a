use super::OneGame;
use crate::error::ToolError;
use crate::shared::Shared;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What may be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalMoves {
    /// The side to move, by its name; null once the game is over.
    pub to_move: Option<String>,
    /// Its legal moves, as `play` takes them; none once the game is over.
    pub moves: Vec<String>,
    /// Empty points that only a rule forbids, each with the kind of the rule, as renju's `33`.
    pub forbidden: BTreeMap<String, String>,
}

/// `legal_moves`
pub(crate) fn run(shared: &Shared, OneGame { game_id }: OneGame) -> Result<LegalMoves, ToolError> {
    shared.read(&game_id, |open| {
        if open.ending().is_some() {
            return LegalMoves {
                to_move: None,
                moves: Vec::new(),
                forbidden: BTreeMap::new(),
            };
        }
        let view = open.session().view();
        let forbidden = view.forbidden();
        LegalMoves {
            to_move: Some(open.session().state().player().to_owned()),
            forbidden: forbidden
                .map(|(point, kind)| (point.to_owned(), kind.to_owned()))
                .collect(),
            moves: view.legal.into_iter().map(|mv| mv.text).collect(),
        }
    })
}

use super::OneGame;
use crate::error::ToolError;
use crate::open_games::lock;
use crate::shared::Shared;
use schemars::JsonSchema;
use serde::Serialize;

/// A game that is ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Closed {
    /// Its id, which names no game from now on.
    pub game_id: String,
    /// The games in progress that are left.
    pub open_games: Vec<String>,
}

/// `close_game`
pub(crate) fn run(shared: &Shared, OneGame { game_id }: OneGame) -> Result<Closed, ToolError> {
    let mut open = lock(&shared.open);
    open.close(&game_id)?;
    Ok(Closed {
        game_id,
        open_games: open.iter().map(|(id, _)| id).collect(),
    })
}

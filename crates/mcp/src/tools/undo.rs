use super::OneGame;
use crate::error::ToolError;
use crate::open_games::lock;
use crate::output::GameState;
use crate::shared::Shared;
use schemars::JsonSchema;
use serde::Serialize;

/// Moves taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Undone {
    /// How many moves are taken back: yours, and the opponent's after it.
    pub taken_back: usize,
    /// The game after that.
    pub state: GameState,
}

/// `undo`
pub(crate) fn run(shared: &Shared, OneGame { game_id }: OneGame) -> Result<Undone, ToolError> {
    let game = shared.game(&game_id)?;
    let mut open = lock(&game);
    Ok(Undone {
        taken_back: open.undo()?,
        state: GameState::new(&game_id, &open),
    })
}

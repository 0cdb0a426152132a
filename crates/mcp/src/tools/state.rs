use super::OneGame;
use crate::error::ToolError;
use crate::output::GameState;
use crate::shared::Shared;

/// `state`
pub(crate) fn run(shared: &Shared, OneGame { game_id }: OneGame) -> Result<GameState, ToolError> {
    shared.read(&game_id, |open| GameState::new(&game_id, open))
}

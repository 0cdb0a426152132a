use super::OneGame;
use crate::error::ToolError;
use crate::open_games::lock;
use crate::output::GameState;
use crate::shared::Shared;
use schemars::JsonSchema;
use serde::Serialize;

/// A game that is resigned.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Resigned {
    /// The side that resigned, by its name.
    pub player: String,
    /// The game after that.
    pub state: GameState,
}

/// `resign`
pub(crate) fn run(shared: &Shared, OneGame { game_id }: OneGame) -> Result<Resigned, ToolError> {
    let game = shared.game(&game_id)?;
    let mut open = lock(&game);
    Ok(Resigned {
        player: open.resign()?.to_owned(),
        state: GameState::new(&game_id, &open),
    })
}

use crate::Config;
use crate::error::ToolError;
use crate::open_game::OpenGame;
use crate::open_games::{OpenGames, lock};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// What all calls share.
pub(crate) struct Shared {
    pub config: Config,
    pub open: Mutex<OpenGames>,
    /// The places of calls that search.
    pub searches: Arc<Semaphore>,
}

impl Shared {
    /// The game of that id.
    pub fn game(&self, id: &str) -> Result<Arc<Mutex<OpenGame>>, ToolError> {
        lock(&self.open).get(id)
    }

    /// What `look` sees of the game of that id.
    pub fn read<T>(&self, id: &str, look: impl FnOnce(&OpenGame) -> T) -> Result<T, ToolError> {
        let game = self.game(id)?;
        let seen = look(&lock(&game));
        Ok(seen)
    }
}

/// `value` of the argument `field`, if it lies within these bounds.
pub(crate) fn within(
    field: &'static str,
    value: u64,
    least: u64,
    most: u64,
) -> Result<u64, ToolError> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ToolError::OutOfRange {
            field,
            value,
            least,
            most,
        })
    }
}

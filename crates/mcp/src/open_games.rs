use crate::error::ToolError;
use crate::open_game::OpenGame;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games in progress, by ids as `g7`.
#[derive(Default)]
pub(crate) struct OpenGames {
    games: BTreeMap<u64, Arc<Mutex<OpenGame>>>,
    /// How many were ever opened: an id names one game for ever.
    opened: u64,
}

impl OpenGames {
    /// Keeps `game` and returns its id.
    pub fn open(&mut self, game: OpenGame, most: usize) -> Result<String, ToolError> {
        if self.games.len() >= most {
            return Err(ToolError::TooManyGames { most });
        }
        self.opened += 1;
        self.games.insert(self.opened, Arc::new(Mutex::new(game)));
        Ok(id(self.opened))
    }

    /// The game of that id.
    pub fn get(&self, id: &str) -> Result<Arc<Mutex<OpenGame>>, ToolError> {
        let game = number(id).and_then(|number| self.games.get(&number));
        game.cloned().ok_or_else(|| self.unknown(id))
    }

    /// Ends the game of that id.
    pub fn close(&mut self, id: &str) -> Result<(), ToolError> {
        let game = number(id).and_then(|number| self.games.remove(&number));
        game.map(drop).ok_or_else(|| self.unknown(id))
    }

    /// Ends the game of that id, if there is one.
    pub fn forget(&mut self, id: &str) {
        let _ = self.close(id);
    }

    /// All of them with their ids, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (String, &Arc<Mutex<OpenGame>>)> {
        self.games.iter().map(|(&number, game)| (id(number), game))
    }

    fn unknown(&self, id: &str) -> ToolError {
        ToolError::UnknownId {
            id: id.to_owned(),
            open: self.iter().map(|(id, _)| id).collect(),
        }
    }
}

fn id(number: u64) -> String {
    format!("g{number}")
}

fn number(id: &str) -> Option<u64> {
    id.strip_prefix('g')?.parse().ok()
}

/// Locks `mutex`. What it guards is never left half-changed, not even by a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

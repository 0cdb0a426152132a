use crate::explorer::Explorer;
use crate::protocol::ApiError;
use db::{Counts, Database, DatabaseError, Filter};
use engines::IndexedPlace;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The server's database of games.
#[derive(Debug)]
pub(crate) struct DatabaseExplorer(Mutex<Database>);

impl DatabaseExplorer {
    /// Opens the database at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let database = Database::open(path).map_err(|error| named(path, &error))?;
        Ok(Self(Mutex::new(database)))
    }
}

impl Explorer for DatabaseExplorer {
    /// Takes some milliseconds.
    fn explore(&self, place: &IndexedPlace) -> Result<Value, ApiError> {
        let database = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let explored = database
            .explore(place, &Filter::default())
            .map_err(|error| ApiError::new("do", error))?;
        let counts = |counts: Counts| {
            let Counts {
                wins,
                draws,
                losses,
                unknown,
            } = counts;
            json!({ "wins": wins, "draws": draws, "losses": losses, "unknown": unknown })
        };
        let moves = explored.moves.iter();
        let moves = moves.map(|one| json!({ "move": one.mv, "counts": counts(one.counts) }));
        Ok(json!({ "counts": counts(explored.counts), "moves": moves.collect::<Vec<_>>() }))
    }
}

/// The error with the name of the file.
fn named(path: &Path, error: &DatabaseError) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

use crate::protocol::ApiError;
use db::{Database, DatabaseError, Explored, Filter};
use engines::IndexedPlace;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The server's database of games, if it has one.
#[derive(Debug)]
pub(crate) struct Explorer(Option<Mutex<Database>>);

impl Explorer {
    /// Opens the database at `path`, if one is given.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let opened = path.map(|path| {
            let database = Database::open(path).map_err(|error| named(path, &error))?;
            Ok(Mutex::new(database))
        });
        opened.transpose().map(Self)
    }

    /// What was played from `place` in all games. Takes some milliseconds.
    pub fn explore(&self, place: &IndexedPlace) -> Result<Explored, ApiError> {
        let Some(database) = &self.0 else {
            let message = "the server has no database of games: boyi serve --db FILE";
            return Err(ApiError::new("do", message));
        };
        let database = database.lock().unwrap_or_else(PoisonError::into_inner);
        database
            .explore(place, &Filter::default())
            .map_err(|error| ApiError::new("do", error))
    }
}

/// The error with the name of the file.
fn named(path: &Path, error: &DatabaseError) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

use rusqlite::Connection;
use std::path::Path;
use thiserror::Error;

/// Games in an SQLite file, found by their positions.
///
/// One file holds games of any kind. Only one program may write to it at a time.
#[derive(Debug)]
pub struct Database {
    pub(crate) connection: Connection,
}

/// Why a database cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// SQLite refused the file, or the file cannot be read or written.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file is a database of another program.
    #[error("this is a database, but not one of games")]
    Foreign,
    /// The file comes from another version of this crate.
    #[error("the database has version {0} of its format, and this program reads version {1}")]
    Version(i64, i64),
    /// An import was stopped.
    #[error("the import was stopped")]
    Stopped,
}

impl Database {
    /// What SQLite stores in the file's header to tell whose it is: "Boyi".
    const APPLICATION: i64 = 0x426f_7969;
    /// The version of the tables.
    const VERSION: i64 = 1;
    /// The memory for pages of the file, in KiB.
    const CACHE: i64 = 256 * 1024;

    /// Opens the database in the file at `path`; a new file becomes an empty one.
    ///
    /// # Errors
    /// If the file cannot be opened, or is no database of this version.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        Self::of(Connection::open(path)?)
    }

    /// Opens the database in the file at `path`, which must exist, to read it.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        use rusqlite::OpenFlags;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::of(Connection::open_with_flags(path, flags)?)
    }

    /// An empty database that is kept in memory.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, DatabaseError> {
        Self::of(Connection::open_in_memory()?)
    }

    fn of(connection: Connection) -> Result<Self, DatabaseError> {
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        match (number("application_id")?, number("user_version")?) {
            (Self::APPLICATION, Self::VERSION) => {}
            (Self::APPLICATION, version) => {
                return Err(DatabaseError::Version(version, Self::VERSION));
            }
            (0, 0) if tables == 0 => {
                connection.execute_batch(include_str!("schema.sql"))?;
                connection.pragma_update(None, "application_id", Self::APPLICATION)?;
                connection.pragma_update(None, "user_version", Self::VERSION)?;
            }
            _ => return Err(DatabaseError::Foreign),
        }
        connection.pragma_update(None, "cache_size", -Self::CACHE)?;
        Ok(Self { connection })
    }

    /// How many games of that kind there are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self, game: &str) -> Result<u64, DatabaseError> {
        let count = "SELECT count(*) FROM games WHERE game = ?1";
        let count: i64 = self.connection.query_row(count, [game], |row| row.get(0))?;
        Ok(count as u64)
    }
}

/// A key as SQLite stores it, which has no unsigned numbers.
pub(crate) fn stored(key: u64) -> i64 {
    key as i64
}

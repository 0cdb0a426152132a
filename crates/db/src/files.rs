use crate::database::{Database, DatabaseError};
use crate::import::Imported;
use engines::{EngineError, Game, Indexer, Settings};
use search::Control;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Files of games of one kind, to be [imported](Database::import_files), with the names that lie
/// beside them.
pub struct GameFiles {
    game: &'static str,
    indexer: Box<dyn Indexer>,
    paths: Vec<PathBuf>,
}

/// What an import of files tells as it goes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImportEvent {
    /// A game cannot be read, and is left out.
    Refused(Refusal),
    /// A file has been read: what has been imported so far.
    Read(Imported),
    /// All files have been read, and what is left of them is written.
    Finishing,
}

/// What could not be read of the files of an import.
#[derive(Debug, Error)]
#[error("{}: {}{error}", path.display(), number.map_or_else(String::new, |number| format!("game {number}: ")))]
pub struct Refusal {
    /// The file.
    pub path: PathBuf,
    /// The number of the game in it, from 1; `None` if it is a list of names.
    pub number: Option<usize>,
    /// Why.
    #[source]
    pub error: EngineError,
}

/// Why files cannot be imported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file or a folder cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or the folder.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The game has no such rules.
    #[error(transparent)]
    Settings(EngineError),
    /// The database cannot be written.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl ImportError {
    fn in_file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }
}

/// The file itself, or the files in the folder by their names: the WTHOR files, where there are
/// any.
///
/// # Errors
/// If the folder cannot be read.
pub fn record_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<_> = entries.into_iter().filter(|path| path.is_file()).collect();
    files.sort();
    let is_wthor = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"))
    };
    if files.iter().any(is_wthor) {
        files.retain(is_wthor);
    }
    Ok(files)
}

impl GameFiles {
    /// The files of `game` at `paths`, each a file or a folder of files, in any format that the game
    /// reads. Lists of names beside them that cannot be read are given to `refused`.
    ///
    /// # Errors
    /// If a folder or a list cannot be read, or the game has no such `settings`.
    pub fn find(
        game: &dyn Game,
        settings: &Settings,
        paths: &[PathBuf],
        refused: &mut dyn FnMut(Refusal),
    ) -> Result<Self, ImportError> {
        let mut found = Self {
            game: game.name(),
            indexer: game.indexer(settings).map_err(ImportError::Settings)?,
            paths: Vec::new(),
        };
        for path in paths {
            let files = record_files(path).map_err(ImportError::in_file(path))?;
            found.paths.extend(files);
        }
        found.take_names(game, refused)?;
        Ok(found)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Reads the lists of names that lie beside the games.
    fn take_names(
        &mut self,
        game: &dyn Game,
        refused: &mut dyn FnMut(Refusal),
    ) -> Result<(), ImportError> {
        let lists = game.facts().name_lists;
        if lists.is_empty() {
            return Ok(());
        }
        let folders: BTreeSet<&Path> = self.paths.iter().filter_map(|path| path.parent()).collect();
        for folder in folders {
            // The parent of a plain name is empty.
            let folder = if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            };
            let failed = ImportError::in_file(folder);
            for entry in folder.read_dir().map_err(&failed)? {
                let path = entry.map_err(&failed)?.path();
                let extension = path.extension().unwrap_or_default().to_string_lossy();
                let mut extensions = lists.iter().map(|list| list.extension);
                if !extensions.any(|known| known.eq_ignore_ascii_case(&extension)) {
                    continue;
                }
                let bytes = fs::read(&path).map_err(ImportError::in_file(&path))?;
                if let Err(error) = self.indexer.take_names(&extension, &bytes) {
                    let error = EngineError::Notation(error);
                    let number = None;
                    refused(Refusal {
                        path,
                        number,
                        error,
                    });
                }
            }
        }
        Ok(())
    }
}

impl Database {
    /// Imports all the games of `files`, and gives `told` what happens. If `control` is stopped
    /// meanwhile, or anything fails, nothing has changed.
    ///
    /// # Errors
    /// If a file cannot be read, the database cannot be written, or `control` is stopped.
    pub fn import_files(
        &mut self,
        files: &GameFiles,
        control: &Control,
        told: &mut dyn FnMut(ImportEvent),
    ) -> Result<Imported, ImportError> {
        let mut import = self.import_under(control, files.game)?;
        for path in &files.paths {
            let bytes = fs::read(path).map_err(ImportError::in_file(path))?;
            let source = path.file_name().unwrap_or_default().to_string_lossy();
            let mut refused = |number, error| {
                told(ImportEvent::Refused(Refusal {
                    path: path.clone(),
                    number: Some(number),
                    error,
                }));
            };
            import.file(files.indexer.as_ref(), &source, bytes, &mut refused)?;
            told(ImportEvent::Read(import.imported()));
        }
        told(ImportEvent::Finishing);
        Ok(import.finish()?)
    }
}

impl std::fmt::Debug for GameFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameFiles")
            .field("game", &self.game)
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}

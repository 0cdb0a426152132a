//! The library's typed errors as the exceptions of `boyi.errors`.

use db::{DatabaseError, ImportError};
use engines::{BatchError, ConfigError, EngineError};
use pyo3::PyErr;
use pyo3::exceptions::PyOSError;

/// The classes themselves, which are Python's.
mod classes {
    use pyo3::import_exception;
    import_exception!(boyi.errors, DatabaseError);
    import_exception!(boyi.errors, EngineError);
    import_exception!(boyi.errors, GameOverError);
    import_exception!(boyi.errors, IllegalMoveError);
    import_exception!(boyi.errors, MatchError);
    import_exception!(boyi.errors, OptionError);
    import_exception!(boyi.errors, PositionError);
    import_exception!(boyi.errors, RecordError);
    import_exception!(boyi.errors, SettingError);
    import_exception!(boyi.errors, UnknownGameError);
}

/// What a text was read as, which tells what a refusal by the game's notation means.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    Move,
    Position,
    Record,
}

/// The exception for `error`, where a text was read as this.
pub(crate) fn exception(read: Read, error: EngineError) -> PyErr {
    let text = error.to_string();
    match error {
        EngineError::Notation(_) | EngineError::OtherStart => match read {
            Read::Move => classes::IllegalMoveError::new_err(text),
            Read::Position => classes::PositionError::new_err(text),
            Read::Record => classes::RecordError::new_err(text),
        },
        EngineError::Over { .. } => classes::GameOverError::new_err(text),
        EngineError::ChoiceDue { .. } | EngineError::IllegalAction { .. } => {
            classes::IllegalMoveError::new_err(text)
        }
        EngineError::UnknownFormat { .. } => classes::RecordError::new_err(text),
        EngineError::UnknownSetting { .. }
        | EngineError::BadSetting { .. }
        | EngineError::UnknownSwap { .. } => classes::SettingError::new_err(text),
        EngineError::UnknownEvaluator { .. }
        | EngineError::UnknownSearcher { .. }
        | EngineError::UnknownLevel { .. }
        | EngineError::UnknownOption { .. }
        | EngineError::BadOption { .. }
        | EngineError::NoBook { .. }
        | EngineError::NoEvaluator
        | EngineError::Weightless { .. }
        | EngineError::Network { .. }
        | EngineError::UnknownWeight { .. }
        | EngineError::BadWeight { .. } => classes::OptionError::new_err(text),
        _ => classes::EngineError::new_err(text),
    }
}

/// A position that cannot be.
pub(crate) fn no_position(text: impl Into<String>) -> PyErr {
    classes::PositionError::new_err(text.into())
}

/// An option that cannot be.
pub(crate) fn no_option(text: impl Into<String>) -> PyErr {
    classes::OptionError::new_err(text.into())
}

/// A setting that cannot be.
pub(crate) fn no_setting(text: impl Into<String>) -> PyErr {
    classes::SettingError::new_err(text.into())
}

/// A match that cannot be.
pub(crate) fn no_match(text: impl Into<String>) -> PyErr {
    classes::MatchError::new_err(text.into())
}

/// A move that cannot be.
pub(crate) fn no_move(text: impl Into<String>) -> PyErr {
    classes::IllegalMoveError::new_err(text.into())
}

/// The exception for a configuration that cannot be read.
pub(crate) fn of_config(error: ConfigError) -> PyErr {
    no_option(error.to_string())
}

/// The exception for a game that there is not.
pub(crate) fn of_game(error: engines::UnknownGame) -> PyErr {
    classes::UnknownGameError::new_err(error.to_string())
}

/// The exception for actions that a batch refuses.
pub(crate) fn of_batch(error: BatchError) -> PyErr {
    let text = error.to_string();
    match error {
        BatchError::Over { .. } => classes::GameOverError::new_err(text),
        _ => classes::IllegalMoveError::new_err(text),
    }
}

/// The exception for a database that cannot be used.
pub(crate) fn of_database(error: DatabaseError) -> PyErr {
    classes::DatabaseError::new_err(error.to_string())
}

/// The exception for files that cannot be imported.
pub(crate) fn of_import(error: ImportError) -> PyErr {
    match error {
        ImportError::File { path, error } => match error.raw_os_error() {
            // The number makes it the exception of that kind; Windows reads the last one.
            Some(number) => {
                PyOSError::new_err((number, error.to_string(), path.into_os_string(), number))
            }
            None => PyErr::from(error),
        },
        ImportError::Settings(error) => exception(Read::Position, error),
        error => classes::DatabaseError::new_err(error.to_string()),
    }
}

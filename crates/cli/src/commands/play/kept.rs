use crate::{failure::Failure, whole_file::WholeFile};
use engines::Settings;
use etcetera::BaseStrategy;
use game_core::GameLine;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::{fs, io};

/// A game that is not over, kept so that `boyi play --continue` goes on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub settings: Settings,
    /// How it went.
    pub line: GameLine,
    /// Who plays, as `--players` has it.
    pub players: String,
    /// The limits of an engine's move: plies, positions, milliseconds.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time_ms: Option<u64>,
    /// The seed of the engines.
    pub seed: u64,
}

impl Kept {
    /// The last game that was kept.
    ///
    /// # Errors
    /// If there is none, or its file cannot be read.
    pub fn last() -> Result<Self, Failure> {
        let path = place().map_err(|problem| none(&problem))?;
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(none("no game was left unfinished"));
            }
            read => read.map_err(|error| Failure::File {
                path: path.clone(),
                error,
            })?,
        };
        serde_json::from_slice(&text).map_err(|error| Failure::in_file(&path, error))
    }

    /// Keeps this game, and no other.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self) -> Result<(), Failure> {
        let path = place().map_err(|problem| none(&problem))?;
        let in_file = |error| Failure::File {
            path: path.clone(),
            error,
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(in_file)?;
        }
        let text = serde_json::to_vec(self).map_err(|error| in_file(error.into()))?;
        WholeFile::open(&path)?.write(&text)
    }

    /// Keeps no game any longer.
    pub fn forget() {
        if let Ok(path) = place() {
            // There may be none.
            let _ = fs::remove_file(path);
        }
    }
}

/// The file of the last game: in the folder where a user's programs keep their state.
fn place() -> Result<PathBuf, String> {
    let folders = etcetera::choose_base_strategy().map_err(|error| error.to_string())?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Ok(state.join("boyi").join("last-game.json"))
}

fn none(problem: &str) -> Failure {
    Failure::Words {
        argument: "--continue",
        problem: problem.to_owned(),
    }
}

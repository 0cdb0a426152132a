use crate::{LearningError, Plan};
use std::fs;
use std::path::{Path, PathBuf};
use train::write_whole;

/// The folder of a learning: the plan, the pedigree, and for each round its games, its network, the
/// state of its training and the log of its match.
#[derive(Clone, Debug)]
pub(crate) struct State {
    folder: PathBuf,
}

impl State {
    /// Opens the folder or begins it.
    pub(crate) fn open(folder: &Path, game: &str, plan: &Plan) -> Result<Self, LearningError> {
        for part in ["games", "networks", "training", "matches"] {
            let path = folder.join(part);
            fs::create_dir_all(&path).map_err(LearningError::at(&path))?;
        }
        let path = folder.join("plan.txt");
        let text = format!("{game}\n{plan}");
        match fs::read_to_string(&path) {
            Ok(known) if known == text => {}
            Ok(_) => return Err(LearningError::OtherPlan { path }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                write_whole(&path, text.as_bytes()).map_err(LearningError::at(&path))?;
            }
            Err(error) => return Err(LearningError::at(&path)(error)),
        }
        let folder = folder.to_owned();
        Ok(Self { folder })
    }

    pub(crate) fn pedigree(&self) -> PathBuf {
        self.folder.join("pedigree.jsonl")
    }

    fn of_round(&self, part: &str, round: u64, extension: &str) -> PathBuf {
        self.folder
            .join(part)
            .join(format!("{round:05}.{extension}"))
    }

    pub(crate) fn games(&self, round: u64) -> PathBuf {
        self.of_round("games", round, "games")
    }

    pub(crate) fn network(&self, round: u64) -> PathBuf {
        self.of_round("networks", round, "network")
    }

    pub(crate) fn checkpoint(&self, round: u64) -> PathBuf {
        self.of_round("training", round, "checkpoint")
    }

    pub(crate) fn losses(&self, round: u64) -> PathBuf {
        self.of_round("training", round, "json")
    }

    pub(crate) fn log(&self, round: u64) -> PathBuf {
        self.of_round("matches", round, "jsonl")
    }
}

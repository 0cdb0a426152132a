use crate::failure::Failure;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that work is going to fill: opened before the work begins, so that it is not in vain, and there whole or not at all.
///
/// It is written beside its place, as `NAME.part`, and moved there at the end; what was in its place stays until then. Of a link
/// that is the place it leads to. What is no file on a disk, such as `/dev/stdout`, is written as it is.
pub struct WholeFile {
    path: PathBuf,
    place: PathBuf,
    file: File,
    /// Where it is until it is whole.
    part: Option<PathBuf>,
}

impl WholeFile {
    /// Opens the file that is to be at `path`.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::File { path: path.to_owned(), error };
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let part = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
            Ok(found) if !found.is_file() => None,
            _ => Some(beside(&place)),
        };
        let mut options = OpenOptions::new();
        options.write(true).create(part.is_some()).truncate(part.is_some());
        let file = options.open(part.as_deref().unwrap_or(path)).map_err(failed)?;
        Ok(Self { path: path.to_owned(), place, file, part })
    }

    /// Where it is to be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it and puts it in its place.
    pub fn write(mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(bytes).and_then(|()| match &self.part {
            Some(part) => fs::rename(part, &self.place),
            None => Ok(()),
        });
        written.map_err(|error| Failure::File { path: self.path.clone(), error })?;
        self.part = None;
        Ok(())
    }
}

/// What was begun and not ended is taken away.
impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // Where it cannot be, it is empty, or a part by its name.
            let _ = fs::remove_file(part);
        }
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(".part");
    name.into()
}

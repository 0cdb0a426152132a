use crate::{failure::Failure, signals::Unfinished};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An output file that is opened before long work begins, so that the work is not in vain, and that
/// appears complete or not at all.
///
/// It is written to a temporary file beside its place and moved there at the end; an old file stays
/// until then. A link is followed. If it is dropped earlier, or a signal ends the program, the
/// temporary file is removed. A device such as `/dev/stdout` is written directly.
pub struct WholeFile {
    path: PathBuf,
    out: Out,
}

enum Out {
    /// A temporary file, and its place.
    Beside {
        file: NamedTempFile,
        unfinished: Unfinished,
        place: PathBuf,
    },
    /// A device.
    InPlace(File),
}

impl WholeFile {
    /// Opens the file for `path`.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let out = Out::open(path).map_err(|error| Failure::File {
            path: path.to_owned(),
            error,
        })?;
        Ok(Self {
            path: path.to_owned(),
            out,
        })
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it and moves it to its place.
    pub fn write(mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self.file().write_all(bytes) {
            Ok(()) => self.finish(),
            Err(error) => Err(self.failure(error)),
        }
    }

    /// The temporary file, to write part by part before [`finish`](Self::finish).
    pub fn file(&mut self) -> &mut File {
        match &mut self.out {
            Out::Beside { file, .. } => file.as_file_mut(),
            Out::InPlace(file) => file,
        }
    }

    /// Moves the file to its place.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { path, out } = self;
        out.finish().map_err(|error| Failure::File { path, error })
    }

    /// A failure to write to it.
    pub fn failure(&self, error: io::Error) -> Failure {
        Failure::File {
            path: self.path.clone(),
            error,
        }
    }
}

impl Out {
    fn open(path: &Path) -> io::Result<Self> {
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut file = tempfile::Builder::new();
        file.prefix(".boyi-").suffix(".part");
        let found = match fs::metadata(&place) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                return OpenOptions::new().write(true).open(path).map(Self::InPlace);
            }
            Ok(found) => {
                // A file that may not be written may not be replaced.
                OpenOptions::new().write(true).open(&place)?;
                Some(found.permissions())
            }
            Err(_) => None,
        };
        if let Some(permissions) = found.clone().or_else(of_new_files) {
            file.permissions(permissions);
        }
        let file = file.tempfile_in(folder_of(&place)).map_err(without_path)?;
        if let Some(permissions) = found {
            // Restores bits that the umask removed.
            file.as_file().set_permissions(permissions)?;
        }
        let unfinished = Unfinished::new(file.path());
        Ok(Self::Beside {
            file,
            unfinished,
            place,
        })
    }

    /// Syncs the file and moves it to its place.
    fn finish(self) -> io::Result<()> {
        let Self::Beside {
            file,
            unfinished,
            place,
        } = self
        else {
            return Ok(());
        };
        file.as_file().sync_all()?;
        file.persist(&place).map_err(|error| error.error)?;
        drop(unfinished);
        sync_folder_of(&place)
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The error without the random file name.
fn without_path(error: io::Error) -> io::Error {
    let cause = error.get_ref().and_then(|error| error.source());
    let cause = cause.and_then(|cause| cause.downcast_ref::<io::Error>()?.raw_os_error());
    cause.map_or(error, io::Error::from_raw_os_error)
}

/// The permissions of a new file, as the umask allows.
#[cfg(unix)]
fn of_new_files() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn of_new_files() -> Option<Permissions> {
    None
}

/// Syncs the folder of `file`, where the system can.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder_of(file)).and_then(|folder| folder.sync_all()) {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        // A folder with write but no read permission cannot be opened.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        synced => synced,
    }
}

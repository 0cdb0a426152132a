use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of lines from which work can be resumed. It is locked while it is open, since two
/// processes that resume it at once would write everything twice. The lock ends with the process.
///
/// Each line is written at once; a process killed while writing leaves at most one torn line, the
/// last.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    /// The bytes up to the end of the last whole line.
    whole: u64,
    /// The bytes after it.
    torn: Vec<u8>,
    /// The number of that line, from 1.
    line: usize,
}

/// A file that cannot be resumed from.
#[derive(Debug)]
pub(crate) enum JournalError {
    /// It could not be read or written.
    File(io::Error),
    /// Another process has opened it.
    Busy,
    /// Its last line has no newline, and is no beginning of a line that would be written to it.
    Unfinished {
        /// Its number, from 1.
        line: usize,
    },
}

impl Journal {
    /// Opens or creates `path` and reads its whole lines. The file does not change until
    /// [`begin`](Self::begin).
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let mut file = file.map_err(JournalError::File)?;
        // A device may never end, and cannot be truncated.
        if !file.metadata().map_err(JournalError::File)?.is_file() {
            return Err(JournalError::File(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a regular file",
            )));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy),
            // A file system without locks is still good enough for one process.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(JournalError::File(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(JournalError::File)?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let torn = bytes.split_off(whole);
        let line = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok((
            Self {
                file,
                whole: whole as u64,
                torn,
                line,
            },
            bytes,
        ))
    }

    /// Prepares to append: cuts off a torn last line, if it can only be this program's.
    ///
    /// That is so if it begins with one of `openings`, as every line of this work does; or if one
    /// of them begins with it and the file `has_lines` of this work before it.
    pub fn begin(
        &mut self,
        mut openings: impl Iterator<Item = String>,
        has_lines: bool,
    ) -> Result<(), JournalError> {
        let torn = self.torn.as_slice();
        let is_ours = |opening: String| {
            let opening = opening.as_bytes();
            torn.starts_with(opening) || has_lines && opening.starts_with(torn)
        };
        if !torn.is_empty() && !openings.any(is_ours) {
            return Err(JournalError::Unfinished { line: self.line });
        }
        self.cut().map_err(JournalError::File)
    }

    /// Appends a line, given without its newline: all of it or, after an error, nothing.
    pub fn append(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        let written = self
            .file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush());
        match written {
            Ok(()) => self.whole += line.len() as u64,
            // If even that fails, the next process that opens the file does it.
            Err(_) => self.cut().unwrap_or_default(),
        }
        written
    }

    /// Cuts off what follows the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

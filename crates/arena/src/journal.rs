use fs4::{FileExt, TryLockError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of lines that something can be resumed from, locked while it is open: two who resumed it at once would write
/// everything twice. The lock goes with the process, however it ends.
///
/// Each line is written whole and at once; a process killed while writing leaves at most one torn line, the last.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    /// Bytes up to the end of the last whole line.
    whole: usize,
}

/// A file that cannot be resumed from.
#[derive(Debug)]
pub(crate) enum JournalError {
    /// It could not be read or written.
    File(io::Error),
    /// Another process has opened it.
    Busy,
}

impl Journal {
    /// Opens `path`, or creates it, and reads its whole lines. It is left as it is until [`begin`](Self::begin).
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), JournalError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(JournalError::File)?;
        match FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy),
            // A file system that knows no locks is still good enough for one process.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(JournalError::File(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(JournalError::File)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        bytes.truncate(whole);
        Ok((Self { file, whole }, bytes))
    }

    /// Makes ready to append: a torn last line is cut off.
    pub fn begin(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole as u64)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }

    /// Appends a line, given without its newline.
    pub fn append(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }
}

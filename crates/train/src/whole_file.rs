use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file that holds all of `bytes` or, if the process is killed meanwhile, what it held
/// before. Beside it there may be left a file of the same name with `.part` at its end.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&part, path)
}

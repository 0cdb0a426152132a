//! What a release hands out: an archive of the command for one system, the sources that an image is
//! built from, the wheel of the Python package, and the checksums of all.

use crate::{Failure, root, run, target_folder, written};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What stands beside the command in its archive.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "packaging/boyi.service",
];

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The file that tells the checksums.
const SUMS: &str = "SHA256SUMS";

/// Builds the command for `target`, this system by default, unless `built` already, and writes to the folder `out`
/// `boyi-VERSION-TARGET.tar.gz`, `boyi-VERSION-context.tar.gz`, the `wheel` of the Python package if it is wanted, and
/// their checksums.
///
/// The command is asked for its completions and manual pages, so it must run here.
pub fn make(
    out: &Path,
    target: Option<&str>,
    built: Option<PathBuf>,
    wheel: bool,
) -> Result<(), Failure> {
    let command = built.map_or_else(|| build(target), |built| absolute(&built))?;

    fs::create_dir_all(out).map_err(|error| Failure::file(out, error))?;
    let system = target.map_or_else(host, |target| Ok(target.to_owned()))?;
    let name = format!("boyi-{}-{system}", env!("CARGO_PKG_VERSION"));
    let archive = out.join(format!("{name}.tar.gz"));
    pack(&archive, &name, &command).map_err(|error| Failure::file(&archive, error))?;
    let context = out.join(format!("boyi-{}-context.tar.gz", env!("CARGO_PKG_VERSION")));
    let output = format!("--output={}", absolute(&context)?.display());
    run("git", &["archive", "--format=tar.gz", &output, "HEAD"])?;
    let mut files = vec![archive, context];
    if wheel {
        files.push(make_wheel(&absolute(out)?, target)?);
    }
    write_sums(out, &files)
}

/// Builds the wheel for `target` into the folder `out`; its path.
fn make_wheel(out: &Path, target: Option<&str>) -> Result<PathBuf, Failure> {
    let wheels = || -> Result<BTreeSet<PathBuf>, Failure> {
        let entries = fs::read_dir(out).map_err(|error| Failure::file(out, error))?;
        let paths = entries.flatten().map(|entry| entry.path());
        Ok(paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "whl"))
            .collect())
    };
    // Its name tells the oldest system that it runs on, which maturin finds: an earlier one goes.
    for old in wheels()? {
        fs::remove_file(&old).map_err(|error| Failure::file(&old, error))?;
    }
    let folder = out.to_string_lossy();
    let mut build = vec!["build", "--release", "--locked", "--out", &folder];
    build.extend(["--manifest-path", "python/Cargo.toml"]);
    if let Some(target) = target {
        build.extend(["--target", target]);
    }
    run("maturin", &build)?;
    let made = wheels()?.pop_first();
    made.ok_or(Failure::Missing("maturin made no wheel"))
}

/// Builds the command for `target`; the program's path.
fn build(target: Option<&str>) -> Result<PathBuf, Failure> {
    let mut build = vec!["build", "--release", "--locked", "--bin", "boyi"];
    if let Some(target) = target {
        build.extend(["--target", target]);
    }
    run("cargo", &build)?;
    let folder = target.map_or_else(target_folder, |target| target_folder().join(target));
    let suffix = std::env::consts::EXE_SUFFIX;
    Ok(folder.join("release").join(format!("boyi{suffix}")))
}

/// The system that this runs on, as rustc calls it.
fn host() -> Result<String, Failure> {
    let told = written("rustc", &["-vV"])?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or(Failure::Missing("rustc does not tell its host"))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::file(path, error))
}

/// Writes the archive, whose only folder has that `name`.
fn pack(archive: &Path, name: &str, command: &Path) -> io::Result<()> {
    let file = GzEncoder::new(File::create(archive)?, Compression::best());
    let mut tar = tar::Builder::new(file);
    // The same files make the same archive: no times, no owners.
    tar.mode(tar::HeaderMode::Deterministic);
    let place = |file: &str| Path::new(name).join(file);
    let file_name = command.file_name().unwrap_or_default();
    tar.append_path_with_name(command, Path::new(name).join(file_name))?;
    for document in DOCUMENTS {
        let path = root().join(document);
        tar.append_path_with_name(
            &path,
            Path::new(name).join(path.file_name().unwrap_or_default()),
        )?;
    }
    for shell in SHELLS {
        let script = ask(command, &["generate", "completions", shell])?;
        append(
            &mut tar,
            &place(&format!("completions/boyi.{shell}")),
            &script,
        )?;
    }
    let pages = tempfile::tempdir()?;
    ask(
        command,
        &["generate", "man", &pages.path().to_string_lossy()],
    )?;
    let mut manuals: Vec<_> = fs::read_dir(pages.path())?.collect::<Result<_, _>>()?;
    manuals.sort_by_key(fs::DirEntry::file_name);
    for page in manuals {
        let name = place("man").join(page.file_name());
        append(&mut tar, &name, &fs::read(page.path())?)?;
    }
    tar.into_inner()?.finish()?.sync_all()
}

fn append(tar: &mut tar::Builder<impl io::Write>, name: &Path, content: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    tar.append_data(&mut header, name, content)
}

/// What the command prints on standard output.
fn ask(command: &Path, args: &[&str]) -> io::Result<Vec<u8>> {
    let output = std::process::Command::new(command).args(args).output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(io::Error::other(said))
}

/// Writes the checksums as `sha256sum --check` reads them.
fn write_sums(out: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let mut sums = String::new();
    for file in files {
        let bytes = fs::read(file).map_err(|error| Failure::file(file, error))?;
        let sum = Sha256::digest(&bytes);
        let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {} bytes", bytes.len());
        sums.push_str(&format!("{hex}  {name}\n"));
    }
    let path = out.join(SUMS);
    fs::write(&path, sums).map_err(|error| Failure::file(&path, error))
}

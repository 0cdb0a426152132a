//! The page as files alone, for any web server: the games and engines in it are WebAssembly.

use crate::{Failure, root, run, target_folder};
use cargo_metadata::Message;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

/// Writes the page to the folder `out`, with the games as `wasm-bindgen` has written them to `module`;
/// where that is not given, they are built first.
pub fn make(out: &Path, module: Option<PathBuf>) -> Result<(), Failure> {
    let module = module.map_or_else(build, |module| {
        std::path::absolute(&module).map_err(|error| Failure::file(&module, error))
    })?;
    copy(&page(&module)?, out)?;
    println!("{}", out.display());
    Ok(())
}

/// Builds the games as WebAssembly, and what JavaScript needs to call them.
fn build() -> Result<PathBuf, Failure> {
    run(
        "cargo",
        &[
            "build",
            "--release",
            "--locked",
            "-p",
            "boyi-offline",
            "--target",
            TARGET,
        ],
    )?;
    let built = target_folder()
        .join(TARGET)
        .join("release/boyi_offline.wasm");
    let folder = target_folder().join("offline");
    let [built, out] = [&built, &folder].map(|path| path.display().to_string());
    run(
        "wasm-bindgen",
        &[
            "--target",
            "web",
            "--no-typescript",
            "--remove-name-section",
            "--out-dir",
            &out,
            &built,
        ],
    )?;
    Ok(folder)
}

/// Has the page made with the games in `module`; the folder where it is.
fn page(module: &Path) -> Result<PathBuf, Failure> {
    let args = [
        "check",
        "--locked",
        "-p",
        "boyi-web",
        "--features",
        "server",
        "--message-format=json-render-diagnostics",
    ];
    let started = Command::new("cargo")
        .args(args)
        .current_dir(root())
        .env("BOYI_OFFLINE", module)
        .stdout(Stdio::piped())
        .spawn();
    let start = |error| Failure::Start {
        program: "cargo".to_owned(),
        error,
    };
    let mut cargo = started.map_err(start)?;
    let told = cargo
        .stdout
        .take()
        .ok_or(Failure::Missing("cargo tells nothing"))?;
    let mut page = None;
    for message in Message::parse_stream(BufReader::new(told)) {
        if let Message::BuildScriptExecuted(script) = message.map_err(start)?
            && script.package_id.repr.contains("boyi-web")
        {
            page = Some(script.out_dir.as_std_path().join("page"));
        }
    }
    if !cargo.wait().map_err(start)?.success() {
        return Err(Failure::Failed(format!("cargo {}", args.join(" "))));
    }
    page.ok_or(Failure::Missing("cargo does not tell where the page is"))
}

/// Copies what is in the folder `from` into `to`.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to).map_err(|error| Failure::file(to, error))?;
    let entries = fs::read_dir(from).map_err(|error| Failure::file(from, error))?;
    for entry in entries {
        let entry = entry.map_err(|error| Failure::file(from, error))?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            fs::copy(&path, &copied).map_err(|error| Failure::file(&path, error))?;
        }
    }
    Ok(())
}

//! The files of the page as they are served.

use crate::linker::{link, without_comments};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::{fs, str};

/// What is known by its name, so that the name stays.
const INDEX: &str = "index.html";
const MANIFEST: &str = "app.webmanifest";
/// The service worker, which is told what there is to keep.
const WORKER: &str = "worker.js";
/// The worker that is the fallback for the server, and what it needs: what `wasm-bindgen` makes of `boyi-offline`.
const LOCAL: &str = "local.js";
const MODULE: [&str; 2] = ["boyi_offline_bg.wasm", "boyi_offline.js"];

/// Makes the page in the folder `page` out of the sources in `assets`, and where `offline` names the
/// folder of the games as WebAssembly, with these.
///
/// Everything but the files known by their names goes into `page/assets`, where names tell
/// contents.
pub fn make(assets: &Path, offline: Option<&Path>, page: &Path) -> Result<(), Box<dyn Error>> {
    if page.exists() {
        fs::remove_dir_all(page)?;
    }
    let mut sources = BTreeMap::new();
    read(assets, "", &mut sources)?;
    let mut page = Page {
        folder: page,
        names: BTreeMap::new(),
    };
    let text = |path: &str| -> Result<&str, Box<dyn Error>> {
        let bytes = sources
            .get(path)
            .ok_or_else(|| format!("there is no {path}"))?;
        Ok(str::from_utf8(bytes)?)
    };
    let scripts = sources
        .keys()
        .filter(|path| path.ends_with(".js"))
        .map(|path| Ok((path.clone(), text(path)?.to_owned())))
        .collect::<Result<BTreeMap<_, _>, Box<dyn Error>>>()?;

    let pictures = [".svg", ".png"];
    for (path, bytes) in &sources {
        if pictures.iter().any(|ending| path.ends_with(ending)) {
            page.keep(path, bytes)?;
        }
    }

    let index = text(INDEX)?;
    let mut style = String::new();
    for path in values(index, "rel=\"stylesheet\" href=\"") {
        style += &without_comments(text(path)?);
    }
    page.keep("boyi.css", style.as_bytes())?;

    for path in values(index, "<script src=\"") {
        page.keep(path, without_comments(text(path)?).as_bytes())?;
    }
    for path in values(index, "<script type=\"module\" src=\"") {
        let linked = link(path, &scripts)?;
        let mut script = linked.script;
        for later in &linked.later {
            let name = page.keep(later, without_comments(text(later)?).as_bytes())?;
            // They lie beside each other.
            let name = name.trim_start_matches("assets/");
            script = script.replace(
                &format!("import('{later}')"),
                &format!("import('./{name}')"),
            );
        }
        page.keep(path, script.as_bytes())?;
    }

    let mut index = index.to_owned();
    if let Some(offline) = offline {
        let mut local = without_comments(text(LOCAL)?);
        for path in MODULE {
            let contents = fs::read(offline.join(path))
                .map_err(|error| format!("{}: {error}", offline.join(path).display()))?;
            let name = page.keep(path, &contents)?;
            // They lie beside each other.
            let name = name.trim_start_matches("assets/");
            local = local.replace(&format!("'./{path}'"), &format!("'./{name}'"));
        }
        let name = page.keep(LOCAL, local.as_bytes())?;
        index = index.replace(
            "name=\"boyi-local\" content=\"\"",
            &format!("name=\"boyi-local\" content=\"{name}\""),
        );
    }

    page.write(MANIFEST, page.renamed(text(MANIFEST)?).as_bytes())?;
    page.write(INDEX, page.renamed(&with_one_style(&index)).as_bytes())?;
    // An icon is the system's once the page is installed.
    let kept = page
        .names
        .iter()
        .filter(|(path, _)| !path.starts_with("icons/"));
    let files = kept.map(|(_, name)| format!("'{name}'"));
    let files = files.collect::<Vec<_>>().join(", ");
    let worker =
        without_comments(text(WORKER)?).replace("FILES = []", &format!("FILES = [{files}]"));
    page.write(WORKER, worker.as_bytes()).map_err(Box::from)
}

/// Reads the files in `folder`; their paths begin with `prefix`.
fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// What stands between each `before` and the next quotation mark.
fn values<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0))
}

/// The index with one style in place of all its styles.
fn with_one_style(index: &str) -> String {
    let is_style = |line: &&str| line.contains("rel=\"stylesheet\"");
    let mut lines = Vec::new();
    for line in index.lines() {
        if !is_style(&line) {
            lines.push(line.to_owned());
        } else if !lines.last().is_some_and(|last| is_style(&last.as_str())) {
            lines.push("    <link rel=\"stylesheet\" href=\"boyi.css\" />".to_owned());
        }
    }
    lines.join("\n") + "\n"
}

struct Page<'a> {
    folder: &'a Path,
    /// The files whose names tell their contents, by the paths of their sources.
    names: BTreeMap<String, String>,
}

impl Page<'_> {
    /// Writes a file under a name that tells its contents, and returns that name.
    fn keep(&mut self, path: &str, contents: &[u8]) -> io::Result<String> {
        let file = path.rsplit('/').next().unwrap_or(path);
        let (stem, ending) = file.split_once('.').unwrap_or((file, ""));
        let hash = Sha256::digest(contents);
        let hash: String = hash
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let name = format!("assets/{stem}-{hash}.{ending}");
        self.write(&name, contents)?;
        self.names.insert(path.to_owned(), name.clone());
        Ok(name)
    }

    /// Writes a file, and beside it what brotli and gzip make of it where that is much less.
    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(self.folder))?;
        fs::write(&path, contents)?;
        for (ending, packed) in [("br", brotli(contents)?), ("gz", gzip(contents)?)] {
            if 10 * packed.len() < 9 * contents.len() {
                fs::write(self.folder.join(format!("{name}.{ending}")), packed)?;
            }
        }
        Ok(())
    }

    /// `text` with the names of files in place of their sources' paths in quotation marks.
    fn renamed(&self, text: &str) -> String {
        let renamed = |text: String, (path, name): (&String, &String)| {
            text.replace(&format!("\"{path}\""), &format!("\"{name}\""))
        };
        self.names.iter().fold(text.to_owned(), renamed)
    }
}

fn brotli(contents: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let options = brotli::enc::BrotliEncoderParams {
        quality: 11,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*contents, &mut packed, &options)?;
    Ok(packed)
}

fn gzip(contents: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(contents)?;
    packer.finish()
}

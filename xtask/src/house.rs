//! Figures of the code's shape: what `docs/results/house.md` quotes.

use crate::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// The Rust source of a checkout.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// Whether it is a test, a bench or an example.
    fn is_test(&self) -> bool {
        self.path.components().any(|part| {
            let part = part.as_os_str();
            part == "tests" || part == "tests.rs" || part == "benches" || part == "examples"
        })
    }

    /// Its lines before the unit tests, and those of them.
    fn split(&self) -> (usize, usize) {
        let all = self.text.lines().count();
        let code = if self.is_test() {
            0
        } else {
            self.text
                .lines()
                .take_while(|line| line.trim() != "#[cfg(test)]")
                .count()
        };
        (code, all - code)
    }
}

/// Prints the figures of the checkout at `root`.
pub fn print(root: &Path) -> Result<(), Failure> {
    let sources = read(root)?;
    let lines = || sources.iter().flat_map(|source| source.text.lines());
    let (code, tests) = sources
        .iter()
        .map(Source::split)
        .fold((0, 0), |(code, tests), (more, other)| {
            (code + more, tests + other)
        });
    println!("lines of source             {code}");
    println!("lines of tests              {tests}");
    let long = lines().filter(|line| line.chars().count() > 100).count();
    println!("lines over 100 columns      {long}");
    let tuples = lines().filter(|line| is_tuple_let(line)).count();
    println!("tuple-lets                  {tuples}");
    let kernel = sources
        .iter()
        .filter(|source| source.path.starts_with("crates/search/src/kernel"))
        .filter(|source| !source.is_test() && source.text.contains("Kernel<'_, P, E, G>"))
        .count();
    println!("files of the kernel's impl  {kernel}");
    println!("trait methods of engines    {}", trait_methods(&sources));
    let grammar = code_with(
        &sources,
        &["split_once(\" moves \")", "\" moves\"", "== \"moves\""],
    );
    println!("parsers of the line grammar {}", grammar.join(", "));
    let stacks = code_with(&sources, &["stack_size(", "const STACK"]);
    println!("search threads started in   {}", stacks.join(", "));
    Ok(())
}

/// `let (a, b) = (x, y);`: two lets in one.
fn is_tuple_let(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("let (") && line.contains(") = (")
}

/// Methods that the traits of `engines` declare.
fn trait_methods(sources: &[Source]) -> usize {
    let ours = sources
        .iter()
        .filter(|source| source.path.starts_with("crates/engines/src"));
    let mut methods = 0;
    for source in ours {
        let mut inside = false;
        for line in source.text.lines() {
            let opens = line.starts_with("pub trait ") || line.starts_with("pub(crate) trait ");
            inside = opens || inside && line != "}";
            methods += usize::from(inside && line.starts_with("    fn "));
        }
    }
    methods
}

/// The files whose code, unit tests aside, holds one of `patterns`.
fn code_with(sources: &[Source], patterns: &[&str]) -> Vec<String> {
    let holds = |source: &&Source| {
        source
            .text
            .lines()
            .take_while(|line| line.trim() != "#[cfg(test)]")
            .filter(|line| !line.trim().starts_with("//"))
            .any(|line| patterns.iter().any(|pattern| line.contains(pattern)))
    };
    sources
        .iter()
        .filter(|source| !source.is_test() && !source.path.starts_with("xtask"))
        .filter(holds)
        .map(|source| source.path.display().to_string())
        .collect()
}

/// Every Rust file below `root`, builds aside.
fn read(root: &Path) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::File {
            path: folder.clone(),
            error,
        };
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                let skip = name.starts_with('.') || name == "target" || name == "node_modules";
                folders.extend((!skip).then_some(path));
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).map_err(|error| Failure::File {
                    path: path.clone(),
                    error,
                })?;
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                sources.push(Source { path, text });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(sources)
}

//! The walls of the house, as ARCHITECTURE.md draws them: who may depend on whom, and who may name
//! a game. An exception stands in a table with its reason; one that is no longer needed fails too,
//! so that the tables only shrink.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The packages of the workspace and what each depends on, tests and benches aside.
fn workspace() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata();
    let ours: BTreeSet<_> = metadata
        .packages
        .iter()
        .map(|package| package.name.to_string())
        .collect();
    let dependencies = |package: &Package| {
        package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.clone())
            .filter(|name| ours.contains(name))
            .collect()
    };
    metadata
        .packages
        .iter()
        .map(|package| (package.name.to_string(), dependencies(package)))
        .collect()
}

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo metadata")
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

const RULES: [&str; 3] = ["gomoku-rules", "othello-bitboard", "xiangqi-movegen"];

/// Every Rust file under `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The lines of a source file that are neither comments nor unit tests.
fn code(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a source file");
    let mut lines = text.lines().map(str::trim);
    let mut code = Vec::new();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            // Tests in a file of their own; those of this file are its end.
            if lines.next().is_some_and(|module| module.ends_with(';')) {
                continue;
            }
            break;
        }
        if !line.starts_with("//") {
            code.push(line.to_owned());
        }
    }
    code
}

/// `exceptions` are exactly what was `found`.
fn only(exceptions: &[(&str, &str)], found: BTreeSet<String>, rule: &str) {
    let known = exceptions.iter().map(|(name, _)| (*name).to_owned());
    assert_eq!(found, known.collect(), "{rule}");
}

#[test]
fn the_search_and_the_vocabulary_know_no_game() {
    let workspace = workspace();
    assert_eq!(workspace["game-core"], set(&[]));
    assert_eq!(workspace["boyi-cache-lines"], set(&[]));
    assert_eq!(
        workspace["boyi-search"],
        set(&["boyi-cache-lines", "game-core"])
    );
    assert_eq!(workspace["boyi-nnue"], set(&["game-core"]));
    for rules in RULES {
        assert_eq!(workspace[rules], set(&["game-core"]), "{rules}");
    }
    for evaluation in ["pattern-eval", "boyi-endgames", "boyi-books"] {
        assert!(
            !workspace[evaluation].contains("boyi-search"),
            "{evaluation} searches"
        );
    }
}

#[test]
fn nothing_below_the_wiring_knows_what_is_above() {
    let workspace = workspace();
    let above = [
        "boyi-arena",
        "boyi-cli",
        "boyi-db",
        "boyi-lab",
        "boyi-learn",
        "boyi-mcp",
        "boyi-protocols",
        "boyi-python",
        "boyi-web",
    ];
    let below = [
        "boyi-books",
        "boyi-cache-lines",
        "boyi-endgames",
        "boyi-engines",
        "boyi-nnue",
        "boyi-search",
        "boyi-solvers",
        "boyi-train",
        "pattern-eval",
    ];
    for package in below {
        for front in above {
            assert!(
                !workspace[package].contains(front),
                "{package} depends on {front}"
            );
        }
    }
}

#[test]
fn few_packages_depend_on_rules() {
    // The facade re-exports them; those of the second line are about the rules of each game.
    let may = [
        "boyi",
        "boyi-books",
        "boyi-endgames",
        "boyi-engines",
        "boyi-solvers",
        "boyi-train",
        "pattern-eval",
    ];
    let exceptions = [(
        "boyi-protocols",
        "a protocol of one game: Gomocup's stones, GGF, FEN's ranks",
    )];
    let found = workspace()
        .into_iter()
        .filter(|(name, _)| !may.contains(&name.as_str()))
        .filter(|(_, dependencies)| RULES.iter().any(|&rules| dependencies.contains(rules)))
        .map(|(name, _)| name)
        .collect();
    only(
        &exceptions,
        found,
        "packages that depend on the rules of a game",
    );
}

#[test]
fn the_vocabulary_is_reached_by_its_own_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for file in sources(&crates) {
        for line in code(&file) {
            let through_another = line
                .match_indices("::game_core::")
                .any(|(at, _)| at > 0 && !line[..at].ends_with([' ', '(', '<', '&']));
            assert!(!through_another, "{}: {line}", file.display());
        }
    }
}

#[test]
fn generic_packages_name_no_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let named = |line: &String| {
        let line = line.to_lowercase();
        ["gomoku", "othello", "xiangqi", "renju"]
            .iter()
            .any(|game| line.contains(game))
    };
    let mut found = BTreeSet::new();
    // Of the trainer all but what fits one game's own terms.
    let mut files = sources(&crates.join("train/src"));
    let of_one_game = ["othello", "xiangqi"].map(|game| crates.join("train/src").join(game));
    files.retain(|file| {
        !of_one_game
            .iter()
            .any(|game| file.starts_with(game) || *file == game.with_extension("rs"))
    });
    // Of the protocols all but those that are one game's.
    let mut protocols = sources(&crates.join("protocols/src"));
    let of_one_game =
        ["gomocup", "nboard", "uci"].map(|one| crates.join("protocols/src").join(one));
    protocols.retain(|file| !of_one_game.iter().any(|one| file.starts_with(one)));
    files.extend(protocols);
    for package in [
        "arena",
        "cli",
        "game-core",
        "lab",
        "learn",
        "mcp",
        "nnue",
        "search",
        "web",
    ] {
        files.extend(sources(&crates.join(package).join("src")));
    }
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    files.extend(sources(&home.join("python/src")));
    for file in files {
        let relative = file.strip_prefix(&crates).or(file.strip_prefix(home));
        let relative = relative.expect("of the workspace");
        let is_tests = relative
            .components()
            .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
        if !is_tests && code(&file).iter().any(named) {
            found.insert(relative.to_string_lossy().replace('\\', "/"));
        }
    }
    // A file, and why it may.
    let exceptions = [
        (
            "protocols/src/client/mod.rs",
            "the ranks of UCI and UCCI, which are xiangqi's",
        ),
        (
            "protocols/src/gtp/mod.rs",
            "the game of a program that is not told which",
        ),
        (
            "train/src/learners.rs",
            "the tables of what is built in that learns",
        ),
        (
            "train/src/lib.rs",
            "the modules of the trainers of one game's own terms",
        ),
    ];
    only(
        &exceptions,
        found,
        "sources of generic packages that name a game",
    );
}

/// Clocks of the system stop a program in a browser at once.
#[test]
fn what_a_browser_needs_takes_its_clock_from_web_time() {
    let workspace = workspace();
    let mut needed = set(&["boyi-web"]);
    let mut more = needed.clone();
    while let Some(name) = more.pop_first() {
        // A database is a server's alone, and no program can be asked from a browser.
        let absent = ["boyi-db", "boyi-protocols"];
        let below = workspace[&name]
            .iter()
            .filter(|below| !absent.contains(&below.as_str()));
        more.extend(below.filter(|&below| needed.insert(below.clone())).cloned());
    }
    assert!(needed.contains("boyi-search") && !needed.contains("boyi-cli"));
    let packages = metadata().packages;
    let folders = packages
        .iter()
        .filter(|package| needed.contains(package.name.as_str()))
        .map(|package| {
            package
                .manifest_path
                .parent()
                .expect("a folder")
                .join("src")
        });
    let mut found = BTreeSet::new();
    for file in folders.flat_map(|folder| sources(folder.as_std_path())) {
        let path = file.display().to_string();
        if path.contains("/web/src/server/") || path.ends_with("tests.rs") {
            continue;
        }
        let clock = |line: &String| {
            let imported = line.contains("time::") && !line.contains("web_time::");
            imported && (line.contains("Instant") || line.contains("SystemTime"))
        };
        if code(&file).iter().any(clock) {
            found.insert(path);
        }
    }
    only(&[], found, "sources that ask the system for the time");
}

#[test]
fn the_facade_exports_what_the_readme_says() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(home.join("README.md")).expect("README.md");
    let facade = fs::read_to_string(home.join("src/lib.rs")).expect("src/lib.rs");
    let workspace = workspace();
    let named = workspace.keys().filter(|name| {
        readme.contains(&format!("| `{name}` |")) || readme.contains(&format!("[`{name}`]"))
    });
    let named: BTreeSet<_> = named.collect();
    for name in &workspace["boyi"] {
        assert!(
            named.contains(name),
            "README.md's table of crates lacks {name}"
        );
        let library = name.trim_start_matches("boyi-").replace('-', "_");
        assert!(
            facade.contains(&format!("pub use {library}")),
            "the facade does not re-export {library}"
        );
    }
}

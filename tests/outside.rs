//! The crates as their users meet them: from a package outside the workspace.

use std::{fs, path::Path, process::Command};

/// Writes a package that depends on the crate at `path` of this workspace and runs `main`, offline
/// and with the locked versions.
fn package(dir: &Path, dependency: &str, path: &str, features: &str, main: &str) -> Outside {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("on-{dependency}");
    let home = dir.join(&name);
    fs::create_dir_all(home.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n{dependency} = {{ path = {:?}{features} }}\n",
        workspace.join(path)
    );
    fs::write(home.join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(home.join("src/main.rs"), main).expect("a program");
    fs::copy(workspace.join("Cargo.lock"), home.join("Cargo.lock"))
        .expect("the workspace's lock file");
    let cargo = |args: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(args)
            .arg("--offline")
            .current_dir(&home)
            .env("CARGO_TARGET_DIR", dir.join("target"))
            .output()
            .expect("cargo runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: cargo {args:?}:\n{error}");
        String::from_utf8(output.stdout).expect("text")
    };
    Outside {
        tree: cargo(&["tree", "--edges", "normal", "--prefix", "none"]),
        printed: cargo(&["run", "--quiet"]),
    }
}

/// A package outside, built and run.
struct Outside {
    /// The packages that it compiles, a line each.
    tree: String,
    printed: String,
}

impl Outside {
    fn brings(&self, package: &str) -> bool {
        brings(&self.tree, package)
    }
}

/// Whether `package` is in a tree of packages.
fn brings(tree: &str, package: &str) -> bool {
    tree.lines()
        .any(|line| line.split(' ').next() == Some(package))
}

#[test]
fn a_package_outside_builds_on_one_rules_crate_alone_and_on_one_game() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (dependency, position) in [
        ("gomoku-rules", "gomoku_rules::Gomoku"),
        ("othello-bitboard", "othello_bitboard::Othello"),
        ("xiangqi-movegen", "xiangqi_movegen::Xiangqi"),
    ] {
        // The vocabulary comes with the rules: nothing else is named in the manifest.
        let main = format!(
            "use {}::game_core::{{Notation, perft}};\n\
             fn main() {{ println!(\"{{}}\", perft(&{position}::start(&Default::default()), 2)) }}\n",
            dependency.replace('-', "_")
        );
        let path = format!("crates/{dependency}");
        let outside = package(dir.path(), dependency, &path, "", &main);
        for heavy in [
            "clap",
            "rand",
            "boyi-search",
            "boyi-engines",
            "aho-corasick",
            "serde",
        ] {
            let tree = &outside.tree;
            assert!(
                !outside.brings(heavy),
                "{dependency} brings {heavy}:\n{tree}"
            );
        }
        let counts = [
            ("gomoku-rules", "50400"),
            ("othello-bitboard", "12"),
            ("xiangqi-movegen", "1920"),
        ];
        let printed = outside.printed.trim();
        assert!(
            counts.contains(&(dependency, printed)),
            "{dependency}: {printed}"
        );
    }

    let main = "use boyi::{core::Notation, othello::Othello, eval::othello::Handmade, search::{AlphaBeta, Limits, Searcher}};
        fn main() {
            let pos = Othello::start(&());
            println!(\"{:?}\", AlphaBeta::new(Handmade::default()).think(&pos, Limits::depth(4)).depth);
        }";
    let features = ", default-features = false, features = [\"othello\"]";
    let outside = package(dir.path(), "boyi", ".", features, main);
    assert_eq!(outside.printed.trim(), "4");
    assert!(outside.brings("othello-bitboard"));
    for other in ["clap", "gomoku-rules", "xiangqi-movegen", "boyi-endgames"] {
        let tree = &outside.tree;
        assert!(!outside.brings(other), "one game brings {other}:\n{tree}");
    }
}

#[test]
fn the_facade_of_all_games_needs_no_command_line() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "boyi", "--edges", "normal"])
        .args(["--prefix", "none", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(output.stdout).expect("text");
    let brings = |package: &str| brings(&tree, package);
    assert!(brings("xiangqi-movegen") && !brings("clap"), "{tree}");
}

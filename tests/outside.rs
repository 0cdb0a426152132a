//! The crates as their users meet them: from a package outside the workspace.

use std::{fs, path::Path, process::Command};

/// Writes a package that depends on `dependency` of this workspace and runs `main`, offline and
/// with the locked versions.
fn package(dir: &Path, dependency: &str, path: &str, main: &str) -> (String, String) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("on-{dependency}");
    let home = dir.join(&name);
    fs::create_dir_all(home.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n{dependency} = {{ path = {:?} }}\n",
        workspace.join(path)
    );
    fs::write(home.join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(home.join("src/main.rs"), main).expect("a program");
    fs::copy(workspace.join("Cargo.lock"), home.join("Cargo.lock"))
        .expect("the workspace's lock file");
    // All of them share what they build.
    let run = ["run", "--quiet", "--target-dir", "../target"];
    (cargo(&home, &TREE), cargo(&home, &run))
}

/// The packages that are compiled, a line each.
const TREE: [&str; 5] = ["tree", "--edges", "normal", "--prefix", "none"];

/// What cargo prints for the package at `home`.
fn cargo(home: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .arg("--offline")
        .current_dir(home)
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&output.stderr);
    let place = home.display();
    assert!(output.status.success(), "{place}: cargo {args:?}:\n{error}");
    String::from_utf8(output.stdout).expect("text")
}

/// Whether `package` is among those that are compiled.
fn brings(tree: &str, package: &str) -> bool {
    tree.lines()
        .any(|line| line.split(' ').next() == Some(package))
}

#[test]
fn a_package_outside_builds_on_one_rules_crate_alone_and_on_the_facade() {
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
        let (tree, printed) = package(dir.path(), dependency, &path, &main);
        for heavy in [
            "clap",
            "rand",
            "boyi-search",
            "boyi-engines",
            "aho-corasick",
            "serde",
        ] {
            assert!(
                !brings(&tree, heavy),
                "{dependency} brings {heavy}:\n{tree}"
            );
        }
        let counts = [
            ("gomoku-rules", "50400"),
            ("othello-bitboard", "12"),
            ("xiangqi-movegen", "1920"),
        ];
        assert!(
            counts.contains(&(dependency, printed.trim())),
            "{dependency}: {printed}"
        );
    }

    let main = "use boyi::{core::Notation, othello::Othello, eval::othello::Handmade, search::{AlphaBeta, Limits, Searcher}};
        fn main() {
            let pos = Othello::start(&());
            println!(\"{:?}\", AlphaBeta::new(Handmade::default()).think(&pos, Limits::depth(4)).depth);
        }";
    let (tree, printed) = package(dir.path(), "boyi", ".", main);
    assert_eq!(printed.trim(), "4");
    assert!(
        !brings(&tree, "clap"),
        "the library needs no command line:\n{tree}"
    );
}

#[test]
fn one_game_of_the_facade_brings_no_other() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_one = [
        "--package",
        "boyi",
        "--no-default-features",
        "--features",
        "othello",
    ];
    // Only asked: nothing is built.
    let tree = cargo(workspace, &[&TREE[..], &of_one].concat());
    assert!(brings(&tree, "othello-bitboard"), "{tree}");
    for other in ["clap", "gomoku-rules", "xiangqi-movegen", "boyi-endgames"] {
        assert!(!brings(&tree, other), "one game brings {other}:\n{tree}");
    }
}

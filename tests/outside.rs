//! The crates as their users meet them: from a package outside the workspace.

use std::{fs, path::Path, process::Command};

/// Writes a package that depends on `dependency` of this workspace and runs `main`, offline and
/// with the locked versions.
fn package(dir: &Path, name: &str, dependency: &str, path: &str, main: &str) -> (String, String) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let home = dir.join(name);
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
    (
        cargo(&["tree", "--edges", "normal", "--prefix", "none"]),
        cargo(&["run", "--quiet"]),
    )
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
        let (tree, printed) = package(
            dir.path(),
            dependency,
            dependency,
            &format!("crates/{dependency}"),
            &main,
        );
        for heavy in [
            "clap",
            "rand",
            "boyi-search",
            "boyi-engines",
            "aho-corasick",
            "serde",
        ] {
            let found = tree
                .lines()
                .any(|line| line.split(' ').next() == Some(heavy));
            assert!(!found, "{dependency} brings {heavy}:\n{tree}");
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
    let (tree, printed) = package(dir.path(), "on-boyi", "boyi", ".", main);
    assert_eq!(printed.trim(), "4");
    assert!(
        !tree.lines().any(|line| line.starts_with("clap ")),
        "the library needs no command line:\n{tree}"
    );
}

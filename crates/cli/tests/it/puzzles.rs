//! `boyi puzzles`

use crate::common::{boyi, objects, printed};
use engines::Puzzle;
use serde_json::Value;
use std::fs;

/// What is printed on the error output, and the exit status.
fn failed(args: &[&str]) -> (String, Option<i32>) {
    let output = boyi(args).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (told, output.status.code())
}

#[test]
fn the_games_own_are_counted_and_listed() {
    for game in ["gomoku", "othello", "xiangqi"] {
        let themes = objects(&["puzzles", game]);
        let number = |theme: &Value, key: &str| theme[key].as_u64().expect("a number");
        let all: u64 = themes.iter().map(|theme| number(theme, "puzzles")).sum();
        assert!(all >= 300, "{game}: {all}");
        assert!(
            themes
                .iter()
                .all(|theme| number(theme, "least_rating") <= number(theme, "most_rating"))
        );
        let listed = objects(&["puzzles", game, "--theme", "all"]);
        assert_eq!(listed.len() as u64, all);
        let name = themes[0]["theme"].as_str().expect("a name");
        let some = printed(&["puzzles", game, "--theme", name]);
        assert_eq!(some.lines().count() as u64, number(&themes[0], "puzzles"));
        assert!(
            some.lines()
                .all(|line| line.ends_with(&format!("theme {name}")))
        );
        assert!(printed(&["puzzles", game]).contains(name));
    }
}

#[test]
fn a_game_of_this_machine_has_its_puzzles_found_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let [log, found, again] = ["games.log", "found.puzzles", "again.puzzles"].map(at);
    printed(&[
        "match", "othello", "--a", "level=4", "--b", "level=5", "--games", "12", "--seed", "3",
        "--resume", &log,
    ]);
    let find = |out: &str, more: &[&str]| {
        let args = ["puzzles", "othello", "find", "--games", &log, "--out", out];
        printed(&[&args[..], more].concat())
    };
    let told = find(&found, &[]);
    assert!(told.starts_with("theme"), "{told}");
    find(&again, &["--threads", "1"]);
    let puzzles = fs::read_to_string(&found).expect("written");
    assert!(puzzles.lines().count() > 5, "{puzzles}");
    assert_eq!(puzzles, fs::read_to_string(&again).expect("written"));
    // They are a suite for `compare`, too.
    printed(&[
        "compare",
        "othello",
        "--positions",
        &found,
        "--searchers",
        "pvs",
        "--nodes",
        "500",
    ]);
    // A plain search to the end of the game agrees about each.
    let checked = objects(&[
        "puzzles",
        "othello",
        "--file",
        &found,
        "check",
        "--searcher",
        "alphabeta",
        "--nodes",
        "5000000",
    ]);
    let count = |key: &str| -> u64 {
        checked
            .iter()
            .map(|theme| theme[key].as_u64().expect("a number"))
            .sum()
    };
    assert!(
        count("proved") as usize >= puzzles.lines().count(),
        "{checked:?}"
    );
    assert_eq!((count("unclear"), count("other")), (0, 0), "{checked:?}");
    // One that is wrong is told, and is left out by a search that knows better.
    let first: Puzzle = puzzles
        .lines()
        .next()
        .expect("a line")
        .parse()
        .expect("a puzzle");
    let shown = printed(&["show", "othello", "--position", &first.position, "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let mut legal = shown["legal"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(Value::as_str);
    let other = legal
        .find(|mv| *mv != first.solution[0])
        .expect("another move")
        .to_owned();
    let wrong = Puzzle {
        solution: vec![other.clone()],
        only: 1,
        ..first
    };
    fs::write(&again, wrong.to_string()).expect("written");
    let told = printed(&[
        "puzzles",
        "othello",
        "--file",
        &again,
        "check",
        "--searcher",
        "alphabeta",
        "--depth",
        "20",
    ]);
    assert!(told.contains(&format!("bm {other}")), "{told}");
    let smaller = find(
        &again,
        &[
            "--count",
            "3",
            "--searcher",
            "alphabeta",
            "--nodes",
            "100000",
        ],
    );
    assert!(smaller.lines().count() <= 4, "{smaller}");
    assert_eq!(
        fs::read_to_string(&again).expect("written").lines().count(),
        3
    );
}

#[test]
fn what_cannot_be_done_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.puzzles");
    fs::write(&file, "# none\n4k4/9/9/9/9/9/9/9/9/4K4 w; pv e0e1\n").expect("written");
    let path = file.to_str().expect("text");
    let (told, status) = failed(&["puzzles", "xiangqi", "--file", path]);
    assert!(told.contains("line 2: only is missing"), "{told}");
    assert_eq!(status, Some(1));
    let (told, _) = failed(&["puzzles", "xiangqi", "--theme", "fork"]);
    assert!(told.contains("no theme \"fork\"; there are mate"), "{told}");
    let (told, _) = failed(&["puzzles", "xiangqi", "check", "--searcher", "oracle"]);
    assert!(told.contains("oracle"), "{told}");
    let out = folder.path().join("out.puzzles");
    let out = out.to_str().expect("text");
    let (told, _) = failed(&[
        "puzzles", "xiangqi", "find", "--games", "/nowhere", "--out", out,
    ]);
    assert!(told.contains("/nowhere"), "{told}");
    assert!(!fs::exists(out).expect("it can be asked"));
}

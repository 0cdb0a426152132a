//! Openings for matches, as the command makes them.

use crate::common::{boyi, objects};

fn made(words: &[&str]) -> String {
    let output = boyi(&[&["openings"], words].concat())
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn they_are_in_balance_and_repeat() {
    for (game, unit) in [("gomoku", 400), ("othello", 100), ("xiangqi", 100)] {
        let words = [
            game,
            "--count",
            "3",
            "--plies",
            "4",
            "--seed",
            "5",
            "--nodes",
            "2000",
            "--balance",
            "1.5",
        ];
        let made = objects(&[&["openings"], &words[..]].concat());
        assert_eq!(made.len(), 3);
        for opening in &made {
            let score = opening["score"].as_i64().expect("a number");
            assert!(score.abs() * 2 <= 3 * unit, "{opening}");
            assert!(opening["depth"].as_u64() > Some(0), "{opening}");
        }
        assert_eq!(objects(&[&["openings"], &words[..]].concat()), made);
        assert!(made[0] != made[1] && made[1] != made[2]);
    }
}

#[test]
fn matches_and_others_read_them() {
    let few = [
        "gomoku", "--rule", "renju", "--size", "15", "--games", "3", "--stones", "5", "--nodes",
        "1000",
    ];
    let text = made(&few);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &text).expect("written");
    let path = file.path().to_str().expect("a path");
    let games = [
        "match",
        "gomoku",
        "--rule",
        "renju",
        "--a",
        "pvs,depth=1",
        "--b",
        "pvs,depth=1",
        "--games",
        "6",
    ];
    let played = objects(&[&games[..], &["--openings", path]].concat());
    assert_eq!(played.last().expect("a sum")["games"], 6);
    // The same ones, and nothing but points.
    let moves = made(&[&few[..], &["--format", "moves"]].concat());
    for (text, moves) in text.lines().zip(moves.lines()) {
        assert!(
            text.starts_with(&format!("startpos moves {moves} # "))
                || text.replace(' ', "").contains(moves),
            "{text}"
        );
        assert!(moves.chars().all(|c| c.is_ascii_alphanumeric()), "{moves}");
    }
    assert_eq!(moves.lines().count(), 3);
}

#[test]
fn words_are_checked() {
    for words in [
        &["openings"][..],
        &["openings", "gomoku", "--count", "0"],
        &["openings", "gomoku", "--plies", "41"],
        &["openings", "gomoku", "--balance", "-1"],
        &["openings", "gomoku", "--format", "offset"],
        &["openings", "othello", "--rule", "renju"],
        &[
            "match",
            "gomoku",
            "--a",
            "pvs",
            "--b",
            "pvs",
            "--openings",
            "x",
            "--opening-balance",
            "1",
        ],
    ] {
        let output = boyi(words).output().expect("it runs");
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{words:?}"
        );
    }
    // After no plies there is one opening alone.
    let output = boyi(&["openings", "othello", "--plies", "0", "--count", "2"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("opening number 2"));
}

#[test]
fn a_search_that_finds_nothing_out_judges_nothing() {
    let output = boyi(&["openings", "gomoku", "--nodes", "1"])
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), output.stdout.len()),
        (Some(1), 0),
        "{error}"
    );
    assert!(error.contains("needs more nodes or time"), "{error}");
}

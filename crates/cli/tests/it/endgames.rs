//! `boyi endgames`.

use crate::common::{boyi, objects, printed};
use serde_json::json;
use std::fs;

/// One soldier against a bare general, at the end: two of its moves throw the win away.
const SOLDIER: &str = "4k4/3P5/9/9/9/9/9/9/9/3K5 w";

#[test]
fn a_position_is_looked_up() {
    let told = objects(&["endgames", "--position", SOLDIER]);
    let [ending] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!(ending["outcome"], "win");
    let line = ending["line"].as_array().expect("a line");
    assert_eq!(json!(line.len()), ending["plies"]);
    let moves = ending["moves"].as_array().expect("moves");
    assert_eq!(
        (&moves[0]["move"], &moves[0]["plies"]),
        (&line[0], &ending["plies"]),
        "the best comes first"
    );
    assert!(moves.iter().any(|mv| mv["outcome"] == "draw"), "{moves:?}");

    let text = printed(&["endgames", "--position", SOLDIER]);
    assert!(
        text.starts_with("wins in ")
            && text.contains("\nline  ")
            && text.contains("\nd8d9  draw\n"),
        "{text}"
    );
    // Moves are played first.
    let after = objects(&[
        "endgames",
        "--position",
        &format!("{SOLDIER} moves {}", line[0].as_str().expect("a move")),
    ]);
    assert_eq!(after[0]["outcome"], "loss");
    assert_eq!(
        after[0]["plies"].as_u64().map(|plies| plies + 1),
        ending["plies"].as_u64()
    );
}

#[test]
fn tables_are_listed() {
    let tables = objects(&["endgames"]);
    let chariot = tables
        .iter()
        .find(|table| table["table"] == "KRKAABB")
        .expect("the chariot");
    let count = |name: &str| chariot[name].as_u64().expect(name);
    assert_eq!(
        count("placements"),
        count("won") + count("drawn") + count("lost")
    );
    assert!(count("drawn") > 0 && count("longest") > 20, "{chariot}");
    let text = printed(&["endgames"]);
    assert!(
        text.starts_with("table ") && text.lines().count() == tables.len() + 2,
        "{text}"
    );
}

#[test]
fn tables_are_made_and_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("soldier.endgames");
    let path = file.to_str().expect("a path");
    let made = objects(&[
        "endgames",
        "build",
        "--material",
        "KPKA,KAPK",
        "--out",
        path,
    ]);
    assert_eq!(
        (&made[0]["tables"], &made[0]["bytes"]),
        (
            &json!(3),
            &json!(fs::metadata(&file).expect("written").len())
        )
    );
    let names: Vec<_> = objects(&["endgames", "--file", path])
        .iter()
        .map(|table| table["table"].clone())
        .collect();
    assert_eq!(names, ["KPK", "KPAK", "KPKA"]);
    assert_eq!(
        objects(&["endgames", "--file", path, "--position", SOLDIER]),
        objects(&["endgames", "--position", SOLDIER])
    );

    let refused = |args: &[&str], status: i32, problem: &str| {
        let output = boyi(args).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {told}");
        assert!(told.contains(problem), "{args:?}: {told}");
    };
    let mut bytes = fs::read(&file).expect("a file");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&file, bytes).expect("written");
    refused(&["endgames", "--file", path], 1, "checksum");
    refused(&["endgames", "--position", "startpos"], 2, "no table");
    refused(&["endgames", "--position", "nonsense"], 2, "nonsense");
    refused(
        &[
            "endgames",
            "--file",
            path,
            "build",
            "--material",
            "KPK",
            "--out",
            path,
        ],
        2,
        "--file",
    );
    refused(
        &["endgames", "build", "--material", "KRKR", "--out", path],
        2,
        "KRKR",
    );
}

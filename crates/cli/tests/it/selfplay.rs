//! `boyi selfplay`, and what becomes of its games: text, a network, a player.

use crate::common::{boyi, objects, parsed, printed};
use std::{collections::BTreeSet, fs};

/// The words of a command, of which `{}` is a folder.
fn words(folder: &tempfile::TempDir, text: &str) -> Vec<String> {
    let folder = folder.path().to_str().expect("a path");
    text.split_whitespace()
        .map(|word| word.replace("{}", folder))
        .collect()
}

fn run(folder: &tempfile::TempDir, text: &str) -> String {
    let words = words(folder, text);
    printed(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn read(folder: &tempfile::TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).expect(name)
}

const PLAY: &str = "--nodes 60 --longest 30 --seed 3";

#[test]
fn games_are_played_and_a_network_learns_from_them_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = run(
        &folder,
        &format!("selfplay xiangqi --out {{}}/one {PLAY} --games 40 --threads 1"),
    );
    assert!(told.starts_with("40 games in "), "{told}");
    // In two runs and on other threads it is the same file.
    for games in [10, 40] {
        run(
            &folder,
            &format!("selfplay xiangqi --out {{}}/two {PLAY} --games {games} --threads 2"),
        );
    }
    let text = run(&folder, "convert xiangqi {}/one --to text");
    assert_eq!(run(&folder, "convert xiangqi {}/two --to text"), text);
    assert!(
        text.lines().count() == 45 && text.contains("\nrules rule=asian move-limit=120\n"),
        "{text}"
    );
    fs::write(folder.path().join("text"), &text).expect("written");
    run(&folder, "convert xiangqi {}/text {}/three");
    assert_eq!(run(&folder, "convert xiangqi {}/three --to text"), text);

    let train =
        "train xiangqi --data {}/one {}/three --epochs 3 --batch 64 --unique --validation 20";
    let told = run(&folder, &format!("{train} --out {{}}/whole --threads 1"));
    assert!(
        told.contains("| 3 | ") && told.contains("learnt from  40 games"),
        "{told}"
    );
    // From a checkpoint at the end nothing more is learnt, and the network is the same.
    for out in ["begun", "again"] {
        let rows = parsed(&run(
            &folder,
            &format!("{train} --out {{}}/{out} --checkpoint {{}}/state --threads 2 --json"),
        ));
        assert_eq!(rows.len(), if out == "begun" { 4 } else { 1 }, "{rows:?}");
        assert_eq!(read(&folder, out), read(&folder, "whole"));
    }
    run(
        &folder,
        "train xiangqi --data {}/one --from {}/whole --dense 8 --epochs 1 --out {}/next",
    );
    assert!(read(&folder, "next").starts_with(b"boyi network 2\n"));
    let path = folder.path().join("next");
    let candidate = format!("aspiration,hash=1,network={}", path.display());
    let lines = objects(&[
        "match",
        "xiangqi",
        "--a",
        &candidate,
        "--b",
        "aspiration,hash=1",
        "--games",
        "2",
        "--nodes",
        "100",
    ]);
    assert!(lines.len() >= 2, "{lines:?}");
    run(
        &folder,
        &format!("selfplay xiangqi --out {{}}/four {PLAY} --games 2 --network {{}}/next"),
    );
}

#[test]
fn early_moves_are_drawn_at_a_temperature() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = "selfplay xiangqi --nodes 60 --longest 12 --games 6 --random-plies 0:0";
    // Games from one start without anything random are one game.
    for (out, drawn, different) in [
        ("best", "", 1),
        ("drawn", "--temperature 0.5 --temperature-plies 4", 3),
    ] {
        run(&folder, &format!("{play} --out {{}}/{out} {drawn}"));
        let text = run(&folder, &format!("convert xiangqi {{}}/{out} --to text"));
        assert_eq!(
            text.contains(", temperature 50 for 4 plies, "),
            !drawn.is_empty(),
            "{text}"
        );
        let moves = |line: &str| line.split_once(' ').map(|(_, rest)| rest.to_owned());
        let games: BTreeSet<_> = text.lines().skip(5).map(moves).collect();
        assert!(games.len() >= different, "{text}");
        assert_eq!(games.len() == 1, drawn.is_empty(), "{text}");
    }
}

#[test]
fn positions_from_inside_searches_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    run(
        &folder,
        &format!(
            "selfplay gomoku --rule renju --out {{}}/positions {PLAY} --games 2 --inside 2 --label 90"
        ),
    );
    let text = run(&folder, "convert gomoku {}/positions --to text");
    assert!(
        text.contains("rules rule=renju size=15\n") && text.contains("\n1 positions\n"),
        "{text}"
    );
}

#[test]
fn games_begin_at_positions_from_inside_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    run(
        &folder,
        &format!("selfplay gomoku --out {{}}/games {PLAY} --games 4 --begin-inside 2:5"),
    );
    let text = run(&folder, "convert gomoku {}/games --to text");
    assert!(
        text.contains(", from inside a search after 2 to 5 plies, "),
        "{text}"
    );
    // No game tells of the moves before it: its start is a position with stones.
    let stones = text.lines().skip(4).filter(|line| line.contains(" X:"));
    assert_eq!(stones.count(), 4, "{text}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("text"),
        "startpos moves h2e2\nstartpos moves z9",
    )
    .expect("written");
    run(
        &folder,
        &format!("selfplay gomoku --out {{}}/gomoku {PLAY} --games 1"),
    );
    for (args, status, word) in [
        ("xiangqi", 2, "--out"),
        ("xiangqi --out {}/none/x", 1, "none/x"),
        ("xiangqi --out {}/gomoku", 1, "gomoku"),
        ("gomoku --out {}/gomoku --seed 9", 1, "origin"),
        ("xiangqi --out {}/x --openings {}/text", 1, "line 2"),
        ("xiangqi --out {}/x --network {}/none", 1, "none"),
        ("xiangqi --out {}/x --network {}/text", 1, "no network file"),
        ("xiangqi --out {}/x --eval oracle", 2, "oracle"),
        ("xiangqi --out {}/x --random-plies 8:2", 2, "smaller first"),
        ("xiangqi --out {}/x --decided 15", 2, "UNITS:PLIES"),
        ("xiangqi --out {}/x --label 9", 2, "--inside"),
        ("xiangqi --out {}/x --temperature 0", 2, "0.01"),
        (
            "xiangqi --out {}/x --temperature-plies 4",
            2,
            "--temperature",
        ),
        (
            "gomoku --out {}/x --temperature 1 --inside 2",
            2,
            "--inside",
        ),
        (
            "gomoku --out {}/x --begin-inside 0:9 --inside 2",
            2,
            "--inside",
        ),
    ] {
        let words = words(&folder, &format!("selfplay {args}"));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = boyi(&words).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(status) && error.contains(word),
            "{args}: {error}"
        );
        assert!(
            !folder.path().join("x").exists(),
            "{args}: nothing is begun"
        );
    }
    let output = boyi(&[
        "convert",
        "othello",
        folder.path().join("gomoku").to_str().expect("a path"),
        "--to",
        "text",
    ]);
    assert!(!{ output }.output().expect("it runs").status.success());
}

//! Games from one file format to another.

use crate::common::{boyi, objects, printed};
use std::path::{Path, PathBuf};

fn data(name: &str) -> String {
    format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn file(dir: &tempfile::TempDir, name: &str) -> PathBuf {
    dir.path().join(name)
}

#[test]
fn an_archive_goes_round() {
    let dir = tempfile::tempdir().expect("a directory");
    let [ggf, txt, wtb, again] = ["a.ggf", "b.txt", "c.wtb", "d.GGF"].map(|name| file(&dir, name));
    let archive = data("othello/WTH_1977.wtb");
    for (input, output) in [
        (archive.as_str(), &ggf),
        (text(&ggf), &txt),
        (text(&txt), &wtb),
        (text(&wtb), &again),
    ] {
        let told = objects(&["convert", "othello", input, text(output)]);
        assert_eq!(
            (
                told[0]["games"].as_u64(),
                told[0]["refused"].as_object().map(serde_json::Map::len)
            ),
            (Some(12), Some(0))
        );
    }
    let [ggf, again] = [ggf, again].map(|path| std::fs::read_to_string(path).expect("a text"));
    assert_eq!((ggf.lines().count(), &ggf), (12, &again));
    assert!(
        printed(&["convert", "othello", text(&wtb), "--to", "obf"])
            .lines()
            .all(|line| line.len() == 66)
    );
}

#[test]
fn every_game_has_its_own() {
    let dir = tempfile::tempdir().expect("a directory");
    for (game, input, to) in [("gomoku", "x.txt", "psq"), ("xiangqi", "x.dat", "pgn")] {
        let path = file(&dir, input);
        let record = if game == "gomoku" {
            "Piskvorky 15x15, 0:0, 1\n8,8,0\n9,9,0\n"
        } else {
            "1. h2e2 h9g7\n\n[Event \"two\"]\n1. h2e2 *\n"
        };
        std::fs::write(&path, record).expect("written");
        let written = printed(&["convert", game, text(&path), "--to", to]);
        std::fs::write(&path, &written).expect("written");
        assert_eq!(
            printed(&["convert", game, text(&path), "--to", to]),
            written
        );
        assert_eq!(
            written.matches("h2e2").count(),
            if game == "xiangqi" { 2 } else { 0 }
        );
    }
}

#[test]
fn xiangqi_is_written_in_every_notation() {
    let dir = tempfile::tempdir().expect("a directory");
    let games = data("xiangqi/five_games.pgn");
    let pgn = printed(&["convert", "xiangqi", &games, "--to", "pgn"]);
    for format in ["iccs", "wxf", "chinese", "traditional", "gb18030"] {
        let path = file(&dir, &format!("games.{format}"));
        let told = objects(&["convert", "xiangqi", &games, text(&path)]);
        assert_eq!(
            (
                told[0]["games"].as_u64(),
                told[0]["left_out"].as_object().map(serde_json::Map::len)
            ),
            (Some(5), Some(0))
        );
        assert_eq!(
            printed(&["convert", "xiangqi", text(&path), "--to", "pgn"]),
            pgn,
            "{format}"
        );
    }
    let path = file(&dir, "ends.fen");
    let told = objects(&["convert", "xiangqi", &games, text(&path)]);
    assert_eq!(
        (&told[0]["left_out"]["moves"], &told[0]["left_out"]["names"]),
        (&5.into(), &5.into())
    );
    let ends = std::fs::read_to_string(&path).expect("a text");
    assert_eq!(
        printed(&["convert", "xiangqi", text(&path), "--to", "fen"]),
        ends
    );
    let federation = printed(&["convert", "xiangqi", text(&path), "--to", "fenr"]);
    assert!(
        federation.lines().count() == 5 && !federation.contains(['n', 'N', 'w']),
        "{federation}"
    );
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    let [input, output] = ["in.txt", "out.ggf"].map(|name| file(&dir, name));
    std::fs::write(&input, "f5d6\nf5a1\nf5f6\n").expect("written");
    let ran = boyi(&["convert", "othello", text(&input), text(&output)])
        .output()
        .expect("it runs");
    assert_eq!(ran.status.code(), Some(1));
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(
        told.contains("in.txt: game 2: line 2: move 2, at byte 2: a disc on a1 turns nothing"),
        "{told}"
    );
    assert!(told.contains("1 of 3 games refused"), "{told}");
    assert_eq!(
        std::fs::read_to_string(&output)
            .expect("a text")
            .lines()
            .count(),
        2
    );

    // Nothing is written where there is nothing to write, or no room for it.
    let before = std::fs::read(&output).expect("a file");
    std::fs::write(&input, "no game\n").expect("written");
    assert_eq!(
        boyi(&["convert", "othello", text(&input), text(&output)])
            .output()
            .expect("it runs")
            .status
            .code(),
        Some(1)
    );
    let archive = file(&dir, "out.wtb");
    std::fs::write(&input, format!("f5d6\n-OX{} X\n", "-".repeat(61))).expect("written");
    let ran = boyi(&["convert", "othello", text(&input), text(&archive)])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.code() == Some(1)
            && told.contains("game 2: it does not begin from the initial position"),
        "{told}"
    );
    assert!(!archive.exists() && std::fs::read(&output).expect("a file") == before);

    for words in [
        &["convert", "othello", text(&input), "--to", "sgf"][..],
        &["convert", "othello", text(&input)],
    ] {
        let ran = boyi(words).output().expect("it runs");
        assert_eq!(ran.status.code(), Some(2), "{words:?}");
    }
    let ran = boyi(&["convert", "othello", text(&input), "--to", "sgf"])
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&ran.stderr).contains("it has txt, ggf, obf, wtb"));
}

#[test]
fn what_is_known_of_a_game_goes_with_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let [ggf, again, txt] = ["a.ggf", "b.ggf", "c.txt"].map(|name| file(&dir, name));
    let start = "---------------------------O*------*O--------------------------- *";
    let game = format!(
        "(;GM[Othello]PC[here]DT[2026]PB[Ann]PW[Bob]RB[1800]TI[05:00]TY[8]RE[+2.00:r]BO[8 {start}]B[F5/1.50/2.00]W[D6];)\n"
    );
    std::fs::write(&ggf, &game).expect("written");
    objects(&["convert", "othello", text(&ggf), text(&again)]);
    assert_eq!(std::fs::read_to_string(&again).expect("a text"), game);
    // A transcript has no place for what moves were worth.
    let told = objects(&["convert", "othello", text(&ggf), text(&txt)]).remove(0);
    let lost = serde_json::json!({ "values of moves": 1, "times of moves": 1 });
    assert_eq!((&told["unfinished"], &told["left_out"]), (&1.into(), &lost));
    let back = printed(&["convert", "othello", text(&txt), "--to", "ggf"]);
    assert_eq!(back.trim_end(), game.trim_end().replace("/1.50/2.00", ""));
    // An unfinished game has a place in an archive, and a problem keeps its scores.
    let [wtb, obf] = ["d.wtb", "e.obf"].map(|name| file(&dir, name));
    let told = printed(&["convert", "othello", text(&ggf), text(&wtb)]);
    for part in [
        "1 game written to",
        "\n1 game stops before its end\n",
        "left out",
        "BlackRating (1 game)",
        "names (1 game)",
    ] {
        assert!(told.contains(part), "{told}");
    }
    // That it was resigned has no place; the year and the moves have.
    assert!(
        told.contains("Result (1 game)")
            && !told.contains("Date")
            && !told.contains("moves (1 game), names"),
        "{told}"
    );
    assert!(printed(&["convert", "othello", text(&wtb), "--to", "ggf"]).contains("RE[+2.00]"));
    objects(&[
        "convert",
        "othello",
        &data("othello/ffo40-59.obf"),
        text(&obf),
    ]);
    assert_eq!(
        std::fs::read(&obf).expect("a file"),
        std::fs::read(data("othello/ffo40-59.obf")).expect("a file")
    );
    let pgn = file(&dir, "f.pgn");
    std::fs::write(
        &pgn,
        "[Event \"E\"]\n[Date \"1998.12.01\"]\n[Red \"R\"]\n\n1. h2e2 1-0\n",
    )
    .expect("written");
    let written = printed(&["convert", "xiangqi", text(&pgn), "--to", "pgn"]);
    for part in [
        "[Event \"E\"]",
        "[Date \"1998.12.01\"]",
        "[Red \"R\"]",
        "[Result \"1-0\"]",
        "1. h2e2 1-0",
    ] {
        assert!(written.contains(part), "{written}");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let [input, output, empty, unknown] =
        ["a.txt", "b.ggf", "c.wtb", "d.sgf"].map(|name| file(&dir, name));
    std::fs::write(&input, "f5d6\n").expect("written");
    // An archive of no games.
    std::fs::write(
        &empty,
        [20, 26, 1, 1, 0, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 0, 0],
    )
    .expect("written");
    for (from, to, status, words) in [
        (&input, &unknown, 2, ["d.sgf", "it has txt, ggf, obf, wtb"]),
        (
            &empty,
            &output,
            1,
            ["c.wtb: no games", "nothing is written"],
        ),
    ] {
        let ran = boyi(&["convert", "othello", text(from), text(to)])
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{told}");
        assert!(
            words.iter().all(|word| told.contains(word)) && !told.contains("--to"),
            "{told}"
        );
        assert!(!to.exists());
    }
}

#[test]
fn games_in_ggf_are_records_like_others() {
    let dir = tempfile::tempdir().expect("a directory");
    let game = file(&dir, "game.ggf");
    let start = "---------------------------O*------*O--------------------------- *";
    std::fs::write(
        &game,
        format!("(;GM[Othello]TY[8]BO[8 {start}]B[F5/1.5/2]W[D6];)"),
    )
    .expect("written");
    let shown = objects(&["show", "othello", "--record", text(&game)]);
    assert_eq!(
        shown,
        objects(&["show", "othello", "--position", "startpos moves f5d6"])
    );

    let saved = file(&dir, "saved.ggf");
    let said = format!("f5\nd6\nsave {}\nquit\n", text(&saved));
    boyi(&["play", "othello", "--players", "human,human"])
        .write_stdin(said)
        .assert()
        .success();
    let saved = std::fs::read_to_string(saved).expect("a text");
    assert!(saved.contains("]B[F5]W[D6];)"), "{saved}");
}

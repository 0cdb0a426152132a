//! `boyi analyze` of whole games, and of the root's moves.

use crate::common::{boyi, objects, printed};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What is said where it fails, and the exit status.
fn refused(args: &[&str]) -> (String, Option<i32>) {
    let output = boyi(args).output().expect("it runs");
    assert!(
        output.stdout.is_empty(),
        "{args:?} begins all the same: {}",
        String::from_utf8_lossy(&output.stdout)
    );
    (
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.code(),
    )
}

/// A folder with a record in it.
fn record(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("record.txt");
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a path").to_owned();
    (folder, path)
}

/// Black makes a four with one end open, and White does not answer it.
const UNANSWERED: &str = "Piskvorky 15x15, 0:0, 0\n8,8,0\n7,8,0\n9,8,0\n1,1,0\n10,8,0\n1,3,0\n11,8,0\n1,5,0\n12,8,0\n-1\n";
const OTHELLO: &str = "f5d6c3d3c4f4c5b3c2e3\n";

#[test]
fn a_whole_game_is_commented_on() {
    let xiangqi = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/xiangqi/five_games.pgn"
    );
    let (_a, gomoku) = record(UNANSWERED);
    let (_b, othello) = record(OTHELLO);
    for (game, path, moves, names) in [
        ("gomoku", gomoku.as_str(), 9, ["black", "white"]),
        ("othello", &othello, 10, ["black", "white"]),
        ("xiangqi", xiangqi, 65, ["red", "black"]),
    ] {
        let args = ["analyze", game, "--record", path, "--nodes", "2000"];
        let said = objects(&args);
        let (comments, summaries) = said.split_at(moves);
        assert_eq!(summaries.len(), 2, "{game}");
        for (ply, comment) in (1..).zip(comments) {
            assert_eq!(
                (comment["ply"].as_u64(), comment["player"].as_str()),
                (Some(ply), Some(names[1 - ply as usize % 2]))
            );
            let loss = comment["loss"].as_f64().expect("a number");
            let best = comment["best"] == comment["move"];
            assert!(
                loss >= 0.0 && (!best || loss == 0.0 && comment["score"] == comment["best_score"]),
                "{comment}"
            );
            assert_eq!(
                (&comment["pv"][0], &comment["best_pv"][0]),
                (&comment["move"], &comment["best"])
            );
            let lost = comment["probability_lost"].as_f64().expect("a share");
            assert_eq!(lost > 0.0, loss > 0.0, "{comment}");
            let mark = match lost {
                l if l >= 0.15 => Value::from("blunder"),
                l if l >= 0.10 => Value::from("mistake"),
                l if l >= 0.05 => Value::from("inaccuracy"),
                _ => Value::Null,
            };
            assert_eq!(comment["mark"], mark, "{comment}");
        }
        for (name, summary) in names.iter().zip(summaries) {
            let own: Vec<_> = comments
                .iter()
                .filter(|comment| comment["player"] == *name && comment["forced"] == false)
                .collect();
            let blunders = own
                .iter()
                .filter(|comment| comment["mark"] == "blunder")
                .count();
            let lost: f64 = own
                .iter()
                .filter_map(|comment| comment["loss"].as_f64())
                .sum();
            let mean = summary["mean_loss"].as_f64().expect("a number");
            assert_eq!(
                (summary["player"].as_str(), summary["blunders"].as_u64()),
                (Some(*name), Some(blunders as u64))
            );
            assert!(
                (mean - lost / own.len() as f64).abs() < 1e-9 && summary["moves"] == own.len(),
                "{summary}"
            );
        }
        let without_times = |mut said: Vec<Value>| {
            said.iter_mut()
                .filter_map(Value::as_object_mut)
                .for_each(|comment| drop(comment.remove("time_s")));
            said
        };
        assert!(comments.iter().all(|comment| comment["time_s"].is_number()));
        assert_eq!(
            without_times(objects(&args)),
            without_times(said.clone()),
            "comments repeat"
        );
        let text = printed(&args);
        assert!(
            text.contains("blunders") && text.contains("┤") && text.contains(names[1]),
            "{text}"
        );
    }
}

#[test]
fn a_stone_in_the_corner_is_a_blunder_and_what_is_lost_already_is_none() {
    let (_folder, path) = record(UNANSWERED);
    let said = objects(&["analyze", "gomoku", "--record", &path, "--depth", "4"]);
    let marks: Vec<_> = said
        .iter()
        .map(|comment| comment["mark"].as_str())
        .collect();
    assert_eq!(
        (&said[3]["move"], marks[3]),
        (&"a1".into(), Some("blunder")),
        "{}",
        said[3]
    );
    // A four is not answered, in a game that was lost by then.
    assert_eq!(
        (&said[7]["move"], &said[7]["best"], &said[7]["loss"]),
        (&"a5".into(), &"l8".into(), &10.0.into())
    );
    assert_eq!(marks[7], None, "{}", said[7]);
    assert_eq!(
        (&said[8]["move"], &said[8]["mate"], marks[8]),
        (&"l8".into(), &1.into(), None)
    );
    let text = printed(&["analyze", "gomoku", "--record", &path, "--depth", "4"]);
    assert!(
        text.contains("?? blunder, ")
            && text.contains("of a win; better i7")
            && text.contains("black wins"),
        "{text}"
    );
    // Stricter words for smaller losses, and an opening left alone.
    let strict = objects(&[
        "analyze",
        "gomoku",
        "--record",
        &path,
        "--depth",
        "4",
        // Weights that no training changes.
        "--searcher",
        "aspiration,eval=handmade",
        "--marks",
        "0.1,0.5,100",
    ]);
    assert_eq!(strict[7]["mark"], "mistake");
    let late = objects(&[
        "analyze", "gomoku", "--record", &path, "--depth", "4", "--from", "4",
    ]);
    assert_eq!(
        late.iter()
            .filter_map(|comment| comment["ply"].as_u64())
            .collect::<Vec<_>>(),
        [4, 5, 6, 7, 8, 9]
    );
    assert_eq!(
        (&late[0]["mark"], late[7]["blunders"].as_u64()),
        (&"blunder".into(), Some(1))
    );
}

#[test]
fn games_begin_and_end_in_many_ways() {
    // From a position in which White has to pass.
    let (_folder, path) = record(&format!("XO{} O\nc1\n", "-".repeat(62)));
    let said = objects(&["analyze", "othello", "--record", &path, "--depth", "3"]);
    assert_eq!(
        (&said[0]["player"], &said[0]["move"], &said[0]["forced"]),
        (&"white".into(), &"pass".into(), &true.into())
    );
    assert_eq!(
        (
            &said[1]["player"],
            &said[1]["move"],
            said[1]["loss"].as_f64()
        ),
        (&"black".into(), &"c1".into(), Some(0.0))
    );
    assert!(
        said[2..]
            .iter()
            .all(|summary| summary["moves"] == 0 && summary["mean_loss"] == 0.0),
        "nobody had a choice"
    );

    // After an opening by swap2, White is the first to move.
    let swap2 =
        "Piskvorky 15x15, 0:0, 0\n8,9,0\n9,7,0\nhomo-1\nhomo-2\n-1\nset-up X:h8j10 O:i9 turn:O\n";
    let (_folder, path) = record(swap2);
    let said = objects(&["analyze", "gomoku", "--record", &path, "--depth", "2"]);
    assert_eq!(
        (&said[0]["player"], &said[1]["player"], said.len()),
        (&"white".into(), &"black".into(), 4)
    );

    // Ended by the rules, not on the board.
    let (_folder, path) =
        record("[Red \"a\"]\n\n1. h2e2 h7e7 2. e2h2 e7h7 3. h2e2 h7e7 4. e2h2 e7h7\n");
    let text = printed(&["analyze", "xiangqi", "--record", &path, "--depth", "2"]);
    assert!(text.contains("repetition"), "{text}");
    // Played on all the same: where the game was over, there was nothing to choose.
    let (_folder, path) =
        record("1. h2e2 h7e7 2. e2h2 e7h7 3. h2e2 h7e7 4. e2h2 e7h7 5. b2e2 b7e7\n");
    let said = objects(&["analyze", "xiangqi", "--record", &path, "--depth", "2"]);
    assert!(
        said[8]["best"].is_null() && said[8]["forced"] == true && said[8]["loss"] == 0.0,
        "{}",
        said[8]
    );
    assert_eq!(
        (&said[10]["moves"], &said[11]["moves"]),
        (&4.into(), &5.into())
    );

    // By a searcher of every kind.
    let (_folder, path) = record("f5d6c3\n");
    for searcher in [
        "minimax",
        "alphabeta",
        "aspiration",
        "pvs",
        "mtdf",
        "smp",
        "mcts",
        "dfpn",
    ] {
        let said = objects(&[
            "analyze",
            "othello",
            "--record",
            &path,
            "--nodes",
            "500",
            "--searcher",
            searcher,
        ]);
        assert_eq!(said.len(), 5, "{searcher}");
    }
}

#[test]
fn one_position_of_a_record_is_a_position() {
    let (_folder, path) = record(OTHELLO);
    let at = |ply: &str| {
        objects(&[
            "analyze", "othello", "--record", &path, "--ply", ply, "--depth", "4",
        ])
    };
    let line = |moves: &str| {
        objects(&[
            "analyze",
            "othello",
            "--position",
            &format!("startpos moves {moves}"),
            "--depth",
            "4",
        ])
    };
    let without_times = |reports: Vec<Value>| -> Vec<_> {
        reports
            .iter()
            .map(|report| {
                (
                    report["nodes"].clone(),
                    report["pv"].clone(),
                    report["score"].clone(),
                )
            })
            .collect()
    };
    assert_eq!(without_times(at("3")), without_times(line("f5d6c3")));
    assert_eq!(without_times(at("10")), without_times(line(OTHELLO.trim())));
    assert_eq!(without_times(at("end")), without_times(at("10")));
    assert_eq!(
        without_times(at("0")),
        without_times(objects(&["analyze", "othello", "--depth", "4"]))
    );
}

#[test]
fn the_course_is_drawn() {
    let (folder, path) = record(UNANSWERED);
    let svg = folder.path().join("course.svg");
    std::fs::write(&svg, "x".repeat(100_000)).expect("written");
    printed(&[
        "analyze",
        "gomoku",
        "--record",
        &path,
        "--depth",
        "2",
        "--plot",
        svg.to_str().expect("a path"),
    ]);
    let drawn = std::fs::read_to_string(&svg).expect("a file");
    assert!(
        drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"),
        "{drawn}"
    );
    assert!(
        drawn.contains("<polyline") && drawn.contains("<circle") && drawn.contains("open twos"),
        "{drawn}"
    );
}

#[test]
fn only_these_moves_and_not_those() {
    let last = |args: &[&str]| {
        objects(&[&["analyze", "othello", "--depth", "4"], args].concat())
            .pop()
            .expect("a report")
    };
    let free = last(&[]);
    let best = free["pv"][0].as_str().expect("a move");
    assert_eq!(last(&["--only", best])["score"], free["score"]);
    let other = last(&["--position", "startpos moves f5", "--only", "d6,f4"]);
    assert!(
        ["d6", "f4"].contains(&other["pv"][0].as_str().expect("a move")),
        "{other}"
    );
    let other = last(&["--position", "startpos moves f5", "--exclude", "d6,f4"]);
    assert_eq!(other["pv"][0], "f6", "the third of three");

    for searcher in [
        "minimax",
        "alphabeta",
        "aspiration",
        "pvs",
        "mtdf",
        "smp",
        "mcts",
        "dfpn",
    ] {
        let args = [
            "analyze",
            "othello",
            "--depth",
            "3",
            "--nodes",
            "3000",
            "--searcher",
            searcher,
        ];
        let args = |more: &[&'static str]| [&args[..], more].concat();
        let said = objects(&args(&["--only", "c4", "--root-nodes"]));
        let (roots, reports): (Vec<_>, Vec<_>) =
            said.iter().partition(|object| object.get("root").is_some());
        assert!(
            roots.len() == 1 && roots[0]["root"] == "c4" && roots[0]["share"] == 1.0,
            "{searcher}: {roots:?}"
        );
        assert!(
            reports.iter().all(|report| report["pv"][0] == "c4"),
            "{searcher}: {reports:?}"
        );
        let said = objects(&args(&["--exclude", "c4", "--root-nodes"]));
        let roots: Vec<_> = said
            .iter()
            .filter_map(|object| object["root"].as_str())
            .collect();
        assert!(
            roots.len() == 3 && !roots.contains(&"c4"),
            "{searcher}: {roots:?}"
        );
        let several = args(&["--multi-pv", "3"]);
        if searcher == "dfpn" {
            let (error, status) = refused(&several);
            assert!(
                status == Some(2) && error.contains("--multipv") && error.contains("dfpn"),
                "{error}"
            );
        } else {
            let ranks: Vec<_> = objects(&several)
                .iter()
                .map(|report| report["multipv"].as_u64())
                .collect();
            assert!(
                ranks.ends_with(&[Some(1), Some(2), Some(3)]),
                "{searcher}: {ranks:?}"
            );
        }
    }
    let text = printed(&["analyze", "othello", "--depth", "3", "--root-nodes"]);
    assert_eq!(
        text.lines().filter(|line| line.ends_with('%')).count(),
        4,
        "{text}"
    );
}

#[test]
fn short_wins_are_looked_for() {
    let mated = "1P1C1k3/3Na4/9/4P4/1c7/4pc3/9/4B4/4A1n2/2BA1K3 b - - 0 1";
    for searcher in ["aspiration", "pvs", "mtdf", "alphabeta", "minimax", "dfpn"] {
        let args = ["analyze", "xiangqi", "--searcher", searcher, "--mate", "1"];
        let found = objects(&[&args[..], &["--position", mated]].concat())
            .pop()
            .expect("a report");
        assert_eq!(found["mate"], 1, "{searcher}: {found}");
        let none = objects(&args).pop().expect("a report");
        assert_eq!(none["mate"], Value::Null, "{searcher}: {none}");
    }
    let text =
        |position: &str| printed(&["analyze", "xiangqi", "--mate", "1", "--position", position]);
    assert!(text(mated).contains("a win within 1"), "{}", text(mated));
    // A win near enough is not compared with nearer ones: what it is worth is a bound, and told as
    // one.
    assert!(text(mated).contains("≥ win in 1"), "{}", text(mated));
    let last = |args: &[&str]| objects(args).pop().expect("a report");
    assert_eq!(
        last(&["analyze", "xiangqi", "--mate", "1", "--position", mated])["bound"],
        "lower"
    );
    let exact = last(&["analyze", "xiangqi", "--depth", "3", "--position", mated]);
    assert_eq!(
        (exact["mate"].as_i64(), exact.get("bound")),
        (Some(1), None)
    );
    assert!(
        text("startpos").contains("no proof of a win within 1"),
        "{}",
        text("startpos")
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let (_a, good) = record(OTHELLO);
    let (_b, empty) = record("startpos\n");
    let (_c, bad) = record("f5d6c3z9\n");
    let (_d, broken) = record("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n-1\n");
    let missing = Path::new(&good).with_file_name("none.txt");
    let nowhere = Path::new(&good).with_file_name("none").join("plot.svg");
    let [missing, nowhere] = [&missing, &nowhere].map(|path| path.to_str().expect("a path"));
    let table: &[(&[&str], i32, &[&str])] = &[
        (
            &["othello", "--record", &empty],
            1,
            &["record.txt", "no move"],
        ),
        (&["othello", "--record", &bad], 1, &["record.txt", "z9"]),
        (
            &["gomoku", "--record", &broken],
            1,
            &["record.txt", "line 3"],
        ),
        (&["othello", "--record", missing], 1, &["none.txt"]),
        (
            &["othello", "--record", &good, "--plot", nowhere],
            1,
            &["plot.svg"],
        ),
        (
            &["othello", "--record", &good, "--ply", "11"],
            2,
            &["--ply", "11", "10"],
        ),
        (
            &["othello", "--record", &good, "--ply", "-1"],
            2,
            &["--ply", "-1", "end"],
        ),
        (
            &["othello", "--record", &good, "--ply", "last"],
            2,
            &["--ply", "last", "end"],
        ),
        (&["othello", "--ply", "3"], 2, &["--record"]),
        (&["othello", "--from", "3"], 2, &["--record"]),
        (&["othello", "--plot", "x.svg"], 2, &["--record"]),
        (
            &["othello", "--record", &good, "--from", "11"],
            2,
            &["--from", "11", "10"],
        ),
        (
            &["othello", "--record", &good, "--from", "0"],
            2,
            &["--from", "0"],
        ),
        (
            &["othello", "--record", &good, "--from", "2", "--ply", "3"],
            2,
            &["--from", "--ply"],
        ),
        (
            &["othello", "--record", &good, "--marks", "1,2"],
            2,
            &["--marks", "5,10,15"],
        ),
        (
            &["othello", "--record", &good, "--marks", "3,2,1"],
            2,
            &["--marks"],
        ),
        (
            &["othello", "--record", &good, "--marks=-1,2,3"],
            2,
            &["--marks"],
        ),
        (
            &["othello", "--record", &good, "--marks", "1,2,101"],
            2,
            &["--marks"],
        ),
        (
            &["othello", "--record", &good, "--multipv", "2"],
            2,
            &["--multipv", "--ply"],
        ),
        (
            &["othello", "--record", &good, "--only", "f5"],
            2,
            &["--only", "--ply"],
        ),
        (
            &["othello", "--record", &good, "--exclude", "f5"],
            2,
            &["--exclude", "--ply"],
        ),
        (
            &["othello", "--record", &good, "--mate", "2"],
            2,
            &["--mate", "--ply"],
        ),
        (
            &["othello", "--record", &good, "--root-nodes"],
            2,
            &["--root-nodes", "--ply"],
        ),
        (&["othello", "--only", "a1"], 2, &["--only", "a1"]),
        (&["othello", "--only", "c4,"], 2, &["--only"]),
        (&["othello", "--exclude", "zz"], 2, &["--exclude", "zz"]),
        (
            &["othello", "--exclude", "c4,d3,e6,f5"],
            2,
            &["--exclude", "no legal move"],
        ),
        (
            &["othello", "--only", "c4", "--exclude", "c4"],
            2,
            &["--only", "no legal move"],
        ),
        (&["othello", "--mate", "0"], 2, &["--mate", "0"]),
        (&["othello", "--mate", "501"], 2, &["--mate", "501"]),
    ];
    for (args, expected, named) in table {
        let (error, status) = refused(&[&["analyze"], *args].concat());
        assert_eq!(status, Some(*expected), "{args:?}: {error}");
        for word in *named {
            assert!(
                error.contains(word),
                "{args:?} does not name {word:?}: {error}"
            );
        }
    }
}

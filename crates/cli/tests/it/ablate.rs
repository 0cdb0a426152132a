//! `boyi ablate`: what each option is worth, in nodes and in games.

use crate::common::{boyi, objects, printed};
use serde_json::Value;

/// All but the times, which differ from run to run.
fn counts(rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    for row in &mut rows {
        let row = row.as_object_mut().expect("an object");
        row.retain(|key, _| !key.starts_with("time"));
    }
    rows
}

#[test]
fn every_game_has_a_row_for_each_option() {
    for (game, depth) in [("gomoku", "2"), ("othello", "4"), ("xiangqi", "2")] {
        let args = [
            "ablate",
            game,
            "--depth",
            depth,
            "--positions",
            "3",
            "--rounds",
            "1",
        ];
        let rows = objects(&args);
        assert!(rows.len() > 25, "{}", rows.len());
        assert_eq!(
            (&rows[0]["option"], rows[0]["nodes_ratio"].as_f64()),
            (&Value::Null, Some(1.0)),
            "as it is comes first"
        );
        for row in &rows {
            let ratio = row["nodes"].as_f64().expect("a count")
                / rows[0]["nodes"].as_f64().expect("a count");
            assert!(
                (row["nodes_ratio"].as_f64().expect("a ratio") - ratio).abs() < 1e-9,
                "{row}"
            );
            assert!(
                row["moves_changed"].as_u64() <= Some(3) && row["time_s"].as_f64() > Some(0.0),
                "{row}"
            );
        }
        assert!(
            rows.iter().any(|row| row["nodes"] != rows[0]["nodes"]),
            "no option does anything"
        );
        assert_eq!(counts(&rows), counts(&objects(&args)), "nodes repeat");
        // The same as a table that Markdown understands.
        let table = printed(&args);
        let table: Vec<_> = table.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(table.len(), rows.len() + 2);
        let cells = |line: &str| line.matches('|').count();
        assert!(
            table.iter().all(|line| cells(line) == cells(table[0])),
            "{table:?}"
        );
    }
}

#[test]
fn what_only_orders_moves_leaves_every_value() {
    let bare = "alphabeta,table=off,late_moves=off,futility=off,reverse_futility=off";
    let ordering = "killers,history,continuation,counter_moves,order_by_eval,fail_hard";
    let rows = objects(&[
        "ablate",
        "othello",
        "--searcher",
        bare,
        "--options",
        ordering,
        "--depth",
        "4",
        "--positions",
        "4",
        "--rounds",
        "1",
    ]);
    assert_eq!(rows.len(), 1 + 6);
    for row in &rows[1..] {
        assert_eq!(row["scores_changed"], 0, "{row}");
    }
    assert!(
        rows[1..]
            .iter()
            .filter(|row| row["nodes"] != rows[0]["nodes"])
            .count()
            >= 4,
        "{rows:?}"
    );
}

#[test]
fn positions_come_from_a_file_or_from_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    fn args<'a>(from: &[&'a str]) -> Vec<&'a str> {
        [
            &["ablate", "othello", "--depth", "3", "--rounds", "1"],
            from,
        ]
        .concat()
    }
    std::fs::write(
        path("good"),
        "startpos\n# none\nstartpos moves f5d6 ; two\n",
    )
    .expect("written");
    let good = path("good");
    let rows = objects(&args(&["--options", "table", "--positions", &good]));
    assert_eq!((rows.len(), &rows[0]["positions"]), (2, &Value::from(2)));
    std::fs::write(path("bad"), "startpos\nstartpos moves a1\n").expect("written");
    for (name, said) in [("bad", "line 2"), ("none", "none")] {
        let output = boyi(&args(&["--positions"]))
            .arg(path(name))
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && error.contains(said),
            "{error}"
        );
    }
    // Another seed, other positions.
    let seeded = |seed: &str| {
        objects(&args(&[
            "--options",
            "table",
            "--positions",
            "3",
            "--seed",
            seed,
        ]))
    };
    let one = seeded("1");
    let other = seeded("2");
    assert_ne!(one[0]["nodes"], other[0]["nodes"]);
    // The rules reach the search.
    let rule = |rule: &str| {
        let args = [
            "ablate",
            "gomoku",
            "--rule",
            rule,
            "--size",
            "9",
            "--depth",
            "2",
            "--positions",
            "2",
            "--rounds",
            "1",
        ];
        objects(&[args.as_slice(), &["--options", "table"]].concat())
    };
    assert_eq!(rule("renju").len(), 2);
}

#[test]
fn games_tell_what_nodes_do_not() {
    let args = [
        "ablate",
        "othello",
        "--match",
        "--games",
        "4",
        "--nodes",
        "200",
        "--options",
        "prove,history,razoring",
    ];
    let rows = objects(&args);
    let names: Vec<_> = rows
        .iter()
        .map(|row| (row["option"].as_str(), row["value"].as_str()))
        .collect();
    assert_eq!(
        names,
        [
            (Some("history"), Some("off")),
            (Some("razoring"), Some("on")),
            (Some("prove"), Some("off"))
        ],
        "in the order of the options"
    );
    for row in &rows[..2] {
        let games = ["wins", "draws", "losses"].map(|key| row[key].as_u64().expect("a count"));
        assert_eq!(
            (row["games"].as_u64(), games.iter().sum()),
            (Some(4), 4),
            "{row}"
        );
        assert!(row["llr"].is_number() && row["accepted"].is_null(), "{row}");
    }
    // Othello's guide proves nothing: there is nothing to play about.
    assert!(
        rows[2]["skipped"].is_string() && rows[2]["games"] == 0,
        "{}",
        rows[2]
    );
    let again = objects(&[args.as_slice(), &["--concurrency", "1"]].concat());
    assert_eq!(again, rows, "games limited by nodes repeat");
    let table = printed(&args);
    let table: Vec<_> = table.lines().filter(|line| line.starts_with('|')).collect();
    assert!(
        table.len() == 2 + 3 && table.iter().all(|line| line.matches('|').count() == 9),
        "{table:?}"
    );
}

/// A side that looks at one position a move loses to one that looks at all: the test ends the
/// match, and says which.
#[test]
fn a_match_ends_when_it_is_decided() {
    let rows = objects(&[
        "ablate",
        "xiangqi",
        "--match",
        "--games",
        "60",
        "--depth",
        "2",
        "--options",
        "beam",
        "--searcher",
        "pvs,beam=1",
        "--sprt=-50,50",
    ]);
    let row = &rows[0];
    assert!(
        row["option"] == "beam" && row["off"] == true && row["accepted"] == "H0",
        "{row}"
    );
    assert!(
        row["games"].as_u64() < Some(60) && row["llr"].as_f64() < Some(-2.9),
        "{row}"
    );
}

#[test]
fn wrong_words_are_refused_and_named() {
    let table: &[(&[&str], &[&str])] = &[
        (&[], &["GAME"]),
        (
            &["othello", "--searcher", "minimax"],
            &["--searcher", "minimax", "pvs"],
        ),
        (
            &["othello", "--searcher", "pvs,threads=2"],
            &["--searcher", "one thread"],
        ),
        (
            &["othello", "--searcher", "astar"],
            &["there is no searcher", "astar", "aspiration"],
        ),
        (
            &["othello", "--options", "luck"],
            &["--options", "luck", "killers"],
        ),
        (
            &["othello", "--options", "hash"],
            &["--options", "hash", "killers"],
        ),
        (&["othello", "--positions", "0"], &["--positions", "1 to"]),
        (
            &["othello", "--positions", "99999999999999999999"],
            &["--positions", "1 to"],
        ),
        (&["othello", "--positions", ""], &["--positions"]),
        (&["othello", "--rounds", "0"], &["--rounds", "1 to"]),
        (&["othello", "--nodes", "100"], &["--nodes", "--depth"]),
        (&["othello", "--time", "1s"], &["--time", "--depth"]),
        (&["othello", "--games", "10"], &["--match"]),
        (&["othello", "--concurrency", "1"], &["--match"]),
        (&["othello", "--match", "--games", "0"], &["--games", "0"]),
        (&["othello", "--match", "--sprt", "5,0"], &["--sprt"]),
        (
            &["othello", "--match", "--positions", "3"],
            &["--positions", "--match"],
        ),
        (
            &["othello", "--match", "--rounds", "3"],
            &["--rounds", "--match"],
        ),
    ];
    for (args, named) in table {
        let output = boyi(&[&["ablate"], *args].concat())
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        for word in *named {
            assert!(
                error.contains(word),
                "{args:?} does not name {word:?}: {error}"
            );
        }
    }
}

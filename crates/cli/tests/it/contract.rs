//! The command line as programs use it: the fields of `--json`.

use crate::common::{boyi, has, objects};
use serde_json::Value;

#[test]
fn show_tells_everything_about_a_position() {
    let shown = objects(&["show", "othello"]);
    assert_eq!(shown.len(), 1);
    has(&shown[0], &["turn", "legal", "forbidden", "outcome", "key"]);
    assert_eq!(shown[0]["turn"], "black");
    assert_eq!(
        shown[0]["legal"],
        serde_json::json!(["d3", "c4", "f5", "e6"])
    );
    assert_eq!(
        (
            &shown[0]["outcome"],
            shown[0]["forbidden"].as_object().map(|map| map.len())
        ),
        (&Value::Null, Some(0))
    );
    assert!(
        u64::from_str_radix(shown[0]["key"].as_str().expect("text"), 16).is_ok(),
        "{}",
        shown[0]
    );

    let mated = "3k1P3/4P4/9/9/9/9/9/9/9/3RK4 b";
    let shown = objects(&["show", "xiangqi", "--position", mated]);
    assert_eq!(
        (&shown[0]["turn"], shown[0]["outcome"]["winner"].as_str()),
        (&Value::from("black"), Some("red"))
    );
    assert_eq!(
        (
            shown[0]["outcome"]["reason"].as_str(),
            shown[0]["legal"].as_array().map(Vec::len)
        ),
        (Some("checkmate"), Some(0))
    );

    let three_three = "X:g8i8h7h9 O:a1c1e1g1";
    let shown = objects(&[
        "show",
        "gomoku",
        "--rule",
        "renju",
        "--position",
        three_three,
    ]);
    assert_eq!(shown[0]["forbidden"], serde_json::json!({ "h8": "33" }));
    let legal = shown[0]["legal"].as_array().expect("a list");
    assert_eq!(
        (legal.len(), legal.contains(&Value::from("h8"))),
        (225 - 8 - 1, false)
    );
    let shown = objects(&["show", "gomoku", "--position", three_three]);
    assert_eq!(
        shown[0]["forbidden"],
        serde_json::json!({}),
        "only renju forbids"
    );
}

#[test]
fn a_forced_pass_is_a_legal_move() {
    let board = format!("XO{}", "-".repeat(62));
    let shown = objects(&["show", "othello", "--position", &format!("{board} O")]);
    assert_eq!(shown[0]["legal"], serde_json::json!(["pass"]));
    // A position may begin with a hyphen, with or without an equals sign.
    assert_eq!(
        objects(&["show", "othello", &format!("--position={board} O")]),
        shown
    );
    let turned: String = board.chars().rev().collect();
    for position in [
        vec!["--position".to_owned(), format!("{turned} X")],
        vec![format!("--position={turned} X")],
    ] {
        let shown = objects(
            &["show", "othello"]
                .into_iter()
                .chain(position.iter().map(String::as_str))
                .collect::<Vec<_>>(),
        );
        assert_eq!(shown[0]["legal"], serde_json::json!(["f8"]));
    }
}

#[test]
fn perft_counts_and_divides() {
    for (game, depth, nodes) in [
        ("othello", "7", 55_092),
        ("gomoku", "2", 50_400),
        ("xiangqi", "3", 79_666),
    ] {
        let counted = objects(&["perft", game, "--depth", depth]);
        assert_eq!(counted.len(), 1);
        has(&counted[0], &["depth", "nodes", "time_s"]);
        assert_eq!(
            (
                &counted[0]["nodes"],
                counted[0]["depth"].to_string().as_str()
            ),
            (&Value::from(nodes), depth)
        );
        let mut divided = objects(&["perft", game, "--depth", depth, "--divide"]);
        let total = divided.pop().expect("a total");
        let sum: u64 = divided
            .iter()
            .map(|part| part["nodes"].as_u64().expect("a count"))
            .sum();
        assert_eq!((sum, total["nodes"].as_u64()), (nodes, Some(nodes)));
    }
    let over = [
        "--position",
        "--------------------------XX-------------------------------------",
        "X",
    ];
    assert!(
        !boyi(&["perft", "othello", "--depth", "1"])
            .args(over)
            .output()
            .expect("it runs")
            .status
            .success()
    );
    assert_eq!(
        objects(&[
            "perft",
            "othello",
            "--depth",
            "3",
            "--divide",
            "--position",
            &format!("{} X", "X".repeat(64))
        ])[0]["nodes"],
        1
    );
}

#[test]
fn analyze_reports_every_iteration() {
    let developed = [
        ("gomoku", "startpos moves h8i9"),
        ("othello", "startpos moves f5"),
        ("xiangqi", "startpos moves h2e2"),
    ];
    for (game, developed) in developed {
        let reports = objects(&["analyze", game, "--depth", "3"]);
        assert_eq!(
            reports
                .iter()
                .map(|report| report["depth"].as_u64())
                .collect::<Vec<_>>(),
            [Some(1), Some(2), Some(3)]
        );
        has(
            &reports[2],
            &["depth", "score", "mate", "nodes", "time_s", "pv"],
        );
        assert!(!reports[2]["pv"].as_array().expect("a list").is_empty());
        let again = objects(&["analyze", game, "--depth", "3"]);
        assert_eq!(
            (&again[2]["nodes"], &again[2]["pv"]),
            (&reports[2]["nodes"], &reports[2]["pv"]),
            "a search repeats"
        );
        let several = objects(&[
            "analyze",
            game,
            "--depth",
            "2",
            "--multipv",
            "3",
            "--position",
            developed,
        ]);
        assert_eq!(several.len(), 6, "two iterations of three lines");
    }
}

#[test]
fn analyze_counts_mates_in_moves_of_the_winner() {
    // Red mates at once; then the same seen a ply earlier by Black, who has one move.
    let last = |position: &str, depth: &str| {
        objects(&[
            "analyze",
            "xiangqi",
            "--position",
            position,
            "--depth",
            depth,
        ])
        .pop()
    };
    let report = last(
        "1P1C1k3/3Na4/9/4P4/1c7/4pc3/9/4B4/4A1n2/2BA1K3 b - - 0 1",
        "3",
    )
    .expect("a report");
    assert_eq!(report["mate"], 1);
    let quiet = last("startpos", "2").expect("a report");
    assert_eq!(quiet["mate"], Value::Null);
}

#[test]
fn analyze_says_how_a_finished_game_ended() {
    let board = format!("{} X", "X".repeat(64));
    let output = boyi(&["analyze", "othello", "--position", &board, "--depth", "2"])
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains("black wins"),
        "{text}"
    );
}

/// Third time the same position: the rules have ended the game though the board has not.
const REPEATED: &str = "startpos moves h2e2 h7e7 e2h2 e7h7 h2e2 h7e7 e2h2 e7h7";

#[test]
fn a_game_that_the_rules_have_ended_is_not_searched() {
    let report = objects(&["analyze", "xiangqi", "--position", REPEATED, "--depth", "3"]).remove(0);
    assert_eq!(
        (
            &report["depth"],
            &report["score"],
            report["pv"].as_array().map(Vec::len)
        ),
        (&0.into(), &0.into(), Some(0))
    );
    for row in objects(&["compare", "xiangqi", "--position", REPEATED, "--depth", "2"]) {
        assert_eq!(
            (&row["score"], &row["best"]),
            (&0.into(), &Value::Null),
            "{row}"
        );
    }
    assert_eq!(
        objects(&["eval", "xiangqi", "--position", REPEATED])[0]["score"],
        Value::Null
    );
    assert_eq!(
        objects(&["show", "xiangqi", "--position", REPEATED])[0]["outcome"]["reason"],
        "repetition"
    );
}

#[test]
fn an_only_move_is_valued_for_as_long_as_asked() {
    let forced = "3k1a3/9/3Rb4/9/9/9/9/3C5/4A4/4KA3 b";
    let reports = objects(&[
        "analyze",
        "xiangqi",
        "--position",
        forced,
        "--time",
        "200ms",
    ]);
    assert!(
        reports.last().expect("a report")["depth"].as_u64() > Some(2),
        "{reports:?}"
    );
}

#[test]
fn evaluations_go_by_the_weights_of_a_mind() {
    let line = "startpos moves f5d6c3d3c4";
    let told = |extra: &[&str]| {
        objects(&[&["eval", "othello", "--position", line], extra].concat()).remove(0)
    };
    let own = told(&["--searcher", "level=3,eval=handmade"]);
    let other = told(&["--searcher", "level=3,eval.mobility=0"]);
    assert_eq!(
        (&other["terms"]["mobility"], &other["terms"]["squares"]),
        (&Value::from(0.0), &own["terms"]["squares"])
    );
    assert_ne!(own["terms"]["mobility"], Value::from(0.0));
    for (game, name, value) in [
        ("gomoku", "straight_four", 344),
        ("othello", "half_stable", 600),
        ("xiangqi", "placement", 100),
    ] {
        let weights = objects(&["eval", game, "--weights"]);
        let weight = weights
            .iter()
            .find(|weight| weight["name"] == name)
            .expect(name);
        has(weight, &["name", "value", "least", "most", "about"]);
        assert_eq!(weight["value"], value);
        let changed = objects(&[
            "eval",
            game,
            "--weights",
            "--searcher",
            &format!("pvs,eval.{name}=7"),
        ]);
        assert_eq!(
            changed
                .iter()
                .find(|weight| weight["name"] == name)
                .expect(name)["value"],
            7
        );
    }
    let rows = objects(&[
        "compare",
        "othello",
        "--depth",
        "2",
        "--searchers",
        "pvs,pvs,eval.corners=0,eval.mobility=-900,mtdf",
    ]);
    let searchers: Vec<_> = rows
        .iter()
        .filter_map(|row| row["searcher"].as_str())
        .collect();
    assert_eq!(
        searchers,
        ["pvs", "pvs,eval.corners=0,eval.mobility=-900", "mtdf"]
    );
    assert!(
        rows[0]["score"] == rows[2]["score"] && rows[0]["score"] != rows[1]["score"],
        "{rows:?}"
    );
}

#[test]
fn eval_terms_add_up() {
    for (game, line) in [
        ("gomoku", "startpos moves h8i9h9"),
        ("othello", "startpos moves f5d6c3"),
        ("xiangqi", "startpos moves h2e2 h9g7"),
    ] {
        let told = objects(&["eval", game, "--position", line]).remove(0);
        let terms = told["terms"].as_object().expect("named terms");
        let sum: f64 = terms.values().filter_map(Value::as_f64).sum();
        assert!(
            (sum - told["score"].as_f64().expect("a number")).abs() <= 1.0,
            "{told}"
        );
    }
}

#[test]
fn bench_repeats() {
    let once = objects(&["bench", "othello"]);
    let again = objects(&["bench", "othello"]);
    has(&once[0], &["game", "nodes", "time_s"]);
    assert_eq!((once.len(), &once[0]["nodes"]), (1, &again[0]["nodes"]));
}

//! The command line as programs use it: the fields of `--json`, and what is said when the words are wrong.

mod common;

use common::{boyi, objects};
use serde_json::Value;

fn has(object: &Value, keys: &[&str]) {
    for key in keys {
        assert!(object.get(key).is_some(), "no {key:?} in {object}");
    }
}

#[test]
fn show_tells_everything_about_a_position() {
    let shown = objects(&["show", "othello"]);
    assert_eq!(shown.len(), 1);
    has(&shown[0], &["turn", "legal", "forbidden", "outcome", "key"]);
    assert_eq!(shown[0]["turn"], "black");
    assert_eq!(shown[0]["legal"], serde_json::json!(["d3", "c4", "f5", "e6"]));
    assert_eq!((&shown[0]["outcome"], shown[0]["forbidden"].as_object().map(|map| map.len())), (&Value::Null, Some(0)));
    assert!(u64::from_str_radix(shown[0]["key"].as_str().expect("text"), 16).is_ok(), "{}", shown[0]);

    let mated = "3k1P3/4P4/9/9/9/9/9/9/9/3RK4 b";
    let shown = objects(&["show", "xiangqi", "--position", mated]);
    assert_eq!((&shown[0]["turn"], shown[0]["outcome"]["winner"].as_str()), (&Value::from("black"), Some("red")));
    assert_eq!(
        (shown[0]["outcome"]["reason"].as_str(), shown[0]["legal"].as_array().map(Vec::len)),
        (Some("checkmate"), Some(0))
    );

    let three_three = "X:g8i8h7h9 O:a1c1e1g1";
    let shown = objects(&["show", "gomoku", "--rule", "renju", "--position", three_three]);
    assert_eq!(shown[0]["forbidden"], serde_json::json!({ "h8": "33" }));
    let legal = shown[0]["legal"].as_array().expect("a list");
    assert_eq!((legal.len(), legal.contains(&Value::from("h8"))), (225 - 8 - 1, false));
    let shown = objects(&["show", "gomoku", "--position", three_three]);
    assert_eq!(shown[0]["forbidden"], serde_json::json!({}), "only renju forbids");
}

#[test]
fn a_forced_pass_is_a_legal_move() {
    let board = format!("XO{}", "-".repeat(62));
    let shown = objects(&["show", "othello", "--position", &format!("{board} O")]);
    assert_eq!(shown[0]["legal"], serde_json::json!(["pass"]));
    // A position may begin with a hyphen, with or without an equals sign.
    assert_eq!(objects(&["show", "othello", &format!("--position={board} O")]), shown);
    let turned: String = board.chars().rev().collect();
    for position in [vec!["--position".to_owned(), format!("{turned} X")], vec![format!("--position={turned} X")]] {
        let shown = objects(&["show", "othello"].into_iter().chain(position.iter().map(String::as_str)).collect::<Vec<_>>());
        assert_eq!(shown[0]["legal"], serde_json::json!(["f8"]));
    }
}

#[test]
fn perft_counts_and_divides() {
    for (game, depth, nodes) in [("othello", "7", 55_092), ("gomoku", "2", 50_400), ("xiangqi", "3", 79_666)] {
        let counted = objects(&["perft", game, "--depth", depth]);
        assert_eq!(counted.len(), 1);
        has(&counted[0], &["depth", "nodes", "time_s"]);
        assert_eq!((&counted[0]["nodes"], counted[0]["depth"].to_string().as_str()), (&Value::from(nodes), depth));
        let mut divided = objects(&["perft", game, "--depth", depth, "--divide"]);
        let total = divided.pop().expect("a total");
        let sum: u64 = divided.iter().map(|part| part["nodes"].as_u64().expect("a count")).sum();
        assert_eq!((sum, total["nodes"].as_u64()), (nodes, Some(nodes)));
    }
    let over = ["--position", "--------------------------XX-------------------------------------", "X"];
    assert!(!boyi(&["perft", "othello", "--depth", "1"]).args(over).output().expect("it runs").status.success());
    assert_eq!(
        objects(&["perft", "othello", "--depth", "3", "--divide", "--position", &format!("{} X", "X".repeat(64))])[0]["nodes"],
        1
    );
}

#[test]
fn analyze_reports_every_iteration() {
    let developed =
        [("gomoku", "startpos moves h8i9"), ("othello", "startpos moves f5"), ("xiangqi", "startpos moves h2e2")];
    for (game, developed) in developed {
        let reports = objects(&["analyze", game, "--depth", "3"]);
        assert_eq!(reports.iter().map(|report| report["depth"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
        has(&reports[2], &["depth", "score", "mate", "nodes", "time_s", "pv"]);
        assert!(!reports[2]["pv"].as_array().expect("a list").is_empty());
        let again = objects(&["analyze", game, "--depth", "3"]);
        assert_eq!((&again[2]["nodes"], &again[2]["pv"]), (&reports[2]["nodes"], &reports[2]["pv"]), "a search repeats");
        let several = objects(&["analyze", game, "--depth", "2", "--multipv", "3", "--position", developed]);
        assert_eq!(several.len(), 6, "two iterations of three lines");
    }
}

#[test]
fn analyze_counts_mates_in_moves_of_the_winner() {
    // Red mates at once; then the same seen a ply earlier by Black, who has one move.
    let last =
        |position: &str, depth: &str| objects(&["analyze", "xiangqi", "--position", position, "--depth", depth]).pop();
    let report = last("1P1C1k3/3Na4/9/4P4/1c7/4pc3/9/4B4/4A1n2/2BA1K3 b - - 0 1", "3").expect("a report");
    assert_eq!(report["mate"], 1);
    let quiet = last("startpos", "2").expect("a report");
    assert_eq!(quiet["mate"], Value::Null);
}

#[test]
fn analyze_says_how_a_finished_game_ended() {
    let board = format!("{} X", "X".repeat(64));
    let output = boyi(&["analyze", "othello", "--position", &board, "--depth", "2"]).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("black wins"), "{text}");
}

/// Third time the same position: the rules have ended the game though the board has not.
const REPEATED: &str = "startpos moves h2e2 h7e7 e2h2 e7h7 h2e2 h7e7 e2h2 e7h7";

#[test]
fn a_game_that_the_rules_have_ended_is_not_searched() {
    let report = objects(&["analyze", "xiangqi", "--position", REPEATED, "--depth", "3"]).remove(0);
    assert_eq!((&report["depth"], &report["score"], report["pv"].as_array().map(Vec::len)), (&0.into(), &0.into(), Some(0)));
    for row in objects(&["compare", "xiangqi", "--position", REPEATED, "--depth", "2"]) {
        assert_eq!((&row["score"], &row["best"]), (&0.into(), &Value::Null), "{row}");
    }
    assert_eq!(objects(&["eval", "xiangqi", "--position", REPEATED])[0]["score"], Value::Null);
    assert_eq!(objects(&["show", "xiangqi", "--position", REPEATED])[0]["outcome"]["reason"], "repetition");
}

#[test]
fn an_only_move_is_valued_for_as_long_as_asked() {
    let forced = "3k1a3/9/3Rb4/9/9/9/9/3C5/4A4/4KA3 b";
    let reports = objects(&["analyze", "xiangqi", "--position", forced, "--time", "200ms"]);
    assert!(reports.last().expect("a report")["depth"].as_u64() > Some(2), "{reports:?}");
}

#[test]
fn compare_gives_every_searcher_the_same_value() {
    for (game, depth) in [("othello", "5"), ("xiangqi", "3"), ("gomoku", "2")] {
        let rows = objects(&["compare", game, "--depth", depth]);
        let names: Vec<_> = rows.iter().map(|row| row["searcher"].as_str().unwrap_or_default().to_owned()).collect();
        assert_eq!(names, ["minimax", "alphabeta", "aspiration", "pvs", "mtdf"]);
        for row in &rows {
            has(row, &["searcher", "score", "best", "nodes", "time_s"]);
            assert_eq!(row["score"], rows[0]["score"], "{row}");
        }
        assert!(rows[1]["nodes"].as_u64() < rows[0]["nodes"].as_u64());
    }
    let rows = objects(&["compare", "gomoku", "--depth", "5", "--searchers", "minimax"]);
    assert!(
        rows[0]["skipped"].as_str().is_some_and(|why| why.contains("nodes")) && rows[0]["score"].is_null(),
        "{}",
        rows[0]
    );
    let rows = objects(&["compare", "othello", "--depth", "6", "--full", "--searchers", "pvs,mtdf"]);
    assert_eq!(rows.len(), 2);
}

#[test]
fn evaluations_go_by_the_weights_of_a_mind() {
    let line = "startpos moves f5d6c3d3c4";
    let told = |extra: &[&str]| objects(&[&["eval", "othello", "--position", line], extra].concat()).remove(0);
    let own = told(&["--searcher", "level=3,eval=handmade"]);
    let other = told(&["--searcher", "level=3,eval.mobility=0"]);
    assert_eq!((&other["terms"]["mobility"], &other["terms"]["squares"]), (&Value::from(0.0), &own["terms"]["squares"]));
    assert_ne!(own["terms"]["mobility"], Value::from(0.0));
    for (game, name, value) in
        [("gomoku", "straight_four", 344), ("othello", "half_stable", 600), ("xiangqi", "placement", 100)]
    {
        let weights = objects(&["eval", game, "--weights"]);
        let weight = weights.iter().find(|weight| weight["name"] == name).expect(name);
        has(weight, &["name", "value", "least", "most", "about"]);
        assert_eq!(weight["value"], value);
        let changed = objects(&["eval", game, "--weights", "--searcher", &format!("pvs,eval.{name}=7")]);
        assert_eq!(changed.iter().find(|weight| weight["name"] == name).expect(name)["value"], 7);
    }
    let rows =
        objects(&["compare", "othello", "--depth", "2", "--searchers", "pvs,pvs,eval.corners=0,eval.mobility=-900,mtdf"]);
    let searchers: Vec<_> = rows.iter().filter_map(|row| row["searcher"].as_str()).collect();
    assert_eq!(searchers, ["pvs", "pvs,eval.corners=0,eval.mobility=-900", "mtdf"]);
    assert!(rows[0]["score"] == rows[2]["score"] && rows[0]["score"] != rows[1]["score"], "{rows:?}");
}

#[test]
fn eval_terms_add_up() {
    for (game, line) in
        [("gomoku", "startpos moves h8i9h9"), ("othello", "startpos moves f5d6c3"), ("xiangqi", "startpos moves h2e2 h9g7")]
    {
        let told = objects(&["eval", game, "--position", line]).remove(0);
        let terms = told["terms"].as_object().expect("named terms");
        let sum: f64 = terms.values().filter_map(Value::as_f64).sum();
        assert!((sum - told["score"].as_f64().expect("a number")).abs() <= 1.0, "{told}");
    }
}

#[test]
fn bench_repeats() {
    let (once, again) = (objects(&["bench", "othello"]), objects(&["bench", "othello"]));
    has(&once[0], &["game", "nodes", "time_s"]);
    assert_eq!((once.len(), &once[0]["nodes"]), (1, &again[0]["nodes"]));
}

/// Command lines that are refused: what is said must name the argument, its value and what is accepted.
#[test]
fn wrong_words_are_refused_and_named() {
    let x64 = "X".repeat(64);
    let table: &[(&[&str], &[&str])] = &[
        (&[], &["Usage"]),
        (&["chess"], &["chess"]),
        (&["show"], &["GAME"]),
        (&["show", "chess"], &["chess", "gomoku", "othello", "xiangqi"]),
        (&["show", "Gomoku"], &["Gomoku", "gomoku"]),
        (&["show", "othello", "gomoku"], &["gomoku"]),
        (&["show", "othello", "--colour"], &["--colour"]),
        (&["show", "othello", "--position"], &["--position"]),
        (&["show", "othello", "--position", ""], &["--position", "\"\""]),
        (&["show", "othello", "--position", &x64], &["--position", "side"]),
        (&["show", "othello", "--position", "startpos moves e4"], &["--position", "e4"]),
        (&["show", "othello", "--position", "startpos moves f5z9"], &["z9"]),
        (&["show", "othello", "--size", "8"], &["--size", "8", "othello"]),
        (&["show", "gomoku", "--size", "4"], &["--size", "4", "5", "20"]),
        (&["show", "gomoku", "--size", "21"], &["--size", "21"]),
        (&["show", "gomoku", "--size", "fifteen"], &["--size", "fifteen"]),
        (&["show", "gomoku", "--size=-15"], &["--size", "-15"]),
        (&["show", "gomoku", "--rule", "chess"], &["--rule", "chess", "freestyle", "standard", "renju"]),
        (&["show", "gomoku", "--move-limit", "9"], &["--move-limit", "gomoku"]),
        (&["show", "gomoku", "--position", "startpos moves h8h8"], &["h8"]),
        (&["show", "gomoku", "--size", "9", "--position", "startpos moves j10"], &["j10", "9"]),
        (&["show", "gomoku", "--position", "X:h8 O:h8"], &["h8"]),
        (&["show", "gomoku", "--position", "X:h8 turn:Z"], &["Z"]),
        (&["show", "gomoku", "--position", "Y:h8"], &["Y"]),
        (&["show", "xiangqi", "--rule", "renju"], &["--rule", "renju", "asian", "check-ban", "draw-only"]),
        (&["show", "xiangqi", "--move-limit", "0"], &["--move-limit", "0"]),
        (&["show", "xiangqi", "--move-limit", "soon"], &["--move-limit", "soon"]),
        (&["show", "xiangqi", "--position", "startpos moves a0a9"], &["a0a9"]),
        (&["show", "xiangqi", "--position", "startpos moves h2e9"], &["h2e9"]),
        (&["show", "xiangqi", "--position", "startpos moves e0e1 e0e1"], &["e0e1"]),
        (&["show", "xiangqi", "--position", "9/9/9/9/9/9/9/9/9/9 w"], &["general"]),
        (&["show", "xiangqi", "--position", "rnbakabnr/9/1c5c1 w"], &["10"]),
        (&["show", "xiangqi", "--position", "startpos extra"], &["extra"]),
        (&["analyze", "othello", "--depth", "0"], &["--depth", "0"]),
        (&["analyze", "othello", "--depth", "-3"], &["--depth", "-3", "1 to 1000"]),
        (&["analyze", "othello", "--depth", "99999999999999999999"], &["--depth", "99999999999999999999", "1 to 1000"]),
        (&["analyze", "othello", "--nodes", "-5"], &["--nodes", "-5", "from 1"]),
        (&["analyze", "othello", "--time", "-1s"], &["--time", "-1s", "500ms"]),
        (&["show", "gomoku", "--size", "-1"], &["--size", "-1", "5", "20"]),
        (&["show", "xiangqi", "--move-limit", "-1"], &["--move-limit", "-1", "none"]),
        (&["analyze", "othello", "--depth", "deep"], &["--depth", "deep"]),
        (&["analyze", "othello", "--nodes", "0"], &["--nodes", "0"]),
        (&["analyze", "othello", "--time", "5"], &["--time", "5", "2s"]),
        (&["analyze", "othello", "--time", "1h"], &["--time", "1h"]),
        (&["analyze", "othello", "--searcher", "dijkstra"], &["--searcher", "dijkstra", "minimax", "mtdf"]),
        (&["analyze", "othello", "--searcher", "pvs,null_move"], &["null_move", "name=value"]),
        (&["analyze", "othello", "--searcher", "pvs,null_move=perhaps"], &["perhaps", "on or off"]),
        (&["analyze", "othello", "--searcher", "pvs,luck=on"], &["luck", "null_move"]),
        (&["analyze", "othello", "--searcher", "pvs,hash=0"], &["hash", "0"]),
        (&["analyze", "othello", "--multipv", "0"], &["--multipv", "0"]),
        (&["analyze", "othello", "--threads", "0"], &["--threads", "0"]),
        (&["analyze", "othello", "--position", "startpos", "--record", "game.txt"], &["--record"]),
        (&["perft", "othello"], &["--depth"]),
        (&["perft", "othello", "--depth", "101"], &["--depth", "101", "0 to 100"]),
        (&["perft", "othello", "--depth", "1.5"], &["--depth", "1.5", "0 to 100"]),
        (&["eval", "othello", "--searcher", "level=3,eval.luck=1"], &["eval.luck=1", "half_stable"]),
        (&["eval", "othello", "--searcher", "level=3,eval.edges=x"], &["--searcher", "eval.edges", "whole number"]),
        (&["analyze", "gomoku", "--searcher", "pvs,eval.two=99999"], &["eval.two=99999", "-5000 to 5000"]),
        (&["compare", "gomoku", "--searchers", "mtdf,pvs,eval.corners=1"], &["pvs,eval.corners=1", "straight_four"]),
        (&["match", "xiangqi", "--a", "pvs", "--b", "level=3,eval.luck=1"], &["level=3,eval.luck=1", "material.chariot"]),
        (&["play", "xiangqi", "--players", "human,level=3,eval.luck=1"], &["level=3,eval.luck=1", "material.chariot"]),
        (&["ablate", "othello", "--searcher", "pvs,eval.luck=1"], &["eval.luck"]),
        (&["compare", "othello", "--searchers", "pvs,"], &["--searchers"]),
        (&["compare", "othello", "--searchers", "pvs,astar"], &["astar"]),
        (&["bench", "go"], &["go", "gomoku"]),
        (&["play", "gomoku", "--level", "0"], &["--level", "0"]),
        (&["play", "gomoku", "--level", "11"], &["--level", "11", "10"]),
        (&["play", "gomoku", "--first", "nobody"], &["nobody", "human", "engine"]),
        (&["play", "gomoku", "--players", "human"], &["--players", "human"]),
        (&["play", "gomoku", "--players", "human,level=12"], &["level", "12"]),
        (&["play", "gomoku", "--players", "human,human", "--first", "human"], &["--first"]),
        (&["play", "gomoku", "--seed", "lucky"], &["--seed", "lucky"]),
        (&["play", "gomoku", "--position", "startpos moves h8h8"], &["--position", "h8"]),
    ];
    assert!(table.len() >= 60, "{}", table.len());
    for (args, named) in table {
        let output = boyi(args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(!error.contains("panicked"), "{args:?}: {error}");
        for word in *named {
            assert!(error.contains(word), "{args:?} does not name {word:?}: {error}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_fail() {
    let dir = tempfile::tempdir().expect("a folder");
    let bad = dir.path().join("bad.psq");
    std::fs::write(&bad, [0xff, 0x00, 0x80]).expect("written");
    for (path, named) in [(dir.path().join("none.psq"), "none.psq"), (bad, "bad.psq")] {
        let output = boyi(&["show", "gomoku", "--record"]).arg(path).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && error.contains(named), "{error}");
    }
}

#[test]
fn solve_finds_the_exact_score() {
    // Two squares are left, and White must pass.
    let text = "XXXXXXX-XOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXXXXXXX- O";
    let solved = objects(&["solve", "othello", "--position", text]);
    assert_eq!(solved.len(), 1);
    has(&solved[0], &["position", "score", "best", "selectivity", "nodes", "time_s", "pv", "levels"]);
    assert_eq!(solved[0]["selectivity"], 100);
    assert_eq!((solved[0]["position"].as_str(), solved[0]["best"].as_str()), (Some(text), Some("pass")));
    assert_eq!(solved[0]["score"], -16);
    assert_eq!(objects(&["solve", "othello", "--wld", "--position", text])[0]["score"], -1);
    assert!(common::printed(&["solve", "othello", "--position", text]).contains("-16"));
    // After the moves of a list.
    let solved = objects(&["solve", "othello", "--position", &format!("{text} moves pass h1")]);
    assert_eq!(solved[0]["score"], -16);
}

#[test]
fn solve_goes_up_the_levels_of_selectivity() {
    // Fourteen squares are empty.
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXOX-OOOOXOX--O--XXO------ X";
    let solve = ["solve", "othello", "--position", text, "--selectivity"];
    let exact = &objects(&solve[..4])[0];
    for (name, levels) in [("73", 1), ("95%", 3), ("100", 1)] {
        let found = &objects(&[&solve[..], &[name]].concat())[0];
        assert_eq!(found["levels"].as_array().map(Vec::len), Some(levels), "{found}");
        assert_eq!(found["selectivity"].to_string(), name.trim_end_matches('%'));
        has(&found["levels"][0], &["selectivity", "score", "nodes", "time_s", "pv"]);
        let text = common::printed(&[&solve[..], &[name]].concat());
        assert_eq!(text.matches(" score ").count(), levels, "{text}");
    }
    // With time enough all levels are passed through.
    let found = &objects(&[&solve[..4], &["--time", "1000s"]].concat())[0];
    assert_eq!(found["levels"].as_array().map(Vec::len), Some(6), "{found}");
    assert_eq!((&found["score"], &found["selectivity"]), (&exact["score"], &exact["selectivity"]));
}

#[test]
fn solve_goes_on_after_a_bad_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("positions.obf");
    let text = format!("# comment\n\n{0}OO X; h8:+2\nnonsense\n{0}O- X # a comment\n{0}O? X\n", "X".repeat(62));
    std::fs::write(&path, text).expect("a file");
    let output = boyi(&["solve", "othello", "--json", "--file"]).arg(&path).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let lines = common::parsed(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["score"], &lines[0]["best"]), (&Value::from(60), &Value::Null));
    assert_eq!((&lines[2]["score"], lines[2]["best"].as_str()), (&Value::from(64), Some("h8")));
    for (object, line) in [(&lines[1], 4), (&lines[3], 6)] {
        has(object, &["line", "error"]);
        assert_eq!(object["line"], line);
    }
    // Nothing to do is not done well.
    std::fs::write(&path, "# none yet\n\n% nor here\n").expect("a file");
    for json in [&["--json"][..], &[]] {
        let output = boyi(json).args(["solve", "othello", "--file"]).arg(&path).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{error}");
        assert!(error.contains("positions.obf: there is no position"), "{error}");
    }
    // What takes too long has no score.
    let output =
        boyi(&["solve", "othello", "--json", "--time", "10ms", "--position", "startpos"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(common::parsed(&String::from_utf8_lossy(&output.stdout))[0]["score"], Value::Null);
}

#[test]
fn solve_finds_wins_by_fours() {
    // Eleven plies at the least, by e2 or d4, though there is a longer line.
    let text = "startpos moves g5i8f9g7f4f8f5i5h6i7i6h8g8h7f7f6e3d2e5d5e4e6g4j7k7i9j10i11i10h4";
    let solve = ["solve", "gomoku", "--rule", "renju", "--position", text];
    let solved = objects(&solve);
    has(&solved[0], &["position", "result", "plies", "line", "minimal", "nodes", "time_s"]);
    assert!(solved[0]["result"] == "win" && solved[0]["position"].as_str().is_some_and(|text| text.starts_with("X:")));
    let solved = &objects(&[&solve[..], &["--shortest"]].concat())[0];
    assert_eq!((&solved["result"], &solved["plies"], &solved["minimal"]), (&"win".into(), &11.into(), &true.into()));
    assert_eq!(solved["line"].as_array().map(Vec::len), Some(11));
    assert!(solved["line"][0] == "e2" || solved["line"][0] == "d4", "{solved}");
    assert!(common::printed(&[&solve[..], &["--shortest"]].concat()).contains("win in 11 plies"));
    // A board and a rule of their own: six in a row win nothing, and there is nothing else.
    for (rule, result, plies) in [("freestyle", "win", Value::from(1)), ("standard", "none", Value::Null)] {
        let text = "X:a1b1c1e1f1 O:a6b7c8d8e9 turn:X";
        let solved = &objects(&["solve", "gomoku", "--size", "9", "--rule", rule, "--position", text])[0];
        assert_eq!((&solved["result"], &solved["plies"]), (&result.into(), &plies), "{rule}");
    }
    // Two open threes, and no four.
    let solve = ["solve", "gomoku", "--position", "X:f8g8h6h7 O:a1b4m3n12 turn:X"];
    for (threats, result, plies) in [("vcf", "none", Value::Null), ("vct", "win", Value::from(5))] {
        let solved = &objects(&[&solve[..], &["--shortest", "--threats", threats]].concat())[0];
        assert_eq!((&solved["result"], &solved["plies"]), (&result.into(), &plies), "{threats}");
    }
    // An open three: the two points next to it stop it, and nothing else does; a five that is there has one.
    for (text, plies, defences) in [
        ("X:f8g8h8 O:a1n13 turn:O", 3, vec!["e8", "i8"]),
        ("X:f8g8h8i8 O:e8n13o1 turn:O", 1, vec!["j8"]),
        ("X:f8g8h8i8 O:a1n13 turn:O", 1, vec![]),
    ] {
        let found = &objects(&["solve", "gomoku", "--defend", "--position", text])[0];
        assert_eq!(found["threat"].as_array().map(Vec::len), Some(plies), "{text}");
        assert_eq!((&found["defences"], &found["unknown"]), (&defences.into(), &Value::Array(vec![])), "{text}");
    }
    let quiet = common::printed(&["solve", "gomoku", "--defend", "--position", "X:h8 O:a1 turn:O"]);
    assert!(quiet.contains("no threat by fours"), "{quiet}");
    // A bad line is told and the run goes on; a file's rules are those of the command.
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("positions.txt");
    std::fs::write(&path, format!("# comment\n{text} ; one\nnonsense\nX:h8h8\nstartpos\n")).expect("a file");
    let output = boyi(&["solve", "gomoku", "--json", "--rule", "renju", "--file"]).arg(&path).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let lines = common::parsed(&String::from_utf8_lossy(&output.stdout));
    let results: Vec<_> = lines.iter().map(|line| line["result"].as_str()).collect();
    assert_eq!(results, [Some("win"), None, None, Some("none")]);
    for (object, line) in lines[1..3].iter().zip([3, 4]) {
        has(object, &["line", "error"]);
        assert_eq!(object["line"], line);
    }
}

#[test]
fn solve_finds_mates() {
    // Two chariots, and Black's soldier has moves to spare.
    let text = "4k4/9/9/9/9/9/R7p/1R7/9/3K5 w - - 0 1";
    let solved = objects(&["solve", "xiangqi", "--position", text]);
    has(&solved[0], &["position", "result", "moves", "line", "minimal", "none_within", "nodes", "time_s"]);
    let [result, moves, minimal, none] = ["result", "moves", "minimal", "none_within"].map(|key| &solved[0][key]);
    assert_eq!((result, moves, minimal, none), (&"mate".into(), &2.into(), &true.into(), &1.into()), "{}", solved[0]);
    assert_eq!((solved[0]["line"].as_array().map(Vec::len), &solved[0]["position"]), (Some(3), &text.into()));
    assert!(common::printed(&["solve", "xiangqi", "--position", text]).contains("mate in 2 moves, the fewest there are"));
    // None so short, none by checks of any length, and none that is found in time.
    let none = &objects(&["solve", "xiangqi", "--moves", "2", "--position", "startpos moves h2e2"])[0];
    assert_eq!((&none["result"], &none["moves"], &none["none_within"]), (&"none".into(), &Value::Null, &2.into()));
    let none = &objects(&["solve", "xiangqi", "--checks", "--position", "startpos"])[0];
    assert_eq!((&none["result"], &none["none_within"]), (&"none".into(), &Value::Null));
    assert!(common::printed(&["solve", "xiangqi", "--checks", "--position", "startpos"]).contains("no mate by checks"));
    let output = boyi(&["solve", "xiangqi", "--time", "20ms", "--position", "startpos"]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(1) && told.contains("unknown; no mate within"), "{told}");
    // The move limit counts under the rules that are asked for.
    let late = text.replace(" 0 1", " 119 1");
    for (limit, result) in [("120", "none"), ("none", "mate"), ("121", "none"), ("122", "mate")] {
        let solve = ["solve", "xiangqi", "--moves", "2", "--rule", "check-ban", "--position", &late, "--move-limit", limit];
        assert_eq!(objects(&solve)[0]["result"], result, "{limit}");
    }
}

#[test]
fn solve_says_which_words_were_wrong() {
    for (args, told) in [
        (&["solve", "gomoku"][..], "--position"),
        (&["solve", "gomoku", "--position", "X:z9"], "--position"),
        (&["solve", "gomoku", "--rule", "blitz", "--position", "startpos"], "--rule"),
        (&["solve", "gomoku", "--size", "3", "--position", "startpos"], "--size"),
        (&["solve", "gomoku", "--wld", "--position", "startpos"], "--wld"),
        (&["solve", "gomoku", "--threats", "fives", "--position", "startpos"], "--threats"),
        (&["solve", "othello", "--threats", "vcf", "--position", "startpos"], "--threats"),
        (&["solve", "othello", "--defend", "--position", "startpos"], "--defend"),
        (&["solve", "gomoku", "--defend", "--shortest", "--position", "startpos"], "--defend"),
        (&["solve", "othello", "--shortest", "--position", "startpos"], "--shortest"),
        (&["solve", "othello"][..], "--position"),
        (&["solve", "othello", "--position", "XO"], "--position"),
        (&["solve", "xiangqi"], "--position"),
        (&["solve", "xiangqi", "--position", "startpos moves a0a1 a0a1"], "--position"),
        (&["solve", "xiangqi", "--position", "startpos", "--rule", "renju"], "--rule"),
        (&["solve", "xiangqi", "--position", "startpos", "--move-limit", "0"], "--move-limit"),
        (&["solve", "xiangqi", "--position", "startpos", "--size", "9"], "--size"),
        (&["solve", "xiangqi", "--position", "startpos", "--shortest"], "--shortest"),
        (&["solve", "xiangqi", "--position", "startpos", "--moves", "0"], "--moves"),
        (&["solve", "xiangqi", "--position", "startpos", "--moves", "101"], "--moves"),
        (&["solve", "othello", "--position", "startpos", "--rule", "asian"], "--rule"),
        (&["solve", "othello", "--position", "startpos", "--checks"], "--checks"),
        (&["solve", "gomoku", "--position", "startpos", "--moves", "3"], "--moves"),
        (&["solve", "chess", "--position", "startpos"], "xiangqi"),
        (&["solve", "othello", "--position", "startpos", "--time", "soon"], "--time"),
        (&["solve", "othello", "--position", "startpos", "--selectivity", "60"], "73, 87, 95"),
    ] {
        let output = boyi(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(told), "{args:?}");
    }
}

#[test]
fn how_many_threads_is_a_number_within_bounds() {
    for (args, bounds) in [
        ("analyze othello --threads", "from 1 to 64"),
        ("scale othello --threads", "from 2 to 64"),
        ("gtp othello --threads", "from 1 to 64"),
        ("nboard --threads", "from 1 to 64"),
        ("serve --threads", "from 1 to 1024"),
        ("book othello build --games none.wtb --out none.book --threads", "from 1 to 1024"),
        ("train othello --games none.wtb --threads", "from 1 to 1024"),
        ("match othello --a level=1 --b level=2 --concurrency", "from 1 to 1024"),
        ("tournament othello --player level=1 --player level=2 --player level=3 --concurrency", "from 1 to 1024"),
        ("ablate othello --match --concurrency", "from 1 to 1024"),
        ("tune othello --concurrency", "from 1 to 1024"),
    ] {
        for number in ["0", "-1", "1025", "1.5", "two"] {
            let output = boyi(&args.split(' ').chain([number]).collect::<Vec<_>>()).output().expect("it runs");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let option = args.split(' ').next_back().expect("an option");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args} {number}: {error}");
            let told = [format!("'{number}'"), option.to_owned(), format!("a whole number {bounds} is needed")];
            assert!(told.iter().all(|told| error.contains(told)), "{args} {number}: {error}");
        }
    }
}

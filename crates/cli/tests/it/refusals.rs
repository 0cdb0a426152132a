//! What is said when the words are wrong, or a file is.

use crate::common::boyi;
use engines::Level;

/// Command lines that are refused: what is said must name the argument, its value and what is
/// accepted.
#[test]
fn wrong_words_are_refused_and_named() {
    let x64 = "X".repeat(64);
    let [max, too_high] = [Level::MAX, Level::MAX + 1].map(|level| level.to_string());
    let human_and_too_high = format!("human,level={too_high}");
    let table: &[(&[&str], &[&str])] = &[
        (&[], &["Usage"]),
        (&["chess"], &["chess"]),
        (&["show"], &["GAME"]),
        (
            &["show", "chess"],
            &["chess", "gomoku", "othello", "xiangqi"],
        ),
        (&["show", "Gomoku"], &["Gomoku", "gomoku"]),
        (&["show", "othello", "gomoku"], &["gomoku"]),
        (&["show", "othello", "--colour"], &["--colour"]),
        (&["show", "othello", "--position"], &["--position"]),
        (
            &["show", "othello", "--position", ""],
            &["--position", "\"\""],
        ),
        (
            &["show", "othello", "--position", &x64],
            &["--position", "side"],
        ),
        (
            &["show", "othello", "--position", "startpos moves e4"],
            &["--position", "e4"],
        ),
        (
            &["show", "othello", "--position", "startpos moves f5z9"],
            &["z9"],
        ),
        (
            &["show", "othello", "--size", "8"],
            &["--size", "8", "othello"],
        ),
        (
            &["show", "gomoku", "--size", "4"],
            &["--size", "4", "5", "20"],
        ),
        (&["show", "gomoku", "--size", "21"], &["--size", "21"]),
        (
            &["show", "gomoku", "--size", "fifteen"],
            &["--size", "fifteen"],
        ),
        (&["show", "gomoku", "--size=-15"], &["--size", "-15"]),
        (
            &["show", "gomoku", "--rule", "chess"],
            &["--rule", "chess", "freestyle", "standard", "renju"],
        ),
        (
            &["show", "gomoku", "--move-limit", "9"],
            &["--move-limit", "gomoku"],
        ),
        (
            &["show", "gomoku", "--position", "startpos moves h8h8"],
            &["h8"],
        ),
        (
            &[
                "show",
                "gomoku",
                "--size",
                "9",
                "--position",
                "startpos moves j10",
            ],
            &["j10", "9"],
        ),
        (&["show", "gomoku", "--position", "X:h8 O:h8"], &["h8"]),
        (&["show", "gomoku", "--position", "X:h8 turn:Z"], &["Z"]),
        (&["show", "gomoku", "--position", "Y:h8"], &["Y"]),
        (
            &["show", "xiangqi", "--rule", "renju"],
            &["--rule", "renju", "asian", "check-ban", "draw-only"],
        ),
        (
            &["show", "xiangqi", "--move-limit", "0"],
            &["--move-limit", "0"],
        ),
        (
            &["show", "xiangqi", "--move-limit", "soon"],
            &["--move-limit", "soon"],
        ),
        (
            &["show", "xiangqi", "--position", "startpos moves a0a9"],
            &["a0a9"],
        ),
        (
            &["show", "xiangqi", "--position", "startpos moves h2e9"],
            &["h2e9"],
        ),
        (
            &["show", "xiangqi", "--position", "startpos moves e0e1 e0e1"],
            &["e0e1"],
        ),
        (
            &["show", "xiangqi", "--position", "9/9/9/9/9/9/9/9/9/9 w"],
            &["general"],
        ),
        (
            &["show", "xiangqi", "--position", "rnbakabnr/9/1c5c1 w"],
            &["10"],
        ),
        (
            &["show", "xiangqi", "--position", "startpos extra"],
            &["extra"],
        ),
        (&["analyze", "othello", "--depth", "0"], &["--depth", "0"]),
        (
            &["analyze", "othello", "--depth", "-3"],
            &["--depth", "-3", "1 to 1000"],
        ),
        (
            &["analyze", "othello", "--depth", "99999999999999999999"],
            &["--depth", "99999999999999999999", "1 to 1000"],
        ),
        (
            &["analyze", "othello", "--nodes", "-5"],
            &["--nodes", "-5", "from 1"],
        ),
        (
            &["analyze", "othello", "--time", "-1s"],
            &["--time", "-1s", "500ms"],
        ),
        (
            &["show", "gomoku", "--size", "-1"],
            &["--size", "-1", "5", "20"],
        ),
        (
            &["show", "xiangqi", "--move-limit", "-1"],
            &["--move-limit", "-1", "none"],
        ),
        (
            &["analyze", "othello", "--depth", "deep"],
            &["--depth", "deep"],
        ),
        (&["analyze", "othello", "--nodes", "0"], &["--nodes", "0"]),
        (
            &["analyze", "othello", "--time", "5"],
            &["--time", "5", "2s"],
        ),
        (&["analyze", "othello", "--time", "1h"], &["--time", "1h"]),
        (
            &["analyze", "othello", "--searcher", "dijkstra"],
            &["there is no searcher", "dijkstra", "minimax", "mtdf"],
        ),
        (
            &["analyze", "othello", "--searcher", "pvs,null_move"],
            &["null_move", "name=value"],
        ),
        (
            &["analyze", "othello", "--searcher", "pvs,null_move=perhaps"],
            &["perhaps", "on or off"],
        ),
        (
            &["analyze", "othello", "--searcher", "pvs,luck=on"],
            &["luck", "null_move"],
        ),
        (
            &["analyze", "othello", "--searcher", "pvs,hash=0"],
            &["hash", "0"],
        ),
        (
            &["analyze", "othello", "--multipv", "0"],
            &["--multipv", "0"],
        ),
        (
            &["analyze", "othello", "--threads", "0"],
            &["--threads", "0"],
        ),
        (
            &[
                "analyze",
                "othello",
                "--position",
                "startpos",
                "--record",
                "game.txt",
            ],
            &["--record"],
        ),
        (&["perft", "othello"], &["--depth"]),
        (
            &["perft", "othello", "--depth", "101"],
            &["--depth", "101", "0 to 100"],
        ),
        (
            &["perft", "othello", "--depth", "1.5"],
            &["--depth", "1.5", "0 to 100"],
        ),
        (
            &["eval", "othello", "--searcher", "level=3,eval.luck=1"],
            &["eval.luck=1", "half_stable"],
        ),
        (
            &["eval", "othello", "--searcher", "level=3,eval.edges=x"],
            &["--searcher", "eval.edges", "whole number"],
        ),
        (
            &["analyze", "gomoku", "--searcher", "pvs,eval.two=99999"],
            &["eval.two=99999", "-5000 to 5000"],
        ),
        (
            &[
                "compare",
                "gomoku",
                "--searchers",
                "mtdf,pvs,eval.corners=1",
            ],
            &["pvs,eval.corners=1", "straight_four"],
        ),
        (
            &[
                "match",
                "xiangqi",
                "--a",
                "pvs",
                "--b",
                "level=3,eval.luck=1",
            ],
            &["level=3,eval.luck=1", "material.chariot"],
        ),
        (
            &["play", "xiangqi", "--players", "human,level=3,eval.luck=1"],
            &["level=3,eval.luck=1", "material.chariot"],
        ),
        (
            &["ablate", "othello", "--searcher", "pvs,eval.luck=1"],
            &["eval.luck"],
        ),
        (
            &["ablate", "othello", "--searcher", "pvs,luck=1"],
            &["luck: othello has no such option", "late_moves"],
        ),
        (
            &["compare", "gomoku", "--searchers", "mtdf,pvs,luck=1"],
            &["luck: gomoku has no such option"],
        ),
        (
            &["match", "xiangqi", "--a", "pvs", "--b", "pvs,luck=1"],
            &["luck: xiangqi has no such option"],
        ),
        (
            &["play", "xiangqi", "--players", "human,pvs,luck=1"],
            &["luck: xiangqi has no such option"],
        ),
        (
            &["gtp", "othello", "--searcher", "pvs,luck=1"],
            &["luck: othello has no such option"],
        ),
        (
            &["analyze", "othello", "--searcher", "pvs,luck=1"],
            &["luck: othello has no such option"],
        ),
        (
            &["tune", "othello", "--searcher", "pvs,luck=1"],
            &["luck: othello has no such option"],
        ),
        (
            &["solve", "othello", "--searcher", "pvs,luck=1"],
            &["--searcher"],
        ),
        (
            &["compare", "othello", "--searchers", "pvs,"],
            &["--searchers"],
        ),
        (
            &["compare", "othello", "--searchers", "pvs,astar"],
            &["astar"],
        ),
        (&["bench", "go"], &["go", "gomoku"]),
        (&["play", "gomoku", "--level", "0"], &["--level", "0"]),
        (
            &["play", "gomoku", "--level", &too_high],
            &["--level", &too_high, &max],
        ),
        (
            &["play", "gomoku", "--first", "nobody"],
            &["nobody", "human", "engine"],
        ),
        (
            &["play", "gomoku", "--players", "human"],
            &["--players", "human"],
        ),
        (
            &["play", "gomoku", "--players", &human_and_too_high],
            &["level", &max],
        ),
        (
            &[
                "play",
                "gomoku",
                "--players",
                "human,human",
                "--first",
                "human",
            ],
            &["--first"],
        ),
        (&["play", "gomoku", "--seed", "lucky"], &["--seed", "lucky"]),
        (
            &["play", "gomoku", "--position", "startpos moves h8h8"],
            &["--position", "h8"],
        ),
    ];
    assert!(table.len() >= 60, "{}", table.len());
    for (args, named) in table {
        let output = boyi(args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(!error.contains("panicked"), "{args:?}: {error}");
        for word in *named {
            assert!(
                error.contains(word),
                "{args:?} does not name {word:?}: {error}"
            );
        }
    }
}

#[test]
fn solve_says_which_words_were_wrong() {
    for (args, told) in [
        (&["solve", "gomoku"][..], "--position"),
        (&["solve", "gomoku", "--position", "X:z9"], "--position"),
        (
            &[
                "solve",
                "gomoku",
                "--rule",
                "blitz",
                "--position",
                "startpos",
            ],
            "--rule",
        ),
        (
            &["solve", "gomoku", "--size", "3", "--position", "startpos"],
            "--size",
        ),
        (
            &["solve", "gomoku", "--wld", "--position", "startpos"],
            "--wld",
        ),
        (
            &[
                "solve",
                "gomoku",
                "--threats",
                "fives",
                "--position",
                "startpos",
            ],
            "--threats",
        ),
        (
            &[
                "solve",
                "othello",
                "--threats",
                "vcf",
                "--position",
                "startpos",
            ],
            "--threats",
        ),
        (
            &["solve", "othello", "--defend", "--position", "startpos"],
            "--defend",
        ),
        (
            &[
                "solve",
                "gomoku",
                "--defend",
                "--shortest",
                "--position",
                "startpos",
            ],
            "--defend",
        ),
        (
            &["solve", "othello", "--shortest", "--position", "startpos"],
            "--shortest",
        ),
        (&["solve", "othello"][..], "--position"),
        (&["solve", "othello", "--position", "XO"], "--position"),
        (&["solve", "xiangqi"], "--position"),
        (
            &["solve", "xiangqi", "--position", "startpos moves a0a1 a0a1"],
            "--position",
        ),
        (
            &[
                "solve",
                "xiangqi",
                "--position",
                "startpos",
                "--rule",
                "renju",
            ],
            "--rule",
        ),
        (
            &[
                "solve",
                "xiangqi",
                "--position",
                "startpos",
                "--move-limit",
                "0",
            ],
            "--move-limit",
        ),
        (
            &["solve", "xiangqi", "--position", "startpos", "--size", "9"],
            "--size",
        ),
        (
            &["solve", "xiangqi", "--position", "startpos", "--shortest"],
            "--shortest",
        ),
        (
            &["solve", "xiangqi", "--position", "startpos", "--moves", "0"],
            "--moves",
        ),
        (
            &[
                "solve",
                "xiangqi",
                "--position",
                "startpos",
                "--moves",
                "101",
            ],
            "--moves",
        ),
        (
            &[
                "solve",
                "othello",
                "--position",
                "startpos",
                "--rule",
                "asian",
            ],
            "--rule",
        ),
        (
            &["solve", "othello", "--position", "startpos", "--checks"],
            "--checks",
        ),
        (
            &["solve", "gomoku", "--position", "startpos", "--moves", "3"],
            "--moves",
        ),
        (&["solve", "chess", "--position", "startpos"], "xiangqi"),
        (
            &[
                "solve",
                "othello",
                "--position",
                "startpos",
                "--time",
                "soon",
            ],
            "--time",
        ),
        (
            &[
                "solve",
                "othello",
                "--position",
                "startpos",
                "--selectivity",
                "60",
            ],
            "73, 87, 95",
        ),
    ] {
        let output = boyi(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains(told),
            "{args:?}"
        );
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
        (
            "book othello build --games none.wtb --out none.book --threads",
            "from 1 to 1024",
        ),
        ("train othello --games none.wtb --threads", "from 1 to 1024"),
        (
            "match othello --a level=1 --b level=2 --concurrency",
            "from 1 to 1024",
        ),
        (
            "tournament othello --player level=1 --player level=2 --player level=3 --concurrency",
            "from 1 to 1024",
        ),
        ("ablate othello --match --concurrency", "from 1 to 1024"),
        ("tune othello --concurrency", "from 1 to 1024"),
    ] {
        for number in ["0", "-1", "1025", "1.5", "two"] {
            let output = boyi(&args.split(' ').chain([number]).collect::<Vec<_>>())
                .output()
                .expect("it runs");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let option = args.split(' ').next_back().expect("an option");
            assert_eq!(
                (output.status.code(), output.stdout.len()),
                (Some(2), 0),
                "{args} {number}: {error}"
            );
            let told = [
                format!("'{number}'"),
                option.to_owned(),
                format!("a whole number {bounds} is needed"),
            ];
            assert!(
                told.iter().all(|told| error.contains(told)),
                "{args} {number}: {error}"
            );
        }
    }
}

#[test]
fn files_that_cannot_be_read_fail() {
    let dir = tempfile::tempdir().expect("a folder");
    let bad = dir.path().join("bad.psq");
    std::fs::write(&bad, [0xff, 0x00, 0x80]).expect("written");
    for (path, named) in [(dir.path().join("none.psq"), "none.psq"), (bad, "bad.psq")] {
        let output = boyi(&["show", "gomoku", "--record"])
            .arg(path)
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && error.contains(named),
            "{error}"
        );
    }
}

//! `boyi compare`: the same value at different cost, of one position and of many.

use crate::common::{boyi, has, objects, printed};
use serde_json::Value;

#[test]
fn compare_gives_every_searcher_the_same_value() {
    for (game, depth) in [("othello", "5"), ("xiangqi", "3"), ("gomoku", "2")] {
        let rows = objects(&["compare", game, "--depth", depth]);
        let names: Vec<_> = rows
            .iter()
            .map(|row| row["searcher"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(names, ["minimax", "alphabeta", "aspiration", "pvs", "mtdf"]);
        for row in &rows {
            has(row, &["searcher", "score", "best", "nodes", "time_s"]);
            assert_eq!(row["score"], rows[0]["score"], "{row}");
        }
        assert!(rows[1]["nodes"].as_u64() < rows[0]["nodes"].as_u64());
    }
    let rows = objects(&[
        "compare",
        "gomoku",
        "--depth",
        "5",
        "--searchers",
        "minimax",
    ]);
    assert!(
        rows[0]["skipped"]
            .as_str()
            .is_some_and(|why| why.contains("nodes"))
            && rows[0]["score"].is_null(),
        "{}",
        rows[0]
    );
    let rows = objects(&[
        "compare",
        "othello",
        "--depth",
        "6",
        "--full",
        "--searchers",
        "pvs,mtdf",
    ]);
    assert_eq!(rows.len(), 2);
}

#[test]
fn a_comparison_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.svg");
    let path = path.to_str().expect("a path");
    let game = ["compare", "xiangqi", "--depth", "3", "--plot", path];
    let searchers = ["minimax", "alphabeta", "pvs", "mcts"];
    printed(
        &[
            &game[..],
            &["--searchers", &searchers.join(","), "--nodes", "5000"],
        ]
        .concat(),
    );
    let drawn = std::fs::read_to_string(path).expect("a file");
    assert!(
        drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"),
        "{drawn}"
    );
    for searcher in searchers {
        assert_eq!(
            drawn.matches(&format!("\n{searcher}\n")).count(),
            2,
            "in both legends: {searcher}: {drawn}"
        );
    }
    assert!(
        drawn.contains("nodes") && drawn.contains("seconds") && drawn.contains("depth"),
        "{drawn}"
    );
    // A searcher that was not asked has no curve.
    printed(&[
        "compare",
        "gomoku",
        "--depth",
        "4",
        "--searchers",
        "minimax,pvs",
        "--plot",
        path,
    ]);
    let drawn = std::fs::read_to_string(path).expect("a file");
    assert!(
        drawn.contains("\npvs\n") && !drawn.contains("\nminimax\n"),
        "{drawn}"
    );
    // Refused before anything is searched.
    let nowhere = folder.path().join("none").join("out.svg");
    let output = boyi(&[
        "compare",
        "othello",
        "--depth",
        "30",
        "--plot",
        nowhere.to_str().expect("a path"),
    ])
    .output()
    .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1) && output.stdout.is_empty() && error.contains("out.svg"),
        "{error}"
    );
}

/// Where the games begin to differ, so that no searcher has it easy.
const DEVELOPED: [(&str, &str, &str); 3] = [
    (
        "gomoku",
        "2",
        "startpos moves h8i9h10g9\nstartpos moves h8h9\n",
    ),
    (
        "othello",
        "4",
        "startpos moves f5d6c3\nstartpos moves f5f6e6f4\n",
    ),
    (
        "xiangqi",
        "3",
        "startpos moves h2e2 h9g7\n3k5/9/9/4N4/9/9/4r4/9/4A4/4K4 w\n",
    ),
];
const PLAIN: &str = "alphabeta,table=off,killers=off,history=off,counter_moves=off";

#[test]
fn many_positions_are_summed_by_depth() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.txt");
    let searchers = ["minimax", PLAIN, "pvs", "mtdf"];
    for (game, deepest, lines) in DEVELOPED {
        std::fs::write(&path, lines).expect("written");
        let file = path.to_str().expect("a path");
        let names = searchers.join(",");
        let compare = ["compare", game, "--depth", deepest, "--searchers", &names];
        let rows = objects(&[&compare[..], &["--positions", file]].concat());
        let asked: Vec<_> = lines
            .lines()
            .map(|line| objects(&[&compare[..], &["--position", line]].concat()))
            .collect();
        // Depth by depth; minimax goes to the last at once.
        let deepest: usize = deepest.parse().expect("plies");
        let depths: Vec<_> = rows
            .iter()
            .filter_map(|row| row["depth"].as_u64())
            .collect();
        assert!(
            depths.is_sorted() && depths.len() == 3 * deepest + 1,
            "{depths:?}"
        );
        for row in &rows {
            has(row, &["searcher", "time_s", "time_ratio", "nodes_ratio"]);
            assert_eq!(
                (&row["positions"], &row["values_agree"]),
                (&2.into(), &2.into()),
                "{row}"
            );
            assert!(
                row["evaluations"].as_u64() <= row["nodes"].as_u64(),
                "{row}"
            );
        }
        assert_eq!(
            (&rows[0]["searcher"], &rows[0]["nodes_ratio"]),
            (&PLAIN.into(), &1.0.into()),
            "minimax is not there"
        );
        let last = &rows[rows.len() - 4..];
        for (index, row) in last.iter().enumerate() {
            assert_eq!(row["searcher"], searchers[index], "{row}");
            for key in ["nodes", "evaluations"] {
                let number = |row: &Value| row[key].as_f64().expect(key);
                assert_eq!(
                    number(row),
                    asked.iter().map(|rows| number(&rows[index])).sum::<f64>(),
                    "{game} {key} {row}"
                );
                let ratio = row[format!("{key}_ratio")].as_f64().expect("a ratio");
                assert!(
                    (ratio * number(&last[0]) - number(row)).abs() < 0.5,
                    "{row}"
                );
            }
        }
        let [minimax, plain, pvs] = [0, 1, 2].map(|index| last[index]["evaluations"].as_u64());
        assert!(minimax > plain && plain > pvs, "{game}: {last:?}");
    }
}

#[test]
fn a_searcher_of_a_comparison_may_have_options_of_its_own() {
    let searchers = format!("alphabeta,{PLAIN},alphabeta,beam=2");
    let rows = objects(&[
        "compare",
        "othello",
        "--depth",
        "5",
        "--searchers",
        &searchers,
    ]);
    assert_eq!(rows[0]["score"], rows[1]["score"]);
    assert!(
        rows[0]["nodes"].as_u64() < rows[1]["nodes"].as_u64(),
        "{rows:?}"
    );
    assert!(
        rows[0]["table_hits"].is_number() && rows[1]["table_hits"].is_null(),
        "{rows:?}"
    );
    assert!(
        rows[2]["nodes"].as_u64() < rows[0]["nodes"].as_u64(),
        "{rows:?}"
    );
}

#[test]
fn values_that_differ_are_counted() {
    let compare = ["compare", "othello", "--depth", "2", "--searchers"];
    let positions = ["--positions", "12", "--seed", "3"];
    let rows = objects(&[&compare[..], &["pvs,pvs,eval.mobility=-900"], &positions].concat());
    let agree: Vec<_> = rows
        .iter()
        .map(|row| row["values_agree"].as_u64().expect("a number"))
        .collect();
    assert!(
        agree[0] == 12 && agree[2] == 12 && agree[1] < 12 && agree[3] < 12,
        "{agree:?}"
    );
    let table = printed(&[&compare[..], &["pvs,mtdf", "--positions", "3"]].concat());
    let rows: Vec<_> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    assert!(
        rows.len() == 1 + 4 && rows[4].starts_with("| 2 | `mtdf` | 3/3 | "),
        "{table}"
    );
    // Minimax is not asked about everything, and then has no sum.
    let table = printed(&[
        "compare",
        "gomoku",
        "--depth",
        "5",
        "--positions",
        "1",
        "--searchers",
        "minimax,pvs,beam=4",
    ]);
    assert!(
        table.contains("\nminimax was not asked everywhere: about ")
            && !table.contains("`minimax`"),
        "{table}"
    );
}

#[test]
fn a_comparison_over_positions_is_drawn_and_its_words_are_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.svg");
    let path = path.to_str().expect("a path");
    let compare = [
        "compare",
        "xiangqi",
        "--positions",
        "2",
        "--searchers",
        "alphabeta,mtdf",
        "--depth",
    ];
    printed(&[&compare[..], &["3", "--plot", path]].concat());
    let drawn = std::fs::read_to_string(path).expect("a file");
    let said = [
        "xiangqi: 2 positions",
        "evaluated positions",
        "seconds",
        "\nalphabeta\n",
        "\nmtdf\n",
    ];
    assert!(said.iter().all(|said| drawn.contains(said)), "{drawn}");
    for (args, word) in [
        (
            &["--positions", "2", "--nodes", "100", "--plot", path][..],
            "--plot",
        ),
        (
            &["--positions", "2", "--position", "startpos"],
            "--position",
        ),
        (&["--positions", "0"], "--positions"),
        (&["--seed", "3"], "--positions"),
    ] {
        let output = boyi(&[&["compare", "othello"], args].concat())
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && error.contains(word),
            "{args:?}: {error}"
        );
    }
}

/// A mate in one, a quiet position, and moves that are not to be played.
const SUITES: [(&str, &str); 3] = [
    (
        "xiangqi",
        "2ba1ab2/4k4/9/p8/8p/P8/8P/4C4/2n1K1Cr1/2B3B2 b ; bm h1g1 ; id \"in one\"\nstartpos\n",
    ),
    (
        "gomoku",
        "startpos moves h8 a1 i8 a15 j8 o1 ; bm g8 k8 ; id four\nstartpos moves h8 ; am a1 o15\n",
    ),
    (
        "othello",
        "startpos moves f5 ; bm d6 f6 f4\nstartpos moves f5d6 # unknown\n",
    ),
];

#[test]
fn solutions_are_timed_in_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.txt");
    let file = path.to_str().expect("a path");
    for (game, suite) in SUITES {
        std::fs::write(&path, suite).expect("written");
        let known = suite.matches(" ; bm ").count() + suite.matches(" ; am ").count();
        let searchers = "aspiration,pvs,null_move=off,mcts,minimax,depth=2";
        let args = [
            "compare",
            game,
            "--full",
            "--positions",
            file,
            "--nodes",
            "4000",
            "--searchers",
            searchers,
        ];
        let rows = objects(&args);
        let (courses, sums) = rows.split_at(2 * 4);
        for course in courses {
            has(
                course,
                &[
                    "position",
                    "searcher",
                    "phase",
                    "best",
                    "solution",
                    "branching",
                ],
            );
            let spent = &course["solution"]["nodes"];
            assert!(
                spent.is_null() || spent.as_u64() <= course["nodes"].as_u64(),
                "{course}"
            );
        }
        assert_eq!(sums.len(), 4);
        for sum in sums {
            has(
                sum,
                &[
                    "searcher",
                    "positions",
                    "nodes_to_solution",
                    "phases",
                    "depths",
                ],
            );
            assert_eq!(
                (&sum["positions"], &sum["known"]),
                (&2.into(), &known.into()),
                "{sum}"
            );
        }
        assert_eq!(sums[0]["solved"], known, "{game}: {:?}", courses);
        let depths = sums[0]["depths"].as_array().expect("depths");
        assert!(
            depths
                .iter()
                .all(|at| at["branching"].as_f64().is_some_and(|width| width > 1.0)),
            "{game}: {depths:?}"
        );
        // What is known decides, where no budget is given too.
        let table = printed(&[
            "compare",
            game,
            "--full",
            "--positions",
            file,
            "--depth",
            "2",
        ]);
        assert!(
            table.contains(&format!("2 positions, {known} with known best moves"))
                && table.contains("| `pvs` | opening |"),
            "{table}"
        );
    }
    // Without known moves a budget tells depth and branching alone.
    let rows = objects(&[
        "compare",
        "othello",
        "--positions",
        "2",
        "--nodes",
        "3000",
        "--searchers",
        "alphabeta",
    ]);
    assert!(
        rows.len() == 3 && rows[2]["known"] == 0 && rows[2]["branching"].as_f64() > Some(1.0),
        "{rows:?}"
    );
    assert!(rows.iter().all(|row| row["loss"].is_null()), "{rows:?}");
}

#[test]
fn answers_are_judged_by_a_longer_search() {
    let args = [
        "compare",
        "othello",
        "--full",
        "--positions",
        "12",
        "--depth",
        "6",
        "--judge",
        "4000",
        "--searchers",
        "aspiration,pvs,depth=1",
    ];
    let rows = objects(&args);
    let (courses, sums) = rows.split_at(2 * 12);
    let losses: Vec<f64> = courses
        .iter()
        .map(|course| course["loss"].as_f64().expect("a loss"))
        .collect();
    assert!(losses.iter().all(|loss| (0.0..=1.0).contains(loss)));
    let mean = |row: usize| sums[row]["loss"]["mean"].as_f64().expect("a mean");
    assert!(
        mean(0) < mean(1),
        "a ply gives away more than six: {sums:?}"
    );
    assert_eq!(sums[0]["loss"]["more"], 0.0);
    let more = sums[1]["loss"]["more"].as_f64().expect("a difference");
    assert!((more - (mean(1) - mean(0))).abs() < 1e-9);
    let table = printed(&args);
    // No best move is known, so none is found.
    assert!(
        table.contains("| `pvs,depth=1` | - | - | - | - | 1.00 |"),
        "{table}"
    );
    let row = format!(
        "| `pvs,depth=1` | {:.3} % | {:+.3} ±",
        100.0 * mean(1),
        100.0 * more
    );
    assert!(table.contains(&row), "{row}\n{table}");
}

#[test]
fn wrong_suites_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.txt");
    let file = path.to_str().expect("a path");
    for (suite, named) in [
        ("startpos ; bm a1", &["line 1", "bm", "a1"][..]),
        ("startpos\nstartpos ; am", &["line 2", "am names no move"]),
        ("startpos ; bm", &["line 1", "bm names no move"]),
        ("nowhere ; bm f5", &["line 1", "nowhere"]),
        ("# nothing\n\n", &["no position"]),
    ] {
        std::fs::write(&path, suite).expect("written");
        let output = boyi(&["compare", "othello", "--positions", file])
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{suite}: {error}");
        assert!(
            named.iter().all(|word| error.contains(word)),
            "{suite}: {error}"
        );
    }
}

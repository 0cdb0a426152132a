//! `boyi fit`, `scale` and `bench --check`.

use crate::common::{boyi, printed};
use serde_json::Value;

fn failed(args: &[&str]) -> (String, Option<i32>) {
    let output = boyi(args).output().expect("it runs");
    (
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.code(),
    )
}

#[test]
fn prob_cut_is_fitted() {
    for (game, deep) in [("gomoku", "3"), ("othello", "4"), ("xiangqi", "3")] {
        let args = [
            "fit",
            game,
            "--shallow",
            "1",
            "--deep",
            deep,
            "--positions",
            "16",
        ];
        let fitted: Value =
            serde_json::from_str(&printed(&[&args[..], &["--json"]].concat())).expect("JSON");
        let number = |key: &str| {
            fitted[key]
                .as_f64()
                .unwrap_or_else(|| panic!("{key}: {fitted}"))
        };
        assert!(
            number("slope") > 0.0 && number("sigma") > 0.0 && number("correlation") > 0.1,
            "{fitted}"
        );
        assert!(
            number("correlation") <= 1.0 && number("positions") <= 16.0,
            "{fitted}"
        );
        let parts = [number("slope"), number("intercept"), number("sigma")]
            .map(|part| (part * 100.0).round() as i64);
        let [slope, intercept, sigma] = parts;
        assert_eq!(
            fitted["spec"],
            format!("prob_cut={deep}:1:{slope}:{intercept}:{sigma}:150")
        );
        // The text is an option.
        let spec = format!("aspiration,{}", fitted["spec"].as_str().expect("text"));
        printed(&["analyze", game, "--depth", "3", "--searcher", &spec]);
        let text = printed(&args);
        assert!(
            text.contains(fitted["spec"].as_str().expect("text")) && text.contains("sigma"),
            "{text}"
        );
    }
    // Every pair of one parity, from one search each.
    let args = ["fit", "othello", "--deep", "5", "--positions", "16"];
    let lines = printed(&[&args[..], &["--json"]].concat());
    let pairs = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let pairs: Vec<_> = pairs
        .map(|fit| [&fit["deep"], &fit["shallow"]].map(|depth| depth.as_i64().expect("plies")))
        .collect();
    assert_eq!(pairs, [[3, 1], [4, 2], [5, 1], [5, 3]]);
    assert_eq!(printed(&args).lines().count(), 5);
    for (args, status, word) in [
        (&["--shallow", "4", "--deep", "4"][..], 2, "--shallow"),
        (&["--shallow", "4"], 2, "--deep"),
        (&["--games", "2", "--deep", "4"], 2, "--games"),
        (&["--deep", "4", "--nodes", "100"], 2, "--nodes"),
        (&["--games", "0"], 2, "--games"),
        (&["--shallow", "0", "--deep", "4"], 2, "--shallow"),
        (
            &["--shallow", "1", "--deep", "2", "--positions", "2"],
            1,
            "three",
        ),
        (
            &["--shallow", "1", "--deep", "2", "--positions", "none.txt"],
            1,
            "none.txt",
        ),
    ] {
        let (error, code) = failed(&[&["fit", "othello"], args].concat());
        assert!(
            code == Some(status) && error.contains(word),
            "{args:?}: {error}"
        );
    }
}

#[test]
fn the_probability_of_winning_is_fitted_to_games_played() {
    let args = [
        "fit", "othello", "--games", "6", "--nodes", "60", "--player", "level=3",
    ];
    let said: Value =
        serde_json::from_str(&printed(&[&args[..], &["--json"]].concat())).expect("JSON");
    let number = |name: &str| said[name].as_f64().expect("a number");
    assert!(
        number("half_win") > 0.5 && number("half_win") < 50.0,
        "{said}"
    );
    assert!(
        number("error") > 0.0 && number("cross_entropy") < 0.7,
        "{said}"
    );
    assert_eq!(
        (&said["games"], &said["unit"]),
        (&6.into(), &"discs".into())
    );
    assert!(said["positions"].as_u64() > Some(200), "{said}");
    let text = printed(&args);
    assert!(
        text.contains("half a win") && text.contains("of 6 games"),
        "{text}"
    );
}

/// The counts that the guide quotes: a commit that changes one says why.
#[test]
fn the_bench_visits_what_it_did() {
    let counts = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/bench.txt");
    assert_eq!(printed(&["bench", "--check", counts]).lines().count(), 3);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counts.txt");
    for (text, said) in [
        ("othello 1\n", "nodes, not 1"),
        ("gomoku 24338\n", "no count for othello"),
        ("# counts\nothello\n", "line 2"),
        ("othello many\n", "line 1"),
        ("othello 1 2\n", "line 1"),
    ] {
        std::fs::write(&path, text).expect("written");
        let (error, status) = failed(&[
            "bench",
            "othello",
            "--check",
            path.to_str().expect("a path"),
        ]);
        assert!(
            status == Some(1) && error.contains("counts.txt") && error.contains(said),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn threads_are_weighed() {
    let printed = printed(&[
        "scale",
        "othello",
        "--depth",
        "5",
        "--positions",
        "3",
        "--rounds",
        "1",
        "--json",
    ]);
    let rows: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (last, rows) = rows.split_last().expect("a summary");
    assert_eq!(
        (rows.len(), &last["positions"], &last["game"]),
        (3, &3.into(), &"othello".into())
    );
    let mut ratios: Vec<_> = rows
        .iter()
        .map(|row| row["speed"].as_f64().expect("a ratio"))
        .collect();
    ratios.sort_by(f64::total_cmp);
    assert_eq!(last["speed"], ratios[1], "the median");
    for row in rows {
        let [one, many] = [0, 1].map(|at| {
            row["nodes"][at].as_f64().expect("nodes") / row["time_s"][at].as_f64().expect("time")
        });
        assert!(
            (row["speed"].as_f64().expect("a ratio") / (many / one) - 1.0).abs() < 1e-3,
            "{row}"
        );
    }
    let (error, status) = failed(&["scale", "othello", "--searcher", "mcts,threads=x"]);
    assert!(status == Some(2) && error.contains("threads"), "{error}");
}

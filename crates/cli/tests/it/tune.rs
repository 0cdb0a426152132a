//! `boyi tune`.

use crate::common::{boyi, objects, parsed, printed};
use serde_json::Value;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::{Command as Process, Stdio};

const TUNE: [&str; 10] = [
    "tune",
    "othello",
    "--searcher",
    "alphabeta,hash=1",
    "--depth",
    "1",
    "--rounds",
    "3",
    "--games",
    "2",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TUNE.iter().chain(more).copied().collect()
}

#[test]
fn evolution_prints_a_champion_that_can_play() {
    let rows = objects(&with(&["--seed", "5"]));
    let (end, rounds) = rows.split_last().expect("a summary");
    assert_eq!(
        (rounds.len(), &end["rounds"], &end["games"]),
        (3, &3.into(), &120.into())
    );
    for (number, round) in rounds.iter().enumerate() {
        assert_eq!(
            (&round["round"], &round["games"]),
            (&number.into(), &40.into())
        );
        let players = round["players"].as_array().expect("players");
        let scores = round["scores"].as_array().expect("scores");
        assert_eq!((players.len(), scores.len()), (5, 5));
        assert_eq!(scores.iter().filter_map(Value::as_f64).sum::<f64>(), 0.0);
        assert!(players.contains(&round["champion"]), "{round}");
    }
    assert_eq!(
        (&end["champion"], &end["method"]),
        (&rounds[2]["champion"], &"evolution".into())
    );
    assert_eq!(
        (&end["start"]["corners"], &rounds[0]["players"][0]),
        (&5011.into(), &end["start"])
    );
    let weights = objects(&[
        "eval",
        "othello",
        "--weights",
        "--searcher",
        &format!("pvs,{}", end["spec"].as_str().expect("a spec")),
    ]);
    assert!(
        weights
            .iter()
            .all(|weight| weight["value"]
                == end["champion"][weight["name"].as_str().expect("a name")])
    );
    assert_eq!(objects(&with(&["--seed", "5", "--concurrency", "1"])), rows);
    assert_eq!(objects(&with(&["--seed", "5", "--concurrency", "3"])), rows);
    assert_ne!(
        objects(&with(&["--seed", "6"]))[3]["champion"],
        end["champion"]
    );
    let text = printed(&with(&["--seed", "5"]));
    for word in [
        "3 rounds of 40 games",
        "depth 1",
        "corner_neighbours",
        end["spec"].as_str().expect("a spec"),
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn spsa_plays_pairs() {
    let rows = objects(&with(&[
        "--method",
        "spsa",
        "--weights",
        "mobility,corners",
        "--step",
        "0.1",
    ]));
    let (end, rounds) = rows.split_last().expect("a summary");
    assert_eq!(
        (&end["method"], &end["games"]),
        (&"spsa".into(), &12.into())
    );
    assert!(
        rounds
            .iter()
            .all(|round| round["players"].as_array().map(Vec::len) == Some(2))
    );
    assert_eq!(
        end["start"],
        serde_json::json!({ "mobility": 493, "corners": 5011 })
    );
    assert!(
        end["spec"]
            .as_str()
            .is_some_and(|spec| spec.starts_with("eval.mobility=")),
        "{end}"
    );
}

#[test]
fn every_game_is_tuned_from_where_the_searcher_says() {
    for (game, name) in [("gomoku", "three"), ("xiangqi", "material.chariot")] {
        let searcher = format!("alphabeta,hash=1,eval.{name}=777");
        for method in ["evolution", "spsa"] {
            let args = [
                "tune",
                game,
                "--searcher",
                &searcher,
                "--depth",
                "1",
                "--rounds",
                "1",
                "--games",
                "1",
                "--max-plies",
                "30",
            ];
            let rows = objects(&[&args[..], &["--method", method]].concat());
            assert_eq!(
                (&rows[1]["start"][name], &rows[1]["game"]),
                (&777.into(), &game.into())
            );
            assert_eq!(
                rows[1]["champion"].as_object().map(|weights| weights.len()),
                rows[1]["start"].as_object().map(|weights| weights.len())
            );
        }
    }
}

#[test]
fn resumed_it_ends_the_same_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, svg] = ["log.jsonl", "weights.svg"].map(|name| folder.path().join(name));
    let [log, svg] = [&log, &svg].map(|path| path.to_str().expect("a path"));
    let whole = printed(&with(&["--json"]));
    let resume = ["--json", "--resume", log, "--plot", svg];
    let two: Vec<_> = resume.iter().copied().chain(["--rounds", "2"]).collect();
    let first = boyi(&[
        "tune",
        "othello",
        "--searcher",
        "alphabeta,hash=1",
        "--depth",
        "1",
        "--games",
        "2",
    ])
    .args(&two)
    .output();
    assert!(first.expect("it runs").status.success());
    let drawn = std::fs::read_to_string(svg).expect("a picture");
    assert_eq!(
        std::fs::read_to_string(log).expect("a log").lines().count(),
        2
    );
    // A line torn by a kill.
    let mut torn = std::fs::read_to_string(log).expect("a log");
    torn.push_str("{\"tuning\":");
    std::fs::write(log, torn).expect("written");
    assert_eq!(printed(&with(&resume)), whole);
    assert_eq!(printed(&with(&resume)), whole, "nothing is left to play");
    assert_eq!(
        parsed(&std::fs::read_to_string(log).expect("a log")).len(),
        3
    );
    let redrawn = std::fs::read_to_string(svg).expect("a picture");
    assert!(
        redrawn.starts_with("<svg")
            && redrawn.contains("half_stable")
            && redrawn.contains("rounds"),
        "{redrawn}"
    );
    assert_ne!(drawn, redrawn);
    // Another tuning's log is left alone.
    let output = boyi(&with(&["--resume", log, "--seed", "9"]))
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1)
            && error.contains("log.jsonl")
            && error.contains("another tuning"),
        "{error}"
    );
    assert_eq!(printed(&with(&resume)), whole);
}

/// The numbers of search options are tuned by the same tuner, and what it prints is a searcher.
#[test]
fn options_are_tuned_reported_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, svg] = ["log.jsonl", "options.svg"].map(|name| folder.path().join(name));
    let [log, svg] = [&log, &svg].map(|path| path.to_str().expect("a path"));
    for (game, number, start) in [
        ("xiangqi", "late_log.history", 8_000),
        ("othello", "multi_prob_cut.threshold", 80),
        ("gomoku", "late_pruning.moves", 3),
    ] {
        let tune = [
            "tune",
            game,
            "--options",
            "--searcher",
            "aspiration,hash=1",
            "--nodes",
            "60",
            "--games",
            "1",
            "--max-plies",
            "12",
        ];
        let with = |more: &[&str]| printed(&[&tune[..], &["--resume", log], more].concat());
        std::fs::write(log, "").expect("written");
        let whole = objects(&[&tune[..], &["--rounds", "3"]].concat());
        assert_eq!(whole.len(), 4, "{game}");
        let end = &whole[3];
        assert_eq!(
            (&end["method"], &end["start"][number]),
            (&"spsa".into(), &start.into())
        );
        with(&["--rounds", "2", "--json"]);
        let resumed = with(&["--rounds", "3", "--json", "--plot", svg]);
        assert_eq!(
            parsed(&resumed),
            whole,
            "{game}: as if nothing had happened"
        );
        let drawn = std::fs::read_to_string(svg).expect("a picture");
        assert!(drawn.starts_with("<svg") && drawn.contains("rounds"));
        // A report is a searcher that plays with the numbers so far.
        let text = with(&["--rounds", "4", "--report", "2"]);
        let (_, spec) = text
            .lines()
            .find_map(|line| line.strip_prefix("round"))
            .and_then(|line| line.trim().split_once("  "))
            .expect("a report");
        assert!(spec.starts_with("aspiration,hash=1,"), "{spec}");
        printed(&[
            "match",
            game,
            "--a",
            spec,
            "--b",
            "pvs",
            "--nodes",
            "20",
            "--games",
            "2",
            "--max-plies",
            "4",
        ]);
    }
}

#[test]
fn a_round_in_shards_is_the_round_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, played] = ["log.jsonl", "played.jsonl"].map(|name| folder.path().join(name));
    let [log, played] = [&log, &played].map(|path| path.to_str().expect("a path"));
    let tune = with(&["--method", "spsa"]);
    let whole = objects(&tune);
    let run = |more: &[&str]| objects(&[&tune[..], &["--resume", log], more].concat());
    for round in 0..3 {
        let parts = ["0/3", "1/3", "2/3"]
            .map(|shard| [&tune[..], &["--resume", log, "--shard", shard]].concat());
        let games = parts.map(|part| printed(&part)).concat();
        std::fs::write(played, &games).expect("written");
        let rows = run(&["--played", played]);
        assert_eq!(rows[round], whole[round]);
        if round == 0 {
            // The next round wants other games, and all of them.
            for (text, word) in [
                (games.as_str(), "round 0"),
                ("", "missing"),
                ("{}", "missing"),
            ] {
                std::fs::write(played, text).expect("written");
                let output = boyi(&[&tune[..], &["--resume", log, "--played", played]].concat())
                    .output()
                    .expect("it runs");
                let error = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    output.status.code() == Some(1)
                        && error.contains("played.jsonl")
                        && error.contains(word),
                    "{error}"
                );
            }
        }
    }
    assert_eq!(run(&[]), whole);
    let nothing = printed(&[&tune[..], &["--resume", log, "--shard", "0/1"]].concat());
    assert_eq!(nothing, "", "all rounds are there");
}

#[test]
fn single_parts_are_tuned_by_either_method_and_within_time() {
    let tune = [
        "tune",
        "xiangqi",
        "--options",
        "--only",
        "late_pruning.moves,futility",
        "--rounds",
        "1",
        "--games",
        "1",
        "--max-plies",
        "4",
    ];
    for more in [
        &["--method", "evolution", "--mutants", "1", "--nodes", "30"][..],
        &["--time", "2ms"],
        &[
            "--nodes",
            "30",
            "--searcher",
            "pvs,late_pruning=9:7:2,hash=1",
        ],
    ] {
        let rows = objects(&[&tune[..], more].concat());
        let moves = if more.contains(&"--searcher") { 7 } else { 5 };
        let start = serde_json::json!({
            "futility.depth": 6, "futility.per_ply": 120, "late_pruning.moves": moves,
        });
        assert_eq!(rows[1]["start"], start, "{more:?}");
        let spec = rows[1]["spec"].as_str().expect("a spec");
        assert!(
            spec.starts_with("futility=") && spec.contains(",late_pruning="),
            "{spec}"
        );
    }
}

/// Ctrl-C ends a tuning, and what it has come to is printed.
#[cfg(unix)]
#[test]
fn interrupted_it_tells_what_it_has() {
    let args = [
        "tune",
        "othello",
        "--searcher",
        "alphabeta,hash=1",
        "--depth",
        "1",
        "--rounds",
        "1000000",
        "--json",
    ];
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("boyi"))
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut text = lines.next().expect("a round").expect("text") + "\n";
    let interrupt = Process::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(interrupt.success());
    lines.for_each(|line| text += &(line.expect("text") + "\n"));
    assert!(child.wait().expect("a status").success());
    let rows = parsed(&text);
    let (end, rounds) = rows.split_last().expect("a summary");
    assert_eq!(
        (&end["rounds"], &end["champion"]),
        (&rounds.len().into(), &rounds[rounds.len() - 1]["champion"])
    );
}

#[test]
fn wrong_words_are_refused_and_named() {
    let table: &[(&[&str], i32, &[&str])] = &[
        (&["tune"], 2, &["GAME"]),
        (&["tune", "chess"], 2, &["chess", "othello"]),
        (
            &["tune", "othello", "--method", "luck"],
            2,
            &["--method", "luck", "evolution", "spsa"],
        ),
        (
            &["tune", "othello", "--rounds", "0"],
            2,
            &["--rounds", "0", "from 1 to 1000000"],
        ),
        (
            &["tune", "othello", "--rounds", "-1"],
            2,
            &["--rounds", "-1"],
        ),
        (&["tune", "othello", "--games", "0"], 2, &["--games", "0"]),
        (
            &["tune", "othello", "--mutants", "0"],
            2,
            &["--mutants", "0", "from 1 to 100"],
        ),
        (
            &["tune", "othello", "--factor", "0"],
            2,
            &["--factor", "0", "a number from 0.01 to 1"],
        ),
        (
            &["tune", "othello", "--factor", "1.2"],
            2,
            &["--factor", "1.2"],
        ),
        (
            &["tune", "othello", "--factor", "NaN"],
            2,
            &["--factor", "NaN"],
        ),
        (&["tune", "othello", "--depth", "0"], 2, &["--depth", "0"]),
        (
            &["tune", "othello", "--nodes", "few"],
            2,
            &["--nodes", "few", "a whole number"],
        ),
        (
            &["tune", "othello", "--time", "soon"],
            2,
            &["--time", "soon"],
        ),
        (&["tune", "othello", "--seed", "-1"], 2, &["--seed", "-1"]),
        (
            &["tune", "othello", "--concurrency", "0"],
            2,
            &["--concurrency", "0"],
        ),
        (
            &["tune", "othello", "--opening-plies", "41"],
            2,
            &["--opening-plies", "41", "0 to 40"],
        ),
        (
            &["tune", "othello", "--searcher", "robot"],
            2,
            &["robot: there is no searcher", "othello has minimax"],
        ),
        (
            &["tune", "othello", "--searcher", "pvs,eval.luck=1"],
            2,
            &["eval.luck=1", "half_stable"],
        ),
        (
            &["tune", "othello", "--searcher", "pvs,eval=patterns,depth=1"],
            2,
            &["--searcher", "eval=patterns", "eval=handmade"],
        ),
        (
            &["tune", "othello", "--weights", "luck"],
            2,
            &["--weights", "luck", "half_stable"],
        ),
        (
            &["tune", "othello", "--weights", "edges,edges"],
            2,
            &["--weights", "edges", "twice"],
        ),
        (
            &["tune", "othello", "--cap", "1000"],
            2,
            &["--cap", "corners", "5011", "1000"],
        ),
        (&["tune", "othello", "--cap", "0"], 2, &["--cap", "0"]),
        (
            &["tune", "othello", "--step", "0.1"],
            2,
            &["--step", "spsa"],
        ),
        (
            &["tune", "othello", "--reach", "0.1"],
            2,
            &["--reach", "spsa"],
        ),
        (
            &["tune", "othello", "--stability", "1"],
            2,
            &["--stability", "spsa"],
        ),
        (
            &["tune", "othello", "--method", "spsa", "--mutants", "4"],
            2,
            &["--mutants", "evolution"],
        ),
        (
            &["tune", "othello", "--method", "spsa", "--factor", "0.5"],
            2,
            &["--factor", "evolution"],
        ),
        (
            &["tune", "othello", "--method", "spsa", "--reach", "0"],
            2,
            &["--reach", "0"],
        ),
        (
            &["tune", "othello", "--only", "futility"],
            2,
            &["--options"],
        ),
        (
            &["tune", "othello", "--options", "--weights", "edges"],
            2,
            &["--options", "--weights"],
        ),
        (
            &["tune", "othello", "--options", "--cap", "9"],
            2,
            &["--options", "--cap"],
        ),
        (
            &["tune", "othello", "--options", "--only", "luck"],
            2,
            &["--only", "luck", "late_log.slope"],
        ),
        (
            &["tune", "othello", "--options", "--only", "futility.width"],
            2,
            &["--only", "futility.width"],
        ),
        (
            &["tune", "othello", "--options", "--only", "razoring"],
            2,
            &["--only", "razoring", "off"],
        ),
        (
            &["tune", "othello", "--options", "--only", "killers"],
            2,
            &["--only", "killers"],
        ),
        (
            &[
                "tune",
                "othello",
                "--options",
                "--only",
                "futility,futility.depth",
            ],
            2,
            &["--only", "futility.depth", "twice"],
        ),
        (
            &["tune", "othello", "--options", "--searcher", "mcts"],
            2,
            &["--searcher", "mcts", "pvs"],
        ),
        (
            &["tune", "othello", "--options", "--searcher", "level=3"],
            2,
            &["--searcher", "level=3"],
        ),
        (
            &["tune", "othello", "--options", "--mutants", "3"],
            2,
            &["--mutants", "evolution"],
        ),
        (&["tune", "othello", "--shard", "0/2"], 2, &["--resume"]),
        (
            &["tune", "othello", "--resume", "log", "--shard", "2/2"],
            2,
            &["--shard", "2/2"],
        ),
        (&["tune", "othello", "--report", "0"], 2, &["--report", "0"]),
        (
            &["tune", "othello", "--openings", "none.txt"],
            1,
            &["none.txt"],
        ),
        (
            &[
                "tune",
                "othello",
                "--openings",
                "none.txt",
                "--opening-plies",
                "4",
            ],
            2,
            &["--openings", "--opening-plies"],
        ),
        (
            &["tune", "othello", "--resume", "none/log"],
            1,
            &["none/log"],
        ),
        (
            &["tune", "othello", "--plot", "none/out.svg"],
            1,
            &["none/out.svg"],
        ),
        (
            &["tune", "othello", "--depth", "1", "--opening-plies", "0"],
            1,
            &["opening number 2"],
        ),
        (
            &["tune", "othello", "--size", "8"],
            2,
            &["--size", "othello"],
        ),
    ];
    for (args, status, named) in table {
        let output = boyi(args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {error}");
        assert!(!error.contains("panicked"), "{args:?}: {error}");
        for word in *named {
            assert!(
                error.contains(word),
                "{args:?} does not name {word:?}: {error}"
            );
        }
    }
}

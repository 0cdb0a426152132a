//! `boyi train`.

use crate::common::{boyi, parsed, printed};
use std::fs;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello");

#[test]
fn weights_are_trained_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = |out: &str, threads: &str| -> Vec<String> {
        let out = folder.path().join(out).to_str().expect("a path").to_owned();
        let fixed = "train othello --solve 5 --self-play 20 --steps 3 --validation 40"
            .split(' ')
            .chain(["--games", GAMES]);
        fixed
            .chain(["--threads", threads, "--out", &out])
            .map(str::to_owned)
            .collect()
    };
    let run = |args: &[String], more: &[&str]| {
        let args: Vec<_> = args
            .iter()
            .map(String::as_str)
            .chain(more.iter().copied())
            .collect();
        printed(&args)
    };
    let rows = parsed(&run(&args("one", "1"), &["--json"]));
    let (total, stages) = rows.split_last().expect("a summary");
    assert_eq!(
        (stages.len(), &total["games"], &total["broken"]),
        (20, &12.into(), &0.into())
    );
    let file = fs::read(folder.path().join("one")).expect("the weights");
    assert_eq!(total["bytes"], file.len());
    for (number, stage) in stages.iter().enumerate() {
        assert_eq!(stage["stage"], number);
        assert!(
            stage["judged"].as_u64() > Some(0)
                && stage["learnt"].as_u64() > stage["judged"].as_u64(),
            "{stage}"
        );
        assert!(
            stage["judged_self_play"].as_u64() > Some(0) || number < 12,
            "{stage}"
        );
        assert!(
            stage["error"].as_f64() > Some(0.0) && stage["terms"]["mobility"].is_f64(),
            "{stage}"
        );
        // So few games tell nothing about the opening.
        assert!(
            number < 6 || stage["error_learnt"].as_f64() < stage["spread"].as_f64(),
            "{stage}"
        );
    }
    // The same whatever the threads; another with another seed.
    let text = run(&args("two", "2"), &[]);
    assert!(
        text.contains("12 sound, 0 broken") && text.matches("\n| ").count() == 21,
        "{text}"
    );
    assert!(
        fs::read(folder.path().join("two")).expect("the weights") == file,
        "threads matter"
    );
    run(&args("three", "2"), &["--seed", "2"]);
    assert!(
        fs::read(folder.path().join("three")).expect("the weights") != file,
        "the seed does not matter"
    );
}

#[test]
fn what_cannot_be_learnt_from_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    fs::write(path("bad.wtb"), b"too short").expect("written");
    let empty = path("");
    for (args, status, word) in [
        (vec!["gomoku", "--games", GAMES], 2, "gomoku"),
        (vec!["xiangqi"], 2, "--data"),
        (vec!["xiangqi", "--data", &path("none")], 1, "none"),
        (vec!["othello", "--data", &path("none")], 1, "none"),
        (
            vec!["othello", "--games", GAMES, "--data", &path("none")],
            2,
            "--data",
        ),
        (
            vec!["gomoku", "--data", &path("bad.wtb")],
            1,
            "no data file",
        ),
        (vec!["othello"], 2, "with --games, the weights"),
        (vec!["othello", "--games", &path("none.wtb")], 1, "none.wtb"),
        (vec!["othello", "--games", &path("bad.wtb")], 1, "bad.wtb"),
        (vec!["othello", "--games", GAMES, &empty], 1, "header"),
        (
            vec!["othello", "--games", GAMES, "--solve", "17"],
            2,
            "from 0 to 16",
        ),
        (
            vec!["othello", "--games", GAMES, "--out", &path("none/out")],
            1,
            "none/out",
        ),
    ] {
        let output = boyi(&[&["train"], &args[..]].concat())
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(status) && error.contains(word),
            "{args:?}: {error}"
        );
    }
    fs::remove_file(path("bad.wtb")).expect("removed");
    let output = boyi(&["train", "othello", "--games", &empty])
        .output()
        .expect("it runs");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("no .wtb file"),
        "nothing to learn from"
    );
}

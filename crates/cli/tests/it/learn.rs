//! `boyi learn`.

use crate::common::{boyi, has, parsed};
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

const PLAN: &str = "--size 9 --games 40 --nodes 15 --longest 10 --epochs 4 --batch 64 --validation 25 \
                    --window 2 --gate-games 6 --gate-nodes 15 --seed 3";

fn words<'w>(state: &'w str, rest: &'w str) -> Vec<&'w str> {
    let fixed = ["learn", "gomoku", "--threads", "1", "--state", state];
    let given = PLAN.split_whitespace().chain(rest.split_whitespace());
    fixed.into_iter().chain(given).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_pedigree() {
    let folder = tempfile::tempdir().expect("a folder");
    let [calm, killed] = ["calm", "killed"].map(|name| folder.path().join(name));
    let output = boyi(&words(text(&calm), "--rounds 2 --json"))
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let rows = parsed(&String::from_utf8(output.stdout).expect("text"));
    assert_eq!(rows.len(), 3, "two rounds and the end");
    for round in &rows[..2] {
        has(
            round,
            &[
                "round",
                "parent",
                "games",
                "validation",
                "network",
                "gate",
                "accepted",
                "rating",
            ],
        );
    }
    assert!(fs::read_to_string(calm.join("elo.svg")).is_ok_and(|svg| svg.starts_with("<svg")));

    let mut kills = 0;
    for delay in (20..).step_by(90) {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("boyi"))
            .args(words(text(&killed), "--rounds 2"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(delay));
        if let Some(status) = child.try_wait().expect("a status") {
            assert!(status.success());
            break;
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        kills += 1;
    }
    assert!(kills > 0, "it was never killed");
    for name in [
        "pedigree.jsonl",
        "networks/00001.network",
        "networks/00002.network",
        "games/00002.games",
    ] {
        let [calm, killed] =
            [&calm, &killed].map(|folder| fs::read(folder.join(name)).expect(name));
        assert!(calm == killed, "{name}");
    }
    // The network is the one that the pedigree names, and nothing is learnt twice.
    let output = boyi(&words(text(&killed), "--rounds 2"))
        .output()
        .expect("it runs");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(
        told.contains("| 2 | 80 | ") && told.contains("\nbest         "),
        "{told}"
    );
}

#[test]
fn step_by_step_it_says_what_is_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let last = |rest: &str| {
        let output = boyi(&words(text(&state), rest)).output().expect("it runs");
        assert!(output.status.success(), "{rest}");
        let told = String::from_utf8(output.stdout).expect("text");
        parsed(&told).pop().expect("how it stands")
    };
    let stands = |next: &str, rounds: u64| {
        let shown = last("--rounds 0 --json");
        assert!(
            shown["next"] == next && shown["rounds"] == rounds,
            "{shown}"
        );
    };
    stands("games", 0);
    for (next, rounds) in [("training", 0), ("match", 0), ("games", 1)] {
        last("--step --json");
        stands(next, rounds);
    }
    // A part of the second round's games is none of the round until all are there.
    let shared = boyi(&words(text(&state), "--shard 0/2")).output();
    assert!(shared.expect("it runs").status.success());
    assert!(state.join("games/00002.games").exists());
    stands("games", 1);
}

#[test]
fn what_cannot_learn_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let run = |words: &[&str]| {
        let output = boyi(words).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), error)
    };
    let (status, _) = run(&words(text(&state), "--hours 0"));
    assert_eq!(status, Some(0), "no time, nothing learnt");
    for (args, status, word) in [
        (vec!["learn", "gomoku"], 2, "--state"),
        (words(text(&state), "--shard 2/2"), 2, "2/2"),
        (words(text(&state), "--shard 0/2 --step"), 2, "--step"),
        (words(text(&state), "--go-on"), 1, "another plan"),
        (words(text(&state), "--eval oracle"), 1, "another plan"),
        (
            vec![
                "learn",
                "gomoku",
                "--state",
                "x",
                "--network",
                "none/at/all",
            ],
            1,
            "none/at/all",
        ),
    ] {
        let (code, error) = run(&args);
        assert!(
            code == Some(status) && error.contains(word),
            "{args:?}: {error}"
        );
    }
}

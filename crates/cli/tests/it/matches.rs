//! `boyi match` and `boyi merge` as programs use them, killed processes included.

use crate::common::{boyi, parsed as objects, printed};
use engines::Level;
use serde_json::Value;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

const MATCH: [&str; 8] = [
    "match",
    "othello",
    "--a",
    "pvs,depth=2,hash=1",
    "--b",
    "pvs,depth=1,hash=1",
    "--games",
    "8",
];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    args.iter().chain(more).copied().collect()
}

#[test]
fn a_line_a_game_and_then_the_result() {
    let lines = objects(&printed(&with(&MATCH, &["--json"])));
    let (result, games) = lines.split_last().expect("lines");
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| game.get("elo").is_none()));
    assert_eq!(
        games
            .iter()
            .map(|game| game["index"].as_u64())
            .collect::<Vec<_>>(),
        (0..8).map(Some).collect::<Vec<_>>()
    );
    for key in [
        "games",
        "wins",
        "draws",
        "losses",
        "crashes",
        "illegal",
        "time_losses",
        "elo",
        "elo_low",
        "elo_high",
        "elo_error",
        "los",
    ] {
        assert!(result.get(key).is_some(), "no {key:?} in {result}");
    }
    let count = |key: &str| result[key].as_u64().expect("a count");
    assert_eq!(
        (
            count("games"),
            count("wins") + count("draws") + count("losses")
        ),
        (8, 8)
    );
    assert_eq!(
        count("wins") as usize,
        games.iter().filter(|game| game["winner"] == "a").count()
    );
    assert_eq!(
        result["pentanomial"]
            .as_array()
            .map(|pairs| pairs.iter().filter_map(Value::as_u64).sum()),
        Some(4)
    );
}

#[test]
fn a_ladder_is_the_same_match_at_each_budget() {
    let ladder = [
        "match",
        "othello",
        "--a",
        "pvs,hash=1",
        "--b",
        "pvs,hash=1,killers=off",
        "--games",
        "4",
        "--ladder",
        "depth=1,2",
        "--json",
    ];
    let lines = objects(&printed(&ladder));
    let (games, rows): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("elo").is_none());
    assert_eq!((games.len(), rows.len()), (8, 2));
    for (row, depth) in rows.iter().zip([1.0, 2.0]) {
        assert_eq!(
            (&row["depth"], &row["player"]),
            (&depth.into(), &"pvs,hash=1".into())
        );
        let depth = depth.to_string();
        let alone = printed(&with(&ladder[..8], &["--depth", &depth, "--json"]));
        let alone = objects(&alone).pop().expect("a result");
        for key in ["games", "wins", "draws", "losses", "elo", "pentanomial"] {
            assert_eq!(row[key], alone[key], "{key} at {depth}");
        }
    }
}

#[test]
fn two_players_climb_the_same_ladder_and_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("ladder.svg");
    let log = folder.path().join("log.jsonl");
    let args = [
        "match",
        "othello",
        "--a",
        "pvs,hash=1",
        "--also",
        "alphabeta,hash=1",
        "--b",
        "pvs,hash=1,depth=1",
        "--games",
        "2",
        "--ladder",
        "nodes=100,1k",
    ];
    let files = [
        "--plot",
        plot.to_str().expect("a path"),
        "--resume",
        log.to_str().expect("a path"),
    ];
    let text = printed(&with(&args, &files));
    assert_eq!(text.matches("\n     nodes   games ").count(), 2, "{text}");
    assert!(text.contains("\n        1k       2 "), "{text}");
    let svg = std::fs::read_to_string(&plot).expect("a picture");
    assert!(
        ["alphabeta,hash=1", "nodes a move", "score in %"]
            .iter()
            .all(|text| svg.contains(text)),
        "{svg}"
    );
    // The log has all eight games: again, nothing is played and the same is printed.
    assert_eq!(lines_in(&log), 8);
    assert_eq!(printed(&with(&args, &files)), text);
    assert_eq!(lines_in(&log), 8);
}

#[test]
fn infinite_elo_is_null() {
    let lines = objects(&printed(&[
        "match",
        "gomoku",
        "--a",
        "pvs,depth=3",
        "--b",
        "level=1",
        "--games",
        "2",
        "--json",
    ]));
    let result = lines.last().expect("a result");
    assert_eq!(
        (&result["wins"], &result["elo"], &result["elo_high"]),
        (&Value::from(2), &Value::Null, &Value::Null)
    );
    // Two games are not enough to know which is the stronger.
    assert!(result["elo_low"].as_f64() < Some(0.0), "{result}");
    assert!(
        (0.8..0.975).contains(&result["los"].as_f64().expect("a chance")),
        "{result}"
    );
}

#[test]
fn concurrency_and_shards_change_nothing() {
    let whole = printed(&with(&MATCH, &["--json", "--concurrency", "1"]));
    assert_eq!(
        printed(&with(&MATCH, &["--json", "--concurrency", "4"])),
        whole
    );
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for shard in ["0/3", "1/3", "2/3"] {
        let path = folder.path().join(shard.replace('/', "-"));
        std::fs::write(&path, printed(&with(&MATCH, &["--json", "--shard", shard])))
            .expect("written");
        files.push(path.to_str().expect("a path").to_owned());
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_eq!(printed(&with(&["merge", "--json"], &files)), whole);
    // The table for people is the same too, below the heading.
    let table = |text: String| {
        text.lines()
            .skip_while(|line| !line.starts_with("games"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let ours = table(printed(&MATCH));
    assert!(ours.len() > 4 && ours[0].contains("8:"), "{ours:?}");
    assert_eq!(table(printed(&with(&["merge"], &files))), ours);
    // Without one of them, or with one twice, there is no result.
    for (files, word) in [
        (&files[1..], "missing"),
        (&[files[0], files[1], files[2], files[0]][..], "twice"),
    ] {
        let output = boyi(&with(&["merge"], files)).output().expect("it runs");
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(1), &b""[..])
        );
        assert!(
            String::from_utf8_lossy(&output.stderr).contains(word),
            "{output:?}"
        );
    }
}

fn lines_in(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Starts a command that writes `log` again and again, and kills it in the middle; how often it
/// was.
fn kill_and_resume(args: &[&str], log: &Path, rounds: u64) -> u32 {
    let mut kills = 0;
    let mut before = 0;
    for round in 0..rounds {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("boyi"))
            .args(args)
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        // Let it play something, and then die at any point of a game or of a line.
        let ended = |child: &mut std::process::Child| child.try_wait().expect("a status").is_some();
        while lines_in(log) <= before && !ended(&mut child) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(round * 7919 % 9001));
        // Killed by its id, unless it has already ended.
        if !ended(&mut child) {
            child.kill().expect("killed");
            kills += 1;
        }
        child.wait().expect("a status");
        let now = lines_in(log);
        assert!(now >= before, "{now} lines after {before}");
        before = now;
    }
    kills
}

/// A process really killed, again and again, until the match is over.
#[test]
fn killed_and_resumed_it_ends_the_same() {
    let args = [
        "match",
        "othello",
        "--a",
        "pvs,nodes=400,hash=1",
        "--b",
        "pvs,depth=1,hash=1",
        "--games",
        "60",
        "--json",
    ];
    let whole = printed(&args);
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.jsonl");
    let resume = ["--resume", log.to_str().expect("a path")];
    let kills = kill_and_resume(&with(&args, &resume), &log, 20);
    assert!(kills > 4, "only {kills} were killed");
    assert_eq!(printed(&with(&args, &resume)), whole);
    assert_eq!(lines_in(&log), 60, "every game is in it once");
    // Of a whole log nothing is left to play.
    assert_eq!(printed(&with(&args, &resume)), whole);
    assert_eq!(printed(&["merge", "--json", resume[1]]), whole);
}

#[test]
fn a_test_stops_the_match() {
    let lines = objects(&printed(&[
        "match",
        "othello",
        "--a",
        "pvs,depth=3,hash=1",
        "--b",
        "pvs,depth=1,hash=1",
        "--sprt",
        "-5,95",
        "--json",
    ]));
    let result = lines.last().expect("a result");
    assert_eq!(result["sprt"]["accepted"], "H1");
    assert!(result["sprt"]["llr"].as_f64() >= result["sprt"]["upper"].as_f64());
    assert!(
        (lines.len() as u64) < 200 && result["games"].as_u64() == Some(lines.len() as u64 - 1),
        "{result}"
    );
}

#[test]
fn a_test_has_a_model_and_risks() {
    let sprt = [
        "--sprt",
        "0,90",
        "--sprt-model",
        "normalised",
        "--sprt-risks",
        "0.1,0.2",
        "--json",
    ];
    let lines = objects(&printed(&with(&MATCH, &sprt)));
    let (result, games) = lines.split_last().expect("lines");
    assert_eq!(
        (&result["sprt"]["model"], &games[0]["sprt"]["alpha"]),
        (&Value::from("normalised"), &Value::from(0.1))
    );
    let bound = |name: &str| result["sprt"][name].as_f64().expect("a number");
    assert!(
        (bound("upper") - 8f64.ln()).abs() < 1e-9
            && (bound("lower") - (0.2f64 / 0.9).ln()).abs() < 1e-9,
        "{result}"
    );
    let logistic = objects(&printed(&with(&MATCH, &["--sprt", "0,90", "--json"])));
    assert_ne!(
        logistic.last().map(|result| &result["sprt"]["llr"]),
        Some(&result["sprt"]["llr"])
    );
    let text = printed(&with(&MATCH, &sprt[..6]));
    assert!(text.contains("[0, 90] nElo"), "{text}");
}

#[test]
fn clocks_and_early_ends() {
    let clock = ["--clock", "40/500ms+10ms", "--time-margin", "20s", "--json"];
    let lines = objects(&printed(&with(&MATCH, &clock)));
    let (result, games) = lines.split_last().expect("lines");
    assert_eq!(
        (&result["time_losses"], &result["opponent"]["time_losses"]),
        (&Value::from(0), &Value::from(0))
    );
    for game in games {
        assert_eq!(game["clock"], "40/500ms+10ms");
        assert!(
            game["timing"][0]["used_us"].as_u64() > Some(0)
                && game["timing"][1]["left_us"].is_u64(),
            "{game}"
        );
    }
    let early = [
        "--adjudicate-win",
        "300:4",
        "--adjudicate-draw",
        "0:40:50",
        "--max-plies",
        "48",
        "--json",
    ];
    let lines = objects(&printed(&with(&MATCH, &early)));
    let (result, games) = lines.split_last().expect("lines");
    let ended = |reason: &str| games.iter().filter(|game| game["reason"] == reason).count() as u64;
    assert_eq!(
        result["adjudicated"]
            .as_u64()
            .zip(result["too_long"].as_u64()),
        Some((ended("adjudicated"), ended("length")))
    );
    assert!(ended("adjudicated") > 0, "{result}");
    assert!(
        games
            .iter()
            .all(|game| game.get("timing").is_none() && game.get("clock").is_none())
    );
    assert!(printed(&with(&MATCH, &early[..6])).contains("by agreement of both"));
    // Off by default.
    assert_eq!(
        objects(&printed(&with(&MATCH, &["--json"])))
            .last()
            .map(|result| result["adjudicated"].clone()),
        Some(0.into())
    );
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.txt");
    std::fs::write(
        &path,
        "startpos moves f5d6 ; one\n\nstartpos moves f5f6 # two\n",
    )
    .expect("written");
    let path_text = path.to_str().expect("a path");
    let lines = objects(&printed(&with(
        &MATCH,
        &["--openings", path_text, "--json"],
    )));
    let openings: Vec<_> = lines[..8]
        .iter()
        .map(|game| game["opening"].as_str().expect("text"))
        .collect();
    assert!(
        openings[0].ends_with("f5 d6") && openings[2].ends_with("f5 f6"),
        "{openings:?}"
    );
    assert_eq!((openings[0], openings[2]), (openings[1], openings[3]));
    std::fs::write(&path, "startpos\nstartpos moves a1\n").expect("written");
    let output = boyi(&with(&MATCH, &["--openings", path_text]))
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.contains("line 2") && error.contains(path_text),
        "{error}"
    );
}

#[test]
fn wrong_words_are_named() {
    let too_high = format!("level={}", Level::MAX + 1);
    let cases: [(&[&str], &str); 29] = [
        (&["--a", "robot"], "robot: there is no searcher"),
        (&["--a", "a robot"], "--a"),
        (&["--b", &too_high], "--b"),
        (&["--b", "pvs,x=y"], "--b"),
        (&["--games", "0"], "--games"),
        (&["--games", "many"], "--games"),
        (&["--sprt", "5"], "--sprt"),
        (&["--sprt", "5,0"], "--sprt"),
        (&["--sprt", "a,b"], "--sprt"),
        (&["--sprt", "0,nan"], "--sprt"),
        (&["--sprt-model", "normalised"], "--sprt"),
        (
            &["--sprt", "0,5", "--sprt-model", "bayesian"],
            "--sprt-model",
        ),
        (&["--sprt-risks", "0.1,0.1"], "--sprt"),
        (&["--sprt", "0,5", "--sprt-risks", "0.1"], "--sprt-risks"),
        (
            &["--sprt", "0,5", "--sprt-risks", "0.1,0.5"],
            "--sprt-risks",
        ),
        (&["--clock", "1s"], "--clock"),
        (&["--clock", "-1s+0"], "--clock"),
        (&["--clock", "0/1s+0"], "--clock"),
        (&["--time-margin", "soon"], "--time-margin"),
        (&["--max-plies", "0"], "--max-plies"),
        (&["--adjudicate-win", "600"], "--adjudicate-win"),
        (&["--adjudicate-win", "600:1"], "--adjudicate-win"),
        (&["--adjudicate-draw", "10:8"], "--adjudicate-draw"),
        (&["--adjudicate-draw", "-1:8:60"], "--adjudicate-draw"),
        (&["--shard", "2/2"], "--shard"),
        (&["--shard", "x"], "--shard"),
        (&["--concurrency", "0"], "--concurrency"),
        (&["--seed", "1.5"], "--seed"),
        (&["--rule", "nonsense"], "rule"),
    ];
    for (more, name) in cases {
        let mut args = vec!["match", "othello"];
        for (flag, value) in [("--a", "pvs"), ("--b", "pvs")] {
            if more[0] != flag {
                args.extend([flag, value]);
            }
        }
        args.extend(more);
        let output = boyi(&args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(2), &b""[..]),
            "{args:?}: {error}"
        );
        assert!(error.contains(name), "{args:?}: {error}");
    }
    for args in [
        &["match", "othello", "--a", "pvs"][..],
        &["match"],
        &["merge"],
        &["match", "chess", "--a", "pvs", "--b", "pvs"],
    ] {
        assert_eq!(
            boyi(args).output().expect("it runs").status.code(),
            Some(2),
            "{args:?}"
        );
    }
}

#[test]
fn foreign_and_broken_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = path.to_str().expect("a path");
    printed(&with(&MATCH, &["--resume", log]));
    let kept = std::fs::read(&path).expect("a log");
    let fails = |args: &[&str], word: &str| {
        let output = boyi(args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && error.contains(word),
            "{args:?}: {error}"
        );
    };
    fails(
        &with(&MATCH, &["--resume", log, "--seed", "9"]),
        "another match",
    );
    assert_eq!(std::fs::read(&path).expect("a log"), kept);
    std::fs::write(&path, "no log at all\n").expect("written");
    fails(&with(&MATCH, &["--resume", log]), "line 1");
    fails(&["merge", log], "line 1");
    fails(&["merge", "no such file"], "no such file");
    std::fs::write(&path, "").expect("written");
    fails(&["merge", log], "no game");
}

const PLAYERS: [&str; 3] = [
    "pvs,depth=1,hash=1",
    "pvs,depth=3,hash=1",
    "pvs,depth=2,hash=1",
];

fn tournament<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["tournament", "othello", "--games", "8"];
    args.extend(PLAYERS.iter().flat_map(|spec| ["--player", spec]));
    args.extend(more);
    args
}

#[test]
fn tournaments_rank_their_players() {
    let text = printed(&tournament(&["--json"]));
    let lines = objects(&text);
    let (games, ranking) = lines.split_at(3 * 8);
    assert!(games.iter().all(|game| game.get("elo").is_none()));
    assert_eq!(ranking.len(), 3);
    assert_eq!(
        (&ranking[0]["player"], &ranking[2]["player"]),
        (&Value::from(PLAYERS[1]), &Value::from(PLAYERS[0]))
    );
    let elo: Vec<f64> = ranking
        .iter()
        .map(|row| row["elo"].as_f64().expect("a number"))
        .collect();
    assert!(
        elo.is_sorted_by(|a, b| a >= b) && elo.iter().sum::<f64>().abs() < 1e-6,
        "{elo:?}"
    );
    assert!(
        ranking
            .iter()
            .all(|row| row["games"] == 16 && row["elo_error"].as_f64() > Some(0.0))
    );
    assert_eq!(
        ranking
            .iter()
            .filter_map(|row| row["points"].as_f64())
            .sum::<f64>(),
        24.0
    );
    // In a gauntlet only the first meets everyone.
    let lines = objects(&printed(&tournament(&["--json", "--gauntlet"])));
    assert_eq!(lines.len(), 2 * 8 + 3);
    let row = lines
        .iter()
        .find(|row| row["player"] == PLAYERS[0])
        .expect("a row");
    assert_eq!(row["games"], 16);
    for players in [&["pvs"][..], &["pvs", "mtdf", "pvs"]] {
        let flags: Vec<&str> = players.iter().flat_map(|spec| ["--player", spec]).collect();
        let output = boyi(&with(&["tournament", "othello"], &flags))
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{players:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("--player"),
            "{output:?}"
        );
    }
}

#[test]
#[cfg(unix)]
fn programs_that_fail_lose_and_say_why() {
    let args = [
        "match",
        "gomoku",
        "--a",
        "pvs,depth=1",
        "--b",
        "cmd:sh -c 'read line; echo no luck; exit 7'",
        "--games",
        "2",
    ];
    let output = boyi(&with(&args, &["--json"])).output().expect("it runs");
    let lines = objects(&String::from_utf8(output.stdout).expect("text"));
    let result = lines.last().expect("a result");
    assert_eq!(
        (&result["crashes"], &result["opponent"]["crashes"]),
        (&Value::from(0), &Value::from(2))
    );
    assert_eq!(
        (&result["wins"], &lines[0]["fault"]),
        (&Value::from(2), &Value::from("crash"))
    );
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("B: crash: ") && told.contains("exit status: 7") && told.contains("no luck"),
        "{told}"
    );
    // In a table they are named as they were given, with what they may spend.
    let table = printed(&args);
    assert!(
        table.contains("exit 7' (1000 ms a move)") && table.contains("faults of B  2 crashes"),
        "{table}"
    );
}

#[test]
fn programs_that_are_none() {
    for (game, program, status, words) in [
        (
            "gomoku",
            "cmd:/no/such/program",
            1,
            "/no/such/program: it cannot be started",
        ),
        (
            "gomoku",
            "cmd+ucci:x",
            2,
            "ucci is not for gomoku here, but for xiangqi",
        ),
        (
            "gomoku",
            "cmd+chess:x",
            2,
            "there are gomocup, gtp, nboard, uci, ucci, ugi",
        ),
        ("gomoku", "cmd:", 2, "no program is named"),
        ("gomoku", "cmd:'x", 2, "a quote is not closed"),
        ("gomoku", "command", 2, "there is no searcher \"command\""),
        ("gomoku", "a command", 2, "or cmd:PROGRAM"),
    ] {
        let args = [
            "match",
            game,
            "--a",
            "pvs,depth=1",
            "--b",
            program,
            "--games",
            "2",
        ];
        let output = boyi(&args).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{program}: {told}");
        assert!(told.contains(words), "{program}: {told}");
    }
}

#[test]
fn tournaments_are_sharded_and_merged() {
    let whole = printed(&tournament(&["--json"]));
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for shard in ["0/5", "1/5", "2/5", "3/5", "4/5"] {
        let path = folder.path().join(shard.replace('/', "-"));
        std::fs::write(
            &path,
            printed(&tournament(&[
                "--json",
                "--shard",
                shard,
                "--concurrency",
                "1",
            ])),
        )
        .expect("written");
        files.push(path.to_str().expect("a path").to_owned());
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_eq!(printed(&with(&["merge", "--json"], &files)), whole);
    let table = |text: String| {
        text.lines()
            .skip_while(|line| !line.starts_with("rank"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let ours = table(printed(&tournament(&[])));
    assert_eq!(
        (ours.len(), &table(printed(&with(&["merge"], &files)))),
        (4, &ours)
    );
    let output = boyi(&with(&["merge"], &files[1..]))
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.contains("missing") && error.contains("against"),
        "{error}"
    );
}

#[test]
fn a_killed_tournament_is_resumed() {
    let players = [
        "--player",
        "pvs,nodes=3000,hash=1",
        "--player",
        "mtdf,nodes=900,hash=1",
        "--player",
        "level=2",
    ];
    let args = with(
        &["tournament", "othello", "--games", "8", "--json"],
        &players,
    );
    let whole = printed(&args);
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.jsonl");
    let resume = ["--resume", log.to_str().expect("a path")];
    let kills = kill_and_resume(&with(&args, &resume), &log, 20);
    assert!(kills > 2, "only {kills} were killed");
    assert_eq!(printed(&with(&args, &resume)), whole);
    assert_eq!(lines_in(&log), 24, "every game is in it once");
    assert_eq!(printed(&with(&args, &resume)), whole);
    assert_eq!(printed(&["merge", "--json", resume[1]]), whole);
    let output = boyi(&with(&args, &["--gauntlet", "--resume", resume[1]]))
        .output()
        .expect("it runs");
    assert!(output.status.code() == Some(1), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("another match"),
        "{output:?}"
    );
}

/// The second of two processes on one log fails and writes nothing.
#[test]
fn only_one_process_writes_a_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let log = path.to_str().expect("a path");
    // A long match, to be ended by its id.
    let mut first = Process::new(assert_cmd::cargo::cargo_bin("boyi"))
        .args([
            "match", "othello", "--a", "pvs", "--b", "mtdf", "--games", "100000", "--resume", log,
        ])
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    while lines_in(&path) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = boyi(&with(&MATCH, &["--resume", log]))
        .output()
        .expect("it runs");
    first.kill().expect("killed");
    first.wait().expect("a status");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (
            output.status.code(),
            output.stdout.iter().filter(|&&byte| byte == b'{').count()
        ),
        (Some(1), 0)
    );
    assert!(
        error.contains("another process") && error.contains(log),
        "{error}"
    );
}

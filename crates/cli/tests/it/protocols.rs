//! Boyi behind the protocols of other programs, as its own matches start it, and as a script does.

use crate::common::{boyi, objects};
use engines::Level;
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

/// The program under test, in the words of a match.
fn program(protocol: &str, arguments: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_boyi"));
    format!("cmd:'{}' {protocol} {arguments}", path.display())
}

#[test]
fn it_plays_matches_against_itself() {
    // The same player inside and outside plays the same games: by its own account, and in each
    // protocol.
    let spec = "pvs,depth=2,hash=1";
    let match_of = |b: &str| {
        let games = [
            "match",
            "othello",
            "--a",
            "pvs,depth=3,hash=1",
            "--b",
            b,
            "--games",
            "4",
            "--seed",
            "3",
            "--time",
            "60s",
        ];
        objects(&games).pop().expect("a sum")
    };
    let inside = match_of(spec);
    for protocol in ["gtp", "nboard"] {
        let outside = match_of(&program(protocol, &format!("--searcher {spec}")));
        for key in [
            "games",
            "wins",
            "draws",
            "losses",
            "crashes",
            "illegal",
            "time_losses",
        ] {
            assert_eq!(outside[key], inside[key], "{protocol}: {key}: {outside}");
        }
    }
}

#[test]
fn it_plays_gomoku_against_itself() {
    let spec = "pvs,depth=2,hash=1";
    for (rule, size) in [("freestyle", "20"), ("standard", "15"), ("renju", "15")] {
        let match_of = |b: &str| {
            let words = [
                "match",
                "gomoku",
                "--rule",
                rule,
                "--size",
                size,
                "--a",
                "pvs,depth=1,hash=1",
                "--b",
                b,
            ];
            let rest = [
                "--games",
                "4",
                "--seed",
                "3",
                "--time",
                "60s",
                "--opening-plies",
                "4",
                "--opening-balance",
                "3",
            ];
            objects(&[&words[..], &rest[..]].concat())
                .pop()
                .expect("a sum")
        };
        let inside = match_of(spec);
        let outside = match_of(&program("gomocup", &format!("--searcher {spec}")));
        for key in [
            "games",
            "wins",
            "draws",
            "losses",
            "crashes",
            "illegal",
            "time_losses",
        ] {
            assert_eq!(outside[key], inside[key], "{rule}: {key}: {outside}");
        }
    }
}

#[test]
fn it_plays_xiangqi_against_itself() {
    let spec = "pvs,depth=2,hash=1";
    let match_of = |b: &str| {
        let words = [
            "match",
            "xiangqi",
            "--a",
            "pvs,depth=1,hash=1",
            "--b",
            b,
            "--games",
            "4",
            "--seed",
            "3",
        ];
        objects(&[&words[..], &["--time", "60s", "--move-limit", "40"]].concat())
            .pop()
            .expect("a sum")
    };
    let inside = match_of(spec);
    // The client counts ranks from 1 where a program knows of variants, and else from 0; whichever
    // word it begins with is spoken.
    for (dialect, protocol) in [
        ("", "uci"),
        ("", "ucci"),
        ("+uci[Ranks=1-10]", "uci"),
        ("+ucci", "uci"),
        ("+uci[Ranks=0-9,ranks=0]", "ucci"),
    ] {
        let words = format!("{protocol} --move-limit 40 --searcher {spec}");
        let outside = match_of(&program(&words, "").replacen("cmd", &format!("cmd{dialect}"), 1));
        for key in [
            "games",
            "wins",
            "draws",
            "losses",
            "crashes",
            "illegal",
            "time_losses",
        ] {
            assert_eq!(
                outside[key], inside[key],
                "{dialect} {protocol}: {key}: {outside}"
            );
        }
    }
}

/// The program under another name.
fn called(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // A copy could not be run while another test starts a process: until that runs it has this
    // one's files open for writing.
    #[cfg(unix)]
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_boyi"), &path).expect("a link");
    #[cfg(not(unix))]
    std::fs::copy(env!("CARGO_BIN_EXE_boyi"), &path).expect("a copy");
    path
}

/// Piskvork starts programs of such a name, and says nothing to them but its protocol.
#[test]
fn a_brain_needs_no_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let brain = called(folder.path(), "pbrain-boyi");
    let run = |words: &[&str]| {
        let output = assert_cmd::Command::new(&brain)
            .args(words)
            .write_stdin("START 15\nEND\n")
            .output()
            .expect("it runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    assert_eq!(run(&[]), (Some(0), "OK\n".to_owned()));
    assert_eq!(
        run(&["gomocup", "--level", "1"]),
        (Some(0), "OK\n".to_owned())
    );
    assert!(run(&["--version"]).1.starts_with("boyi "));
}

/// A tournament limits the time of a move, the time of a game and the memory. A brain started by
/// its name alone keeps to these limits, even where it is asked for a table that would not fit.
#[test]
fn a_brain_keeps_to_its_limits() {
    const TURN: Duration = Duration::from_millis(2_000);
    const GAME: Duration = Duration::from_millis(6_000);
    const MEMORY: u64 = 350 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let mut brain = std::process::Command::new(called(folder.path(), "pbrain-boyi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = brain.stdin.take().expect("a pipe");
    let mut output = BufReader::new(brain.stdout.take().expect("a pipe")).lines();
    let mut answer = || loop {
        let line = output.next().expect("an answer").expect("a line");
        if !line.starts_with("MESSAGE") && !line.starts_with("DEBUG") {
            return line;
        }
    };
    let (turn, game) = (TURN.as_millis(), GAME.as_millis());
    write!(
        input,
        "INFO timeout_turn {turn}\r\nINFO timeout_match {game}\r\nINFO max_memory {MEMORY}\r\n\
         INFO hash_size 4194304\r\nINFO game_type 1\r\nINFO rule 8\r\nSTART 20\r\n"
    )
    .expect("it listens");
    assert_eq!(answer(), "OK");
    let mut left = GAME;
    let mut taken = BTreeSet::new();
    // The opponent plays no row of five, and answers nothing.
    let opponent = (0..20).flat_map(|row| (0..20).map(move |col| (col, row)));
    let opponent = opponent.filter(|(col, row)| (col + 2 * row) % 5 == 0);
    let mut moves = 0;
    for point in opponent {
        if !taken.insert(point) {
            continue;
        }
        let (col, row) = point;
        let asked = Instant::now();
        write!(
            input,
            "INFO time_left {}\r\nTURN {col},{row}\r\n",
            left.as_millis()
        )
        .expect("it listens");
        let said = answer();
        let took = asked.elapsed();
        let Some((col, row)) = said.split_once(',') else {
            assert!(said.starts_with("ERROR"), "{said}");
            break;
        };
        assert!(took < TURN && took < left, "{took:?} of {left:?}");
        left -= took;
        taken.insert((col.parse().expect("a column"), row.parse().expect("a row")));
        moves += 1;
    }
    assert!(moves >= 5, "{moves}");
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string(format!("/proc/{}/status", brain.id()));
        let status = status.expect("the system's word");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = most.and_then(|most| most.trim().strip_suffix(" kB"));
        let kib: u64 = kib.and_then(|kib| kib.parse().ok()).expect("a number");
        assert!(kib << 10 < MEMORY, "{kib} KiB");
    }
    writeln!(input, "END").expect("it listens");
    assert!(brain.wait().expect("it ends").success());
}

/// Boards for xiangqi that are given a program, and no words for it.
#[test]
fn a_name_says_what_is_spoken() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, ok) in [("boyi-uci", "uciok"), ("Boyi-UCCI", "ucciok")] {
        let copy = called(folder.path(), name);
        let greeting = ok.trim_end_matches("ok");
        // Errors are reported in the words of the protocol, also before the greeting.
        let output = assert_cmd::Command::new(&copy)
            .write_stdin(format!("x\n{greeting}\nquit\n"))
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = if greeting == "uci" {
            "info string "
        } else {
            "info message "
        };
        assert!(
            said.starts_with(error) && said.contains(&format!("\n{ok}\n")),
            "{said}"
        );
    }
}

#[test]
fn it_speaks_from_a_script() {
    let said = |arguments: &[&str], script: &str| {
        let output = boyi(arguments)
            .write_stdin(script)
            .output()
            .expect("it runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).expect("text")
    };
    let gtp = said(
        &["gtp", "--level", "1", "--seed", "1"],
        "1 name\n2 play b f5\n3 genmove w\n4 quit\n5 name\n",
    );
    assert!(
        gtp.starts_with("=1 Boyi\n\n=2\n\n=3 ") && gtp.ends_with("\n\n=4\n\n"),
        "{gtp}"
    );
    assert_eq!(
        said(
            &["gtp", "gomoku", "--rule", "renju", "--hash", "1"],
            "list_games"
        ),
        "= Gomoku\n\n"
    );
    assert_eq!(
        said(&["gomocup", "--hash", "1"], "START 3\nSTART 5"),
        "ERROR a board of size 3 is not between 5 and 20\nOK\n"
    );
    let uci = said(
        &["uci", "--level", "1", "--rule", "draw-only"],
        "uci\ngo\nquit\n",
    );
    assert!(
        uci.starts_with("id name Boyi ") && uci.contains("var draw-only default draw-only\n"),
        "{uci}"
    );
    assert!(uci.contains("\nbestmove "), "{uci}");
    let ucci = said(
        &["ucci", "--hash", "1", "--move-limit", "none"],
        "ucci\nposition fen x\nquit\nisready\n",
    );
    assert!(
        ucci.contains(
            "\noption drawmoves type spin min 0 max 32767 default 0\nucciok\ninfo message "
        ),
        "{ucci}"
    );
    assert!(ucci.ends_with("\nbye\n"), "{ucci}");
    assert_eq!(
        said(
            &["nboard", "--time", "10ms", "--threads", "2"],
            "nboard 2\nping 1\n"
        ),
        "set myname Boyi\npong 1\n"
    );
}

/// A game whose moves go from point to point is played by its own notation, and meets a program
/// that names moves so.
#[test]
fn gtp_serves_every_game() {
    let spec = "pvs,depth=2,hash=1";
    let script = "1 boardsize 9\n2 play b h2e2\n3 play w H9G7\n4 play b h2h3\n\
                  5 gogui-rules_side_to_move\n6 genmove b\n";
    let output = boyi(&["gtp", "xiangqi", "--searcher", spec])
        .write_stdin(script)
        .output()
        .expect("it runs");
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(
        answers[..5],
        ["=1", "=2", "=3", "?4 illegal move", "=5 red"]
    );
    let mv = answers[5].strip_prefix("=6 ").expect("a move");
    assert!(mv.len() == 4 && mv.is_ascii(), "{mv}");

    let program = assert_cmd::cargo::cargo_bin("boyi");
    let program = program.to_str().expect("a path");
    let outside = format!("cmd+gtp:{program} gtp xiangqi --searcher {spec}");
    let players = ["--a", "pvs,depth=1,hash=1", "--b"];
    let result = |b: &str| {
        let options = [
            "--games",
            "2",
            "--seed",
            "1",
            "--time",
            "60s",
            "--max-plies",
            "60",
        ];
        let args = [&["match", "xiangqi"][..], &players, &[b], &options].concat();
        objects(&args).pop().expect("a sum")
    };
    let [outside, inside] = [outside.as_str(), spec].map(result);
    for key in ["games", "wins", "draws", "losses", "crashes", "illegal"] {
        assert_eq!(outside[key], inside[key], "{key}: {outside}");
    }
}

#[test]
fn words_are_checked() {
    let too_high = (Level::MAX + 1).to_string();
    for words in [
        &["gtp", "--rule", "renju"][..],
        &["gtp", "gomoku", "--rule", "go"],
        &["gtp", "--level", &too_high],
        &["gtp", "--level", "3", "--threads", "2"],
        &["gtp", "--level", "3", "--searcher", "pvs"],
        &["gtp", "--searcher", "level=3", "--hash", "8"],
        &["gtp", "--searcher", "pvs,eval.nothing=1"],
        &["gomocup", "gomoku"],
        &["gomocup", "--level", "0"],
        &["nboard", "othello"],
        &["nboard", "--hash", "0"],
        &["uci", "xiangqi"],
        &["uci", "--rule", "renju"],
        &["ucci", "--move-limit", "0"],
        &["ucci", "--json"],
        &["gtp", "--json"],
        &["--json", "nboard"],
        &["gomocup", "--json"],
    ] {
        let output = boyi(words).output().expect("it runs");
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{words:?}"
        );
    }
}

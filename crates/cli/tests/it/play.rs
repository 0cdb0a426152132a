//! `boyi play`, driven as a script and as a program at the other end of a pipe drives it.

use assert_cmd::cargo::cargo_bin_cmd;
use engines::Level;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// What `boyi play` prints when `input` is typed and then ends.
fn play(args: &str, input: &str) -> String {
    let mut command = cargo_bin_cmd!("boyi");
    let out = command
        .arg("play")
        .args(args.split(' '))
        .write_stdin(input)
        .timeout(Duration::from_secs(60))
        .output();
    let out = out.expect("the program runs");
    assert!(
        out.status.success(),
        "{args}: {}\n{}",
        out.status,
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).expect("UTF-8")
}

/// The same as JSON objects.
fn play_json(args: &str, input: &str) -> Vec<Value> {
    let out = play(&format!("{args} --json"), input);
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line:?}: {error}")))
        .collect()
}

/// Asserts that `text` holds `parts` in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("no {part:?} where it should be, in\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

fn moves(end: &Value) -> Vec<&str> {
    let moves = end["moves"].as_array().expect("a list of moves");
    moves
        .iter()
        .map(|mv| mv.as_str().expect("a move"))
        .collect()
}

#[test]
fn a_person_opens_by_swap2_and_an_engine_answers() {
    let out = play(
        "gomoku --opening swap2 --level 1 --seed 1",
        "take black\nhint\nh8\nh9\nh10\n",
    );
    let parts = [
        "black: human, white: level=1",
        "you play for both sides: black next, 3 to go",
        "there is no such choice to make",
        "a hint comes once a side is chosen",
        "1. black (human) h8",
        "white next, 2 to go",
        "2. white (human) h9",
        "black next, 1 to go",
        "3. black (human) h10",
        "level=1 plays black",
    ];
    assert_in_order(&out, &parts);
}

#[test]
fn an_engine_opens_by_swap2_and_a_person_chooses() {
    let open = "gomoku --opening swap2 --first engine --level 1 --seed 1";
    let out = play(open, "h8\ntake red\ntake black\n");
    let parts = [
        "3. black (level=1) ",
        "choose a side: take black, take white, or take more to add moves",
        "a side is to be chosen before \"h8\" is played",
        "take black, white or more, not \"red\"",
        "human plays black",
        "black: human, white: level=1",
        "4. white (level=1) ",
    ];
    assert_in_order(&out, &parts);
    let out = play(&open.replace("swap2", "swap"), "take more\ntake white\n");
    assert_in_order(
        &out,
        &[
            "choose a side: take black or take white",
            "no such choice",
            "human plays white",
        ],
    );
    // Engines share the sides among themselves.
    let objects = play_json(
        "gomoku --opening swap2 --players level=1,level=2 --seed 1",
        "",
    );
    let end = objects.last().expect("the end");
    assert!(moves(end).len() > 5, "{end}");
}

#[test]
fn an_opening_must_be_one_of_the_games() {
    for (args, told) in [
        ("othello --opening swap2", "it has none"),
        ("gomoku --opening pie", "it has swap, swap2"),
    ] {
        let mut command = cargo_bin_cmd!("boyi");
        let out = command
            .arg("play")
            .args(args.split(' '))
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&out.stderr);
        assert!(
            !out.status.success() && error.contains(told),
            "{args}: {error}"
        );
    }
}

#[test]
fn a_person_plays_an_engine() {
    let out = play(
        "othello --level 2 --seed 1 --letters",
        "d3\na1\nfrog\nboard\nhelp\nmoves\neval\n",
    );
    let parts = [
        "black: human, white: level=2",
        "seed 1\n",
        "1. black (human) d3\n",
        "(X)",
        "2. white (level=2) ",
        "(O)",
        "a1",
        "nothing",
        "\"frog\" is neither a square",
        "(help lists the commands)",
        "  a b c d",
        "players human,level=3",
        "played  2 moves: d3",
        "legal ",
        "own moves",
        "end of input: the game is not over, and nothing was saved",
    ];
    assert_in_order(&out, &parts);
    assert!(
        !out.contains('\x1b') && !out.contains('\r') && !out.contains("black>"),
        "no tricks in a pipe\n{out}"
    );
    assert!(out.is_ascii(), "letters were asked for\n{out}");
}

#[test]
fn the_engine_may_begin() {
    let out = play("othello --first engine --level 1 --seed 1", "");
    assert_in_order(
        &out,
        &[
            "black: level=1, white: human",
            "1. black (level=1) ",
            "end of input",
        ],
    );
    // White is to move here, so the first player plays White.
    let position = [
        "play",
        "othello",
        "--first",
        "human",
        "--level",
        "1",
        "--position",
        "startpos moves d3",
    ];
    let out = cargo_bin_cmd!("boyi")
        .args(position)
        .write_stdin("c5\nquit\n")
        .output()
        .expect("the program runs");
    let out = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_in_order(
        &out,
        &[
            "black: level=1, white: human",
            "2. white (human) c5",
            "3. black (level=1) ",
        ],
    );
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let out = play(
        "othello --level 2 --seed 1",
        "undo\nd3\nundo\nredo\nredo\nback\nback\nback\nnext\ngo\nnext\n",
    );
    let parts = [
        "there is no move of yours to take back",
        "2. white (level=2) ",
        "back 2 plies: at the beginning, black to move",
        "on 2 plies: after 2. ",
        "there is no move to play again",
        "back 1 ply: after 1. d3, white to move",
        "the engine waits: go lets it move",
        "back 1 ply: at the beginning, black to move",
        "this is the beginning of the record",
        "on 1 ply: after 1. d3, white to move",
        "2. white (level=2) ",
        "this is the end of the record",
    ];
    assert_in_order(&out, &parts);
}

#[test]
fn an_engine_that_began_is_not_taken_back_alone() {
    let out = play_json("othello --first engine --level 1 --seed 1", "undo\n");
    assert_eq!(out[1]["error"], "there is no move of yours to take back");
    assert_eq!(moves(&out[2]).len(), 1);
}

#[test]
fn a_hint_is_a_legal_move_and_no_more() {
    let out = play_json(
        "othello --no-book --players human,human --depth 3",
        "hint\nd3\nhint\n",
    );
    let [first, ply, second, end] = &out[..] else {
        panic!("{out:?}")
    };
    for (hint, legal) in [
        (first, ["d3", "c4", "f5", "e6"].as_slice()),
        (second, &["c3", "c5", "e3"]),
    ] {
        assert!(
            legal.contains(&hint["hint"].as_str().expect("a move")),
            "{hint}"
        );
        assert_eq!((&hint["depth"], &hint["pv"][0]), (&3.into(), &hint["hint"]));
        assert!(hint["score"].is_i64() && hint["nodes"].is_u64());
    }
    assert_eq!((&ply["move"], &ply["score"]), (&"d3".into(), &Value::Null));
    assert_eq!((moves(end), &end["outcome"]), (vec!["d3"], &Value::Null));
}

#[test]
fn a_game_can_be_given_up_and_begun_again() {
    let out = play(
        "othello --level 1 --seed 1",
        "d3\nrestart\nc4\nswap\nresign\nd3\n",
    );
    let parts = [
        "1. black (human) d3",
        "2. white (level=1) ",
        "1. black (human) c4",
        "2. white (level=1) ",
        "black: level=1, white: human",
        "1. black (level=1) ",
        "black wins: resignation",
        "the game is over (resignation)",
    ];
    assert_in_order(&out, &parts);
    let refused = play("othello --players level=1,level=1 --seed 1", "resign\n");
    assert!(
        !refused.contains("resignation"),
        "nobody was there to resign\n{refused}"
    );
}

#[test]
fn players_and_levels_change_in_the_middle() {
    let (max, too_high) = (Level::MAX, Level::MAX + 1);
    let input = format!(
        "d3\nplayers human,human\nc3\nlevel 3\nc4\nplayers pvs,depth=2,human\nplayers robot,human\nlevel {too_high}\nlevel 2,eval.luck=1\n"
    );
    let out = play("othello --players human,human --seed 1", &input);
    let refused = format!("level \"{too_high}\" is not a number from 1 to {max}");
    let parts = [
        "black: human, white: human",
        "1. black (human) d3",
        "2. white (human) c3",
        "3. black (human) c4",
        "black: pvs,depth=2, white: human",
        "there is no searcher \"robot\"",
        &refused,
        "level=2,eval.luck=1: eval.luck: othello's evaluator has no such weight",
        "end of input",
    ];
    assert_in_order(&out, &parts);
    let out = play(
        "othello --players human,human --seed 1",
        "d3\nplayers human,level=1\nlevel 2\n",
    );
    assert_in_order(
        &out,
        &[
            "1. black (human) d3",
            "white: level=1",
            "2. white (level=1) ",
            "white: level=2",
        ],
    );
}

#[test]
fn words_that_miss_something_are_explained() {
    let out = play_json(
        "othello",
        "save\nundo 2\nlevel\nstop\nload /no/such/file\nsave /no/such/folder/x\n",
    );
    let expected = [
        "save what?",
        "undo stands alone",
        "level what?",
        "nothing is thinking",
        "/no/such/file",
        "/no/such/folder",
    ];
    for (object, expected) in out.iter().zip(expected) {
        assert!(
            object["error"]
                .as_str()
                .is_some_and(|error| error.contains(expected)),
            "{object} and {expected:?}"
        );
    }
    assert_eq!(out.len(), expected.len() + 1);
}

#[test]
fn engines_play_to_the_end() {
    for game in &engines::GAMES {
        let args = format!("{} --players level=1,level=1 --seed 7", game.name());
        let out = play_json(&args, "");
        let (end, plies) = out.split_last().expect("an end");
        let mut session = game.session(&Vec::new()).expect("the default rules");
        for (ply, object) in (1..).zip(plies) {
            assert_eq!(
                (&object["ply"], &object["player"]),
                (&ply.into(), &session.state().player().into()),
                "{object}"
            );
            session
                .play(object["move"].as_str().expect("a move"))
                .unwrap_or_else(|error| panic!("{object}: {error}"));
            assert!(
                object["time_s"].is_f64() && object["depth"].is_u64() && object["nodes"].is_u64(),
                "{object}"
            );
            assert_eq!(
                object["score"].is_null(),
                object["depth"] == 0,
                "what was not searched has no score: {object}"
            );
        }
        assert_eq!(moves(end), session.line().moves);
        let state = session.state();
        let ending = state.ending.unwrap_or_else(|| {
            panic!("{}: not over after {:?}", game.name(), session.line().moves)
        });
        let winner = ending.winner_name(state.players);
        assert_eq!(end["outcome"]["winner"], serde_json::json!(winner));
        assert_eq!(
            (&end["outcome"]["reason"], &end["seed"]),
            (&ending.reason.into(), &7.into())
        );
        assert_eq!(
            moves(play_json(&args, "").last().expect("an end")),
            moves(end),
            "a seed repeats the game"
        );
    }
}

#[test]
fn a_seed_is_named_where_chance_plays() {
    assert!(play("othello --players level=1,human", "").contains("\nseed "));
    assert!(!play("othello --players pvs,depth=1,human", "").contains("\nseed "));
    // Level 14 thinks before every move, and chooses among those of its book.
    assert!(play("othello --players human,level=14", "").contains("\nseed "));
    assert!(!play("othello --no-book --players human,level=14", "").contains("\nseed "));
    assert!(
        !play("othello --depth 2", "").contains("\nseed "),
        "limits alone are full strength"
    );
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in &engines::GAMES {
        let path = folder.path().join(format!("{} game.txt", game.name()));
        let file = path.display();
        let mut session = game.session(&Vec::new()).expect("the default rules");
        let mut script = String::new();
        for _ in 0..4 {
            let mv = session.legal_moves().swap_remove(0);
            session.play(&mv).expect("a legal move");
            script += &format!("{mv}\n");
        }
        let first = play_json(
            &format!("{} --players human,human", game.name()),
            &format!("{script}save {file}\n"),
        );
        let saved = moves(first.last().expect("an end")).join(" ");
        assert_eq!(saved, session.line().moves.join(" "));
        let mut read = game.session(&Vec::new()).expect("the default rules");
        read.load(&std::fs::read_to_string(&path).expect("it was written"))
            .expect("the game's own format");
        assert_eq!(read.line(), session.line());

        let other = play_json(
            &format!("{} --players human,human", game.name()),
            &format!("load {file}\nback\n"),
        );
        assert_eq!(
            moves(other.last().expect("an end")),
            session.line().moves[..3]
        );

        // Stepping begins at the beginning; a move of one's own branches off.
        let mut command = cargo_bin_cmd!("boyi");
        command
            .args([
                "play",
                game.name(),
                "--level",
                "1",
                "--seed",
                "1",
                "--record",
            ])
            .arg(&path);
        let out = command
            .write_stdin("next\nnext\ngo\nnext\nback\nback\nback\nback\n")
            .output()
            .expect("the program runs");
        assert!(out.status.success());
        let out = String::from_utf8(out.stdout).expect("UTF-8");
        let one = &session.line().moves[0];
        let two = &session.line().moves[1];
        let parts = [
            &format!("on 1 ply: after 1. {one}"),
            &format!("on 1 ply: after 2. {two}"),
            "3. ",
            "(level=1)",
            "this is the end of the record",
            &format!("back 1 ply: after 2. {two}"),
            "back 1 ply: at the beginning",
            "this is the beginning of the record",
            "nothing was saved",
        ];
        assert_in_order(&out, &parts);
    }
}

#[test]
fn rules_explain_themselves() {
    // Black threatens a double three on h8.
    let moves = "h7\na1\nh9\na15\ng8\no1\ni8\no15\nh8\nresign\n";
    let out = play_json("gomoku --rule renju --players human,human", moves);
    let error = out
        .iter()
        .find_map(|object| object["error"].as_str())
        .expect("h8 is forbidden");
    assert!(
        error.contains("h8") && error.contains("forbidden"),
        "{error}"
    );
    assert_eq!(out.last().expect("an end")["outcome"]["winner"], "white");

    let five = "h8\na1\ni8\na2\nj8\na3\nk8\na4\nl8\nm8\n";
    let out = play("gomoku --players human,human", five);
    assert_in_order(
        &out,
        &[
            "black wins: five in a row",
            "the game is over (five in a row)",
        ],
    );
}

#[test]
fn a_record_brings_its_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.psq");
    let script = format!(
        "s19\na1\ns18\nc1\ns17\ne1\ns16\ng1\nsave {}\n",
        path.display()
    );
    play("gomoku --size 19 --players human,human", &script);
    let script = format!("load {}\nhint\ngo\n", path.display());
    let out = play_json("gomoku --players human,human --level 7", &script);
    let [hint, ply, end] = &out[..] else {
        panic!("{out:?}")
    };
    for mv in [&hint["hint"], &ply["move"]] {
        assert!(
            mv.as_str().is_some_and(|mv| mv == "s15"),
            "the engine sees the edge: {mv}"
        );
    }
    assert_eq!(moves(end).len(), 9);
    let mut command = cargo_bin_cmd!("boyi");
    command
        .args(["analyze", "gomoku", "--depth", "2", "--json", "--record"])
        .arg(&path);
    assert!(command.output().expect("the program runs").status.success());
}

#[test]
fn a_game_that_is_over_is_only_announced() {
    // No discs but Black's.
    let position = format!("{}XX{} O", "-".repeat(30), "-".repeat(32));
    let mut command = cargo_bin_cmd!("boyi");
    let out = command
        .args(["play", "othello", "--position", &position])
        .output()
        .expect("the program runs");
    assert!(out.status.success());
    let out = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        out.ends_with("black wins: one side is wiped out\n"),
        "{out}"
    );
}

#[test]
fn wrong_words_end_it_at_once() {
    let too_high = (Level::MAX + 1).to_string();
    for (args, status, expected) in [
        ("chess", 2, "chess"),
        ("othello --players human", 2, "two players"),
        ("othello --players robot,human", 2, "robot"),
        (&format!("othello --level {too_high}"), 2, &too_high),
        ("othello --position nonsense", 2, "--position"),
        ("othello --rule renju", 2, "rule"),
        ("othello --record /no/such/file", 1, "/no/such/file"),
        ("othello --first human --players human,human", 2, "--first"),
    ] {
        let out = cargo_bin_cmd!("boyi")
            .arg("play")
            .args(args.split(' '))
            .output()
            .expect("the program runs");
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(status), "{args}: {error}");
        assert!(error.contains(expected), "{args}: {error}");
    }
    let mut command = cargo_bin_cmd!("boyi");
    let out = command
        .args(["play", "othello", "--position", "nonsense", "--json"])
        .output()
        .expect("the program runs");
    let object: Value = serde_json::from_slice(&out.stdout).expect("one object");
    assert!(
        object["error"]
            .as_str()
            .is_some_and(|error| error.contains("--position")),
        "{object}"
    );
}

/// The program with its input held open, as another program holds it.
struct Sitting {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Sitting {
    fn new(args: &str) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("boyi"));
        command
            .arg("play")
            .args(args.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("still open");
        writeln!(input, "{line}")
            .and_then(|()| input.flush())
            .expect("it listens");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("UTF-8");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Waits for its end, which must come by itself.
    fn leave(mut self) {
        assert!(self.child.wait().expect("it was started").success());
    }
}

#[test]
fn stop_makes_the_engine_move_now() {
    let began = Instant::now();
    let mut sitting = Sitting::new("othello --no-book --first engine --time 10m --json");
    sitting.say("STOP");
    assert_eq!(sitting.hear()["ply"], 1);
    sitting.say("quit");
    assert_eq!(moves(&sitting.hear()).len(), 1);
    sitting.leave();
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn quit_leaves_no_thought_behind() {
    let began = Instant::now();
    for (args, plies) in [
        ("othello --book off --time 10m --first engine --json", 1),
        ("othello --no-book --time 10m --players pvs,pvs --json", 0),
    ] {
        let mut sitting = Sitting::new(args);
        sitting.say("quit");
        for _ in 0..plies {
            assert_eq!(
                sitting.hear()["ply"],
                1,
                "a script's last move is still made"
            );
        }
        assert_eq!(moves(&sitting.hear()).len(), plies);
        sitting.leave();
    }
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn engines_alone_can_be_spoken_to() {
    let mut sitting = Sitting::new("othello --no-book --players pvs,pvs --time 10m --json");
    sitting.say("d3");
    assert_eq!(
        sitting.hear()["error"],
        "the engine is thinking: stop makes it move now"
    );
    sitting.say("moves");
    assert_eq!(sitting.hear()["played"], serde_json::json!([]));
    sitting.say("resign");
    assert!(sitting.hear()["error"].is_string());
    sitting.say("stop");
    assert_eq!(sitting.hear()["ply"], 1);
    sitting.say("back");
    sitting.say("players human,human");
    sitting.say("c4");
    assert_eq!(sitting.hear()["move"], "c4");
    sitting.input = None;
    assert_eq!(moves(&sitting.hear()), ["c4"]);
    sitting.leave();
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_thought_and_then_the_sitting() {
    let interrupt = |sitting: &Sitting| {
        let kill = Command::new("kill")
            .args(["-INT", &sitting.child.id().to_string()])
            .status();
        assert!(kill.expect("kill runs").success());
    };
    let mut sitting = Sitting::new("othello --players human,pvs,book=off --time 10m --json");
    sitting.say("d3");
    assert_eq!(sitting.hear()["ply"], 1);
    interrupt(&sitting);
    assert_eq!(sitting.hear()["ply"], 2);
    interrupt(&sitting);
    assert_eq!(moves(&sitting.hear()).len(), 2);
    sitting.leave();
}

#[test]
fn a_finished_game_can_still_be_saved_and_undone_by_a_script() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("won.psq");
    let input = format!("e1\nsave {}\nundo\nf6\nquit\n", path.display());
    let mut command = cargo_bin_cmd!("boyi");
    let args = [
        "play",
        "gomoku",
        "--players",
        "human,human",
        "--json",
        "--position",
        "X:a1b1c1d1 O:a2b2c2d2",
    ];
    let out = command
        .args(args)
        .write_stdin(input)
        .timeout(Duration::from_secs(60))
        .output()
        .expect("it runs");
    assert!(out.status.success() && path.exists());
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    let end: Value =
        serde_json::from_str(text.lines().last().expect("a last line")).expect("an object");
    assert_eq!(
        (moves(&end), &end["outcome"]),
        (vec!["f6"], &Value::Null),
        "{text}"
    );
}

/// A player of gomoku that fills row `$1` from the left, whatever happens, and its path.
#[cfg(unix)]
fn row_filler(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("row.sh");
    let script = "n=0\nwhile read word rest; do case $word in\n\
                  START|RESTART) echo OK;;\nBEGIN|TURN|DONE) echo $n,$1; n=$((n+1));;\nEND) exit;;\nesac; done\n";
    std::fs::write(&path, script).expect("written");
    format!("cmd:sh {}", path.to_str().expect("a path"))
}

#[test]
#[cfg(unix)]
fn programs_sit_at_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = row_filler(&folder);
    let one = format!("{program} 0");
    let other = format!("{program} 14");
    let play = |players: &str, input: &str| {
        let mut command = cargo_bin_cmd!("boyi");
        let out = command
            .args(["play", "gomoku", "--json", "--players", players])
            .write_stdin(input)
            .output()
            .expect("it runs");
        (
            out.status.code(),
            String::from_utf8(out.stdout).expect("UTF-8"),
        )
    };
    let (status, out) = play(&format!("{one},{other}"), "");
    let end: Value = serde_json::from_str(out.lines().last().expect("lines")).expect("JSON");
    assert_eq!(
        (status, moves(&end)),
        (
            Some(0),
            "a1 a15 b1 b15 c1 c15 d1 d15 e1".split(' ').collect()
        )
    );
    // Against a person, who takes a move back: the program receives the board as it is.
    let (status, out) = play(&format!("human,{other}"), "h8\nh9\nundo\ni9\nquit\n");
    let end: Value = serde_json::from_str(out.lines().last().expect("lines")).expect("JSON");
    assert_eq!(
        (status, moves(&end)),
        (Some(0), "h8 a15 i9 c15".split(' ').collect())
    );
    // One that breaks down ends the sitting and says why.
    let (status, out) = play("human,cmd:false", "h8\n");
    assert!(
        status == Some(1) && out.contains("cmd:false") && out.contains("it ended (exit status: 1)"),
        "{out}"
    );
}

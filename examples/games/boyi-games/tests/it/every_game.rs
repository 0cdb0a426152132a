//! Every game from outside by every door of the command, by one table.

use crate::common::{command, objects, printed, refused, said};
use rmcp::{ServiceExt, model::CallToolRequestParams};
use serde_json::{Value, json};
use std::fs;

/// A game, and what its doors say.
struct Case {
    name: &'static str,
    /// Settings of a small game, where the whole one would take long.
    rules: &'static [&'static str],
    /// The moves that a game begins with.
    moves: &'static [&'static str],
    /// How GTP writes the same moves.
    gtp: &'static [&'static str],
    /// Sequences of moves of this depth from the initial position.
    perft: (&'static str, u64),
    /// The depth to which all searchers agree.
    depth: &'static str,
    /// How a game may end.
    reasons: &'static [&'static str],
    /// A position, and who is to move there.
    position: (&'static str, &'static str),
    /// One that is decided soon, and in how many plies for the player to move.
    mate: (&'static str, i64),
    /// A weight of the evaluator.
    weight: Option<&'static str>,
    /// The extension of its records.
    format: &'static str,
}

const CASES: [Case; 6] = [
    Case {
        name: "animal-shogi",
        rules: &[],
        moves: &["b2b3", "b4b3", "a1b2"],
        gtp: &["b2b3", "b4b3", "a1b2"],
        perft: ("5", 8_122),
        depth: "4",
        reasons: &[
            "the lion is taken",
            "the lion is safe on the last row",
            "no legal move",
            "threefold repetition",
        ],
        position: ("1l1/1c1/3/1L1[C] w", "forest"),
        mate: ("3/L2/2l/3[] w", 1),
        weight: Some("freedom"),
        format: "txt",
    },
    Case {
        name: "breakthrough",
        rules: &[],
        moves: &["b2b3", "g7g6", "b3b4"],
        gtp: &["b2b3", "g7g6", "b3b4"],
        perft: ("3", 11_132),
        depth: "3",
        reasons: &["the last row is reached", "no pieces left"],
        position: ("8/8/3P4/8/8/5p2/8/8 w", "white"),
        mate: ("8/8/3P4/8/8/5p2/8/8 w", 3),
        weight: Some("guarded"),
        format: "txt",
    },
    Case {
        name: "connect-four",
        rules: &[],
        moves: &["d", "d", "c"],
        gtp: &["D1", "D2", "C1"],
        perft: ("4", 2_401),
        depth: "4",
        reasons: &["four in a row", "the board is full"],
        position: ("///xo/// x", "red"),
        mate: ("startpos moves d d c c", 3),
        weight: None,
        format: "txt",
    },
    Case {
        name: "dots-and-boxes",
        rules: &["--rows", "3", "--columns", "3"],
        moves: &["b1", "d3", "c6"],
        gtp: &["b1", "d3", "c6"],
        perft: ("3", 24 * 23 * 22),
        depth: "3",
        reasons: &["more boxes"],
        position: (".x./x.o/... o", "blue"),
        mate: (".x./x.o/... o", 1),
        weight: Some("parity"),
        format: "txt",
    },
    Case {
        name: "draughts",
        rules: &[],
        moves: &["11-15", "23-19", "8-11"],
        gtp: &["11-15", "23-19", "8-11"],
        perft: ("5", 7_361),
        depth: "5",
        reasons: &[
            "no legal move",
            "no pieces left",
            "threefold repetition",
            "move limit",
        ],
        position: ("W:WK32:BK1", "white"),
        mate: ("W:W15:BK11", 1),
        weight: Some("back_row"),
        format: "pdn",
    },
    Case {
        name: "hex",
        rules: &["--size", "7"],
        moves: &["b2", "swap-pieces", "d4"],
        gtp: &["b2", "swap-pieces", "d4"],
        perft: ("2", 2_401),
        depth: "2",
        reasons: &["top and bottom are joined", "left and right are joined"],
        position: ("3/1x1/3 o", "blue"),
        mate: ("1o1/1x1/3 x", 3),
        weight: Some("ways"),
        format: "txt",
    },
];

impl Case {
    /// `boyi-games COMMAND NAME` with the rules of a small game, and `more`.
    fn args<'a>(&self, command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&[command, self.name], self.rules, more].concat()
    }

    /// The sum of so many games between two searchers.
    fn played(&self, games: &str, a: &str, b: &str) -> Value {
        let terms = ["--seed", "1", "--time", "60s", "--concurrency", "1"];
        let players = ["--a", a, "--b", b, "--games", games];
        let sums = objects(&self.args("match", &[&players[..], &terms].concat()));
        sums.last().expect("a sum").clone()
    }

    fn line(&self) -> String {
        format!("startpos moves {}", self.moves.join(" "))
    }
}

#[test]
fn it_is_shown_and_counted() {
    for case in CASES {
        let (text, turn) = case.position;
        let shown = objects(&["show", case.name, "--position", text]);
        assert_eq!(shown[0]["turn"], turn, "{}", case.name);
        assert!(
            shown[0]["outcome"].is_null()
                && !shown[0]["legal"].as_array().expect("moves").is_empty()
        );
        let (depth, count) = case.perft;
        let counted = objects(&case.args("perft", &["--depth", depth]));
        assert_eq!(counted[0]["nodes"], count, "{}", case.name);
        assert!(
            printed(&case.args("show", &["--position", &case.line()]))
                .lines()
                .count()
                > 5
        );
        for bad in ["nothing", "startpos moves nothing", ""] {
            let (status, errors) = refused(&["show", case.name, "--position", bad]);
            assert_eq!(status, Some(2), "{}: {bad:?}: {errors}", case.name);
        }
    }
}

#[test]
fn it_is_played_to_the_end() {
    for case in CASES {
        let players = ["--players", "level=3,level=1", "--seed", "1"];
        let text = printed(&case.args("play", &players));
        let ended = case.reasons.iter().any(|reason| text.contains(reason));
        assert!(ended, "{}: {text}", case.name);
    }
}

#[test]
fn searchers_agree_with_minimax() {
    for case in CASES {
        let args = ["--position", &case.line(), "--depth", case.depth];
        let rows = objects(&case.args("compare", &args));
        let scores: Vec<_> = rows
            .iter()
            .filter_map(|row| row["score"].as_i64())
            .collect();
        assert!(scores.len() >= 5, "{}: {rows:?}", case.name);
        assert!(
            scores.iter().all(|&score| score == scores[0]),
            "{}: {rows:?}",
            case.name
        );
        assert!(
            rows.iter()
                .any(|row| row["searcher"] == "minimax" && row["score"].is_i64())
        );
    }
}

#[test]
fn a_win_is_found() {
    for case in CASES {
        let (text, plies) = case.mate;
        let args = ["analyze", case.name, "--position", text, "--depth", "5"];
        let last = objects(&args).pop().expect("an iteration");
        assert_eq!(last["mate"], (plies + 1) / 2, "{}: {last}", case.name);
        let terms = printed(&["eval", case.name, "--position", text]);
        assert!(
            case.weight.is_none_or(|weight| terms.contains(weight)),
            "{terms}"
        );
    }
}

#[test]
fn it_is_tuned() {
    for case in CASES {
        let Some(weight) = case.weight else { continue };
        let budget = [
            "--rounds", "1", "--games", "2", "--depth", "1", "--seed", "1",
        ];
        let tuned = printed(&case.args("tune", &[&["--weights", weight][..], &budget].concat()));
        assert!(tuned.contains(weight), "{}: {tuned}", case.name);
    }
}

#[test]
fn a_game_without_a_learner_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in CASES.iter().filter(|case| case.name != "connect-four") {
        let path = folder.path().join(case.name);
        let path = path.to_str().expect("a path");
        for (command, option) in [
            ("selfplay", "--out"),
            ("learn", "--state"),
            ("train", "--data"),
        ] {
            let (status, errors) = refused(&[command, case.name, option, path]);
            assert_eq!(status, Some(2), "{command} {}: {errors}", case.name);
            let learners = "possible values: gomoku, othello, xiangqi, connect-four";
            assert!(errors.contains(learners), "{errors}");
        }
        assert!(!fs::exists(path).expect("a folder"), "{path}");
    }
}

#[test]
fn more_depth_wins_matches() {
    for case in CASES {
        let sum = case.played("8", "pvs,depth=4,hash=1", "pvs,depth=1,hash=1");
        assert_eq!(sum["games"], 8, "{}: {sum}", case.name);
        let count = |name: &str| sum[name].as_u64().unwrap_or_default();
        assert!(count("wins") > count("losses"), "{}: {sum}", case.name);
        assert_eq!(
            count("crashes") + count("illegal"),
            0,
            "{}: {sum}",
            case.name
        );
    }
}

#[test]
fn gtp_plays_it_by_its_notation() {
    for case in CASES {
        let mut input = String::from("list_games\nknown_command genmove\n");
        for (ply, mv) in case.gtp.iter().enumerate() {
            input += &format!("play {} {mv}\n", ["b", "w"][ply % 2]);
        }
        input += "gogui-rules_legal_moves\ngenmove w\nundo\nundo\nplay w nothing\nshowboard\n";
        let answers = said(
            &case.args("gtp", &["--searcher", "pvs,depth=2,hash=1"]),
            &input,
        );
        let answers: Vec<&str> = answers.split("\n\n").collect();
        assert_eq!(
            answers[1..5],
            ["= true", "=", "=", "="],
            "{}: {answers:?}",
            case.name
        );
        let legal: Vec<_> = answers[5].trim_start_matches("= ").split(' ').collect();
        let chosen = answers[6].trim_start_matches("= ");
        assert!(legal.contains(&chosen), "{}: {answers:?}", case.name);
        assert_eq!(answers[7..9], ["=", "="], "{}", case.name);
        assert!(answers[9].starts_with('?'), "{}: {answers:?}", case.name);
        assert!(
            answers[10].lines().count() > 5,
            "{}: {answers:?}",
            case.name
        );
    }
}

/// The program plays the very moves of the engine: the games are those of a match within.
#[test]
fn a_program_meets_it() {
    let program = assert_cmd::cargo::cargo_bin("boyi-games");
    let program = program.to_str().expect("a path");
    let spec = "pvs,depth=2,hash=1";
    for case in CASES {
        let rules = case.rules.join(" ");
        let outside = ["gtp", "ugi"].map(|protocol| {
            format!(
                "cmd:{program} {protocol} {} {rules} --searcher {spec}",
                case.name
            )
        });
        let against = |opponent: &str| case.played("2", "pvs,depth=1,hash=1", opponent);
        let inside = against(spec);
        for outside in outside.iter().map(|outside| against(outside)) {
            for key in ["games", "wins", "draws", "losses", "crashes", "illegal"] {
                assert_eq!(outside[key], inside[key], "{}: {key}: {outside}", case.name);
            }
        }
    }
}

/// A match runner that knows no rules is told them.
#[test]
fn ugi_says_whose_turn_it_is_and_who_has_won() {
    for case in CASES {
        let (mate, plies) = case.mate;
        let position = match mate.strip_prefix("startpos") {
            Some(moves) => format!("position startpos{moves}"),
            None => format!("position fen {mate}"),
        };
        let depth = plies + 1;
        let input = format!(
            "position startpos moves {}\nquery p1turn\n{position}\nquery gameover\ngo depth {depth}\n",
            case.moves.join(" ")
        );
        let args = case.args("ugi", &["--searcher", "pvs,hash=1"]);
        let answers = said(&args, &input);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines[..2], ["response false"; 2], "{}", case.name);
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
        assert!(
            best.is_some_and(|mv| mv != "(none)"),
            "{}: {answers}",
            case.name
        );
        let mate = format!("score mate {} ", (plies + 1) / 2);
        assert!(answers.contains(&mate), "{}: {answers}", case.name);
    }
}

#[test]
fn records_are_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in CASES {
        let [from, to] = ["in.txt", "out"].map(|name| folder.path().join(name));
        let to = to.with_extension(case.format);
        let line = match case.format {
            "pdn" => "1. 11-15 23-19 2. 8-11 *".to_owned(),
            _ => case.line() + "\n" + &case.line(),
        };
        fs::write(&from, line).expect("written");
        let [from, to] = [&from, &to].map(|path| path.to_str().expect("a path"));
        command(&case.args("convert", &[from, to]))
            .assert()
            .success();
        let written = fs::read_to_string(to).expect("a file");
        for mv in case.moves {
            assert!(written.contains(mv), "{}: {written}", case.name);
        }
        let again = to.to_owned() + "." + case.format;
        command(&case.args("convert", &[to, &again]))
            .assert()
            .success();
        assert_eq!(
            fs::read_to_string(&again).expect("a file"),
            written,
            "{}",
            case.name
        );
    }
}

#[tokio::test]
async fn the_server_has_it() {
    let config = web::Config {
        games: boyi_games::games(),
        ..web::Config::default()
    };
    let server = web::Server::new(config).expect("a server");
    for case in CASES {
        let mut page = server.visit();
        page.recv().await.expect("a greeting");
        let open = json!({ "id": 1, "do": "open", "game": case.name });
        page.send(&open.to_string()).await;
        let play = json!({ "id": 2, "do": "play", "move": case.moves[0], "ply": 0 });
        page.send(&play.to_string()).await;
        loop {
            let message = page.recv().await.expect("the engine's reply");
            let message: Value = serde_json::from_str(&message).expect("an object");
            assert!(message["error"].is_null(), "{message}");
            if message["event"] == "game" && message["ply"] == 2 {
                assert_eq!(message["moves"][0], case.moves[0]);
                break;
            }
        }
    }
    server.close().await;
}

#[tokio::test]
async fn a_language_model_plays_it() {
    let config = mcp::Config {
        games: boyi_games::games(),
        ..mcp::Config::default()
    };
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let server = tokio::spawn(mcp::Server::new(config).serve(input, output));
    let client = ().serve(ours).await.expect("a server");
    let call = async |tool: &'static str, arguments: Value| {
        let call = CallToolRequestParams::new(tool)
            .with_arguments(arguments.as_object().expect("arguments").clone());
        let result = client.call_tool(call).await.expect("a result");
        assert_eq!(
            result.is_error,
            Some(false),
            "{tool} {arguments}: {result:?}"
        );
        result
    };
    let answer = async |tool, arguments| {
        let result = call(tool, arguments).await;
        result.structured_content.expect("an answer")
    };
    for case in CASES {
        let name = case.name;
        let settings: serde_json::Map<String, Value> = case
            .rules
            .chunks(2)
            .map(|pair| (pair[0].trim_start_matches("--").to_owned(), pair[1].into()))
            .collect();
        let opponent = json!({ "level": 1 });
        let opening = json!({ "game": name, "settings": settings, "opponent": opponent });
        let opened = answer("new_game", opening).await;
        let id = json!({ "game_id": opened["state"]["game_id"] });
        let play = json!({ "game_id": id["game_id"], "move": case.moves[0] });
        let played = answer("play", play).await;
        assert_eq!(played["moves"][0]["move"], case.moves[0], "{name}");
        assert!(played["state"]["ply"].as_u64() > Some(0), "{played}");
        let show = json!({ "game_id": id["game_id"], "format": "svg" });
        let picture = call("show", show).await;
        let picture = picture.content[0].as_resource().expect("a picture");
        assert!(picture.get_text().starts_with("<svg "), "{name}");
        let explained = answer("explain", id.clone()).await;
        assert!(explained["before"].is_object(), "{explained}");
        answer("close_game", id).await;

        let (line, plies) = case.mate;
        let won = json!({ "game": name, "settings": settings, "line": line });
        let opened = answer("new_game", won).await;
        let asked = json!({ "game_id": opened["state"]["game_id"] });
        let found = answer("analyze", asked).await;
        let score = &found["lines"][0]["score"];
        assert!(
            score["proved"] == true && score["plies_to_end"] == plies,
            "{name}: {found}"
        );
    }
    client.cancel().await.expect("it ends");
    server.await.expect("no panic").expect("no error");
}

//! `boyi book`, and the book that `boyi play` uses.

use crate::common::{boyi, objects, parsed, printed};
use serde_json::Value;
use std::fs;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello");

/// What `boyi play othello` prints as JSON when `input` is typed.
fn play(args: &[&str], input: &str) -> Vec<Value> {
    let args = [&["play", "othello", "--json"], args].concat();
    let output = boyi(&args).write_stdin(input).output().expect("it runs");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    parsed(&String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn the_games_own_book_can_be_looked_into() {
    let told = objects(&["book", "othello", "--lines", "5"]);
    let (whole, lines) = told.split_first().expect("a summary");
    assert!(
        whole["positions"].as_u64() >= Some(1_000)
            && whole["moves"].as_u64() > whole["positions"].as_u64(),
        "{whole}"
    );
    let depths = whole["depths"].as_object().expect("depths");
    assert_eq!(
        depths.values().filter_map(Value::as_u64).sum::<u64>(),
        whole["positions"].as_u64().expect("a number")
    );
    assert!(
        depths
            .keys()
            .all(|depth| depth.parse::<u32>().is_ok_and(|depth| depth >= 8)),
        "{depths:?}"
    );
    assert_eq!(lines.len(), 5);
    assert!(
        lines
            .iter()
            .all(|line| line["line"].as_array().is_some_and(|line| line.len() >= 6)),
        "{lines:?}"
    );

    let page = objects(&["book", "othello", "--position", "startpos moves f5"]);
    assert!(
        page.len() >= 2 && page[0]["score"].as_i64() >= page[1]["score"].as_i64(),
        "{page:?}"
    );
    for entry in &page {
        assert!(
            ["d6", "f6", "f4"].contains(&entry["move"].as_str().expect("a move")),
            "{entry}"
        );
        assert!(
            entry["discs"].is_f64()
                && entry["depth"].as_u64() >= Some(8)
                && entry["line"][0] == entry["move"],
            "{entry}"
        );
        let count = |name: &str| entry[name].as_u64().expect("a number");
        assert_eq!(
            count("games"),
            ["wins", "draws", "losses", "open"]
                .map(count)
                .iter()
                .sum::<u64>(),
            "{entry}"
        );
    }
    // The same page, whichever first move it was.
    let turned = objects(&["book", "othello", "--position", "startpos moves c4"]);
    let known = |page: &[Value]| {
        page.iter()
            .map(|entry| (entry["score"].clone(), entry["games"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(known(&turned), known(&page));

    let text = printed(&["book", "othello"]);
    assert!(
        text.contains("positions of othello") && text.contains(" | ") && text.contains('#'),
        "{text}"
    );
    let text = printed(&["book", "othello", "--position", "startpos"]);
    assert!(text.contains("discs") && text.contains('%'), "{text}");
    let out_of_book = format!("-OX{} X", "-".repeat(61));
    assert!(printed(&["book", "othello", "--position", &out_of_book]).contains("not in the book"));
    let told = objects(&["book", "othello", "--position", &out_of_book]);
    assert_eq!(
        (told.len(), &told[0]["position"], &told[0]["in_book"]),
        (1, &out_of_book.as_str().into(), &false.into())
    );
}

#[test]
fn gomoku_has_a_book_too() {
    let whole = objects(&["book", "gomoku"]).remove(0);
    assert!(whole["positions"].as_u64() >= Some(1_000), "{whole}");
    let first = objects(&["book", "gomoku", "--position", "startpos"]);
    assert_eq!(
        (&first[0]["move"], first[0]["depth"].as_u64() >= Some(8)),
        (&"h8".into(), true),
        "{first:?}"
    );
    assert!(first[0]["open twos"].is_f64());
    let replies = |line: &str| {
        let page = objects(&["book", "gomoku", "--position", line]);
        page.iter()
            .map(|entry| (entry["score"].clone(), entry["depth"].clone()))
            .collect::<Vec<_>>()
    };
    // Of a first stone beside the centre, whichever of the eight it is.
    let beside = replies("startpos moves h8 i9");
    assert!(
        !beside.is_empty()
            && beside == replies("startpos moves h8 g7")
            && beside == replies("startpos moves h8 g9")
    );

    // It is what `play` plays by, under the rules that it is of.
    let reply = |args: &[&str]| {
        let args = [
            &[
                "play",
                "gomoku",
                "--json",
                "--players",
                "human,pvs,depth=1",
                "--seed",
                "1",
            ],
            args,
        ]
        .concat();
        let output = boyi(&args).write_stdin("h8\n").output().expect("it runs");
        assert!(output.status.success(), "{args:?}");
        parsed(&String::from_utf8(output.stdout).expect("text"))[1].clone()
    };
    let page = objects(&["book", "gomoku", "--position", "startpos moves h8"]);
    let own = reply(&[]);
    assert_eq!(
        (&own["book"], &own["nodes"], &own["depth"]),
        (&true.into(), &0.into(), &page[0]["depth"])
    );
    for without in [
        &["--no-book"][..],
        &["--book", "off"],
        &["--rule", "standard"],
        &["--size", "19"],
    ] {
        let reply = reply(without);
        assert_eq!(
            (&reply["book"], reply["nodes"].as_u64() > Some(0)),
            (&false.into(), true),
            "{without:?}"
        );
    }
    let off = [
        "play",
        "gomoku",
        "--json",
        "--players",
        "human,level=14,book=off",
        "--nodes",
        "100",
    ];
    let output = boyi(&off).write_stdin("h8\n").output().expect("it runs");
    assert_eq!(
        parsed(&String::from_utf8(output.stdout).expect("text"))[1]["book"],
        false
    );
}

#[test]
fn so_has_xiangqi() {
    let told = objects(&["book", "xiangqi", "--lines", "5"]);
    let (whole, lines) = told.split_first().expect("a summary");
    assert!(whole["positions"].as_u64() >= Some(1_000), "{whole}");
    assert!(
        lines.len() == 5 && lines.iter().all(|line| line["games"].as_u64() >= Some(3)),
        "{lines:?}"
    );
    let known = |line: &str| objects(&["book", "xiangqi", "--position", line]);
    let start = known("startpos");
    let cannon = start
        .iter()
        .find(|entry| entry["move"] == "h2e2" || entry["move"] == "b2e2")
        .expect("the central cannon");
    let count = |name: &str| cannon[name].as_u64().expect("a number");
    // How most games ended is not known, and the share of points says of how many it is.
    assert!(
        count("games") > 500 && count("open") > 400 && count("open") < count("games"),
        "{cannon}"
    );
    let text = printed(&["book", "xiangqi", "--position", "startpos"]);
    assert!(
        text.contains(&format!(" % of {} ", count("games") - count("open"))),
        "{text}"
    );
    assert!(
        cannon["soldiers"].is_f64() && cannon["depth"].as_u64() >= Some(9),
        "{cannon}"
    );
    // From either side.
    let verdicts = |line: &str| {
        known(line)
            .iter()
            .map(|entry| (entry["score"].clone(), entry["games"].clone()))
            .collect::<Vec<_>>()
    };
    let right = verdicts("startpos moves h2e2 h9g7 h0g2");
    assert!(
        right.len() > 1 && right == verdicts("startpos moves b2e2 b9c7 b0c2"),
        "{right:?}"
    );

    // It is what `play` plays by, under the rules that it is of.
    let reply = |args: &[&str]| {
        let args = [
            &[
                "play",
                "xiangqi",
                "--json",
                "--players",
                "human,pvs,depth=1",
                "--seed",
                "1",
            ],
            args,
        ]
        .concat();
        let output = boyi(&args).write_stdin("h2e2\n").output().expect("it runs");
        assert!(output.status.success(), "{args:?}");
        parsed(&String::from_utf8(output.stdout).expect("text"))[1].clone()
    };
    let page = known("startpos moves h2e2");
    let own = reply(&[]);
    assert_eq!(
        (&own["book"], &own["nodes"], &own["move"]),
        (&true.into(), &0.into(), &page[0]["move"])
    );
    for without in [
        &["--no-book"][..],
        &["--book", "off"],
        &["--rule", "draw-only"],
        &["--move-limit", "none"],
    ] {
        let reply = reply(without);
        assert_eq!(
            (&reply["book"], reply["nodes"].as_u64() > Some(0)),
            (&false.into(), true),
            "{without:?}"
        );
    }
}

#[test]
fn play_uses_the_book_unless_told_otherwise() {
    let first = |args: &[&str]| {
        play(
            &[args, &["--players", "human,pvs,depth=1", "--seed", "1"]].concat(),
            "f5\n",
        )[1]
        .clone()
    };
    let reply = first(&[]);
    assert_eq!((&reply["book"], &reply["nodes"]), (&true.into(), &0.into()));
    let page = objects(&["book", "othello", "--position", "startpos moves f5"]);
    assert_eq!(
        (&reply["move"], &reply["score"], &reply["depth"]),
        (&page[0]["move"], &page[0]["score"], &page[0]["depth"])
    );
    for off in [&["--no-book"][..], &["--book", "off"]] {
        let reply = first(off);
        assert_eq!(
            (&reply["book"], reply["nodes"].as_u64() > Some(0)),
            (&false.into(), true),
            "{off:?}"
        );
    }
    // What an engine configuration says goes before.
    let own = |args: &[&str], config: &str| {
        play(
            &[
                args,
                &["--players", &format!("human,{config}"), "--seed", "1"],
            ]
            .concat(),
            "f5\n",
        )[1]["book"]
            .clone()
    };
    assert_eq!(
        (
            own(&[], "level=16,book=off"),
            own(&["--no-book"], "level=16,book=on")
        ),
        (false.into(), true.into())
    );
    let text = boyi(&["play", "othello", "--players", "human,level=16"])
        .write_stdin("f5\n")
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&text.stdout).contains("book, depth"));
    // A hint is from the book too.
    assert_eq!(
        play(&["--players", "human,human"], "hint\n")[0]["book"],
        true
    );
}

#[test]
fn a_seed_repeats_what_a_level_chooses() {
    let game = |seed: &str| {
        let told = play(
            &[
                "--players",
                "level=4,level=4",
                "--seed",
                seed,
                "--nodes",
                "200",
            ],
            "",
        );
        told.last().expect("an end")["moves"].clone()
    };
    let games: Vec<_> = ["1", "2", "3", "4"].map(game).into();
    assert_eq!(games[0], game("1"));
    assert!(
        games.iter().any(|other| *other != games[0]),
        "levels vary their openings"
    );
}

#[test]
fn a_book_is_built_looked_into_and_played_by() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let build = |out: &str, more: &[&str]| {
        let out = path(out);
        let fixed = [
            "book",
            "othello",
            "build",
            "--games",
            GAMES,
            "--out",
            &out,
            "--depth",
            "2",
            "--min-games",
            "2",
        ];
        objects(&[&fixed[..], &["--plies", "8", "--deviations", "20"], more].concat()).remove(0)
    };
    let ledger = path("ledger");
    let told = build("one", &["--threads", "1", "--resume", &ledger]);
    let file = fs::read(path("one")).expect("a book");
    assert_eq!(
        (&told["bytes"], told["positions"].as_u64() > Some(25)),
        (&file.len().into(), true)
    );
    // The same on two threads, and gone on with from the middle of a line.
    assert_eq!(
        build("two", &["--threads", "2"])["positions"],
        told["positions"]
    );
    assert_eq!(fs::read(path("two")).expect("a book"), file);
    let text = fs::read_to_string(&ledger).expect("a ledger");
    fs::write(&ledger, &text[..text.len() / 2]).expect("written");
    build("three", &["--resume", &ledger]);
    assert_eq!(fs::read(path("three")).expect("a book"), file);
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(
        sorted(&text),
        sorted(&fs::read_to_string(&ledger).expect("a ledger"))
    );
    // Another search's ledger is not gone on with.
    let other = [
        "book",
        "othello",
        "build",
        "--games",
        GAMES,
        "--searcher",
        "mtdf",
        "--out",
        &path("x"),
        "--resume",
        &ledger,
    ];
    let output = boyi(&other).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1)
            && error.contains("answers of")
            && error.contains("other weights"),
        "{error}"
    );
    // Nor that of other weights, or of another release.
    let text = fs::read_to_string(&ledger).expect("a ledger");
    let (title, rest) = text.split_once('\n').expect("a title");
    assert!(title.contains(env!("CARGO_PKG_VERSION")), "{title}");
    let weights = [
        "book",
        "othello",
        "build",
        "--games",
        GAMES,
        "--searcher",
        "aspiration",
        "--out",
        &path("x"),
        "--resume",
        &ledger,
    ];
    for old in [
        title.replace("evaluator ", "evaluator 1"),
        title.replace("boyi ", "boyi 9."),
    ] {
        fs::write(&ledger, format!("{old}\n{rest}")).expect("written");
        assert_eq!(
            boyi(&weights).output().expect("it runs").status.code(),
            Some(1),
            "{old}"
        );
    }
    assert!(
        !fs::exists(path("x")).expect("a folder"),
        "a book that was not built is not there"
    );
    assert!(!fs::exists(path("x.part")).expect("a folder"));

    let one = path("one");
    let whole = objects(&["book", "othello", "--file", &one]).remove(0);
    assert_eq!(
        (&whole["positions"], &whole["moves"]),
        (&told["positions"], &told["moves"])
    );
    let played = play(&["--players", "human,pvs,depth=1", "--book", &one], "f5\n");
    assert_eq!(
        (&played[1]["book"], played[1]["depth"].as_u64() < Some(12)),
        (&true.into(), true),
        "{}",
        played[1]
    );

    // A book of another game is refused.
    let refused = boyi(&["book", "gomoku", "--file", &one])
        .output()
        .expect("it runs");
    assert!(
        refused.status.code() == Some(2)
            && String::from_utf8_lossy(&refused.stderr).contains("of othello")
    );
}

#[test]
fn records_make_a_book_of_any_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    fs::create_dir(path("games")).expect("a folder");
    for (name, last) in [("one", "h9"), ("two", "i8")] {
        let script = format!(
            "h8\ni9\n{last}\nsave {}\nquit\n",
            path(&format!("games/{name}.psq"))
        );
        let saved = boyi(&["play", "gomoku", "--players", "human,human"])
            .write_stdin(script)
            .output()
            .expect("it runs");
        assert!(saved.status.success());
    }
    let games = path("games");
    let out = path("book");
    let args = [
        "book",
        "gomoku",
        "build",
        "--games",
        &games,
        "--out",
        &out,
        "--depth",
        "1",
        "--min-games",
        "1",
    ];
    let told = objects(
        &[
            &args[..],
            &[
                "--plies",
                "3",
                "--deviations",
                "2",
                "--searcher",
                "pvs,nodes=500",
            ],
        ]
        .concat(),
    )
    .remove(0);
    assert!(told["positions"].as_u64() >= Some(3), "{told}");
    // All games of a file are read; a broken one, or one that begins elsewhere, is reported.
    let many = path("many.txt");
    fs::write(
        &many,
        "f5d6\nf5d6c3\nf5d4\n# Black: x\n-OX------------------------------------------------------------- X\nstartpos\nf5f6\n",
    )
    .expect("written");
    let book = path("many.book");
    let x = ["--depth", "1", "--min-games", "1", "--deviations", "0"];
    let ran = boyi(
        &[
            &["book", "othello", "build", "--games", &many, "--out", &book],
            &x[..],
        ]
        .concat(),
    )
    .output()
    .expect("it runs");
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(
        ran.status.success()
            && told.contains("game 3: line 3: move 2")
            && told.contains("game 4: the game does not begin"),
        "{told}"
    );
    let page = objects(&["book", "othello", "--file", &book, "--position", "startpos"]);
    assert_eq!(page[0]["games"], 3);

    let page = objects(&[
        "book",
        "gomoku",
        "--file",
        &out,
        "--position",
        "startpos moves h8i9",
    ]);
    assert!(
        page.iter()
            .map(|entry| entry["games"].as_u64().expect("a number"))
            .sum::<u64>()
            <= 2,
        "{page:?}"
    );
}

#[test]
fn games_of_masters_make_a_book_of_xiangqi() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder
        .path()
        .join("book")
        .to_str()
        .expect("a path")
        .to_owned();
    let games = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/xiangqi/five_games.pgn"
    );
    let args = [
        "book",
        "xiangqi",
        "build",
        "--games",
        games,
        "--out",
        &out,
        "--depth",
        "2",
        "--min-games",
        "1",
    ];
    let told = objects(
        &[
            &args[..],
            &[
                "--plies",
                "4",
                "--deviations",
                "5",
                "--searcher",
                "pvs,nodes=2000",
            ],
        ]
        .concat(),
    );
    assert!(told[0]["positions"].as_u64() > Some(10), "{told:?}");
    let page = |line: &str| objects(&["book", "xiangqi", "--file", &out, "--position", line]);
    let games = |page: &[Value]| {
        page.iter()
            .map(|entry| entry["games"].as_u64().expect("a number"))
            .sum::<u64>()
    };
    let start = page("startpos");
    assert_eq!(games(&start), 5, "{start:?}");
    // The board mirrored is the same, and its moves are mirrored.
    let right = page("startpos moves h2e2");
    let left = page("startpos moves b2e2");
    assert!(
        !right.is_empty() && right.len() == left.len() && games(&right) == games(&left),
        "{right:?} {left:?}"
    );
    let files = |mv: &Value| {
        mv.as_str()
            .expect("a move")
            .as_bytes()
            .iter()
            .step_by(2)
            .copied()
            .collect::<Vec<_>>()
    };
    for (one, other) in right.iter().zip(&left) {
        let mirrored: Vec<_> = files(&one["move"])
            .iter()
            .map(|file| b'a' + b'i' - file)
            .collect();
        assert_eq!(
            (mirrored, &one["score"]),
            (files(&other["move"]), &other["score"])
        );
    }
    let args = [
        "play",
        "xiangqi",
        "--json",
        "--players",
        "human,pvs,depth=1",
        "--book",
        &out,
    ];
    let output = boyi(&args).write_stdin("b2e2\n").output().expect("it runs");
    let reply = &parsed(&String::from_utf8(output.stdout).expect("text"))[1];
    assert_eq!(
        (&reply["book"], &reply["move"]),
        (&true.into(), &left[0]["move"])
    );
}

/// What a match played, and openings that it began with, are games like any other.
#[test]
fn logs_of_matches_and_lists_of_openings_make_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let openings = path("openings");
    let log = path("log");
    let out = path("out");
    for (game, first, bad) in [
        ("gomoku", "h8i9h10", "h8h8"),
        ("othello", "f5f6", "f5a1"),
        ("xiangqi", "h2e2 h9g7", "h2h2"),
    ] {
        let _ = fs::remove_file(&log);
        fs::write(
            &openings,
            format!("# a comment\n\nstartpos moves {first} ; another\n"),
        )
        .expect("written");
        let args = [
            "match",
            game,
            "--a",
            "pvs,depth=1",
            "--b",
            "level=1",
            "--games",
            "2",
            "--max-plies",
            "12",
        ];
        let told = objects(&[&args[..], &["--openings", &openings, "--resume", &log]].concat());
        fs::write(
            &openings,
            format!("startpos moves {first} # balanced\nstartpos moves {bad}\n"),
        )
        .expect("written");
        let torn = format!("{}{{\n", fs::read_to_string(&log).expect("a log"));
        fs::write(&log, torn).expect("written");

        let args = [
            "book",
            game,
            "build",
            "--games",
            &log,
            &openings,
            "--out",
            &out,
            "--depth",
            "1",
            "--min-games",
            "1",
        ];
        let args = [
            &args[..],
            &[
                "--plies",
                "2",
                "--deviations",
                "0",
                "--searcher",
                "pvs,nodes=200",
            ],
        ]
        .concat();
        let ran = boyi(&args).output().expect("it runs");
        let error = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success(), "{game}: {error}");
        assert!(
            error.contains("log: line 3: it is no game of a match")
                && error.contains("openings: line 2: "),
            "{error}"
        );
        // Two games of the match, whose ends are known, and an opening, which has none.
        let page = objects(&["book", game, "--file", &out, "--position", "startpos"]);
        let played: Vec<_> = page.iter().filter(|entry| entry["games"] != 0).collect();
        let count = |name: &str| played[0][name].as_u64().expect("a number");
        assert_eq!((played.len(), count("games")), (1, 3), "{page:?}");
        let won = |side: &str| {
            told.iter()
                .filter(|game| game["winner"] == side && game["first"] == side)
                .count()
        };
        let lost = |side: &str| {
            told.iter()
                .filter(|game| game["winner"].is_string() && game["first"] == side)
                .count()
        };
        let wins = won("a") + won("b");
        assert_eq!(count("wins") as usize, wins, "{told:?}");
        assert_eq!(
            count("losses") as usize,
            lost("a") + lost("b") - wins,
            "{told:?}"
        );
    }
    // The log of another game's match is refused.
    let args = ["book", "gomoku", "build", "--games", &log, "--out", &out];
    let ran = boyi(&args).output().expect("it runs");
    let error = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(
        ran.status.code() == Some(1) && error.contains("log: line 1: a game of xiangqi"),
        "{error}"
    );
}

/// A book of Edax with one position, the start, made by hand.
fn edax() -> Vec<u8> {
    let mut bytes = b"XADEKOOB\x04\x06".to_vec();
    bytes.extend([0xea, 0x07, 11, 20, 12, 44, 21, 0]);
    bytes.extend([4, 8, 2, 1, 0, 1].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(
        [0x0008_1000_0000_u64, 0x0010_0800_0000]
            .into_iter()
            .flat_map(u64::to_le_bytes),
    );
    bytes.extend([0; 16]);
    bytes.extend([3, 0, 0x81, 0xff, 0x7f, 0, 0, 4, 3, 19]);
    bytes
}

#[test]
fn a_book_of_edax_is_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let dat = path("book.dat");
    let out = path("book");
    fs::write(&dat, edax()).expect("written");
    let told = objects(&["book", "othello", "import", "--edax", &dat, "--out", &out]).remove(0);
    assert_eq!((&told["positions"], &told["moves"]), (&1.into(), &1.into()));
    let page = objects(&["book", "othello", "--file", &out, "--position", "startpos"]);
    assert_eq!(
        (&page[0]["move"], &page[0]["discs"], &page[0]["depth"]),
        (&"d3".into(), &3.0.into(), &4.into())
    );
    let played = play(
        &["--book", &out, "--players", "pvs,depth=1,human"],
        "quit\n",
    );
    assert_eq!(
        (&played[0]["move"], &played[0]["book"]),
        (&"d3".into(), &true.into())
    );

    let mut bad = edax();
    bad[83] = 0;
    fs::write(&dat, bad).expect("written");
    let refused = boyi(&["book", "othello", "import", "--edax", &dat, "--out", &out])
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(1) && error.contains("byte 83: a1 is not legal"),
        "{error}"
    );
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    fs::write(path("bad"), b"nonsense").expect("written");
    fs::write(path("x"), b"what was there").expect("written");
    for (args, status, word) in [
        (vec!["book", "chess"], 2, "chess"),
        (
            vec!["book", "xiangqi", "--rule", "draw-only"],
            2,
            "no opening book under these rules",
        ),
        (
            vec!["book", "gomoku", "--rule", "standard"],
            2,
            "no opening book under these rules",
        ),
        (
            vec!["book", "gomoku", "--size", "19"],
            2,
            "no opening book under these rules",
        ),
        (
            vec!["book", "othello", "--position", "nonsense"],
            2,
            "--position",
        ),
        (vec!["book", "othello", "--file", &path("none")], 1, "none"),
        (
            vec!["book", "othello", "--file", &path("bad")],
            1,
            "no opening book",
        ),
        (
            vec![
                "book",
                "gomoku",
                "import",
                "--edax",
                &path("bad"),
                "--out",
                &path("x"),
            ],
            2,
            "gomoku",
        ),
        (
            vec![
                "book",
                "othello",
                "import",
                "--edax",
                &path("bad"),
                "--out",
                &path("x"),
            ],
            1,
            "XADEKOOB",
        ),
        (
            vec![
                "book",
                "othello",
                "build",
                "--games",
                &path("none"),
                "--out",
                &path("x"),
            ],
            1,
            "none",
        ),
        (
            vec!["book", "othello", "build", "--out", &path("x")],
            2,
            "--games",
        ),
        (
            vec![
                "book",
                "othello",
                "build",
                "--games",
                &path("bad"),
                "--out",
                &path("x"),
            ],
            1,
            "game 1",
        ),
        (
            vec![
                "book",
                "othello",
                "build",
                "--games",
                GAMES,
                "--out",
                &path("no/x"),
            ],
            1,
            "no/x",
        ),
        (
            vec![
                "book",
                "othello",
                "build",
                "--games",
                GAMES,
                "--out",
                &path(""),
            ],
            1,
            "directory",
        ),
        (
            vec![
                "book",
                "othello",
                "--lines",
                "3",
                "build",
                "--games",
                GAMES,
                "--out",
                &path("x"),
            ],
            2,
            "--lines",
        ),
        (
            vec![
                "book",
                "othello",
                "--file",
                "x",
                "import",
                "--edax",
                "x",
                "--out",
                &path("x"),
            ],
            2,
            "--file",
        ),
        (
            vec![
                "book",
                "othello",
                "--position",
                "x",
                "build",
                "--games",
                GAMES,
                "--out",
                &path("x"),
            ],
            2,
            "--position",
        ),
        (
            vec![
                "book", "othello", "build", "--games", GAMES, "--out", "x", "--margin", "-1",
            ],
            2,
            "from 0 to 10000",
        ),
        (
            vec![
                "book",
                "othello",
                "build",
                "--games",
                GAMES,
                "--out",
                "x",
                "--deviations",
                "-1",
            ],
            2,
            "from 0 to 10000000",
        ),
        (vec!["play", "othello", "--book", &path("bad")], 1, "bad"),
        (
            vec!["play", "othello", "--book", "off", "--no-book"],
            2,
            "--no-book",
        ),
        (
            vec!["match", "othello", "--a", "pvs,book=maybe", "--b", "pvs"],
            2,
            "on or off",
        ),
    ] {
        let output = boyi(&args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(status) && error.contains(word),
            "{args:?}: {:?} {error}",
            output.status
        );
    }
    assert_eq!(fs::read(path("x")).expect("a file"), b"what was there");
}

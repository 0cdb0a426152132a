//! `boyi solve`: scores, levels of selectivity, wins by threats and mates, of one position and of
//! files.

use crate::common::{boyi, has, objects, parsed, printed};
use serde_json::Value;

#[test]
fn solve_finds_the_exact_score() {
    // Two squares are left, and White must pass.
    let text = "XXXXXXX-XOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXOOOOOOXXXXXXXX- O";
    let solved = objects(&["solve", "othello", "--position", text]);
    assert_eq!(solved.len(), 1);
    has(
        &solved[0],
        &[
            "position",
            "score",
            "best",
            "selectivity",
            "nodes",
            "time_s",
            "pv",
            "levels",
        ],
    );
    assert_eq!(solved[0]["selectivity"], 100);
    assert_eq!(
        (solved[0]["position"].as_str(), solved[0]["best"].as_str()),
        (Some(text), Some("pass"))
    );
    assert_eq!(solved[0]["score"], -16);
    assert_eq!(
        objects(&["solve", "othello", "--wld", "--position", text])[0]["score"],
        -1
    );
    assert!(printed(&["solve", "othello", "--position", text]).contains("-16"));
    // After the moves of a list.
    let solved = objects(&[
        "solve",
        "othello",
        "--position",
        &format!("{text} moves pass h1"),
    ]);
    assert_eq!(solved[0]["score"], -16);
}

#[test]
fn solve_goes_up_the_levels_of_selectivity() {
    // Fourteen squares are empty.
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXOX-OOOOXOX--O--XXO------ X";
    let solve = ["solve", "othello", "--position", text, "--selectivity"];
    let exact = &objects(&solve[..4])[0];
    for (name, levels) in [("73", 1), ("95%", 3), ("100", 1)] {
        let found = &objects(&[&solve[..], &[name]].concat())[0];
        assert_eq!(
            found["levels"].as_array().map(Vec::len),
            Some(levels),
            "{found}"
        );
        assert_eq!(found["selectivity"].to_string(), name.trim_end_matches('%'));
        has(
            &found["levels"][0],
            &["selectivity", "score", "nodes", "time_s", "pv"],
        );
        let text = printed(&[&solve[..], &[name]].concat());
        assert_eq!(text.matches(" score ").count(), levels, "{text}");
    }
    // With time enough all levels are passed through.
    let found = &objects(&[&solve[..4], &["--time", "1000s"]].concat())[0];
    assert_eq!(found["levels"].as_array().map(Vec::len), Some(6), "{found}");
    assert_eq!(
        (&found["score"], &found["selectivity"]),
        (&exact["score"], &exact["selectivity"])
    );
}

#[test]
fn solve_goes_on_after_a_bad_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("positions.obf");
    let text = format!(
        "# comment\n\n{0}OO X; h8:+2\nnonsense\n{0}O- X # a comment\n{0}O? X\n",
        "X".repeat(62)
    );
    std::fs::write(&path, text).expect("a file");
    let output = boyi(&["solve", "othello", "--json", "--file"])
        .arg(&path)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let lines = parsed(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(lines.len(), 4);
    assert_eq!(
        (&lines[0]["score"], &lines[0]["best"]),
        (&Value::from(60), &Value::Null)
    );
    assert_eq!(
        (&lines[2]["score"], lines[2]["best"].as_str()),
        (&Value::from(64), Some("h8"))
    );
    for (object, line) in [(&lines[1], 4), (&lines[3], 6)] {
        has(object, &["line", "error"]);
        assert_eq!(object["line"], line);
    }
    // Nothing to do is not done well.
    std::fs::write(&path, "# none yet\n\n% nor here\n").expect("a file");
    for json in [&["--json"][..], &[]] {
        let output = boyi(json)
            .args(["solve", "othello", "--file"])
            .arg(&path)
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(1), 0),
            "{error}"
        );
        assert!(
            error.contains("positions.obf: there is no position"),
            "{error}"
        );
    }
    // What takes too long has no score.
    let output = boyi(&[
        "solve",
        "othello",
        "--json",
        "--time",
        "10ms",
        "--position",
        "startpos",
    ])
    .output()
    .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        parsed(&String::from_utf8_lossy(&output.stdout))[0]["score"],
        Value::Null
    );
}

#[test]
fn solve_finds_wins_by_fours() {
    // Eleven plies at the least, by e2 or d4, though there is a longer line.
    let text = "startpos moves g5i8f9g7f4f8f5i5h6i7i6h8g8h7f7f6e3d2e5d5e4e6g4j7k7i9j10i11i10h4";
    let solve = ["solve", "gomoku", "--rule", "renju", "--position", text];
    let solved = objects(&solve);
    has(
        &solved[0],
        &[
            "position", "result", "plies", "line", "minimal", "nodes", "time_s",
        ],
    );
    assert!(
        solved[0]["result"] == "win"
            && solved[0]["position"]
                .as_str()
                .is_some_and(|text| text.starts_with("X:"))
    );
    let solved = &objects(&[&solve[..], &["--shortest"]].concat())[0];
    assert_eq!(
        (&solved["result"], &solved["plies"], &solved["minimal"]),
        (&"win".into(), &11.into(), &true.into())
    );
    assert_eq!(solved["line"].as_array().map(Vec::len), Some(11));
    assert!(
        solved["line"][0] == "e2" || solved["line"][0] == "d4",
        "{solved}"
    );
    assert!(printed(&[&solve[..], &["--shortest"]].concat()).contains("win in 11 plies"));
    // A board and a rule of their own: six in a row win nothing, and there is nothing else.
    for (rule, result, plies) in [
        ("freestyle", "win", Value::from(1)),
        ("standard", "none", Value::Null),
    ] {
        let text = "X:a1b1c1e1f1 O:a6b7c8d8e9 turn:X";
        let solved = &objects(&[
            "solve",
            "gomoku",
            "--size",
            "9",
            "--rule",
            rule,
            "--position",
            text,
        ])[0];
        assert_eq!(
            (&solved["result"], &solved["plies"]),
            (&result.into(), &plies),
            "{rule}"
        );
    }
    // Two open threes, and no four.
    let solve = [
        "solve",
        "gomoku",
        "--position",
        "X:f8g8h6h7 O:a1b4m3n12 turn:X",
    ];
    for (threats, result, plies) in [("vcf", "none", Value::Null), ("vct", "win", Value::from(5))] {
        let solved = &objects(&[&solve[..], &["--shortest", "--threats", threats]].concat())[0];
        assert_eq!(
            (&solved["result"], &solved["plies"]),
            (&result.into(), &plies),
            "{threats}"
        );
    }
    // An open three: the two points next to it stop it, and nothing else does; a five that is there
    // has one.
    for (text, plies, defences) in [
        ("X:f8g8h8 O:a1n13 turn:O", 3, vec!["e8", "i8"]),
        ("X:f8g8h8i8 O:e8n13o1 turn:O", 1, vec!["j8"]),
        ("X:f8g8h8i8 O:a1n13 turn:O", 1, vec![]),
    ] {
        let found = &objects(&["solve", "gomoku", "--defend", "--position", text])[0];
        assert_eq!(
            found["threat"].as_array().map(Vec::len),
            Some(plies),
            "{text}"
        );
        assert_eq!(
            (&found["defences"], &found["unknown"]),
            (&defences.into(), &Value::Array(vec![])),
            "{text}"
        );
    }
    let quiet = printed(&[
        "solve",
        "gomoku",
        "--defend",
        "--position",
        "X:h8 O:a1 turn:O",
    ]);
    assert!(quiet.contains("no threat by fours"), "{quiet}");
    // A bad line is reported and the run goes on; a file's rules are those of the command.
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("positions.txt");
    std::fs::write(
        &path,
        format!("# comment\n{text} ; one\nnonsense\nX:h8h8\nstartpos\n"),
    )
    .expect("a file");
    let output = boyi(&["solve", "gomoku", "--json", "--rule", "renju", "--file"])
        .arg(&path)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let lines = parsed(&String::from_utf8_lossy(&output.stdout));
    let results: Vec<_> = lines.iter().map(|line| line["result"].as_str()).collect();
    assert_eq!(results, [Some("win"), None, None, Some("none")]);
    for (object, line) in lines[1..3].iter().zip([3, 4]) {
        has(object, &["line", "error"]);
        assert_eq!(object["line"], line);
    }
}

#[test]
fn solve_finds_mates() {
    // Two chariots, and Black's soldier has moves to spare.
    let text = "4k4/9/9/9/9/9/R7p/1R7/9/3K5 w - - 0 1";
    let solved = objects(&["solve", "xiangqi", "--position", text]);
    has(
        &solved[0],
        &[
            "position",
            "result",
            "moves",
            "line",
            "minimal",
            "none_within",
            "nodes",
            "time_s",
        ],
    );
    let [result, moves, minimal, none] =
        ["result", "moves", "minimal", "none_within"].map(|key| &solved[0][key]);
    assert_eq!(
        (result, moves, minimal, none),
        (&"mate".into(), &2.into(), &true.into(), &1.into()),
        "{}",
        solved[0]
    );
    assert_eq!(
        (
            solved[0]["line"].as_array().map(Vec::len),
            &solved[0]["position"]
        ),
        (Some(3), &text.into())
    );
    assert!(
        printed(&["solve", "xiangqi", "--position", text])
            .contains("mate in 2 moves, the fewest there are")
    );
    // None so short, none by checks of any length, and none that is found in time.
    let none = &objects(&[
        "solve",
        "xiangqi",
        "--moves",
        "2",
        "--position",
        "startpos moves h2e2",
    ])[0];
    assert_eq!(
        (&none["result"], &none["moves"], &none["none_within"]),
        (&"none".into(), &Value::Null, &2.into())
    );
    let none = &objects(&["solve", "xiangqi", "--checks", "--position", "startpos"])[0];
    assert_eq!(
        (&none["result"], &none["none_within"]),
        (&"none".into(), &Value::Null)
    );
    assert!(
        printed(&["solve", "xiangqi", "--checks", "--position", "startpos"])
            .contains("no mate by checks")
    );
    let output = boyi(&[
        "solve",
        "xiangqi",
        "--time",
        "20ms",
        "--position",
        "startpos",
    ])
    .output()
    .expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.code() == Some(1) && told.contains("unknown; no mate within"),
        "{told}"
    );
    // The move limit counts under the rules that are asked for.
    let late = text.replace(" 0 1", " 119 1");
    for (limit, result) in [
        ("120", "none"),
        ("none", "mate"),
        ("121", "none"),
        ("122", "mate"),
    ] {
        let solve = [
            "solve",
            "xiangqi",
            "--moves",
            "2",
            "--rule",
            "check-ban",
            "--position",
            &late,
            "--move-limit",
            limit,
        ];
        assert_eq!(objects(&solve)[0]["result"], result, "{limit}");
    }
}

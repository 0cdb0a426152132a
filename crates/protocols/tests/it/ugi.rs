//! The Universal Game Interface in games of all kinds.

use crate::common::{Talk, setup};

#[test]
fn a_runner_without_rules_learns_them() {
    let mut talk = Talk::ugi(&setup("othello", "pvs,depth=2,hash=1,book=off"));
    talk.say("ugi");
    let offered = talk.until("ugiok");
    assert!(offered.contains(&"option name hash type spin default 1 min 1 max 4096".to_owned()));
    for (said, heard) in [
        ("isready", "readyok"),
        ("query p1turn", "response true"),
        ("position startpos moves f5", ""),
        ("query p1turn", "response false"),
        ("query gameover", "response false"),
        ("query result", "response none"),
        ("position startpos moves f5 a1", "info string"),
        ("query result", "info string"),
        ("go depth 1", "info string"),
    ] {
        talk.say(said);
        if !heard.is_empty() {
            let line = talk.hear().expect("an answer");
            assert!(line.starts_with(heard), "{said}: {line}");
        }
    }
    assert_eq!(talk.until("bestmove"), ["bestmove (none)"]);
    for (discs, result) in [([64, 0], "p1win"), ([31, 33], "p2win"), ([32, 32], "draw")] {
        let [black, white] = discs;
        talk.say(&format!(
            "position fen {}{} X",
            "X".repeat(black),
            "O".repeat(white)
        ));
        for (question, answer) in [("gameover", "true"), ("result", result)] {
            talk.say(&format!("query {question}"));
            assert_eq!(talk.hear(), Some(format!("response {answer}")), "{discs:?}");
        }
    }
    talk.say("go depth 1");
    assert!(
        talk.hear()
            .is_some_and(|line| line.contains("the game is over"))
    );
    assert_eq!(talk.hear().as_deref(), Some("bestmove (none)"));
    talk.say("quit");
    assert_eq!(talk.hear(), None);
}

#[test]
fn rules_are_options() {
    let mut talk = Talk::ugi(&setup("gomoku", "pvs,depth=1,hash=1"));
    talk.say("ugi");
    let offered = talk.until("ugiok");
    let has = |text: &str| offered.iter().any(|line| line.contains(text));
    assert!(
        has("name size type spin default 15 min 5 max 20"),
        "{offered:?}"
    );
    assert!(
        has("name rule type combo default freestyle var freestyle"),
        "{offered:?}"
    );
    for bad in [
        "setoption name size value 21",
        "setoption name luck value 1",
        "setoption name hash value 0",
        "setoption name hash value x",
    ] {
        talk.say(bad);
        assert!(
            talk.hear()
                .is_some_and(|line| line.starts_with("info string ")),
            "{bad}"
        );
    }
    talk.say(
        "setoption name Size value 9\nsetoption name hash value 2\nposition startpos moves j9",
    );
    assert!(
        talk.hear()
            .is_some_and(|line| line.starts_with("info string "))
    );
    talk.say("position startpos moves i9\ngo depth 1");
    let answer = talk.until("bestmove").pop().expect("a move");
    assert_ne!(answer, "bestmove (none)");
}

#[test]
fn an_endless_search_waits_for_a_word() {
    let mut talk = Talk::ugi(&setup("othello", "pvs,hash=1,book=off"));
    talk.say("go infinite");
    talk.until("info");
    // It is answered while the search goes on.
    talk.say("isready");
    talk.until("readyok");
    talk.say("stop");
    assert!(
        talk.until("bestmove")
            .pop()
            .is_some_and(|line| line != "bestmove (none)")
    );
    // A search that ends by itself keeps its answer for the stop, or for what comes next.
    talk.say("position fen XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOX- X\ngo infinite");
    talk.until("info");
    talk.say("position startpos");
    talk.until("bestmove");
    talk.say("query p1turn");
    assert_eq!(talk.hear().as_deref(), Some("response true"));
}

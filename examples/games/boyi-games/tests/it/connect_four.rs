//! Connect four, which also learns.

use crate::common::{objects, printed, refused, said};
use serde_json::{Value, json};

/// White is to move and lost: Black has three in a row with both ends open.
const LOST: &str = "startpos moves d d c c e";

#[test]
fn it_stands_beside_the_games_built_in() {
    let help = printed(&["play", "--help"]);
    assert!(
        help.contains("gomoku, othello, xiangqi") && help.contains("connect-four"),
        "{help}"
    );
    assert_eq!(
        objects(&["perft", "othello", "--depth", "3"])[0]["nodes"],
        56
    );
    let (_, errors) = refused(&["show", "chess"]);
    assert!(
        errors.contains("connect-four") && errors.contains("xiangqi"),
        "{errors}"
    );
    // What it does not have, it does not pretend to have.
    let (status, _) = refused(&["solve", "connect-four", "--position", "startpos"]);
    assert_eq!(status, Some(2));
}

#[test]
fn it_is_shown_counted_and_evaluated() {
    let shown = objects(&["show", "connect-four", "--position", LOST]);
    assert_eq!(shown[0]["turn"], "yellow");
    assert_eq!(shown[0]["legal"].as_array().map(Vec::len), Some(7));
    assert_eq!(
        objects(&["perft", "connect-four", "--depth", "6"])[0]["nodes"],
        117_649
    );
    let terms = printed(&["eval", "connect-four", "--position", LOST]);
    assert!(terms.contains("evaluation"), "{terms}");
}

#[test]
fn its_rules_are_options() {
    let win = format!("{LOST} e b");
    let outcome = |rules: &[&str]| {
        let show = ["show", "connect-four", "--position", &win];
        objects(&[&show[..], rules].concat())[0]["outcome"]["winner"].clone()
    };
    assert_eq!(outcome(&[]), "red");
    assert_eq!(outcome(&["--misere", "off"]), "red");
    assert_eq!(outcome(&["--misere", "on"]), "yellow");
    let help = printed(&["show", "--help"]);
    assert!(
        help.contains("--misere") && help.contains("four in a row lose; off or on [default: off]"),
        "{help}"
    );
    for (wrong, told) in [
        (["othello", "--misere", "on"], "othello has no such setting"),
        (
            ["connect-four", "--misere", "perhaps"],
            "off or on is needed",
        ),
    ] {
        let (status, errors) = refused(&[&["show"], &wrong[..]].concat());
        assert_eq!(status, Some(2), "{errors}");
        assert!(
            errors.contains("--misere") && errors.contains(told),
            "{errors}"
        );
    }
}

#[test]
fn every_searcher_sees_the_same() {
    let analysed = objects(&[
        "analyze",
        "connect-four",
        "--position",
        LOST,
        "--depth",
        "4",
    ]);
    let last = analysed.last().expect("an iteration");
    assert_eq!(last["mate"], -1, "{last}");
    let rows = objects(&[
        "compare",
        "connect-four",
        "--position",
        LOST,
        "--depth",
        "4",
    ]);
    let scores: Vec<_> = rows
        .iter()
        .filter_map(|row| row["score"].as_i64())
        .collect();
    assert!(scores.len() >= 5, "{rows:?}");
    assert!(
        scores.iter().all(|&score| score == scores[0] && score < 0),
        "{rows:?}"
    );
}

#[test]
fn gtp_names_a_move_by_the_square_where_the_disc_lands() {
    let args = ["gtp", "connect-four", "--searcher", "pvs,depth=4"];
    let answers = said(
        &args,
        "1 boardsize 7\n2 play b d1\n3 play w d2\n4 play b c1\n5 play w c2\n6 play b e1\n\
         7 gogui-rules_legal_moves\n8 play w d2\n9 play w e2\n10 genmove b\n\
         11 gogui-rules_final_result\n12 boardsize 8\n",
    );
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(answers[..6], ["=1", "=2", "=3", "=4", "=5", "=6"]);
    assert_eq!(answers[6], "=7 D3 C3 E2 B1 F1 A1 G1");
    assert_eq!(answers[7..9], ["?8 illegal move", "=9"]);
    // One move wins on either side.
    assert!(["=10 B1", "=10 F1"].contains(&answers[9]), "{answers:?}");
    assert_eq!(answers[10], "=11 red wins: four in a row");
    assert_eq!(answers[11], "?12 unacceptable size");
}

#[test]
fn it_learns() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, network) = (path("games"), path("network"));
    let play = ["--games", "20", "--nodes", "30", "--out", &data];
    printed(&[&["selfplay", "connect-four"][..], &play].concat());
    let course = ["--data", &data, "--epochs", "1", "--out", &network];
    printed(&[&["train", "connect-four"][..], &course].concat());
    let searcher = format!("pvs,depth=2,network={network}");
    let analysed = objects(&["eval", "connect-four", "--searcher", &searcher]);
    assert!(!analysed.is_empty());
}

#[tokio::test]
async fn the_server_has_it() {
    let config = web::Config {
        games: boyi_games::app().games().clone(),
        ..web::Config::default()
    };
    let server = web::Server::new(config).expect("a server");
    let mut page = server.visit();
    let hello = page.recv().await.expect("a greeting");
    assert!(
        hello.contains("四子棋") && hello.contains("othello"),
        "{hello}"
    );
    let open = json!({ "id": 1, "do": "open", "game": "connect-four" });
    page.send(&open.to_string()).await;
    let play = json!({ "id": 2, "do": "play", "move": "d", "ply": 0 });
    page.send(&play.to_string()).await;
    loop {
        let message = page.recv().await.expect("the engine's reply");
        let message: Value = serde_json::from_str(&message).expect("an object");
        assert!(message["error"].is_null(), "{message}");
        if message["event"] == "game" && message["ply"] == 2 {
            assert_eq!(message["moves"][0], "d");
            // The last disc lies where it landed, not where the next one would.
            let last = message["last"][1]
                .as_u64()
                .and_then(|cell| usize::try_from(cell).ok());
            let name = last.map(|cell| &message["shape"]["names"][cell]);
            let lies = name
                .and_then(Value::as_str)
                .map(|name| &message["board"]["pieces"][name]);
            assert_eq!(lies, Some(&json!("o")), "{message}");
            // A column is entered by any of its squares, the one where the disc lands first.
            // It is one that nobody has played in.
            let (empty, lowest, highest) = match message["moves"][1] == "a" {
                true => ("g", 41, 6),
                false => ("a", 35, 0),
            };
            let column = &message["routes"][empty];
            let ends = (json!([lowest]), json!([highest]));
            assert_eq!((&column[0], &column[1]), (&ends.0, &ends.1));
            break;
        }
    }
    server.close().await;
}

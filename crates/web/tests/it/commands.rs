//! Every command, done well and badly. What is refused names the field that was wrong, and changes
//! nothing.

use crate::common;
use crate::common::{ENDLESS, Host, config, engine, human, humans, over};
use engines::Level;
use game_core::GameLine;
use serde_json::{Value, json};

/// Commands that are refused in a game of two humans, gomoku, two moves old.
fn refused() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("open", json!({}), "game"),
        ("open", json!({ "game": "chess" }), "game"),
        ("open", json!({ "game": ["gomoku"] }), "game"),
        (
            "open",
            json!({ "game": "gomoku", "settings": { "size": "1000000000" } }),
            "settings.size",
        ),
        (
            "open",
            json!({ "game": "gomoku", "settings": { "size": 1000000000 } }),
            "settings.size",
        ),
        (
            "open",
            json!({ "game": "gomoku", "settings": { "size": "4" } }),
            "settings.size",
        ),
        (
            "open",
            json!({ "game": "gomoku", "settings": { "rule": "mine" } }),
            "settings.rule",
        ),
        (
            "open",
            json!({ "game": "gomoku", "settings": { "colour": "red" } }),
            "settings.colour",
        ),
        (
            "open",
            json!({ "game": "othello", "settings": { "size": "8" } }),
            "settings.size",
        ),
        (
            "open",
            json!({ "game": "xiangqi", "settings": { "move-limit": "0" } }),
            "settings.move-limit",
        ),
        (
            "open",
            json!({ "game": "gomoku", "line": "startpos moves h8 h8" }),
            "line",
        ),
        (
            "open",
            json!({ "game": "gomoku", "line": "nonsense" }),
            "line",
        ),
        (
            "open",
            json!({ "game": "gomoku", "record": "nonsense" }),
            "record",
        ),
        (
            "open",
            json!({ "game": "gomoku", "line": "startpos", "record": "" }),
            "record",
        ),
        (
            "open",
            json!({ "game": "gomoku", "players": [human()] }),
            "players",
        ),
        (
            "open",
            json!({ "game": "gomoku", "players": [human(), engine(&format!("level={}", Level::MAX + 1))] }),
            "players.1.engine",
        ),
        (
            "open",
            json!({ "game": "gomoku", "paused": "yes" }),
            "paused",
        ),
        (
            "open",
            json!({ "game": "gomoku", "colour": "red" }),
            "colour",
        ),
        ("join", json!({}), "room"),
        ("join", json!({ "room": "nowhere" }), "room"),
        ("join", json!({ "room": 7 }), "room"),
        ("play", json!({ "move": "a1" }), "ply"),
        ("play", json!({ "ply": 2 }), "move"),
        ("play", json!({ "move": "a1", "ply": 1 }), "ply"),
        ("play", json!({ "move": "a1", "ply": 3 }), "ply"),
        ("play", json!({ "move": "h8", "ply": 2 }), "move"),
        ("play", json!({ "move": "z99", "ply": 2 }), "move"),
        ("play", json!({ "move": "", "ply": 2 }), "move"),
        ("play", json!({ "move": "a1 b1", "ply": 2 }), "move"),
        ("play", json!({ "move": "h2e2", "ply": 2 }), "move"),
        ("play", json!({ "move": null, "ply": 2 }), "move"),
        ("redo", json!({}), "do"),
        ("redo", json!({ "ply": 1 }), "ply"),
        ("seek", json!({}), "ply"),
        ("seek", json!({ "ply": 3 }), "ply"),
        ("seek", json!({ "ply": -1 }), "ply"),
        ("seek", json!({ "ply": 1e300 }), "ply"),
        ("players", json!({}), "players"),
        (
            "players",
            json!({ "players": [human(), human(), human()] }),
            "players",
        ),
        (
            "players",
            json!({ "players": [human(), { "kind": "engine" }] }),
            "players.1.engine",
        ),
        (
            "players",
            json!({ "players": [{ "kind": "human", "engine": "pvs" }, human()] }),
            "players.0.engine",
        ),
        (
            "players",
            json!({ "players": [engine("pvs,threads=1000000"), human()] }),
            "players.0.engine",
        ),
        (
            "players",
            json!({ "players": [engine("pvs,threads=64"), human()] }),
            "players.0.engine",
        ),
        (
            "players",
            json!({ "players": [engine("pvs,hash=4096"), human()] }),
            "players.0.engine",
        ),
        (
            "players",
            json!({ "players": [engine("smp,score_cache=64"), human()] }),
            "players.0.engine",
        ),
        (
            "players",
            json!({ "players": [human(), engine("level=3,eval.nothing=1")] }),
            "players.1.engine",
        ),
        (
            "players",
            json!({ "players": [human(), engine("pvs,eval.twos=1e999")] }),
            "players.1.engine",
        ),
        (
            "players",
            json!({ "players": [human(), engine("pvs,eval.twos=999999999")] }),
            "players.1.engine",
        ),
        (
            "players",
            json!({ "players": [human(), engine("")] }),
            "players.1.engine",
        ),
        ("resign", json!({}), "player"),
        ("resign", json!({ "player": 2 }), "player"),
        ("resign", json!({ "player": "black" }), "player"),
        ("restart", json!({ "swap": "yes" }), "swap"),
        ("hint", json!({ "engine": "oracle" }), "engine"),
        ("hint", json!({ "engine": "pvs,hash=100" }), "engine"),
        (
            "hint",
            json!({ "engine": "pvs,depth=2,score_cache=4096" }),
            "engine",
        ),
        (
            "hint",
            json!({ "engine": "pvs,depth=2,threads=2,score_cache=32,hash=64" }),
            "engine",
        ),
        ("hint", json!({ "engine": "pvs,null_move=0:-1" }), "engine"),
        ("go", json!({ "engine": "smp,threads=3" }), "engine"),
        ("stop", json!({ "what": "time" }), "what"),
        ("pause", json!({ "now": true }), "now"),
        ("analyze", json!({}), "on"),
        ("analyze", json!({ "on": true, "lines": 0 }), "lines"),
        ("analyze", json!({ "on": true, "lines": 9 }), "lines"),
        ("analyze", json!({ "on": true, "engine": "x" }), "engine"),
        ("lab", json!({ "limits": { "depth": 2 } }), "searchers"),
        (
            "lab",
            json!({ "searchers": [], "limits": { "depth": 2 } }),
            "searchers",
        ),
        (
            "lab",
            json!({ "searchers": vec!["pvs"; 13], "limits": { "depth": 2 } }),
            "searchers",
        ),
        (
            "lab",
            json!({ "searchers": ["pvs", "level=3"], "limits": { "depth": 2 } }),
            "searchers.1",
        ),
        (
            "lab",
            json!({ "searchers": ["pvs,hash=100"], "limits": { "depth": 2 } }),
            "searchers.0",
        ),
        (
            "lab",
            json!({ "searchers": ["pvs,score_cache=128"], "limits": { "depth": 2 } }),
            "searchers.0",
        ),
        ("lab", json!({ "searchers": ["pvs"] }), "limits"),
        (
            "lab",
            json!({ "searchers": ["pvs"], "limits": {} }),
            "limits",
        ),
        (
            "lab",
            json!({ "searchers": ["pvs"], "limits": { "depth": 0 } }),
            "limits.depth",
        ),
        (
            "lab",
            json!({ "searchers": ["pvs"], "limits": { "time_ms": -1 } }),
            "limits.time_ms",
        ),
        ("import", json!({}), "text"),
        (
            "import",
            json!({ "text": "Piskvorky 1000000000x1000000000, 0:0, 0\n" }),
            "text",
        ),
        ("import", json!({ "text": "\u{0}" }), "text"),
        ("export", json!({ "as": "png" }), "as"),
        (
            "evaluate",
            json!({ "engine": "pvs,eval.nothing=1" }),
            "engine",
        ),
        ("dance", json!({}), "do"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_names_its_field_and_changes_nothing() {
    let host = Host::start(config()).await;
    let line = "startpos moves h8 i9";
    let (mut client, _) = host
        .game(json!({ "game": "gomoku", "line": line, "players": humans() }))
        .await;
    let before = client.snapshot().await;
    assert_eq!(before["ply"], 2);
    client.heard();
    for (name, args, field) in refused() {
        let shown = format!("{name} {args}");
        assert_eq!(client.error(name, args).await, field, "{shown}");
        assert_eq!(client.heard(), Vec::<Value>::new(), "{shown}");
    }
    assert_eq!(client.snapshot().await, before);
    assert_eq!(host.server.rooms_open(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_game_there_is_nothing_to_do() {
    let host = Host::start(config()).await;
    let mut client = host.client().await;
    for (name, args) in [
        ("play", json!({ "move": "h8", "ply": 0 })),
        ("undo", json!({})),
        ("seek", json!({ "ply": 0 })),
        ("players", json!({ "players": humans() })),
        ("resign", json!({ "player": 0 })),
        ("restart", json!({})),
        ("hint", json!({})),
        ("go", json!({})),
        ("stop", json!({})),
        ("pause", json!({})),
        ("analyze", json!({ "on": true })),
        (
            "lab",
            json!({ "searchers": ["pvs"], "limits": { "depth": 1 } }),
        ),
        ("review", json!({})),
        ("import", json!({ "text": "f5" })),
        ("export", json!({})),
        ("evaluate", json!({})),
    ] {
        assert_eq!(client.error(name, args).await, "do", "{name}");
    }
    client.ok("ping", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_told_whole() {
    let host = Host::start(config()).await;
    let open = json!({ "game": "gomoku", "settings": { "rule": "renju" }, "line": "startpos moves h8 i9 j10", "players": humans() });
    let (mut client, game) = host.game(open).await;
    for (field, value) in [
        ("game", json!("gomoku")),
        ("settings", json!({ "rule": "renju", "size": "15" })),
        ("start", json!("startpos")),
        ("line", json!("startpos moves h8 i9 j10")),
        ("moves", json!(["h8", "i9", "j10"])),
        ("ply", json!(3)),
        ("turn", json!("white")),
        ("mover", json!(1)),
        ("forbidden", json!([])),
        ("ending", json!(null)),
        ("players", humans()),
        ("paused", json!(false)),
        ("analysis", json!(null)),
        ("scores", json!([null, null, null, null])),
        ("searching", json!(null)),
    ] {
        assert_eq!(game[field], value, "{field}");
    }
    assert_eq!(game["legal"].as_array().map(Vec::len), Some(15 * 15 - 3));
    let version = game["version"].as_u64();
    assert_eq!(
        client.play("a1").await["version"].as_u64(),
        version.map(|version| version + 1)
    );
    assert_eq!(
        client.heard().len(),
        2,
        "the state when it was opened and the one now, each before its reply"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_renju_forbids_is_shown_and_refused() {
    let host = Host::start(config()).await;
    let line = "startpos moves h9 a1 h10 a15 i8 o1 j8 o15";
    let open = json!({ "game": "gomoku", "settings": { "rule": "renju" }, "line": line, "players": humans() });
    let (mut client, game) = host.game(open).await;
    let forbidden = game["forbidden"].as_array().expect("a list");
    assert!(forbidden.contains(&json!(["h8", "33"])), "{forbidden:?}");
    assert_eq!(
        client
            .error("play", json!({ "move": "h8", "ply": 8 }))
            .await,
        "move"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_redo_go_to_where_somebody_is_to_move() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": [human(), engine("level=1")] }))
        .await;
    assert_eq!(client.error("undo", json!({})).await, "do");
    client.play("f5").await;
    let game = client
        .state(|game| game["mover"] == 0 && game["ply"] != 0)
        .await;
    client.ok("undo", json!({})).await;
    assert_eq!(
        (&client.game["ply"], &client.game["paused"]),
        (&json!(0), &json!(false))
    );
    assert_eq!(client.game["moves"], game["moves"], "the record is kept");
    client.ok("redo", json!({})).await;
    assert_eq!(
        (&client.game["ply"], &client.game["line"]),
        (&game["ply"], &game["line"])
    );
    // Where the engine is to move it waits, for otherwise the rest of the record would be lost.
    client.ok("seek", json!({ "ply": 1 })).await;
    assert_eq!(
        (&client.game["paused"], &client.game["searching"]),
        (&json!(true), &json!(null))
    );
    client.ok("continue", json!({})).await;
    client.state(|game| game["ply"] == 2).await;
    client.ok("players", json!({ "players": humans() })).await;
    client.ok("undo", json!({})).await;
    assert_eq!(client.game["ply"], 1, "two humans take back one ply");
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_a_game_until_it_is_undone() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": humans() }))
        .await;
    client.play("f5").await;
    client.ok("resign", json!({ "player": 1 })).await;
    assert_eq!(
        client.game["ending"],
        json!({ "winner": "black", "reason": "resignation" })
    );
    assert_eq!(client.game["legal"], json!([]));
    for (name, args, field) in [
        ("play", json!({ "move": "d6", "ply": 1 }), "move"),
        ("resign", json!({ "player": 0 }), "do"),
        ("hint", json!({}), "do"),
        ("go", json!({}), "do"),
    ] {
        assert_eq!(client.error(name, args).await, field);
    }
    // One may look back, and it is still over at its end.
    client.ok("seek", json!({ "ply": 0 })).await;
    assert!(!over(&client.game));
    client.ok("seek", json!({ "ply": 1 })).await;
    assert!(over(&client.game));
    client.ok("undo", json!({})).await;
    assert_eq!(
        (&client.game["ply"], &client.game["ending"]),
        (&json!(1), &json!(null)),
        "the last thing done was resigning"
    );
    client.play("d6").await;
    let game = client
        .ok("players", json!({ "players": [engine(ENDLESS), human()] }))
        .await;
    assert_eq!(game, json!({}));
    assert_eq!(
        client.error("resign", json!({ "player": 0 })).await,
        "player"
    );
    // Out of turn, while the engine thinks.
    client.ok("resign", json!({ "player": 1 })).await;
    assert_eq!(
        (&client.game["ending"]["winner"], &client.game["searching"]),
        (&json!("black"), &json!(null))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn restart_swaps_the_sides() {
    let host = Host::start(config()).await;
    let open = json!({ "game": "gomoku", "settings": { "size": "9" }, "line": "X:e5 O:d4 turn:X moves a1 b1", "players": [human(), engine("level=1")] });
    let (mut client, game) = host.game(open).await;
    let start = game["start"].clone();
    client.ok("restart", json!({ "swap": true })).await;
    assert_eq!(client.game["players"], json!([engine("level=1"), human()]));
    let game = client.state(|game| game["ply"] == 1).await;
    assert_eq!(
        (&game["start"], &game["settings"]["size"]),
        (&start, &json!("9"))
    );
    client.ok("restart", json!({})).await;
    assert_eq!(client.game["players"], json!([engine("level=1"), human()]));
    // The engine may have moved again since.
    assert!(
        client
            .heard()
            .iter()
            .any(|event| event["moves"] == json!([]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evaluation_is_the_first_movers_and_follows_the_weights() {
    let host = Host::start(config()).await;
    let line = "startpos moves f5d6c3d3c4f4c5b3c2";
    let (mut client, _) = host
        .game(json!({ "game": "othello", "line": line, "players": humans() }))
        .await;
    let total = async |client: &mut common::Client, engine: Value| {
        let told = client.ok("evaluate", engine).await;
        let sum: f64 = told["terms"]
            .as_array()
            .expect("terms")
            .iter()
            .map(|term| term["value"].as_f64().expect("a number"))
            .sum();
        let total = told["total"].as_f64().expect("a total");
        assert!((sum - total).abs() < 0.1, "{told}");
        assert_eq!(told["unit"], "discs");
        total
    };
    let white = total(&mut client, json!({})).await;
    let changed = total(
        &mut client,
        json!({ "engine": "level=1,eval.mobility=600" }),
    )
    .await;
    assert_ne!(white, changed);
    client.ok("resign", json!({ "player": 0 })).await;
    total(&mut client, json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_told_as_positions() {
    let host = Host::start(config()).await;
    let mut client = host.client().await;
    for (game, least) in [("gomoku", 5), ("othello", 5), ("xiangqi", 8)] {
        let told = client.ok("rules", json!({ "game": game })).await;
        let cards = told["cards"].as_array().expect("cards");
        assert!(cards.len() >= least, "{game}: {}", cards.len());
        for card in cards {
            for language in ["en", "zh"] {
                for field in ["title", "text"] {
                    let text = card[field][language].as_str().expect("a text");
                    assert!(text.chars().count() >= 1, "{card}");
                }
            }
            assert!(
                !card["legal"].as_array().expect("moves").is_empty(),
                "{card}"
            );
            let names = card["shape"]["names"].as_array().expect("names").len();
            assert!(names >= 64, "{card}");
            // What is told can be opened.
            let moves = card["moves"].as_array().expect("moves").iter();
            let moves = moves
                .map(|mv| mv.as_str().expect("a move").to_owned())
                .collect();
            let line = GameLine::new(card["start"].as_str().expect("a start"), moves).to_string();
            let open = json!({ "game": game, "settings": card["settings"], "line": line, "players": humans() });
            client.ok("open", open).await;
        }
    }
    assert_eq!(
        client.error("rules", json!({ "game": "ludo" })).await,
        "game"
    );
    assert_eq!(client.error("rules", json!({})).await, "game");
    let renju = client.ok("rules", json!({ "game": "gomoku" })).await["cards"][4].clone();
    assert_eq!(renju["forbidden"], json!([["j8", "33"]]), "{renju}");
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_told_with_the_positions_of_their_solutions() {
    let host = Host::start(config()).await;
    let mut client = host.client().await;
    for game in ["gomoku", "othello", "xiangqi"] {
        let told = client.ok("puzzles", json!({ "game": game })).await;
        let puzzles = told["puzzles"].as_array().expect("puzzles").clone();
        assert!(puzzles.len() >= 300, "{game}: {}", puzzles.len());
        for puzzle in puzzles.iter().step_by(97) {
            let told = client
                .ok("puzzle", json!({ "game": game, "puzzle": puzzle["id"] }))
                .await;
            for key in ["id", "theme", "rating"] {
                assert_eq!(told[key], puzzle[key]);
            }
            let solution = told["solution"].as_array().expect("moves");
            let steps = told["steps"].as_array().expect("steps");
            assert_eq!(json!(solution.len()), puzzle["moves"]);
            assert_eq!(steps.len(), solution.len() + 1);
            assert_eq!(steps[0]["last"], Value::Null);
            for (mv, step) in solution.iter().zip(steps) {
                assert!(
                    step["legal"].as_array().expect("moves").contains(mv),
                    "{told}"
                );
            }
            assert!(told["only"].as_u64() >= Some(1));
            let open = json!({ "game": game, "line": told["position"], "players": humans() });
            client.ok("open", open).await;
        }
        let unknown = json!({ "game": game, "puzzle": "00000000" });
        assert_eq!(client.error("puzzle", unknown).await, "puzzle");
    }
    assert_eq!(
        client.error("puzzles", json!({ "game": "ludo" })).await,
        "game"
    );
    assert_eq!(
        client.error("puzzle", json!({ "game": "othello" })).await,
        "puzzle"
    );
}

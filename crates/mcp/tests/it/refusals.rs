//! Calls that are refused: with words that say why, and without a change.

use crate::common::Client;
use serde_json::json;

#[tokio::test]
async fn every_wrong_argument_is_refused_by_name_with_what_would_do() {
    let client = Client::new().await;
    let id = client
        .open(json!({ "game": "othello", "line": "startpos moves f5" }))
        .await;
    let over = format!("{}OO X", "X".repeat(62));
    let over = client
        .open(json!({ "game": "othello", "line": over }))
        .await;
    let against = client
        .open(json!({ "game": "othello", "opponent": { "level": 1 } }))
        .await;
    client
        .ok("opponent_move", json!({ "game_id": against }))
        .await;
    let before = client.ok("state", json!({ "game_id": id })).await;
    for (tool, arguments, words) in [
        ("list_games", json!({ "x": 1 }), &["unknown field `x`"][..]),
        (
            "rules",
            json!({ "game": "go" }),
            &["game: ", "gomoku, othello, xiangqi"],
        ),
        ("new_game", json!({}), &["missing field `game`"]),
        (
            "new_game",
            json!({ "game": "go" }),
            &["\"go\"", "gomoku, othello, xiangqi"],
        ),
        ("new_game", json!({ "game": 3 }), &["game: ", "string"]),
        (
            "new_game",
            json!({ "game": "othello", "colour": "red" }),
            &["unknown field `colour`", "opponent"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "strength": 3 } }),
            &["unknown field `strength`", "level"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "level": "3" } }),
            &["opponent.level: "],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "level": 99 } }),
            &["level", "1 to 22"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "level": 0 } }),
            &["level", "1 to 22"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "level": 1, "searcher": "pvs" } }),
            &["not both"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "opponent": { "plays": "red" } }),
            &["\"red\"", "black and white"],
        ),
        (
            "new_game",
            json!({ "game": "gomoku", "settings": { "size": "99" } }),
            &["settings: size", "5 to 20"],
        ),
        (
            "new_game",
            json!({ "game": "gomoku", "settings": { "shape": "round" } }),
            &["settings: ", "rule", "size"],
        ),
        (
            "new_game",
            json!({ "game": "gomoku", "settings": { "size": 9 } }),
            &["settings.size: ", "string"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "line": "startpos moves a1" }),
            &["line: ", "a1"],
        ),
        (
            "new_game",
            json!({ "game": "othello", "record": "f5z9" }),
            &["record: "],
        ),
        (
            "new_game",
            json!({ "game": "othello", "line": "startpos", "record": "f5" }),
            &["not both"],
        ),
        (
            "state",
            json!({ "game_id": "g99" }),
            &["game_id: ", "\"g99\"", "g1, g2, g3"],
        ),
        ("state", json!({ "game_id": "1" }), &["game_id: "]),
        (
            "legal_moves",
            json!({ "game": "othello" }),
            &["unknown field `game`", "game_id"],
        ),
        (
            "play",
            json!({ "game_id": id, "move": "z9" }),
            &["move: ", "legal are f4, d6, f6"],
        ),
        (
            "play",
            json!({ "game_id": id, "move": "a1" }),
            &["move: ", "legal are f4, d6, f6"],
        ),
        ("play", json!({ "game_id": id }), &["missing field `move`"]),
        (
            "play",
            json!({ "game_id": over, "move": "a1" }),
            &["over", "undo"],
        ),
        (
            "play",
            json!({ "game_id": against, "move": "d6" }),
            &["turn of white", "opponent_move"],
        ),
        ("opponent_move", json!({ "game_id": over }), &["over"]),
        (
            "opponent_move",
            json!({ "game_id": id, "level": 23 }),
            &["level: 23", "1 to 22"],
        ),
        (
            "opponent_move",
            json!({ "game_id": id, "searcher": "deep blue" }),
            &["searcher: ", "pvs"],
        ),
        (
            "opponent_move",
            json!({ "game_id": id, "searcher": "pvs,hash=4000" }),
            &["4000", "64 MiB"],
        ),
        (
            "opponent_move",
            json!({ "game_id": id, "searcher": "smp,threads=9" }),
            &["9 threads", "2"],
        ),
        (
            "opponent_move",
            json!({ "game_id": id, "searcher": "pvs,network=/etc/passwd" }),
            &["no file"],
        ),
        (
            "opponent_move",
            json!({ "game_id": id, "time_ms": 60000 }),
            &["time_ms: 60000", "1 to 10000"],
        ),
        ("undo", json!({ "game_id": "" }), &["game_id: "]),
        (
            "show",
            json!({ "game_id": id, "format": "png" }),
            &["format: ", "png", "svg"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "time_ms": 10001 }),
            &["time_ms", "1 to 10000"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "time_ms": 0 }),
            &["time_ms", "1 to 10000"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "time_ms": -5 }),
            &["time_ms: "],
        ),
        (
            "analyze",
            json!({ "game_id": id, "lines": 9 }),
            &["lines: 9", "1 to 8"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "depth": 0 }),
            &["depth: 0"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "nodes": 0 }),
            &["nodes: 0"],
        ),
        (
            "analyze",
            json!({ "game_id": id, "lines": 2, "searcher": "dfpn" }),
            &["dfpn", "one line"],
        ),
        (
            "review",
            json!({ "game_id": id, "first": 2 }),
            &["first: 2", "1 to 1"],
        ),
        (
            "review",
            json!({ "game_id": id, "time_ms": 10001 }),
            &["time_ms", "1 to 10000"],
        ),
        (
            "review",
            json!({ "game_id": id, "searcher": "pvs,hash=4096" }),
            &["searcher: ", "64"],
        ),
        ("resign", json!({ "game_id": "g99" }), &["game_id: ", "g99"]),
        ("resign", json!({ "game_id": over }), &["over"]),
        (
            "explain",
            json!({ "game_id": id, "move": "a1" }),
            &["move: ", "legal are f4, d6, f6"],
        ),
        (
            "explain",
            json!({ "game_id": over }),
            &["move: ", "no move"],
        ),
        (
            "explain",
            json!({ "game_id": over, "move": "a1" }),
            &["over"],
        ),
        (
            "solve",
            json!({ "game_id": id, "settings": { "speed": "9" } }),
            &["settings: ", "wld"],
        ),
        (
            "solve",
            json!({ "game_id": id, "settings": { "threads": "64" } }),
            &["settings.threads: 64", "1 to 2"],
        ),
        (
            "solve",
            json!({ "game_id": id, "time_ms": 99999 }),
            &["time_ms", "1 to 10000"],
        ),
        (
            "puzzle",
            json!({ "game": "xiangqi", "id": "nope" }),
            &["id: ", "nope"],
        ),
        (
            "puzzle",
            json!({ "game": "xiangqi", "theme": "zugzwang" }),
            &["theme: ", "mate"],
        ),
        ("close_game", json!({ "game_id": "g0" }), &["game_id: "]),
    ] {
        let told = client.refused(tool, arguments.clone()).await;
        for word in words {
            assert!(
                told.contains(word),
                "{tool} {arguments}: no {word:?} in {told:?}"
            );
        }
    }
    assert_eq!(client.ok("state", json!({ "game_id": id })).await, before);
    let open = client.ok("list_games", json!({})).await;
    assert_eq!(open["open_games"].as_array().map(Vec::len), Some(3));
    client.leave().await;
}

#[tokio::test]
async fn a_closed_game_is_gone_and_its_id_is_not_used_again() {
    let client = Client::new().await;
    let id = client.open(json!({ "game": "othello" })).await;
    let closed = client.ok("close_game", json!({ "game_id": id })).await;
    assert_eq!(closed["open_games"], json!([]));
    assert!(
        client
            .refused("state", json!({ "game_id": id }))
            .await
            .contains("open are none")
    );
    assert_ne!(client.open(json!({ "game": "othello" })).await, id);
    client.leave().await;
}

//! Games from their beginning to their end.

use crate::common::{Client, text, texts};
use serde_json::{Value, json};

/// Plays a game to its end. The client plays the one in the middle of its legal moves.
async fn play_out(client: &Client, opening: Value) -> Value {
    let opened = client.ok("new_game", opening).await;
    let mut state = opened["state"].clone();
    let id = json!({ "game_id": state["game_id"] });
    for _ in 0..300 {
        let legal = client.ok("legal_moves", id.clone()).await;
        let legal = texts(&legal["moves"]);
        assert_eq!(state["legal_moves"], legal.len(), "{state}");
        assert_eq!(state["your_turn"], state["outcome"].is_null(), "{state}");
        if state["outcome"].is_object() {
            assert!(state["to_move"].is_null() && legal.is_empty(), "{state}");
            return state;
        }
        let mv = legal[legal.len() / 2];
        let play = json!({ "game_id": id["game_id"], "move": mv });
        let played = client.ok("play", play).await;
        let moves = played["moves"].as_array().expect("moves");
        assert_eq!(moves[0]["move"], mv);
        assert_eq!(moves[0]["by"], "client");
        assert!(
            moves[1..].iter().all(|reply| reply["by"] == "level=6"),
            "{played}"
        );
        let ply = state["ply"].as_u64().map(|ply| ply + moves.len() as u64);
        assert_eq!(played["state"]["ply"].as_u64(), ply);
        state = played["state"].clone();
        assert_eq!(client.ok("state", id.clone()).await, state);
    }
    panic!("no end: {state}");
}

#[tokio::test]
async fn whole_games_are_played_against_a_level() {
    let client = Client::new().await;
    // In xiangqi the chariots mate soon.
    let chariots = "4k4/9/9/9/9/R8/9/8R/9/3K5 b";
    for (game, settings, line) in [
        (
            "gomoku",
            json!({ "size": "7", "rule": "standard" }),
            "startpos",
        ),
        ("othello", json!({}), "startpos"),
        ("xiangqi", json!({ "rule": "check-ban" }), chariots),
    ] {
        let facts = engines::game(game).expect("built in").facts();
        let opening = json!({
            "game": game,
            "settings": settings,
            "line": line,
            "opponent": { "level": 6, "plays": facts.players[0] },
            "seed": 1,
        });
        let state = play_out(&client, opening.clone()).await;
        assert_eq!(state["game"], game);
        assert!(!text(&state["outcome"]["reason"]).is_empty(), "{state}");
        let settings = state["settings"].as_object().expect("settings");
        assert_eq!(settings.len(), facts.rules.len());
        // The same seed and the same moves are the same game.
        assert_eq!(play_out(&client, opening).await["line"], state["line"]);
    }
    client.leave().await;
}

#[tokio::test]
async fn a_finished_game_says_who_won_and_by_how_much() {
    let client = Client::new().await;
    let five = "startpos moves h8 a1 h9 a3 h10 a5 h11 a7";
    let id = client.open(json!({ "game": "gomoku", "line": five })).await;
    let played = client
        .ok("play", json!({ "game_id": id, "move": "h12" }))
        .await;
    let outcome = &played["state"]["outcome"];
    assert_eq!(
        *outcome,
        json!({ "winner": "black", "reason": "five in a row", "margin": null })
    );
    let board = format!("{}OO X", "X".repeat(62));
    let full = client
        .ok("new_game", json!({ "game": "othello", "line": board }))
        .await;
    assert_eq!(full["state"]["outcome"]["margin"], 60);
    client.leave().await;
}

#[tokio::test]
async fn an_opponent_that_moves_first_begins_at_once() {
    let client = Client::new().await;
    let opponent = json!({ "level": 2, "plays": "black" });
    let opening = json!({ "game": "othello", "opponent": opponent });
    let opened = client.ok("new_game", opening).await;
    let state = &opened["state"];
    assert_eq!(state["ply"], 1);
    assert_eq!(state["to_move"], "white");
    assert_eq!(opened["moves"][0]["player"], "black");
    assert_eq!(opened["moves"][0]["by"], "level=2");
    let who = json!([
        { "name": "black", "played_by": "level=2" },
        { "name": "white", "played_by": "client" },
    ]);
    assert_eq!(state["players"], who);
    client.leave().await;
}

#[tokio::test]
async fn undo_takes_back_the_clients_move_and_the_reply() {
    let client = Client::new().await;
    let id = client
        .open(json!({ "game": "othello", "opponent": { "level": 1 } }))
        .await;
    let one = json!({ "game_id": id });
    client
        .ok("play", json!({ "game_id": id, "move": "f5" }))
        .await;
    let undone = client.ok("undo", one.clone()).await;
    assert_eq!(
        (&undone["taken_back"], &undone["state"]["ply"]),
        (&json!(2), &json!(0))
    );
    let refused = client.refused("undo", one).await;
    assert!(refused.contains("no move of yours"), "{refused}");
    // Alone one goes back a ply.
    let id = client
        .open(json!({ "game": "othello", "line": "startpos moves f5d6c3" }))
        .await;
    let undone = client.ok("undo", json!({ "game_id": id })).await;
    assert_eq!(
        (&undone["taken_back"], &undone["state"]["last_move"]),
        (&json!(1), &json!("d6"))
    );
    client.leave().await;
}

#[tokio::test]
async fn a_client_resigns_for_its_side_and_may_take_it_back() {
    let client = Client::new().await;
    let opponent = json!({ "level": 1, "plays": "black" });
    let id = client
        .open(json!({ "game": "othello", "opponent": opponent }))
        .await;
    let one = json!({ "game_id": id });
    let resigned = client.ok("resign", one.clone()).await;
    let state = &resigned["state"];
    assert_eq!(resigned["player"], "white");
    let outcome = json!({ "winner": "black", "reason": "resignation", "margin": null });
    assert_eq!(state["outcome"], outcome);
    assert_eq!(
        (
            &state["to_move"],
            &state["your_turn"],
            &state["legal_moves"]
        ),
        (&json!(null), &json!(false), &json!(0))
    );
    let legal = client.ok("legal_moves", one.clone()).await;
    assert!(texts(&legal["moves"]).is_empty(), "{legal}");
    let list = client.ok("list_games", json!({})).await;
    assert_eq!(list["open_games"][0]["over"], true);
    for (tool, arguments) in [
        ("resign", one.clone()),
        ("play", json!({ "game_id": id, "move": "f4" })),
        ("opponent_move", one.clone()),
    ] {
        let refused = client.refused(tool, arguments).await;
        assert!(refused.contains("over (resignation)"), "{tool}: {refused}");
    }
    let undone = client.ok("undo", one).await;
    assert_eq!(
        (&undone["taken_back"], &undone["state"]["your_turn"]),
        (&json!(0), &json!(true))
    );
    // Alone one resigns for the side to move.
    let id = client
        .open(json!({ "game": "xiangqi", "line": "startpos moves h2e2" }))
        .await;
    let resigned = client.ok("resign", json!({ "game_id": id })).await;
    assert_eq!(
        (&resigned["player"], &resigned["state"]["outcome"]["winner"]),
        (&json!("black"), &json!("red"))
    );
    client.leave().await;
}

#[tokio::test]
async fn engines_play_for_either_side_when_asked() {
    let client = Client::new().await;
    let id = client.open(json!({ "game": "xiangqi" })).await;
    for (chosen, by) in [
        (json!({}), "level=8"),
        (json!({ "level": 3 }), "level=3"),
        (
            json!({ "searcher": "pvs,depth=2,hash=1" }),
            "pvs,depth=2,hash=1",
        ),
        (
            json!({ "searcher": "mcts,nodes=200,hash=1", "time_ms": 500 }),
            "mcts,nodes=200,hash=1",
        ),
    ] {
        let mut arguments = chosen;
        arguments["game_id"] = json!(id);
        let played = client.ok("opponent_move", arguments).await;
        assert_eq!(played["moves"][0]["by"], by);
        assert_eq!(played["moves"].as_array().map(Vec::len), Some(1));
    }
    let state = client.ok("state", json!({ "game_id": id })).await;
    assert_eq!(
        (&state["ply"], &state["to_move"]),
        (&json!(4), &json!("red"))
    );
    client.leave().await;
}

#[tokio::test]
async fn a_game_goes_on_from_a_record_and_from_a_line() {
    let client = Client::new().await;
    let line = "startpos moves f5 d6 c3";
    let id = client
        .open(json!({ "game": "othello", "line": line }))
        .await;
    let state = client.ok("state", json!({ "game_id": id })).await;
    let again = client
        .ok(
            "new_game",
            json!({ "game": "othello", "line": state["line"] }),
        )
        .await;
    assert_eq!(again["state"]["position"], state["position"]);
    let record = json!({ "game": "othello", "record": "f5d6c3" });
    let loaded = client.ok("new_game", record).await;
    assert_eq!(loaded["state"]["position"], state["position"]);
    client.leave().await;
}

#[tokio::test]
async fn what_only_a_rule_forbids_is_listed_by_its_kind() {
    let client = Client::new().await;
    let line = "X:g8i8h7h9 O:a1c1e1g1";
    let renju = json!({ "game": "gomoku", "settings": { "rule": "renju" }, "line": line });
    let id = client.open(renju).await;
    let legal = client.ok("legal_moves", json!({ "game_id": id })).await;
    assert_eq!(legal["forbidden"], json!({ "h8": "33" }));
    assert!(!texts(&legal["moves"]).contains(&"h8"));
    client.leave().await;
}

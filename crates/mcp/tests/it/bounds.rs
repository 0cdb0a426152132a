//! What a client may take of the machine: games, plies, time, and that it may change its mind.

use crate::common::{Client, params};
use mcp::Config;
use mcp::rmcp::ClientHandler;
use mcp::rmcp::model::{
    CallToolRequestParams, ClientRequest, ProgressNotificationParam, Request, ServerResult,
};
use mcp::rmcp::service::{NotificationContext, PeerRequestOptions, RequestHandle, RoleClient};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A server on which one call searches at a time, for as long as a minute.
fn narrow() -> Config {
    Config {
        searches: 1,
        time: Duration::from_secs(60),
        ..Config::default()
    }
}

/// Begins a call without waiting for its answer.
async fn begun<H: ClientHandler>(
    client: &Client<H>,
    call: CallToolRequestParams,
) -> RequestHandle<RoleClient> {
    let request = ClientRequest::CallToolRequest(Request::new(call));
    let options = PeerRequestOptions::no_options();
    let sent = client.service.send_cancellable_request(request, options);
    sent.await.expect("it is sent")
}

/// A search of a minute.
fn long(id: &str) -> CallToolRequestParams {
    params("analyze", json!({ "game_id": id, "time_ms": 60_000 }))
}

#[tokio::test]
async fn there_are_no_more_games_than_allowed() {
    let client = Client::of(Config {
        open_games: 2,
        ..Config::default()
    })
    .await;
    let first = client.open(json!({ "game": "othello" })).await;
    client.open(json!({ "game": "gomoku" })).await;
    let told = client
        .refused("new_game", json!({ "game": "xiangqi" }))
        .await;
    assert!(
        told.contains("2 games") && told.contains("close_game"),
        "{told}"
    );
    client.ok("close_game", json!({ "game_id": first })).await;
    client.open(json!({ "game": "xiangqi" })).await;
    client.leave().await;
}

#[tokio::test]
async fn a_game_is_no_longer_than_allowed() {
    let client = Client::of(Config {
        record: 3,
        ..Config::default()
    })
    .await;
    let four = json!({ "game": "othello", "line": "startpos moves f5d6c3d3" });
    assert!(client.refused("new_game", four).await.contains("3 plies"));
    let three = json!({ "game": "othello", "line": "startpos moves f5d6c3" });
    let id = client.open(three).await;
    let play = json!({ "game_id": id, "move": "d3" });
    assert!(client.refused("play", play).await.contains("3 plies"));
    // The last ply is the client's, and there is none left for the reply.
    let line =
        json!({ "game": "othello", "line": "startpos moves f5d6", "opponent": { "level": 1 } });
    let id = client.open(line).await;
    let played = client
        .ok("play", json!({ "game_id": id, "move": "c3" }))
        .await;
    assert_eq!(
        played["moves"].as_array().map(Vec::len),
        Some(1),
        "{played}"
    );
    client.leave().await;
}

#[tokio::test]
async fn an_engine_takes_no_more_memory_than_allowed() {
    let mut config = Config::default();
    config.allowance.memory = 1;
    let client = Client::of(config).await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let against = json!({ "game": "gomoku", "opponent": { "level": 14 } });
    for (tool, arguments) in [
        ("analyze", json!({ "game_id": id })),
        ("opponent_move", json!({ "game_id": id, "level": 14 })),
        ("new_game", against),
    ] {
        let told = client.refused(tool, arguments).await;
        assert!(
            told.contains("MiB") && told.contains("allows"),
            "{tool}: {told}"
        );
    }
    client.leave().await;
}

#[tokio::test]
async fn a_search_ends_at_its_time() {
    let client = Client::new().await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let begun = Instant::now();
    let found = client
        .ok("analyze", json!({ "game_id": id, "time_ms": 300 }))
        .await;
    let took = begun.elapsed();
    assert!(
        found["time_ms"].as_f64() < Some(1000.0) && took < Duration::from_secs(20),
        "{found}"
    );
    client.leave().await;
    // A server that allows less than an analysis usually takes.
    let hasty = Config {
        time: Duration::from_millis(50),
        ..Config::default()
    };
    let client = Client::of(hasty).await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let found = client.ok("analyze", json!({ "game_id": id })).await;
    assert!(found["time_ms"].as_f64() < Some(1000.0), "{found}");
    assert!(
        client
            .refused("solve", json!({ "game_id": id, "time_ms": 51 }))
            .await
            .contains("1 to 50")
    );
    client.leave().await;
}

#[tokio::test]
async fn a_cancelled_search_stops_and_makes_room() {
    let client = Client::of(narrow()).await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let started = Instant::now();
    let searching = begun(&client, long(&id)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    // One that waits for its turn is cancelled, too.
    let waiting = begun(&client, long(&id)).await;
    waiting.cancel(None).await.expect("it is cancelled");
    searching.cancel(None).await.expect("it is cancelled");
    client
        .ok("analyze", json!({ "game_id": id, "depth": 1 }))
        .await;
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "{:?}",
        started.elapsed()
    );
    client.leave().await;
}

#[tokio::test]
async fn a_cancelled_reply_is_not_played() {
    let client = Client::of(narrow()).await;
    // It thinks until it is stopped.
    let opponent = json!({ "searcher": "mcts,hash=1,book=off" });
    let id = client
        .open(json!({ "game": "othello", "opponent": opponent }))
        .await;
    let play = begun(
        &client,
        params("play", json!({ "game_id": id, "move": "f5" })),
    )
    .await;
    let state = loop {
        let state = client.ok("state", json!({ "game_id": id })).await;
        if state["ply"] == 1 {
            break state;
        }
    };
    assert_eq!(state["your_turn"], false, "{state}");
    play.cancel(None).await.expect("it is cancelled");
    let told = client
        .refused("play", json!({ "game_id": id, "move": "d6" }))
        .await;
    assert!(told.contains("opponent_move"), "{told}");
    let asked = json!({ "game_id": id, "level": 1 });
    assert_eq!(client.ok("opponent_move", asked).await["state"]["ply"], 2);
    client.leave().await;
}

#[tokio::test]
async fn a_reply_to_a_game_that_changed_meanwhile_is_not_played() {
    let watcher = Watcher::default();
    let client = Client::with(watcher.clone(), narrow()).await;
    let id = client
        .open(json!({ "game": "othello", "line": "startpos moves f5" }))
        .await;
    let call = json!({ "game_id": id, "searcher": "pvs,hash=1,book=off", "time_ms": 2000 });
    let thinking = begun(&client, params("opponent_move", call)).await;
    while watcher.0.lock().expect("no panic").is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    client.ok("undo", json!({ "game_id": id })).await;
    let ServerResult::CallToolResult(result) = thinking.await_response().await.expect("an answer")
    else {
        panic!("no result of a tool");
    };
    assert_eq!(result.is_error, Some(true), "{result:?}");
    let told = &result.content[0].as_text().expect("text").text;
    assert!(told.contains("changed"), "{told}");
    let state = client.ok("state", json!({ "game_id": id })).await;
    assert_eq!(state["ply"], 0);
    client.leave().await;
}

#[tokio::test]
async fn a_review_of_a_long_game_ends_at_its_time() {
    let client = Client::new().await;
    let corners = ["a1", "o15", "a15", "o1", "c2", "m14", "c14", "m2"];
    let line = format!("startpos moves {}", corners.join(" "));
    let id = client.open(json!({ "game": "gomoku", "line": line })).await;
    let begun = Instant::now();
    let asked = json!({ "game_id": id, "time_ms": 400, "nodes": 1_000_000_000_u64 });
    let review = client.ok("review", asked).await;
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(8));
    client.leave().await;
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_searches() {
    let client = Client::of(narrow()).await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let _searching = begun(&client, long(&id)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let left = Instant::now();
    client.leave().await;
    assert!(left.elapsed() < Duration::from_secs(20));
}

/// Keeps the progress that it hears of.
#[derive(Clone, Default)]
struct Watcher(Arc<Mutex<Vec<ProgressNotificationParam>>>);

impl ClientHandler for Watcher {
    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.0.lock().expect("no panic").push(progress);
    }
}

#[tokio::test]
async fn a_search_reports_its_progress() {
    let watcher = Watcher::default();
    let client = Client::with(watcher.clone(), Config::default()).await;
    let id = client.open(json!({ "game": "othello" })).await;
    let call = params("analyze", json!({ "game_id": id, "time_ms": 500 }));
    let searching = begun(&client, call).await;
    let token = searching.progress_token.clone();
    searching.await_response().await.expect("an answer");
    client.leave().await;
    let told = watcher.0.lock().expect("no panic");
    assert!(!told.is_empty());
    let counts: Vec<_> = told.iter().map(|progress| progress.progress).collect();
    assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    for progress in told.iter() {
        assert_eq!(progress.progress_token, token);
        let message = progress.message.as_deref().unwrap_or_default();
        assert!(message.starts_with("depth "), "{message:?}");
    }
}

#[tokio::test]
async fn quick_calls_do_not_wait_for_searches() {
    let client = Client::of(narrow()).await;
    let id = client.open(json!({ "game": "gomoku" })).await;
    let searching = begun(&client, long(&id)).await;
    for tool in ["state", "legal_moves", "show"] {
        let answer: Value = client.ok(tool, json!({ "game_id": id })).await;
        assert!(answer.is_object());
    }
    searching.cancel(None).await.expect("it is cancelled");
    client.leave().await;
}

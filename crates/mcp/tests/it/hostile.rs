//! What no client should send, and what no game should do: the server goes on.

use crate::common::Client;
use engines::search::{Control, Report, Request, Searcher};
use engines::{
    Game, Games, SearcherFacts, SearcherParts, SearcherWiring, Searchers, Wired, Wiring,
};
use game_core::Position;
use mcp::rmcp::model::CallToolRequestParams;
use mcp::{Config, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// A searcher that panics.
struct Panics;

impl<P: Position> Searcher<P> for Panics {
    fn search(
        &mut self,
        request: &Request<'_, P>,
        _: &Control,
        _: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        // It prepares in peace.
        assert!(request.limits.nodes.is_some(), "a panic wanted by the test");
        Report::empty()
    }

    fn new_game(&mut self) {}
}

/// What the test adds to a game.
struct Added;

impl<W: Wiring> Searchers<W> for Added {
    const SEARCHERS: &'static [SearcherWiring<W>] = &[SearcherWiring {
        facts: SearcherFacts::new("panics", "breaks off"),
        build: |_: SearcherParts<'_, W>| Box::new(Panics),
    }];
}

static OTHELLO: Wired<engines::othello::OthelloWiring, Added> = Wired::NEW;
static GAMES: [&dyn Game; 1] = [&OTHELLO];

#[tokio::test]
async fn a_panic_is_an_error_of_one_call() {
    let config = Config {
        games: Games::new(&GAMES),
        searches: 1,
        ..Config::default()
    };
    let client = Client::of(config).await;
    let panics = json!({ "searcher": "panics,book=off" });
    let id = client
        .open(json!({ "game": "othello", "opponent": panics }))
        .await;
    for _ in 0..2 {
        let found = json!({ "game_id": id, "searcher": "panics" });
        let told = client.refused("analyze", found).await;
        assert!(told.contains("defect"), "{told}");
    }
    // The move is played, and the reply is not: the error says so.
    let told = client
        .refused("play", json!({ "game_id": id, "move": "f5" }))
        .await;
    assert!(told.contains("defect"), "{told}");
    let state = client.ok("state", json!({ "game_id": id })).await;
    assert_eq!(
        (&state["ply"], &state["your_turn"]),
        (&json!(1), &json!(false))
    );
    let asked = json!({ "game_id": id, "level": 1 });
    assert_eq!(client.ok("opponent_move", asked).await["state"]["ply"], 2);
    client.leave().await;
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_refused() {
    let client = Client::new().await;
    let call = CallToolRequestParams::new("castle");
    let refused = client.service.call_tool(call).await.expect_err("a refusal");
    assert!(refused.to_string().contains("tool"), "{refused}");
    client.ok("list_games", json!({})).await;
    client.leave().await;
}

#[tokio::test]
async fn lines_that_are_no_messages_leave_the_server_alive() {
    let config = Config {
        message: 4096,
        ..Config::default()
    };
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let server = tokio::spawn(Server::new(config).serve(input, output));
    let (answers, mut lines) = tokio::io::split(ours);
    let mut answers = BufReader::new(answers).lines();
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        },
    });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let call = |id: u64, name: &str, arguments: Value| {
        json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": name, "arguments": arguments },
        })
        .to_string()
    };
    let deep = format!("{}{}", "[".repeat(2000), "]".repeat(2000));
    let long = call(7, "new_game", json!({ "game": "x".repeat(5000) }));
    for line in [
        hello.to_string(),
        ready.to_string(),
        "not json".to_owned(),
        "{}".to_owned(),
        "[]".to_owned(),
        deep,
        "\u{0}\u{7f}".to_owned(),
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"play","arguments":7}}"#
            .to_owned(),
        call(4, "new_game", json!({ "game": { "name": "othello" } })),
        long,
        call(5, "new_game", json!({ "game": "othello" })),
    ] {
        lines.write_all(line.as_bytes()).await.expect("it is read");
        lines.write_all(b"\n").await.expect("it is read");
    }
    let last = loop {
        let line = answers.next_line().await.expect("text").expect("an answer");
        let answer: Value = serde_json::from_str(&line).expect("the protocol and nothing else");
        assert_eq!(answer["jsonrpc"], "2.0", "{line}");
        assert_ne!(answer["id"], 7, "it is too long: {line}");
        if answer["id"] == 5 {
            break answer;
        }
    };
    assert_eq!(
        last["result"]["structuredContent"]["state"]["game"], "othello",
        "{last}"
    );
    drop((answers, lines));
    server.await.expect("no panic").expect("no error");
}

#[tokio::test]
async fn a_client_that_leaves_at_once_ends_the_server() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let server = tokio::spawn(Server::new(Config::default()).serve(input, output));
    drop(ours);
    server
        .await
        .expect("no panic")
        .expect("no error: it left before it began");
}

//! `boyi mcp` as a client of the protocol runs it.

use crate::common::boyi;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use rmcp::{ServiceExt, object};
use serde_json::json;
use tokio::process::Command;

#[tokio::test]
async fn a_client_starts_it_and_plays() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
    command.args(["mcp", "--time", "2s", "--games", "1"]);
    let client =
        ().serve(TokioChildProcess::new(command).expect("it runs"))
            .await
            .expect("it speaks the protocol");
    let tools = client.list_all_tools().await.expect("tools");
    assert!(tools.iter().any(|tool| tool.name == "new_game"));
    let new_game = || {
        let opening = object!({ "game": "xiangqi", "opponent": { "level": 2 } });
        CallToolRequestParams::new("new_game").with_arguments(opening)
    };
    let opened = client.call_tool(new_game()).await.expect("a game");
    let id = opened.structured_content.expect("an answer")["state"]["game_id"].clone();
    let play = object!({ "game_id": id, "move": "h2e2" });
    let play = CallToolRequestParams::new("play").with_arguments(play);
    let played = client.call_tool(play).await.expect("a move");
    let played = played.structured_content.expect("an answer");
    assert_eq!(
        (&played["state"]["ply"], &played["moves"][1]["by"]),
        (&json!(2), &json!("level=2")),
        "{played}"
    );
    let second = client.call_tool(new_game()).await.expect("a result");
    assert_eq!(
        second.is_error,
        Some(true),
        "one game is the most: {second:?}"
    );
    client.cancel().await.expect("it ends");
}

#[test]
fn it_ends_with_its_input_and_prints_the_protocol_alone() {
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        },
    });
    for (input, lines) in [(format!("{hello}\n"), 1), (String::new(), 0)] {
        let output = boyi(&["mcp"]).write_stdin(input).output().expect("it runs");
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{output:?}"
        );
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(printed.lines().count(), lines, "{printed}");
        for line in printed.lines() {
            let answer: serde_json::Value = serde_json::from_str(line).expect("an answer");
            assert_eq!(answer["result"]["serverInfo"]["name"], "boyi", "{line}");
        }
    }
}

#[test]
fn a_client_that_does_not_introduce_itself_gets_an_error() {
    let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";
    let output = boyi(&["mcp"]).write_stdin(line).output().expect("it runs");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an answer");
    assert!(answer["error"]["message"].is_string(), "{answer}");
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    let output = boyi(&["mcp"]).write_stdin(line).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("did not begin") && output.stdout.is_empty(),
        "{error}"
    );
}

#[test]
fn bad_words_are_refused() {
    for args in [
        &["mcp", "--games", "0"][..],
        &["mcp", "--time", "0s"],
        &["mcp", "--time", "soon"],
        &["mcp", "--hash", "5000"],
        &["mcp", "--threads", "0"],
        &["mcp", "--searches", "0"],
        &["mcp", "--memory", "0"],
        &["mcp", "othello"],
        &["--json", "mcp"],
    ] {
        let output = boyi(args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && !error.is_empty(),
            "{args:?}: {error}"
        );
    }
}

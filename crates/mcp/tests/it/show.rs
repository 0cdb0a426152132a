//! The board as text and as a picture.

use crate::common::Client;
use mcp::rmcp::model::{ContentBlock, ResourceContents};
use serde_json::json;

#[tokio::test]
async fn a_board_is_shown_as_text_and_as_a_picture() {
    let client = Client::new().await;
    for (game, line, discs, words) in [
        ("gomoku", "startpos moves h8 i9", 2, "Gomoku"),
        ("othello", "startpos moves f5", 5, "Othello"),
        ("xiangqi", "startpos moves h2e2", 32, "帥"),
    ] {
        let id = client.open(json!({ "game": game, "line": line })).await;
        let shown = client.ok("show", json!({ "game_id": id })).await;
        let state = client.ok("state", json!({ "game_id": id })).await;
        assert_eq!(
            (&shown["board"], &shown["picture"]),
            (&state["board"], &json!(null))
        );

        let result = client
            .call("show", json!({ "game_id": id, "format": "both" }))
            .await;
        let [ContentBlock::Text(board), ContentBlock::Resource(picture)] = &result.content[..]
        else {
            panic!("{result:?}");
        };
        assert_eq!(state["board"], board.text);
        let ResourceContents::TextResourceContents {
            uri,
            mime_type,
            text,
            ..
        } = &picture.resource
        else {
            panic!("{picture:?}");
        };
        let told = result.structured_content.expect("an answer");
        assert_eq!(told["picture"], *uri);
        assert_eq!(mime_type.as_deref(), Some("image/svg+xml"));
        assert!(
            text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"),
            "{text}"
        );
        assert!(
            text.contains("xmlns=\"http://www.w3.org/2000/svg\""),
            "{text}"
        );
        assert_eq!(text.matches("translate(").count(), discs, "{game}: {text}");
        assert!(text.contains(words), "{game}: {text}");
        // The last move is marked, and everything lies within numbers.
        assert!(
            text.contains("#d4382c") && !text.contains("NaN") && !text.contains("inf"),
            "{text}"
        );
    }
    client.leave().await;
}

#[tokio::test]
async fn a_picture_comes_alone_if_that_is_asked_for() {
    let client = Client::new().await;
    let id = client.open(json!({ "game": "othello" })).await;
    let arguments = json!({ "game_id": id, "format": "svg" });
    let shown = client.ok("show", arguments.clone()).await;
    assert_eq!(
        (&shown["board"], &shown["picture"]),
        (&json!(null), &json!("boyi://games/g1/0.svg"))
    );
    let result = client.call("show", arguments).await;
    assert!(
        matches!(&result.content[..], [ContentBlock::Resource(_)]),
        "{result:?}"
    );
    let signs = client
        .ok(
            "show",
            json!({ "game_id": client.open(json!({ "game": "xiangqi" })).await, "signs": true }),
        )
        .await;
    assert!(
        signs["board"]
            .as_str()
            .is_some_and(|board| board.contains('車')),
        "{signs}"
    );
    client.leave().await;
}

//! What the server says of itself: its tools, games and rules.

use crate::common::{Client, texts};
use serde_json::{Value, json};

#[tokio::test]
async fn every_tool_has_a_description_and_schemas_that_are_valid_and_closed() {
    let client = Client::new().await;
    let names: Vec<_> = client.tools().iter().map(|tool| &*tool.name).collect();
    let wanted = [
        "analyze",
        "close_game",
        "explain",
        "legal_moves",
        "list_games",
        "new_game",
        "opponent_move",
        "play",
        "puzzle",
        "resign",
        "review",
        "rules",
        "show",
        "solve",
        "state",
        "undo",
    ];
    assert_eq!(names, wanted);
    for tool in client.tools() {
        let about = tool.description.as_deref().unwrap_or_default();
        assert!(about.len() > 20, "{}: {about:?}", tool.name);
        let input = Value::Object((*tool.input_schema).clone());
        let output = tool.output_schema.as_deref().expect("a schema of answers");
        let output = Value::Object(output.clone());
        for schema in [&input, &output] {
            assert!(
                jsonschema::meta::is_valid(schema),
                "{}: {schema}",
                tool.name
            );
            assert_eq!(schema["type"], "object", "{}", tool.name);
            described(&tool.name, schema);
        }
        assert_eq!(input["additionalProperties"], false, "{}", tool.name);
        let read_only = tool
            .annotations
            .as_ref()
            .and_then(|hints| hints.read_only_hint);
        let changes = [
            "new_game",
            "play",
            "opponent_move",
            "undo",
            "resign",
            "close_game",
        ];
        assert_eq!(
            read_only != Some(true),
            changes.contains(&&*tool.name),
            "{}",
            tool.name
        );
    }
    client.leave().await;
}

/// Every property has words that say what it is.
fn described(tool: &str, schema: &Value) {
    let definitions = schema["$defs"]
        .as_object()
        .into_iter()
        .flat_map(|defs| defs.values());
    for object in definitions.chain([schema]) {
        for (name, property) in object["properties"].as_object().into_iter().flatten() {
            assert!(
                property["description"].is_string(),
                "{tool}: {name}: {property}"
            );
        }
    }
}

#[tokio::test]
async fn the_server_says_who_it_is_and_how_to_begin() {
    let client = Client::new().await;
    let server = client.service.peer_info().expect("an introduction");
    let name = server.server_info.as_ref().map(|server| &*server.name);
    assert_eq!(name, Some("boyi"));
    let instructions = server.instructions.as_deref().expect("instructions");
    assert!(instructions.contains("list_games") && instructions.contains("new_game"));
    client.leave().await;
}

#[tokio::test]
async fn the_games_are_listed_with_all_that_a_call_may_choose() {
    let client = Client::new().await;
    let list = client.ok("list_games", json!({})).await;
    let games = list["games"].as_array().expect("games");
    let names: Vec<_> = games.iter().map(|game| game["name"].clone()).collect();
    assert_eq!(names, ["gomoku", "othello", "xiangqi"]);
    for game in games {
        let known = engines::game(game["name"].as_str().expect("a name")).expect("built in");
        let facts = known.facts();
        let levels = game["levels"].as_array().expect("levels");
        assert_eq!(levels.len(), usize::from(facts.strongest()));
        let overlooks = |level: &Value| level["overlooks"].as_f64().expect("a share");
        assert!(
            overlooks(&levels[0]) > overlooks(&levels[levels.len() - 1]),
            "{game}"
        );
        let settings = game["settings"].as_array().expect("settings");
        assert_eq!(settings.len(), facts.rules.len());
        let searchers = game["searchers"].as_array().expect("searchers");
        assert_eq!(searchers.len(), known.searchers().len());
        assert_eq!(game["solver"].is_object(), facts.solver.is_some());
        assert_eq!(game["has_puzzles"], facts.has_puzzles);
    }
    assert_eq!(list["open_games"], json!([]));
    let id = client.open(json!({ "game": "othello" })).await;
    let list = client.ok("list_games", json!({})).await;
    let open = json!([{ "game_id": id, "game": "othello", "ply": 0, "over": false }]);
    assert_eq!(list["open_games"], open);
    client.leave().await;
}

#[tokio::test]
async fn every_rule_comes_with_a_position_that_opens() {
    let client = Client::new().await;
    for game in ["gomoku", "othello", "xiangqi"] {
        let told = client.ok("rules", json!({ "game": game })).await;
        assert!(!texts(&told["first_moves"]).is_empty());
        let rules = told["rules"].as_array().expect("rules");
        assert!(rules.len() > 2, "{game}");
        for rule in rules {
            let id = client
                .open(json!({ "game": game, "settings": rule["settings"], "line": rule["line"] }))
                .await;
            client.ok("close_game", json!({ "game_id": id })).await;
        }
    }
    client.leave().await;
}

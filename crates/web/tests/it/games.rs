//! Whole games, and records of games.

use crate::common::{Client, Host, config, engine, human, humans, over};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A file of the tests' data.
fn data(path: &str) -> String {
    let path = format!("{}/../../tests/data/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_each_game_to_its_end() {
    let host = Host::start(config()).await;
    for game in ["gomoku", "othello", "xiangqi"] {
        let players = json!([engine("level=1"), engine("pvs,depth=2,hash=1")]);
        let (mut client, _) = host
            .game(json!({ "game": game, "players": players, "seed": 7 }))
            .await;
        let end = client.state(over).await;
        let moves = end["moves"].as_array().expect("moves");
        let scores = end["scores"].as_array().expect("scores");
        assert_eq!(
            scores.len(),
            moves.len() + 1,
            "{game}: one score a position"
        );
        assert!(
            moves.len() > 4 && scores.iter().filter(|score| !score.is_null()).count() > 2,
            "{game}: {moves:?}"
        );
        assert_eq!(
            (&end["legal"], &end["searching"]),
            (&json!([]), &json!(null)),
            "{game}"
        );
        // The record tells the same game.
        let record = client.ok("export", json!({})).await;
        let (mut reader, again) = host
            .game(json!({ "game": game, "record": record["text"], "players": humans() }))
            .await;
        for field in ["moves", "position", "ending"] {
            assert_eq!(again[field], end[field], "{game}: {field}");
        }
        reader.ok("seek", json!({ "ply": 0 })).await;
        assert_eq!(reader.game["moves"], end["moves"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_describes_its_board_its_moves_and_itself() {
    let host = Host::start(config()).await;
    let mut greeted = Client::connect(host.address).await;
    let hello = greeted.event("hello").await;
    let presented = |index: usize| &hello["games"][index]["presentation"];
    assert_eq!(presented(2)["title"]["zh"], "象棋");
    assert_eq!(presented(2)["sides"][0]["name"]["en"], "Red");
    assert_eq!(presented(2)["pieces"][0]["look"]["sign"][1], "將");
    assert_eq!(presented(0)["words"]["rule.value.renju"]["en"], "Renju");
    let near = |index: usize| &hello["games"][index]["near"];
    assert_eq!([near(0), near(2)], [&json!(0), &json!(0)]);

    let (mut client, start) = host
        .game(json!({ "game": "xiangqi", "players": humans() }))
        .await;
    let shape = &start["shape"];
    assert_eq!(
        (&shape["cell"], &shape["names"][0]),
        (&json!("point"), &json!("a9"))
    );
    assert_eq!(shape["places"].as_array().map(Vec::len), Some(90));
    assert_eq!(
        (&start["last"], &start["routes"]["h2e2"]),
        (&json!(null), &json!([[70, 67]]))
    );
    let next = client.play("h2e2").await;
    assert_eq!(next["last"], json!([70, 67]));

    // Where the cell has the name of the move, it goes without saying.
    let (_, start) = host
        .game(json!({ "game": "gomoku", "players": humans(), "settings": { "size": "9" } }))
        .await;
    assert_eq!(start["routes"], json!({}));
    assert_eq!(start["shape"]["lines"].as_array().map(Vec::len), Some(18));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_engines_can_be_followed() {
    let host = Host::start(web::Config {
        pace: Duration::from_millis(100),
        ..config()
    })
    .await;
    let begun = Instant::now();
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": [engine("level=1"), engine("level=1")] }))
        .await;
    client.state(|game| game["ply"] == 6).await;
    assert!(
        begun.elapsed() >= Duration::from_millis(490),
        "{:?}",
        begun.elapsed()
    );
    // A human is not kept waiting.
    client
        .ok(
            "players",
            json!({ "players": [human(), engine("level=1")] }),
        )
        .await;
    client.state(|game| game["mover"] == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_human_plays_an_engine_that_changes_from_move_to_move() {
    let host = Host::start(config()).await;
    let configs = [
        "level=1",
        "pvs,depth=2,hash=1",
        "mtdf,depth=1,hash=1",
        "mcts,nodes=200,hash=1",
        "level=2,eval.mobility=900",
        "dfpn,nodes=300,hash=1",
    ];
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": [human(), engine("level=1")] }))
        .await;
    for config in configs.iter().cycle() {
        client
            .ok("players", json!({ "players": [human(), engine(config)] }))
            .await;
        let game = client.state(|game| over(game) || game["mover"] == 0).await;
        if over(&game) {
            break;
        }
        let mv = game["legal"][0].as_str().expect("a move").to_owned();
        client.play(&mv).await;
        let asked: Vec<_> = client
            .heard()
            .into_iter()
            .filter(|event| event["event"] == "thinking")
            .collect();
        assert!(
            asked.iter().all(|event| event["engine"] == *config),
            "{config}: {asked:?}"
        );
    }
    assert!(
        client.game["ending"]["reason"].is_string(),
        "{}",
        client.game
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_err_alike_by_the_same_seed() {
    let host = Host::start(config()).await;
    let open = |seed: u64| json!({ "game": "othello", "players": [engine("level=1"), engine("level=1")], "seed": seed });
    let mut games = Vec::new();
    for seed in [1, 1, 2] {
        let (mut client, _) = host.game(open(seed)).await;
        games.push(client.state(over).await["moves"].clone());
    }
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
}

/// Imports `text`, and says how the game stands.
async fn import(client: &mut Client, text: &str) -> Value {
    client.ok("import", json!({ "text": text })).await;
    let game = client.game.clone();
    assert_eq!(
        (&game["players"], &game["paused"], &game["searching"]),
        (&humans(), &json!(false), &json!(null))
    );
    assert_eq!(game["ply"], game["moves"].as_array().expect("moves").len());
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn records_come_and_go_unchanged() {
    let host = Host::start(config()).await;
    let pgn = data("xiangqi/five_games.pgn");
    // Of several games the first is taken; here each in turn.
    let games: Vec<&str> = pgn
        .split_inclusive("\n\n\n")
        .flat_map(|part| part.split("[Game "))
        .filter(|game| game.len() > 20)
        .collect();
    let pgns: Vec<String> = games
        .iter()
        .enumerate()
        .map(|(i, game)| {
            if i == 0 {
                (*game).to_owned()
            } else {
                format!("[Game {game}")
            }
        })
        .collect();
    let psq = [
        "Piskvorky 20x20, 0:0, 0\n10,10,0\n11,11,0\n10,11,0\n",
        "Piskvorky 15x15, 1:1, 0\n8,8,100\n9,9,200\n",
    ];
    let transcripts = [
        "f5d6c3d3c4f4c5b3c2",
        "F5 D6 C3 D3 C4",
        "f5f6e6f4e3d6c4f3g4d3",
    ];
    let cases = pgns
        .iter()
        .map(|text| ("xiangqi", text.as_str()))
        .chain(psq.map(|text| ("gomoku", text)));
    for (game, text) in cases.chain(transcripts.map(|text| ("othello", text))) {
        let (mut client, _) = host
            .game(json!({ "game": game, "players": [engine("level=14"), human()] }))
            .await;
        let first = import(&mut client, text).await;
        assert!(first["ply"].as_u64() > Some(1), "{game}: {text}");
        let record = client.ok("export", json!({})).await;
        let name = record["name"].as_str().expect("a name");
        assert!(name.starts_with("boyi-") && name.contains(game), "{name}");
        let again = import(&mut client, record["text"].as_str().expect("a text")).await;
        for field in ["start", "moves", "position", "settings", "ending", "legal"] {
            assert_eq!(again[field], first[field], "{game}: {field} of {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_moves_from_anywhere_in_a_record() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "othello", "record": "f5d6c3d3c4f4c5b3c2", "players": humans() }))
        .await;
    client.ok("seek", json!({ "ply": 4 })).await;
    assert_eq!(
        client.game["moves"].as_array().map(Vec::len),
        Some(9),
        "the rest of the record is kept"
    );
    client
        .ok("go", json!({ "engine": "pvs,depth=2,hash=1" }))
        .await;
    let game = client.state(|game| game["ply"] == 5).await;
    assert_eq!(
        (&game["players"], &game["searching"]),
        (&humans(), &json!(null)),
        "one move, and then as before"
    );
    assert_eq!(
        game["moves"].as_array().map(Vec::len),
        Some(5),
        "what came after is another game"
    );
    assert!(game["scores"][4].is_object() && game["scores"][5].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_has_an_end() {
    let host = Host::start(web::Config {
        record: 6,
        ..config()
    })
    .await;
    let mut client = host.client().await;
    let long = "f5d6c3d3c4f4c5";
    assert_eq!(
        client
            .error("open", json!({ "game": "othello", "record": long }))
            .await,
        "record"
    );
    assert_eq!(
        client
            .error(
                "open",
                json!({ "game": "othello", "line": format!("startpos moves {long}") })
            )
            .await,
        "line"
    );
    client
        .ok(
            "open",
            json!({ "game": "othello", "players": [human(), engine("level=1")] }),
        )
        .await;
    assert_eq!(
        client.error("import", json!({ "text": long })).await,
        "text"
    );
    for ply in [0, 2, 4] {
        let game = client.state(|game| game["ply"] == ply).await;
        let mv = game["legal"][0].as_str().expect("a move").to_owned();
        client.play(&mv).await;
    }
    let game = client.state(|game| game["ply"] == 6).await;
    let args = json!({ "move": game["legal"][0], "ply": 6 });
    assert_eq!(client.error("play", args).await, "move");
    assert_eq!(client.error("go", json!({})).await, "do");
}

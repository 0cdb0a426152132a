//! Strangers, broken frames and greedy searches: no other game changes, and no person waits for
//! long. Hostile messages are a fuzz target: `web` in `fuzz/tests/targets`.

#[path = "../it/common/mod.rs"]
mod common;

use common::{Host, PATIENCE, config, engine, human, humans, over};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use web::Config;

/// Every command there is.
const COMMANDS: [&str; 20] = [
    "open", "join", "play", "undo", "redo", "seek", "players", "resign", "restart", "hint", "go",
    "stop", "pause", "continue", "analyze", "lab", "import", "export", "evaluate", "ping",
];

const SEED: u64 = 20_261_120;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_not_reached_from_another_connection() {
    let host = Host::start(config()).await;
    let (mut owner, _) = host
        .game(json!({ "game": "gomoku", "line": "startpos moves h8", "players": humans() }))
        .await;
    let before = owner.snapshot().await;
    let mut stranger = host.client().await;
    for command in COMMANDS
        .iter()
        .filter(|command| !["open", "ping"].contains(command))
    {
        let args = match *command {
            "play" => json!({ "move": "a1", "ply": 1 }),
            "seek" => json!({ "ply": 0 }),
            "players" => json!({ "players": humans() }),
            "resign" => json!({ "player": 0 }),
            "analyze" => json!({ "on": true }),
            "lab" => json!({ "searchers": ["pvs"], "limits": { "depth": 1 } }),
            "import" => json!({ "text": "" }),
            "join" => json!({ "room": "" }),
            _ => json!({}),
        };
        stranger.error(command, args).await;
    }
    // Nor by naming its room where none is asked for.
    let args = json!({ "move": "a1", "ply": 1, "room": before["room"] });
    assert_eq!(stranger.error("play", args).await, "room");
    assert_eq!(owner.snapshot().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_no_messages_are_refused_or_end_their_own_connection() {
    let host = Host::start(config()).await;
    let (mut owner, before) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    let mut rng = StdRng::seed_from_u64(SEED);
    // A refused connection lingers for a moment; these are fewer than one address may have.
    for _ in 0..50 {
        let mut client = host.client().await;
        let mut bytes = vec![0; rng.random_range(0..500)];
        rng.fill_bytes(&mut bytes);
        client.send(Message::Ping(vec![1; 100].into())).await;
        client.send(Message::binary(bytes)).await;
        assert_eq!(client.recv().await, None, "binary data ends the connection");
    }
    let mut client = host.client().await;
    // Far beyond all bounds: the connection may end before all of it is sent.
    client
        .send_in_vain(Message::text("x".repeat(1 << 20)))
        .await;
    while client.recv().await.is_some() {}
    // Frames that no WebSocket knows, and text that is none.
    let upgrade = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        host.address
    );
    for frames in [
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff".as_slice(),
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
        b"\x81\x05hello",
        b"\x81\x82\0\0\0\0\xff\xfe",
        b"\x80\x80\0\0\0\0",
        b"\x89\xfe\x01\x00\0\0\0\0",
    ] {
        let mut stream = TcpStream::connect(host.address)
            .await
            .expect("a connection");
        stream.write_all(upgrade.as_bytes()).await.expect("sent");
        let _ = stream.write_all(frames).await;
        let mut answer = Vec::new();
        let closing = async {
            let _ = stream.shutdown().await;
            let _ = stream.read_to_end(&mut answer).await;
        };
        timeout(PATIENCE, closing).await.expect("it ends");
    }
    assert_eq!(owner.snapshot().await, before);
}

/// A person's engine answers soon, however long the searches are that others ask for. The bound is
/// ten times what a machine with nothing else to do needs; without shares the first answer takes a
/// minute.
#[tokio::test(flavor = "multi_thread")]
async fn forty_games_of_deep_searches_keep_no_person_waiting() {
    const GAMES: usize = 40;
    const SOON: Duration = Duration::from_secs(10);
    const DEEP: [&str; 5] = [
        "pvs,depth=60",
        "minimax,depth=60",
        "mcts,time=60s",
        "mtdf,depth=60,hash=64",
        "level=14",
    ];
    for proxied in [false, true] {
        let host = Host::start(Config {
            proxied,
            workers: 1,
            ..config()
        })
        .await;
        let mut hostile = Vec::new();
        for number in 0..GAMES {
            // Behind a proxy they come from ten addresses, else all connections share one.
            let mut client = host.client_from(&format!("192.0.2.{}", number % 10)).await;
            let game = ["gomoku", "othello", "xiangqi"][number % 3];
            let deep = DEEP[number % DEEP.len()];
            client
                .ok(
                    "open",
                    json!({ "game": game, "players": [engine(deep), engine(deep)] }),
                )
                .await;
            hostile.push(client);
        }
        let mut person = host.client_from("198.51.100.1").await;
        person
            .ok(
                "open",
                json!({ "game": "othello", "players": [human(), engine("level=1")] }),
            )
            .await;
        let mut longest = Duration::ZERO;
        for _ in 0..10 {
            let mv = person.game["legal"][0].as_str().expect("a move").to_owned();
            let said = Instant::now();
            person.play(&mv).await;
            person.state(|game| over(game) || game["mover"] == 0).await;
            longest = longest.max(said.elapsed());
        }
        println!("level 1 answered in {longest:?} at most, proxied: {proxied}");
        assert!(longest < SOON, "{longest:?}, proxied: {proxied}");
        // The others are not shut out either.
        for client in &mut hostile {
            client.state(|game| game["ply"].as_u64() > Some(0)).await;
        }
    }
}

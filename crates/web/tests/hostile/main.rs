//! Ten thousand malformed and hostile messages: each is refused by the name of a field, and no game
//! changes.

#[path = "../common/mod.rs"]
mod common;
mod enemy;

use common::{Client, Host, PATIENCE, config, engine, human, humans, over};
use enemy::{COMMANDS, Enemy};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use web::Config;

const MESSAGES: usize = 10_000;
const SEED: u64 = 20_261_120;

/// Sends a hostile message, and looks at what comes back.
async fn attack(client: &mut Client, enemy: &mut Enemy, id: u64, room: &str) {
    let (text, field) = enemy.message(id, room);
    let shown: String = text.chars().take(300).collect();
    client.send(Message::text(text)).await;
    let reply = client
        .recv()
        .await
        .unwrap_or_else(|| panic!("the connection ended at {shown}"));
    let error = &reply["error"];
    assert!(
        reply["re"] == id || reply["re"].is_null(),
        "{shown}: {reply}"
    );
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty() && message.len() < 5000),
        "{shown}: {reply}"
    );
    match field {
        Some(field) => assert_eq!(error["field"], field, "{shown}: {reply}"),
        None => assert!(
            error["field"]
                .as_str()
                .is_some_and(|field| !field.is_empty()),
            "{shown}: {reply}"
        ),
    }
}

/// Plays one move of a game that is none of the enemy's business.
async fn play_on(client: &mut Client) {
    let game = client.state(|game| over(game) || game["mover"] == 0).await;
    if over(&game) {
        client.ok("restart", json!({})).await;
        return;
    }
    let mv = game["legal"][0].as_str().expect("a move").to_owned();
    client.play(&mv).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_hostile_messages_change_nothing() {
    let host = Host::start(Config {
        rooms: 4,
        ..config()
    })
    .await;
    let (mut bystander, _) = host
        .game(json!({ "game": "othello", "players": [human(), engine("level=1")] }))
        .await;
    // The enemy has a game too, and neither changes.
    let (mut client, game) = host
        .game(json!({ "game": "gomoku", "line": "startpos moves h8", "players": humans() }))
        .await;
    let room = game["room"].as_str().expect("a token").to_owned();
    let mut enemy = Enemy(StdRng::seed_from_u64(SEED));
    let before = client.snapshot().await;
    client.heard();
    for round in 0..MESSAGES {
        attack(&mut client, &mut enemy, 1_000_000 + round as u64, &room).await;
        if round % 50 == 0 {
            assert_eq!(client.snapshot().await, before, "round {round}");
            client.heard();
        }
        if round % 20 == 0 {
            play_on(&mut bystander).await;
        }
    }
    assert_eq!(client.snapshot().await, before);
    assert_eq!(host.server.rooms_open(), 2);
    // A visitor who comes now is served at once, and plays to the end.
    let begun = Instant::now();
    let (mut newcomer, _) = host
        .game(json!({ "game": "gomoku", "players": [engine("level=2"), engine("level=1")] }))
        .await;
    assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
    assert!(newcomer.state(over).await["ending"]["reason"].is_string());
    let end = async {
        while !over(&bystander.game) {
            play_on(&mut bystander).await;
        }
    };
    timeout(PATIENCE, end)
        .await
        .expect("the bystander's game comes to its end");
}

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
        "level=10",
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

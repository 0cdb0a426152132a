//! Rooms: their clients, how long they live, and their number.

use crate::common::{Client, ENDLESS, Host, PATIENCE, config, engine, human, humans};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio_tungstenite::{connect_async, tungstenite};
use web::Config;

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_loses_no_game() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "gomoku", "players": [human(), engine("pvs,time=150ms")] }))
        .await;
    client.play("h8").await;
    let room = client.game["room"].clone();
    // Gone without a word, while the engine thinks: it answers nevertheless.
    drop(client);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut client = host.client().await;
    client.ok("join", json!({ "room": room })).await;
    let game = client.state(|game| game["ply"] == 2).await;
    assert_eq!(
        (&game["moves"][0], &game["room"], &game["mover"]),
        (&json!("h8"), &room, &json!(0))
    );
    client.play("a1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_in_a_room_see_the_same() {
    let host = Host::start(config()).await;
    let (mut black, game) = host
        .game(json!({ "game": "othello", "players": humans() }))
        .await;
    let mut white = host.client().await;
    white.ok("join", json!({ "room": game["room"] })).await;
    assert_eq!(white.game, game);
    let now = black.play("f5").await;
    assert_eq!(white.state(|game| game["ply"] == 1).await, now);
    let now = white.play("d6").await;
    assert_eq!(black.state(|game| game["ply"] == 2).await, now);
    // Both at once: one is too late.
    assert_eq!(
        white.error("play", json!({ "move": "c3", "ply": 1 })).await,
        "ply"
    );
    // A client that has left receives no more.
    white
        .ok("open", json!({ "game": "gomoku", "players": humans() }))
        .await;
    black.play("c3").await;
    white.ok("ping", json!({})).await;
    assert_eq!(white.game["game"], "gomoku");
    assert!(
        white
            .heard()
            .iter()
            .all(|event| event["room"] != game["room"] || event["ply"] != 3)
    );
    assert_eq!(host.server.rooms_open(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_for_an_audience() {
    let host = Host::start(config()).await;
    let players = json!([engine("pvs,depth=2,hash=1"), engine("pvs,depth=2,hash=1")]);
    let (mut client, game) = host
        .game(json!({ "game": "xiangqi", "players": players }))
        .await;
    client.state(|game| game["ply"].as_u64() > Some(2)).await;
    client.close().await;
    let mut client = host.client().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    client.ok("join", json!({ "room": game["room"] })).await;
    let ply = client.game["ply"].as_u64();
    assert!(ply < Some(60), "nobody watched, and it stood still");
    client.state(|game| game["ply"].as_u64() > ply).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_game_expires_and_a_used_one_does_not() {
    let host = Host::start(Config {
        idle: Duration::from_secs(2),
        ..config()
    })
    .await;
    let (mut idle, game) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    let (mut busy, _) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    for _ in 0..16 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        busy.ok("ping", json!({})).await;
    }
    let closed = idle.event("closed").await;
    assert_eq!(closed, json!({ "event": "closed", "reason": "expired" }));
    assert_eq!(host.server.rooms_open(), 1);
    assert_eq!(
        idle.error("play", json!({ "move": "h8", "ply": 0 })).await,
        "do"
    );
    assert_eq!(
        idle.error("join", json!({ "room": game["room"] })).await,
        "room"
    );
    idle.ok("open", json!({ "game": "gomoku", "players": humans() }))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_so_many_and_the_abandoned_give_way() {
    let host = Host::start(Config {
        rooms: 2,
        grace: Duration::from_millis(200),
        ..config()
    })
    .await;
    let open = json!({ "game": "othello", "players": humans() });
    let (mut first, _) = host.game(open.clone()).await;
    let (second, game) = host.game(open.clone()).await;
    let mut third = host.client().await;
    assert_eq!(third.error("open", open.clone()).await, "do");
    second.close().await;
    assert_eq!(
        third.error("open", open.clone()).await,
        "do",
        "whoever was there a moment ago may come back"
    );
    tokio::time::sleep(Duration::from_millis(500)).await;
    third.ok("open", open).await;
    assert_eq!(
        third.error("join", json!({ "room": game["room"] })).await,
        "room"
    );
    first.ok("ping", json!({})).await;
    assert_eq!(host.server.rooms_open(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_so_many() {
    let host = Host::start(Config {
        connections: 2,
        ..config()
    })
    .await;
    let first = host.client().await;
    let _second = host.client().await;
    let url = format!("ws://{}/ws", host.address);
    let refused = async |url: &str| match connect_async(url).await {
        Err(tungstenite::Error::Http(response)) => Some(response.status().as_u16()),
        Err(error) => panic!("{error}"),
        Ok(_) => None,
    };
    assert_eq!(refused(&url).await, Some(503));
    first.close().await;
    let begun = Instant::now();
    while refused(&url).await.is_some() {
        assert!(begun.elapsed() < PATIENCE, "a place is free again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How a connection from `address` is refused, if it is.
async fn refused(host: &Host, address: &str) -> Option<u16> {
    match Client::connect_from(host.address, address).await {
        Err(tungstenite::Error::Http(response)) => Some(response.status().as_u16()),
        Err(error) => panic!("{error}"),
        Ok(_) => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_holds_a_part_of_the_connections() {
    let host = Host::start(Config {
        proxied: true,
        connections: 6,
        connections_per_address: 2,
        ..config()
    })
    .await;
    let first = host.client_from("192.0.2.1").await;
    let _second = host.client_from("192.0.2.1").await;
    assert_eq!(refused(&host, "192.0.2.1").await, Some(429));
    // What a client wrote before the proxy did is not believed.
    assert_eq!(refused(&host, "192.0.2.9, 192.0.2.1").await, Some(429));
    let _third = host.client_from("192.0.2.2").await;
    let _fourth = host.client_from("2001:db8::1").await;
    let _fifth = host.client_from("2001:db8::2").await;
    assert_eq!(
        refused(&host, "2001:db8::3").await,
        Some(429),
        "one network"
    );
    first.close().await;
    let begun = Instant::now();
    while refused(&host, "192.0.2.1").await.is_some() {
        assert!(begun.elapsed() < PATIENCE, "a place is free again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_holds_a_part_of_the_games() {
    let grace = Duration::from_millis(200);
    let host = Host::start(Config {
        proxied: true,
        rooms_per_address: 2,
        grace,
        ..config()
    })
    .await;
    let open = json!({ "game": "othello", "players": humans() });
    let mut clients = Vec::new();
    for _ in 0..2 {
        let mut client = host.client_from("192.0.2.1").await;
        client.ok("open", open.clone()).await;
        clients.push(client);
    }
    let mut third = host.client_from("192.0.2.1").await;
    assert_eq!(third.error("open", open.clone()).await, "do");
    let mut other = host.client_from("192.0.2.2").await;
    other.ok("open", open.clone()).await;
    // A game of another address may be joined: it is that address's. The game left for it gives way
    // to a new one.
    for _ in 0..3 {
        clients[0]
            .ok("join", json!({ "room": other.game["room"] }))
            .await;
        clients[0].ok("open", open.clone()).await;
    }
    assert_eq!(host.server.rooms_open(), 3);
    clients.pop().expect("two").close().await;
    tokio::time::sleep(2 * grace).await;
    third.ok("open", open).await;
    assert_eq!(host.server.rooms_open(), 3);
    other.ok("ping", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_read_no_faster_than_agreed_and_none_is_lost() {
    let host = Host::start(Config {
        rate: 100.0,
        burst: 10,
        ..config()
    })
    .await;
    let mut client = host.client().await;
    let begun = Instant::now();
    for id in 0..60 {
        client
            .send(tungstenite::Message::text(
                json!({ "id": id, "do": "ping" }).to_string(),
            ))
            .await;
    }
    for id in 0..60 {
        assert_eq!(client.recv().await, Some(json!({ "re": id, "ok": {} })));
    }
    assert!(
        begun.elapsed() >= Duration::from_millis(490),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_listen_holds_nobody_up_and_hears_the_latest() {
    let host = Host::start(Config {
        backlog: 16,
        ..config()
    })
    .await;
    let (mut player, game) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    let mut deaf = host.client().await;
    deaf.ok("join", json!({ "room": game["room"] })).await;
    // Far more than the system's buffers and the backlog hold.
    const ROUNDS: u64 = 4000;
    for round in 0..ROUNDS {
        let (name, args) = if round % 2 == 0 {
            ("play", json!({ "move": "h8", "ply": 0 }))
        } else {
            ("undo", json!({}))
        };
        player.ok(name, args).await;
        player.heard();
    }
    let mut told = 0;
    while deaf.game["version"] != player.game["version"] {
        deaf.recv().await.expect("the connection stands");
        told += 1;
    }
    assert!(told < ROUNDS, "what was out of date was not told");
    assert_eq!(deaf.game, player.game);
    deaf.play("h8").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_says_farewell() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": [engine(ENDLESS), human()] }))
        .await;
    client.find(|event| event["event"] == "thinking").await;
    let idle = host.client().await;
    let begun = Instant::now();
    host.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(
        client.event("closed").await,
        json!({ "event": "closed", "reason": "shutdown" })
    );
    for mut client in [client, idle] {
        assert_eq!(client.recv().await, None::<Value>);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_needed() {
    let host = Host::start(config()).await;
    let (client, game) = host.game(json!({ "game": "gomoku" })).await;
    let room = game["room"].as_str().expect("a token");
    assert!(
        room.len() == 22 && room.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        "{room}"
    );
    let mut other: Client = host.client().await;
    for guess in [
        &room[..21],
        &room.to_lowercase(),
        "",
        "0000000000000000000000",
    ] {
        assert_eq!(other.error("join", json!({ "room": guess })).await, "room");
    }
    drop(client);
}

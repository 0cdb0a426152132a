//! Ten thousand malformed and hostile messages: each is refused by the name of a field, and no game changes.

mod common;

use common::{Client, Host, PATIENCE, config, engine, human, humans, over};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use web::Config;

const MESSAGES: usize = 10_000;
const SEED: u64 = 20_261_120;

const COMMANDS: [&str; 20] = [
    "open", "join", "play", "undo", "redo", "seek", "players", "resign", "restart", "hint", "go", "stop", "pause",
    "continue", "analyze", "lab", "import", "export", "evaluate", "ping",
];

/// The field that an error must name; any, where several are wrong.
type Field = Option<&'static str>;

/// Draws hostile messages. None of them is legal in a game of gomoku of two humans, one move old, so that each must fail.
struct Enemy(StdRng);

impl Enemy {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        from.choose(&mut self.0).expect("something to choose from")
    }

    /// A value of no use to any command.
    fn nonsense(&mut self) -> Value {
        let deep = (0..self.0.random_range(1..60)).fold(json!(1), |inner, _| json!([inner]));
        let long = "9".repeat(self.0.random_range(1..400));
        let values = [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(1e300),
            json!(-0.0),
            json!(""),
            json!("\u{0}"),
            json!("\u{202e}\u{10ffff}"),
            json!("h8\u{0}"),
            json!("１５"),
            json!("../../etc/passwd"),
            json!("<script>alert(1)</script>"),
            json!("'; drop table games; --"),
            json!(long),
            json!("x".repeat(3000)),
            json!([]),
            json!([[], {}]),
            json!({}),
            json!({ "__proto__": { "kind": "engine" } }),
            json!({ "kind": "human" }),
            deep,
        ];
        self.pick(&values).clone()
    }

    fn move_text(&mut self) -> Value {
        let text: String = (0..self.0.random_range(0..12))
            .map(|_| *self.pick(&['a', 'h', 'z', '0', '8', '9', ' ', '\u{0}', 'é', '-', '漢']))
            .collect();
        // Moves of other games, of this one where they are not legal, and noise.
        let texts =
            ["h2e2", "pass", "f5f6", "h8", "h0", "h16", "p8", "h-8", "H99999999999", "h8i9", "--", "0000", text.as_str()];
        let text = *self.pick(&texts);
        // Noise may hit upon a move; then it is none.
        let legal = text.len() > 1
            && text.as_bytes()[0].is_ascii_lowercase()
            && text[1..].parse::<u8>().is_ok_and(|rank| (1..=15).contains(&rank));
        json!(if legal && text != "h8" { "h8" } else { text })
    }

    fn mind(&mut self) -> Value {
        let huge = "9".repeat(self.0.random_range(1..300));
        let minds = [
            "pvs,threads=1000000".to_owned(),
            "pvs,threads=64".to_owned(),
            "pvs,hash=4096".to_owned(),
            "pvs,hash=-1".to_owned(),
            "smp,threads=3".to_owned(),
            "pvs,eval.twos=1e999".to_owned(),
            "pvs,eval.twos=NaN".to_owned(),
            format!("pvs,eval.twos={huge}9999999"),
            "pvs,eval.=1".to_owned(),
            "level=3,eval.mobility=1".to_owned(),
            "level=3,depth=1".to_owned(),
            "level=0".to_owned(),
            "level=256".to_owned(),
            format!("level={huge}99"),
            "level=3\u{0}".to_owned(),
            "pvs,depth=0".to_owned(),
            "pvs,time=forever".to_owned(),
            "pvs,time=999999999999s".to_owned(),
            "cmd:rm -rf /".to_owned(),
            ",".repeat(500),
            "pvs,=,=".to_owned(),
            "".to_owned(),
        ];
        json!(self.pick(&minds))
    }

    /// A message as text, and what it must get.
    fn message(&mut self, id: u64, room: &str) -> (String, Field) {
        let named = |command: &str, mut args: Value, field: &'static str| {
            (args["id"], args["do"]) = (json!(id), json!(command));
            (args.to_string(), Some(field))
        };
        let anything = |mut args: Value, command: &str| {
            (args["id"], args["do"]) = (json!(id), json!(command));
            (args.to_string(), None)
        };
        match self.0.random_range(0..22) {
            0 => {
                let bytes: String =
                    (0..self.0.random_range(0..200)).map(|_| char::from(self.0.random_range(0..=255u8))).collect();
                (bytes, Some("message"))
            }
            1 => {
                let deep = self.0.random_range(130..20_000);
                let text = if self.0.random() { "[".repeat(deep) } else { "{\"id\":".repeat(deep.min(9_000)) };
                (text, Some("message"))
            }
            2 => {
                // A good message cut short.
                let whole = json!({ "id": id, "do": "play", "move": "a1", "ply": 1 }).to_string();
                let cut = self.0.random_range(0..whole.len());
                (whole[..cut].to_owned(), Some("message"))
            }
            3 => {
                let escapes = ["\\ud800", "\\udfff", "\\u12", "\\x00", "\\ud83d\\u0041"];
                (format!("{{\"id\":{id},\"do\":\"{}\"}}", self.pick(&escapes)), Some("message"))
            }
            4 => (format!("{{\"id\":{id},\"do\":\"ping\",\"x\":1e{}}}", self.0.random_range(400..90_000)), Some("message")),
            5 => {
                let bad = self.nonsense();
                let bad = if bad.is_u64() && bad != json!(u64::MAX) { json!(null) } else { bad };
                (json!({ "id": bad, "do": "ping" }).to_string(), Some("id"))
            }
            6 => {
                let name = self.nonsense();
                (json!({ "id": id, "do": name }).to_string(), Some("do"))
            }
            7 => {
                let command = *self.pick(&COMMANDS);
                let mut args = self.nonsense();
                if !args.is_object() {
                    args = json!({});
                }
                args["surely unknown"] = self.nonsense();
                anything(args, command)
            }
            8 => {
                let mv = self.move_text();
                named("play", json!({ "move": mv, "ply": 1 }), "move")
            }
            9 => {
                let ply = *self.pick(&[0_u64, 2, 3, 400, 1 << 40]);
                named("play", json!({ "move": "a1", "ply": ply }), "ply")
            }
            10 => {
                let (field, good) = *self.pick(&[("move", "ply"), ("ply", "move")]);
                let mut args = json!({ good: if good == "ply" { json!(1) } else { json!("a1") } });
                let bad = self.nonsense();
                // These would be of the right type.
                args[field] = if bad.is_string() || bad.is_u64() { json!([]) } else { bad };
                named("play", args, field)
            }
            11 => {
                let ply = *self.pick(&[2_u64, 3, 1_000_000, u64::MAX]);
                named("seek", json!({ "ply": ply }), "ply")
            }
            12 => {
                let size = *self.pick(&["1000000000", "0", "-1", "21", "4", "15.0", "99999999999999999999", " 15", "٣"]);
                named("open", json!({ "game": "gomoku", "settings": { "size": size } }), "settings.size")
            }
            13 => {
                let game = *self.pick(&["chess", "Gomoku", "gomoku ", "", "go"]);
                named("open", json!({ "game": game }), "game")
            }
            14 => {
                let lines = [
                    "startpos moves a1 a1".to_owned(),
                    "X:".to_owned() + &"h8".repeat(2000) + " O: turn:O",
                    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w".to_owned(),
                    "9".repeat(5000),
                    "moves moves moves".to_owned(),
                    "\u{0}".to_owned(),
                ];
                let line = self.pick(&lines).clone();
                named("open", json!({ "game": "gomoku", "line": line }), "line")
            }
            15 => {
                let mind = self.mind();
                let seat = self.0.random_range(0..2);
                let mut players = [human(), human()];
                players[seat] = json!({ "kind": "engine", "mind": mind });
                named("players", json!({ "players": players }), ["players.0.mind", "players.1.mind"][seat])
            }
            16 => {
                let bad = self.nonsense();
                // An unfit array fails at an element of its own.
                if bad.is_array() {
                    anything(json!({ "players": bad }), "players")
                } else {
                    named("players", json!({ "players": bad }), "players")
                }
            }
            17 => {
                let command = *self.pick(&["hint", "go", "evaluate"]);
                let mind = self.mind();
                named(command, json!({ "mind": mind }), "mind")
            }
            18 => {
                let key: String = (0..22).map(|_| char::from(*self.pick(b"0aZ/%.\"\0"))).collect();
                let keys =
                    [key, room.to_lowercase() + "x", room[1..].to_owned(), format!("{room}\u{0}"), format!("{room} ")];
                let key = self.pick(&keys).clone();
                named("join", json!({ "room": key }), "room")
            }
            19 => {
                let texts = [
                    "Piskvorky 1000000000x1000000000, 0:0, 0\n".to_owned(),
                    "Piskvorky 15x15, 0:0, 0\n99,99,0\n".to_owned(),
                    "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n".to_owned(),
                    "[Event \"x\"]\n1. h2e2".to_owned(),
                    "x".repeat(50_000),
                    String::new(),
                ];
                let text = self.pick(&texts).clone();
                named("import", json!({ "text": text }), "text")
            }
            20 => {
                let mind = self.mind();
                let mind = if mind.as_str().is_some_and(|mind| mind.is_empty()) { json!("x") } else { mind };
                named("lab", json!({ "searchers": ["pvs", mind], "limits": { "depth": 1 } }), "searchers.1")
            }
            _ => {
                let length = (64 << 10) + 1 + self.0.random_range(0..30_000);
                (format!("{{\"id\":{id},\"do\":\"ping\",\"x\":\"{}\"}}", "x".repeat(length)), Some("message"))
            }
        }
    }
}

/// Sends a hostile message, and looks at what comes back.
async fn attack(client: &mut Client, enemy: &mut Enemy, id: u64, room: &str) {
    let (text, field) = enemy.message(id, room);
    let shown: String = text.chars().take(300).collect();
    client.send(Message::text(text)).await;
    let reply = client.receive().await.unwrap_or_else(|| panic!("the connection ended at {shown}"));
    let error = &reply["error"];
    assert!(reply["re"] == id || reply["re"].is_null(), "{shown}: {reply}");
    assert!(
        error["message"].as_str().is_some_and(|message| !message.is_empty() && message.len() < 5000),
        "{shown}: {reply}"
    );
    match field {
        Some(field) => assert_eq!(error["field"], field, "{shown}: {reply}"),
        None => assert!(error["field"].as_str().is_some_and(|field| !field.is_empty()), "{shown}: {reply}"),
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
    let host = Host::start(Config { rooms: 4, ..config() }).await;
    let (mut bystander, _) = host.game(json!({ "game": "othello", "players": [human(), engine("level=1")] })).await;
    // The enemy has a game too, and neither changes.
    let (mut client, game) = host.game(json!({ "game": "gomoku", "line": "startpos moves h8", "players": humans() })).await;
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
    // Whoever comes now is served at once, and plays to the end.
    let begun = Instant::now();
    let (mut newcomer, _) = host.game(json!({ "game": "gomoku", "players": [engine("level=2"), engine("level=1")] })).await;
    assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
    assert!(newcomer.state(over).await["ending"]["reason"].is_string());
    let end = async {
        while !over(&bystander.game) {
            play_on(&mut bystander).await;
        }
    };
    timeout(PATIENCE, end).await.expect("the bystander's game comes to its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_not_reached_from_another_connection() {
    let host = Host::start(config()).await;
    let (mut owner, _) = host.game(json!({ "game": "gomoku", "line": "startpos moves h8", "players": humans() })).await;
    let before = owner.snapshot().await;
    let mut stranger = host.client().await;
    for command in COMMANDS.iter().filter(|command| !["open", "ping"].contains(command)) {
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
    let (mut owner, before) = host.game(json!({ "game": "gomoku", "players": humans() })).await;
    let mut client = host.client().await;
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let mut bytes = vec![0; rng.random_range(0..500)];
        rng.fill_bytes(&mut bytes);
        client.send(Message::binary(bytes)).await;
        let reply = client.receive().await.expect("a reply");
        assert_eq!((&reply["re"], &reply["error"]["field"]), (&json!(null), &json!("message")));
        client.send(Message::Ping(vec![1; 100].into())).await;
    }
    // Far beyond all bounds.
    client.send(Message::text("x".repeat(1 << 20))).await;
    while client.receive().await.is_some() {}
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
        let mut stream = TcpStream::connect(host.address).await.expect("a connection");
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

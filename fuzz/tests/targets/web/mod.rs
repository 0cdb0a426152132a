//! The messages of the page. Every message has exactly one reply, in order; one that is refused
//! names a field and has changed nothing.

mod enemy;

use boyi_fuzz::{Draws, target};
use enemy::{COMMANDS, Enemy};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::timeout;
use web::{Config, Connection, Server};

/// Nothing that is awaited takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// At once, on a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// What everything here runs on.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("threads"));

/// A server that the conversations of a target share.
fn server(rooms: usize) -> Server {
    let config = Config {
        rooms,
        pace: Duration::ZERO,
        grace: Duration::ZERO,
        ..Config::default()
    };
    RUNTIME.block_on(async { Server::new(config).expect("threads") })
}

fn human() -> Value {
    json!({ "kind": "human" })
}

fn engine(engine: &str) -> Value {
    json!({ "kind": "engine", "engine": engine })
}

/// A connection, and the last state of its game that it has heard of.
struct Client {
    connection: Connection,
    game: Value,
    next: u64,
}

impl Client {
    /// A connection that has been greeted.
    async fn new(server: &Server) -> Self {
        let mut client = Self {
            connection: server.visit(),
            game: Value::Null,
            next: 1,
        };
        assert_eq!(client.recv().await["event"], "hello");
        client
    }

    /// A connection with a game as `open` asks for it.
    async fn with_game(server: &Server, open: Value) -> Self {
        let mut client = Self::new(server).await;
        client.ok("open", open).await;
        client
    }

    /// The next message.
    async fn recv(&mut self) -> Value {
        let message = timeout(PATIENCE, self.connection.recv()).await;
        let message = message.expect("a message in time").expect("a connection");
        let value: Value = serde_json::from_str(&message).expect("JSON");
        if value["event"] == "game" {
            self.game = value.clone();
        }
        value
    }

    /// Sends a message and returns its reply, and how many events came before it.
    async fn reply(&mut self, message: &str) -> (Value, usize) {
        self.connection.send(message).await;
        let mut events = 0;
        loop {
            let value = self.recv().await;
            if value.get("re").is_some() {
                return (value, events);
            }
            assert!(value["event"].is_string(), "{value} after {message}");
            events += 1;
        }
    }

    /// What a good command gets.
    async fn ok(&mut self, name: &str, mut args: Value) -> Value {
        let id = self.next;
        self.next += 1;
        (args["id"], args["do"]) = (json!(id), json!(name));
        let (reply, _) = self.reply(&args.to_string()).await;
        assert_eq!(reply["re"], id, "{args}: {reply}");
        assert!(reply["ok"].is_object(), "{args}: {reply}");
        reply["ok"].clone()
    }

    /// The state as a new client receives it.
    async fn snapshot(&mut self) -> Value {
        let room = self.game["room"].clone();
        self.ok("join", json!({ "room": room })).await;
        self.game.clone()
    }

    /// Waits until the person may move or the game is over, and then plays the first legal move or
    /// begins again.
    async fn play_on(&mut self) {
        while self.game["ending"].is_null() && self.game["mover"] != 0 {
            self.recv().await;
        }
        if self.game["ending"].is_null() {
            let mv = self.game["legal"][0].clone();
            let ply = self.game["ply"].clone();
            self.ok("play", json!({ "move": mv, "ply": ply })).await;
        } else {
            self.ok("restart", json!({})).await;
        }
    }
}

/// The reply `error` to message `id` says what is wrong, in `field` if that is known.
fn refused(reply: &Value, id: u64, field: Option<&str>, shown: &str) {
    let error = &reply["error"];
    let is_short = |text: &str| !text.is_empty() && text.len() < 5_000;
    assert!(
        reply["re"] == id || reply["re"].is_null(),
        "{shown}: {reply}"
    );
    assert!(
        error["message"].as_str().is_some_and(is_short),
        "{shown}: {reply}"
    );
    match field {
        Some(field) => assert_eq!(error["field"], field, "{shown}: {reply}"),
        None => assert!(
            error["field"].as_str().is_some_and(is_short),
            "{shown}: {reply}"
        ),
    }
}

/// Hostile messages are refused by the name of a field, change nothing, and neither harm a game
/// beside them nor keep a newcomer waiting.
#[test]
fn hostile_messages() {
    target!(90, 4_096, |bytes| {
        static SERVER: LazyLock<Server> = LazyLock::new(|| server(4));
        let server = &*SERVER;
        RUNTIME.block_on(attack(server, bytes));
    });
}

async fn attack(server: &Server, bytes: &[u8]) {
    let mut enemy = Enemy(Draws::new(bytes));
    let players = json!([human(), engine("level=1")]);
    let mut bystander =
        Client::with_game(server, json!({ "game": "othello", "players": players })).await;
    let players = json!([human(), human()]);
    let open = json!({ "game": "gomoku", "line": "startpos moves h8", "players": players });
    let mut client = Client::with_game(server, open).await;
    let room = client.game["room"].as_str().expect("a token").to_owned();
    let before = client.snapshot().await;
    let rooms = server.rooms_open();
    let mut round = 0;
    while !enemy.0.is_over() {
        let id = 1_000_000 + round;
        let (text, field) = enemy.message(id, &room);
        let shown: String = text.chars().take(300).collect();
        let (reply, events) = client.reply(&text).await;
        refused(&reply, id, field, &shown);
        assert_eq!(events, 0, "{shown}: something has changed");
        if round % 20 == 0 {
            bystander.play_on().await;
            assert_eq!(client.snapshot().await, before, "{shown}");
        }
        round += 1;
    }
    assert_eq!(client.snapshot().await, before);
    assert_eq!(server.rooms_open(), rooms);
    bystander.play_on().await;
    // A visitor who comes now is served at once, and the game is played to its end.
    let begun = Instant::now();
    let players = json!([engine("level=2"), engine("level=1")]);
    let open = json!({ "game": "gomoku", "settings": { "size": "5" }, "players": players });
    let mut newcomer = Client::with_game(server, open).await;
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    while newcomer.game["ending"].is_null() {
        newcomer.recv().await;
    }
    assert!(newcomer.game["ending"]["reason"].is_string());
}

/// Any messages, good and bad: a refused one has changed nothing, what a good one leads to is a
/// game whose line leads to its position, and the record it exports is taken up again.
#[test]
fn any_messages() {
    target!(40, 2_048, |bytes| {
        static SERVER: LazyLock<Server> = LazyLock::new(|| server(256));
        let server = &*SERVER;
        RUNTIME.block_on(converse(server, bytes));
    });
}

/// A message that a page might send to `client`, without its number.
fn message(draws: &mut Draws, client: &Client) -> Value {
    const GAMES: [&str; 4] = ["gomoku", "othello", "xiangqi", "chess"];
    const LINES: [&str; 5] = [
        "startpos",
        "startpos moves h8 i9",
        "startpos moves f5 d6",
        "startpos moves h2e2 h9g7",
        "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1",
    ];
    let game = &client.game;
    let plies = game["moves"].as_array().map_or(0, Vec::len);
    match draws.below(16) {
        0 => json!({ "do": "open", "game": draws.of(&GAMES), "players": [human(), human()] }),
        1 => json!({
            "do": "open", "game": draws.of(&GAMES), "line": draws.text(&LINES, "startpos movesh8X:"),
            "players": [human(), human()],
        }),
        2..=6 => {
            let legal = game["legal"].as_array().cloned().unwrap_or_default();
            let mv = match legal.len() {
                0 => json!("h8"),
                count => legal[draws.below(count)].clone(),
            };
            let mut ply = game["ply"].as_u64().unwrap_or(0);
            if draws.one_in(16) {
                ply += 1;
            }
            json!({ "do": "play", "move": mv, "ply": ply })
        }
        7 => json!({ "do": "undo" }),
        8 => json!({ "do": "redo" }),
        9 => json!({ "do": "seek", "ply": draws.below(plies + 2) }),
        10 => json!({ "do": "resign", "player": draws.below(3) }),
        11 => json!({ "do": "restart", "swap": draws.one_in(2) }),
        12 => {
            json!({ "do": draws.of(&["export", "evaluate", "pause", "continue", "stop", "ping"]) })
        }
        13 => {
            const RECORDS: [&str; 3] = [
                "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,120\nhomo-1\nhomo-2\n-1\n",
                "f5d6c3d3c4",
                "[Event \"x\"]\n\n1. h2e2 h9g7 *\n",
            ];
            json!({ "do": "import", "text": draws.text(&RECORDS, "0123456789,\n[]\"*fdch") })
        }
        14 => json!({ "do": draws.of(&COMMANDS[..9]), "x": draws.below(9) }),
        _ => json!({ "do": draws.text(&COMMANDS, "abcdefghijklmnopqrstuvwxyz") }),
    }
}

async fn converse(server: &Server, bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let mut client = Client::new(server).await;
    let mut id = 1_000_000;
    while !draws.is_over() {
        let mut value = message(&mut draws, &client);
        value["id"] = json!(id);
        let text = if draws.one_in(8) {
            let text = value.to_string();
            draws.text(&[&text], "{}[]\":,0123456789truefalsn \\")
        } else {
            value.to_string()
        };
        let before = client.game.clone();
        let (reply, _) = client.reply(&text).await;
        let is_in_a_room = !client.game.is_null();
        if reply.get("error").is_some() {
            // The number of a damaged message may be another one.
            let number = reply["re"].as_u64().unwrap_or(id);
            refused(&reply, number, None, &text);
            if is_in_a_room {
                let mut after = client.snapshot().await;
                let ply = |game: &Value| game["ply"].as_u64().expect("a number") as usize;
                let mover = before["mover"].as_u64().expect("a number") as usize;
                let is_engines =
                    before["players"][mover]["kind"] == "engine" || before["searching"] == "move";
                if is_engines && ply(&after) > ply(&before) {
                    // The engine whose turn it was, or that was asked for a move, has moved
                    // meanwhile.
                    let played = |game: &Value| {
                        game["moves"].as_array().expect("moves")[..ply(&before)].to_vec()
                    };
                    assert_eq!(played(&after), played(&before), "{text} was refused");
                } else {
                    if !before["searching"].is_null() {
                        // A search under way has told more of this position, or is over.
                        for told in ["scores", "searching", "version"] {
                            after[told] = before[told].clone();
                        }
                    }
                    assert_eq!(after, before, "{text} was refused");
                }
            }
        } else if is_in_a_room {
            sound(server, &mut client, &text).await;
        }
        id += 1;
    }
}

/// The state of the game agrees with itself.
async fn sound(server: &Server, client: &mut Client, text: &str) {
    let state = client.snapshot().await;
    let name = state["game"].as_str().expect("a game");
    let settings = state["settings"].clone();
    let line = state["line"].clone();
    let ply = state["ply"].as_u64().expect("a number") as usize;
    let moves = state["moves"].as_array().expect("moves").len();
    assert!(ply <= moves, "{state} after {text}");
    let is_over = !state["ending"].is_null();
    assert_eq!(
        state["legal"].as_array().is_none_or(Vec::is_empty),
        is_over,
        "{state} after {text}"
    );
    // The line leads to the position.
    let open = json!({
        "game": name, "settings": settings, "line": line, "players": [human(), human()],
    });
    let mut other = Client::with_game(server, open).await;
    for field in ["position", "board", "turn", "start"] {
        assert_eq!(other.game[field], state[field], "{text}");
    }
    // The record is taken up again: the same start and the same moves.
    let record = client.ok("export", json!({})).await;
    let played = state["moves"].as_array().expect("moves")[..ply].to_vec();
    if !played.is_empty() {
        other.ok("import", json!({ "text": record["text"] })).await;
        assert_eq!(other.game["start"], state["start"], "{text}: {record}");
    }
}

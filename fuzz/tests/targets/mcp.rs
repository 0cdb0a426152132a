//! Calls of a language model. Every call has one answer; one that is refused has changed nothing,
//! and what a good one leads to is a game whose line leads to its position.

use boyi_fuzz::{Draws, target};
use mcp::{Config, Server};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf};
use tokio::io::{WriteHalf, duplex, split};
use tokio::runtime::Runtime;
use tokio::time::timeout;

/// Nothing that is awaited takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// What everything here runs on.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("threads"));

const TOOLS: [&str; 16] = [
    "list_games",
    "rules",
    "new_game",
    "state",
    "legal_moves",
    "play",
    "opponent_move",
    "undo",
    "resign",
    "show",
    "analyze",
    "review",
    "explain",
    "solve",
    "puzzle",
    "close_game",
];

/// The client's end of a connection.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
    next: u64,
}

impl Client {
    /// A client of a new server, after the introductions.
    async fn new() -> Self {
        let config = Config {
            time: Duration::from_millis(20),
            open_games: 4,
            record: 40,
            ..Config::default()
        };
        let (ours, theirs) = duplex(1 << 16);
        let (input, output) = split(theirs);
        tokio::spawn(Server::new(config).serve(input, output));
        let (input, output) = split(ours);
        let mut client = Self {
            lines: BufReader::new(input).lines(),
            output,
            next: 1,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "fuzz", "version": "0" },
        });
        client.ask("initialize", hello).await;
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        client.send(&ready.to_string()).await;
        client
    }

    async fn send(&mut self, line: &str) {
        let line = format!("{}\n", line.replace('\n', " "));
        let sent = self.output.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }

    /// The answer to a request; those to damaged messages before it are dropped.
    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&request.to_string()).await;
        loop {
            let line = timeout(PATIENCE, self.lines.next_line()).await;
            let line = line.expect("in time").expect("text").expect("an answer");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(answer["jsonrpc"], "2.0", "{line}");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// What a call that must succeed answers with.
    async fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let call = json!({ "name": tool, "arguments": arguments });
        let answer = self.ask("tools/call", call).await;
        let result = &answer["result"];
        assert_eq!(result["isError"], false, "{tool} {arguments}: {answer}");
        result["structuredContent"].clone()
    }

    /// The states of all games.
    async fn games(&mut self) -> Vec<Value> {
        let list = self.ok("list_games", json!({})).await;
        let mut games = Vec::new();
        for game in list["open_games"].as_array().expect("games") {
            let one = json!({ "game_id": game["game_id"] });
            games.push(self.ok("state", one).await);
        }
        games
    }
}

#[test]
fn calls() {
    target!(20, 512, |bytes| {
        RUNTIME.block_on(converse(bytes));
    });
}

async fn converse(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let mut client = Client::new().await;
    let mut before = Vec::new();
    while !draws.is_over() {
        let call = call(&mut draws, &before);
        if draws.one_in(8) {
            // Its answer, if it has one, is of no interest.
            let damaged = draws.text(&[&call.to_string()], "{}[]\":,0123456789truefalsn \\");
            client.send(&damaged).await;
        }
        let answer = client.ask("tools/call", call.clone()).await;
        let after = client.games().await;
        if answer["result"]["isError"] == false {
            for state in &after {
                sound(&mut client, state).await;
            }
        } else {
            let text = &answer["result"]["content"][0]["text"];
            let text = text.as_str().or(answer["error"]["message"].as_str());
            let text = text.unwrap_or_else(|| panic!("{call}: {answer}"));
            assert!(!text.is_empty() && text.len() < 5_000, "{call}: {answer}");
            let is_played = text.contains("is played");
            assert!(is_played || after == before, "{call} was refused: {text}");
        }
        before = after;
    }
}

/// A call, good or bad, where these games are open.
fn call(draws: &mut Draws, games: &[Value]) -> Value {
    const GAMES: [&str; 4] = ["gomoku", "othello", "xiangqi", "chess"];
    const LINES: [&str; 5] = [
        "startpos",
        "startpos moves h8 i9",
        "startpos moves f5 d6",
        "startpos moves h2e2 h9g7",
        "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1",
    ];
    const MOVES: [&str; 8] = ["h8", "i9", "f5", "d6", "c3", "h2e2", "h9g7", "pass"];
    const SEARCHERS: [&str; 5] = ["pvs", "mcts,hash=1", "level=2", "smp,threads=9", "dfpn"];
    let tool = draws.of(&TOOLS);
    let mut arguments = json!({});
    if ["rules", "new_game", "puzzle"].contains(&tool) {
        arguments["game"] = json!(draws.of(&GAMES));
    } else if tool != "list_games" {
        arguments["game_id"] = match games.len() {
            0 => json!(draws.text(&["g1", "g2"], "g0123456789-")),
            count => games[draws.below(count)]["game_id"].clone(),
        };
    }
    match tool {
        "new_game" => {
            if draws.one_in(2) {
                arguments["line"] = json!(draws.text(&LINES, "startpos movesh8X:"));
            }
            if draws.one_in(2) {
                arguments["opponent"] = json!({ "level": draws.below(4) });
            }
        }
        "play" | "explain" => arguments["move"] = json!(draws.text(&MOVES, "abcdefghi0123456789")),
        "analyze" | "opponent_move" | "review" if draws.one_in(2) => {
            arguments["searcher"] = json!(draws.text(&SEARCHERS, "abcdefgh=,0123456789"));
        }
        "analyze" => arguments["lines"] = json!(draws.below(10)),
        "show" => arguments["format"] = json!(draws.of(&["text", "svg", "both", "png"])),
        _ => {}
    }
    if draws.one_in(4) {
        const FIELDS: [&str; 5] = ["time_ms", "settings", "game_id", "seed", "x"];
        let values = [
            json!(null),
            json!(-1),
            json!(1e300),
            json!([[]]),
            json!({ "x": {} }),
        ];
        arguments[draws.of(&FIELDS)] = values[draws.below(values.len())].clone();
    }
    json!({ "name": tool, "arguments": arguments })
}

/// The state of a game agrees with itself.
async fn sound(client: &mut Client, state: &Value) {
    let legal = client
        .ok("legal_moves", json!({ "game_id": state["game_id"] }))
        .await;
    let count = legal["moves"].as_array().map(Vec::len);
    assert_eq!(
        state["legal_moves"].as_u64().map(|count| count as usize),
        count,
        "{state}"
    );
    assert_eq!(
        state["to_move"].is_null(),
        state["outcome"].is_object(),
        "{state}"
    );
    let name = state["game"].as_str().expect("a name");
    let settings = state["settings"].as_object().expect("settings");
    let settings = settings.iter().map(|(name, value)| {
        let value = value.as_str().expect("a value");
        (name.clone(), value.to_owned())
    });
    let game = engines::game(name).expect("built in");
    let mut session = game.session(&settings.collect()).expect("its settings");
    let line = state["line"].as_str().expect("a line");
    session.set_line(line).expect("its line");
    assert_eq!(session.view().position, state["position"], "{state}");
}

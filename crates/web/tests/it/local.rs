//! The games of one page without a server.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use web::{Config, LocalGames};

/// Nothing that is awaited takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page and its games.
struct Page {
    games: LocalGames,
    heard: Arc<Mutex<Vec<Value>>>,
    sent: u64,
}

impl Page {
    fn new(config: Config) -> Self {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let games = LocalGames::new(config, move |message| {
            let message = serde_json::from_str(message).expect("JSON");
            ear.lock().expect("no panic").push(message);
        });
        Self {
            games,
            heard,
            sent: 0,
        }
    }

    fn opened(game: Value) -> Self {
        let mut page = Self::new(Config {
            pace: Duration::ZERO,
            ..LocalGames::config()
        });
        page.ok("open", game);
        page
    }

    /// Sends a command and returns the reply to it, which comes at once.
    fn ask(&mut self, name: &str, mut args: Value) -> Value {
        self.sent += 1;
        args["id"] = json!(self.sent);
        args["do"] = json!(name);
        self.games.send(&args.to_string());
        let heard = self.heard.lock().expect("no panic");
        let reply = heard.iter().rfind(|message| message["re"] == self.sent);
        reply.expect("a reply").clone()
    }

    fn ok(&mut self, name: &str, args: Value) -> Value {
        let reply = self.ask(name, args);
        assert!(reply.get("ok").is_some(), "{name}: {reply}");
        reply["ok"].clone()
    }

    /// Lets the games work until they have said something like this since they were last asked, and
    /// have nothing more to do at once.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let wait = self.games.work();
            let found = self.heard().into_iter().rfind(&wanted);
            if let (Some(found), false) = (found, wait == Some(Duration::ZERO)) {
                return found;
            }
            assert!(start.elapsed() < PATIENCE, "{:#?}", self.heard().last());
            std::thread::sleep(wait.unwrap_or_default().min(Duration::from_millis(5)));
        }
    }

    fn game(&self) -> Value {
        let games = |message: &Value| message["event"] == "game";
        self.heard().into_iter().rfind(games).expect("a game")
    }

    fn heard(&self) -> Vec<Value> {
        self.heard.lock().expect("no panic").clone()
    }
}

const HUMANS: &str = r#"[{ "kind": "human" }, { "kind": "human" }]"#;

fn humans() -> Value {
    serde_json::from_str(HUMANS).expect("JSON")
}

fn engines(engine: &str) -> Value {
    let engine = json!({ "kind": "engine", "engine": engine });
    json!([engine, engine])
}

#[test]
fn two_people_play_every_game() {
    for game in ["gomoku", "othello", "xiangqi"] {
        let mut page = Page::opened(json!({ "game": game, "players": humans() }));
        for ply in 0..6 {
            let before = page.game();
            let mv = before["legal"][ply].clone();
            page.ok("play", json!({ "move": mv, "ply": ply }));
            assert_eq!(page.game()["ply"], ply + 1, "{game}");
        }
        page.ok("undo", json!({}));
        assert_eq!(page.game()["ply"], 5, "{game}");
        assert_eq!(page.games.work(), None, "{game}: nobody thinks");
        let record = page.ok("export", json!({}));
        page.ok("import", json!({ "text": record["text"] }));
        assert_eq!(
            page.game()["ply"],
            5,
            "{game}: what was undone is not in the record"
        );
    }
}

#[test]
fn engines_play_to_the_end() {
    let mut page =
        Page::opened(json!({ "game": "othello", "players": engines("level=3"), "seed": 1 }));
    let end = page.until(|message| !message["ending"].is_null() && message["event"] == "game");
    assert!(end["ending"]["reason"].is_string(), "{end}");
    assert!(end["ply"].as_u64() > Some(50), "{end}");
}

#[test]
fn between_moves_of_engines_time_passes() {
    let mut page = Page::new(Config {
        pace: Duration::from_secs(3600),
        ..LocalGames::config()
    });
    page.ok(
        "open",
        json!({ "game": "othello", "players": engines("level=1") }),
    );
    let mut wait = page.games.work();
    while wait == Some(Duration::ZERO) {
        wait = page.games.work();
    }
    assert_eq!(page.game()["ply"], 1, "the second waits");
    assert!(
        wait.is_some_and(|wait| wait < Duration::from_secs(1)),
        "but is looked after: {wait:?}"
    );
}

#[test]
fn an_engine_hints_analyses_and_reviews() {
    let mut page = Page::opened(json!({
        "game": "gomoku", "players": humans(), "line": "startpos moves h8 a1 h9 a3 h10 a5 h11 a7",
    }));
    page.ok("hint", json!({}));
    let hint = page.until(|message| message["event"] == "hint");
    assert!(
        matches!(hint["move"].as_str(), Some("h7" | "h12")),
        "{hint}"
    );

    page.ok("analyze", json!({ "on": true, "lines": 2 }));
    let analysis = |message: &Value| message["purpose"] == "analysis" && message["state"] == "done";
    let analysis = page.until(analysis);
    assert_eq!(analysis["lines"].as_array().map(Vec::len), Some(2));
    page.ok("analyze", json!({ "on": false }));

    page.ok("review", json!({}));
    page.until(|message| message["event"] == "review" && message["state"] == "done");
    let rows = |message: &&Value| message["event"] == "review" && !message["row"].is_null();
    assert_eq!(page.heard().iter().filter(rows).count(), 8);

    let limits = json!({ "nodes": 500 });
    page.ok(
        "lab",
        json!({ "searchers": ["alphabeta", "pvs", "mcts"], "limits": limits }),
    );
    let done = page.until(|message| message["event"] == "lab" && message["state"] == "done");
    assert_eq!(done["run"], 1);
}

#[test]
fn what_a_server_has_is_refused() {
    let mut page = Page::opened(json!({ "game": "othello" }));
    assert_eq!(page.heard()[0]["event"], "hello");
    assert_eq!(page.heard()[0]["database"], false);
    let refused = page.ask("explore", json!({}));
    assert_eq!(refused["error"]["field"], "do", "{refused}");
    let players = json!([{ "kind": "human" }, { "kind": "engine", "engine": "smp,threads=2" }]);
    let refused = page.ask("players", json!({ "players": players }));
    assert_eq!(refused["error"]["field"], "players.1.engine", "{refused}");
    page.games.send("not JSON");
    assert_eq!(
        page.heard().pop().expect("a reply")["error"]["field"],
        "message"
    );
}

#[test]
fn many_games_may_follow_each_other() {
    let mut page = Page::opened(json!({ "game": "othello", "players": humans() }));
    for _ in 0..2 * LocalGames::config().rooms {
        page.ok("open", json!({ "game": "xiangqi", "players": humans() }));
    }
}

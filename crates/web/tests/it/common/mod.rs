//! A server on a free port, and clients that speak to it over real WebSockets.
#![allow(dead_code)] // Every test binary uses its own part.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use web::{Config, Server};

/// Nothing that is awaited takes longer, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A server at work.
pub struct Host {
    pub address: SocketAddr,
    pub server: Server,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

/// Limits as they are, but for the rate, which tests would only wait for.
pub fn config() -> Config {
    Config {
        rate: f64::INFINITY,
        workers: 2,
        pace: Duration::ZERO,
        ..Config::default()
    }
}

impl Host {
    /// Starts one.
    pub async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = Server::new(config).expect("threads");
        let (end, ended) = oneshot::channel::<()>();
        let serving = server.clone();
        let task = tokio::spawn(async move {
            let end = async {
                let _ = ended.await;
            };
            serving.serve(listener, end).await
        });
        Self {
            address,
            server,
            end: Some(end),
            task,
        }
    }

    /// Ends it as Ctrl-C would, and waits until it has ended.
    pub async fn stop(mut self) {
        drop(self.end.take());
        timeout(PATIENCE, self.task)
            .await
            .expect("in time")
            .expect("no panic")
            .expect("no failure");
    }

    /// A client that has been greeted.
    pub async fn client(&self) -> Client {
        let mut client = Client::connect(self.address).await;
        client.event("hello").await;
        client
    }

    /// A greeted client that a proxy says comes from `address`.
    pub async fn client_from(&self, address: &str) -> Client {
        let mut client = Client::connect_from(self.address, address)
            .await
            .expect("a connection");
        client.event("hello").await;
        client
    }

    /// A client with a game as `open` asks for it, and how that begins.
    pub async fn game(&self, open: Value) -> (Client, Value) {
        let mut client = self.client().await;
        client.ok("open", open).await;
        let game = client.game.clone();
        (client, game)
    }
}

/// A WebSocket, and what came over it unasked.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Events that no test has looked at yet.
    events: VecDeque<Value>,
    /// The last state heard of.
    pub game: Value,
    next: u64,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        let connecting = timeout(
            PATIENCE,
            connect_async_with_config(format!("ws://{address}/ws"), None, true),
        );
        let (socket, _) = connecting.await.expect("in time").expect("a connection");
        Self {
            socket,
            events: VecDeque::new(),
            game: Value::Null,
            next: 1,
        }
    }

    /// A connection that a proxy says comes from `origin`.
    pub async fn connect_from(
        address: SocketAddr,
        origin: &str,
    ) -> Result<Self, tungstenite::Error> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        request
            .headers_mut()
            .insert("x-forwarded-for", origin.parse().expect("a header"));
        let connecting = timeout(PATIENCE, connect_async_with_config(request, None, true));
        let (socket, _) = connecting.await.expect("in time")?;
        Ok(Self {
            socket,
            events: VecDeque::new(),
            game: Value::Null,
            next: 1,
        })
    }

    /// Sends anything at all.
    pub async fn send(&mut self, message: Message) {
        timeout(PATIENCE, self.socket.send(message))
            .await
            .expect("in time")
            .expect("an open connection");
    }

    /// Sends what the server may refuse to read to its end.
    pub async fn send_in_vain(&mut self, message: Message) {
        let _ = timeout(PATIENCE, self.socket.send(message))
            .await
            .expect("in time");
    }

    /// The next message; `None` when the connection has ended.
    pub async fn recv(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next())
                .await
                .expect("a message in time")?
            {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if value["event"] == "game" {
                        self.game = value.clone();
                    }
                    return Some(value);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Asks for something, and waits for the reply; events that come before it are kept.
    pub async fn ask(&mut self, name: &str, args: Value) -> Value {
        let id = self.next;
        let mut message = args;
        self.next += 1;
        (message["id"], message["do"]) = (json!(id), json!(name));
        self.send(Message::text(message.to_string())).await;
        loop {
            let value = self.recv().await.expect("a reply");
            if value["re"] == id {
                return value;
            }
            assert!(
                value["event"].is_string(),
                "{value} is neither an event nor the reply to {message}"
            );
            self.events.push_back(value);
        }
    }

    /// What a good command gets.
    pub async fn ok(&mut self, name: &str, args: Value) -> Value {
        let reply = self.ask(name, args).await;
        assert!(reply["ok"].is_object(), "{name}: {reply}");
        reply["ok"].clone()
    }

    /// The field that a bad one names.
    pub async fn error(&mut self, name: &str, args: Value) -> String {
        let shown = format!("{name} {args}");
        let reply = self.ask(name, args).await;
        assert!(
            reply["error"]["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty()),
            "{shown}: {reply}"
        );
        reply["error"]["field"]
            .as_str()
            .unwrap_or_else(|| panic!("{shown}: {reply}"))
            .to_owned()
    }

    /// The next event of that name; others are passed over.
    pub async fn event(&mut self, name: &str) -> Value {
        self.find(|event| event["event"] == name).await
    }

    /// The next event that is `wanted`; others are passed over.
    pub async fn find(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = match self.events.pop_front() {
                Some(event) => event,
                None => self.recv().await.expect("an event"),
            };
            if wanted(&event) {
                return event;
            }
        }
    }

    /// The state once it is `wanted`: now, or after the next changes.
    pub async fn state(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        while !wanted(&self.game) {
            self.recv().await.expect("a change");
        }
        self.events.clear();
        self.game.clone()
    }

    /// Events heard and not yet looked at.
    pub fn heard(&mut self) -> Vec<Value> {
        self.events.drain(..).collect()
    }

    /// Plays a move where the game is.
    pub async fn play(&mut self, mv: &str) -> Value {
        let ply = self.game["ply"].clone();
        self.ok("play", json!({ "move": mv, "ply": ply })).await;
        self.game.clone()
    }

    /// The state as a new client receives it.
    pub async fn snapshot(&mut self) -> Value {
        let room = self.game["room"].clone();
        self.ok("join", json!({ "room": room })).await;
        self.game.clone()
    }

    /// Says goodbye and waits for the answer.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn engine(engine: &str) -> Value {
    json!({ "kind": "engine", "engine": engine })
}

/// A search that goes on until it is stopped.
pub const ENDLESS: &str = "aspiration,time=60s";

pub fn humans() -> Value {
    json!([human(), human()])
}

/// Whether the game is over.
pub fn over(game: &Value) -> bool {
    !game["ending"].is_null()
}

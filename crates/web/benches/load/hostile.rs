use super::tally::Tally;
use futures_util::future::join4;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Somebody who takes all that the server gives: the workers for endless searches, the places of
/// those who fetch the page, and the time to read nonsense.
#[derive(Clone, Copy, Debug)]
pub struct Hostile {
    number: u32,
}

impl Hostile {
    /// Games of each connection, over a connection each.
    pub const GAMES: u32 = 4;
    /// Connections of each connection that never finish a request.
    const UNFINISHED: usize = 30;
    /// Searches that end when they are stopped.
    const ENDLESS: [&str; 4] = [
        "pvs,depth=60",
        "mtdf,depth=60,hash=64",
        "minimax,depth=60",
        "mcts,nodes=1000000000",
    ];
    /// After a refusal a connection tries again.
    const PAUSE: Duration = Duration::from_millis(200);

    pub fn new(number: u32) -> Self {
        Self { number }
    }

    /// Comes from an address that no other connection has, and stays until `end`.
    pub async fn visit(self, url: String, end: Instant) {
        let host = url
            .trim_start_matches("ws://")
            .trim_end_matches("/ws")
            .to_owned();
        let all = join4(
            self.play(&url),
            self.hold(&host),
            self.babble(&url),
            self.experiment(&url),
        );
        let _ = timeout_at(end, all).await;
    }

    /// Plays games of two endless searches each.
    async fn play(self, url: &str) {
        let game = |number: u32| async move {
            let engine = json!({ "kind": "engine", "engine": Self::ENDLESS[number as usize % Self::ENDLESS.len()] });
            let name = ["gomoku", "othello", "xiangqi"][(self.number + number) as usize % 3];
            let open = json!({ "id": 1, "do": "open", "game": name, "players": [engine, engine] });
            let analyze = json!({ "id": 2, "do": "analyze", "on": true });
            self.insist(url, &[open.to_string(), analyze.to_string()])
                .await;
        };
        futures_util::future::join_all((0..Self::GAMES).map(game)).await;
    }

    /// Keeps the laboratory busy.
    async fn experiment(self, url: &str) {
        let open = json!({ "id": 1, "do": "open", "game": "xiangqi" });
        let lab = json!({ "id": 2, "do": "lab", "searchers": ["minimax", "pvs"], "limits": { "depth": 60 } });
        self.insist(url, &[open.to_string(), lab.to_string()]).await;
    }

    /// Says `messages` and listens; begins anew whenever the connection ends.
    async fn insist(self, url: &str, messages: &[String]) {
        loop {
            if let Ok(mut socket) = connect(url, &self.address()).await {
                for message in messages {
                    let _ = socket.send(Message::text(message.clone())).await;
                }
                while let Some(Ok(_)) = socket.next().await {}
            }
            sleep(Self::PAUSE).await;
        }
    }

    /// Holds connections that say nothing, or half of a request.
    async fn hold(self, host: &str) {
        let mut held = Vec::new();
        loop {
            while held.len() < Self::UNFINISHED {
                let Ok(mut stream) = TcpStream::connect(host).await else {
                    break;
                };
                let half = ["", "G", "GET / HTTP/1.1\r\nHost: local"][held.len() % 3];
                let _ = stream.write_all(half.as_bytes()).await;
                held.push(stream);
            }
            sleep(Self::PAUSE).await;
            held.retain(|stream| !matches!(stream.try_read(&mut [0; 64]), Ok(0)));
        }
    }

    /// Says what cannot be read, as fast as it is let, and listens to none of the replies.
    async fn babble(self, url: &str) {
        let nonsense = [
            Message::text("["),
            Message::text("x".repeat(60_000)),
            Message::binary(vec![0; 1000]),
        ];
        loop {
            if let Ok(mut socket) = connect(url, &self.address()).await {
                let mut said = 0;
                while socket.send(nonsense[said / 100 % 3].clone()).await.is_ok() {
                    said += 1;
                    sleep(Duration::from_millis(5)).await;
                }
            }
            sleep(Self::PAUSE).await;
        }
    }

    fn address(self) -> String {
        address(1, self.number)
    }
}

/// A WebSocket of a connection from `address`, as a proxy names it.
///
/// # Errors
/// If the server refuses it.
pub async fn connect(url: &str, address: &str) -> Result<Socket, Error> {
    let mut request = url.into_client_request()?;
    request
        .headers_mut()
        .insert("x-forwarded-for", address.parse().map_err(Error::from)?);
    Ok(connect_async_with_config(request, None, true).await?.0)
}

/// The address of connection `number` of a `kind`; no two share one.
pub fn address(kind: u8, number: u32) -> String {
    let [_, a, b, c] = number.to_be_bytes();
    format!("10.{}.{b}.{c}", kind.wrapping_mul(128) | a)
}

/// Asks the server on `host` how it is, once a second until `end`.
pub async fn ask_health(host: String, tally: Arc<Mutex<Tally>>, end: Instant) {
    const PATIENCE: Duration = Duration::from_secs(60);
    while Instant::now() < end {
        let asked = Instant::now();
        let answer = timeout(PATIENCE, health(&host)).await;
        note(&tally, |tally| match answer {
            Ok(Ok(answer)) if answer.starts_with("HTTP/1.1 200") => {
                tally.health.push(asked.elapsed())
            }
            other => tally.errors.push(format!("health: {other:?}")),
        });
        sleep(Duration::from_secs(1)).await;
    }
}

fn note(tally: &Mutex<Tally>, act: impl FnOnce(&mut Tally)) {
    act(&mut tally.lock().unwrap_or_else(PoisonError::into_inner));
}

async fn health(host: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(host).await?;
    let request = format!("GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

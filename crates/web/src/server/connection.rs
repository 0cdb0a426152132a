use super::backlog::Backlog;
use crate::Config;
use crate::address::Address;
use crate::outbox::Outbox;
use crate::rooms::Rooms;
use crate::visitor::Visitor;
use std::sync::Arc;

/// A connection without the network: what a page sends to the server, and what it receives.
///
/// ```
/// # #[tokio::main]
/// # async fn main() -> std::io::Result<()> {
/// use web::{Config, Server};
/// let server = Server::new(Config::default())?;
/// let mut connection = server.visit();
/// assert!(connection.recv().await.is_some_and(|hello| hello.contains("othello")));
///
/// connection.send(r#"{"id": 1, "do": "open", "game": "othello"}"#).await;
/// connection.send(r#"{"id": 2, "do": "play", "move": "f5", "ply": 0}"#).await;
/// while let Some(message) = connection.recv().await {
///     let message: serde_json::Value = serde_json::from_str(&message)?;
///     // The engine, which moves second, has answered.
///     if message["event"] == "game" && message["ply"] == 2 {
///         break;
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Connection {
    visitor: Visitor,
    backlog: Arc<Backlog>,
}

impl Connection {
    pub(crate) fn new(rooms: Arc<Rooms>, address: Option<Address>) -> Self {
        let backlog = Arc::new(Backlog::new(rooms.app().config.backlog));
        let outbox = Arc::clone(&backlog) as Arc<dyn Outbox>;
        Self {
            visitor: Visitor::new(rooms, address, outbox),
            backlog,
        }
    }

    /// The next message to the page; `None` when the connection has ended. Cancel safe.
    pub async fn recv(&self) -> Option<String> {
        self.backlog.next().await.map(|message| message.to_string())
    }

    /// Carries out `message` and replies to it. Waits while too many messages are unread.
    pub async fn send(&mut self, message: &str) {
        self.backlog.ready(Config::MARGIN).await;
        self.visitor.receive(message);
    }

    pub(crate) fn backlog(&self) -> &Arc<Backlog> {
        &self.backlog
    }
}

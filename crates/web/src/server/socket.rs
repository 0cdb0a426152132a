//! Connects a WebSocket to a [`Connection`].

use super::admission::Admission;
use super::backlog::Backlog;
use super::connection::Connection;
use super::rate::Bucket;
use crate::{Config, Server};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite;

/// How often a connection is pinged.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// A connection is considered dead when it has been silent for this long.
const DEAD: Duration = Duration::from_secs(65);
/// The last messages of a connection have this long to arrive.
const FAREWELL: Duration = Duration::from_secs(2);

/// After a refusal the connection stays open for this long: closed at once, with more still to be
/// read, it would be reset before the close frame arrives.
const LINGER: Duration = Duration::from_millis(500);

/// Passes messages both ways until either end closes.
pub(crate) async fn converse(
    socket: WebSocket,
    server: Server,
    mut connection: Connection,
    admission: Admission,
) {
    let (sink, stream) = socket.split();
    let writer = tokio::spawn(write(sink, Arc::clone(connection.backlog())));
    let outbox = Arc::clone(connection.backlog());
    let refusal = tokio::select! {
        refusal = read(stream, &mut connection, server.config()) => refusal,
        () = outbox.wait_cut() => None,
        () = server.wait_closed() => None,
    };
    // Leaves the room first, so that no more messages come; then sends the last ones.
    drop(connection);
    outbox.cut();
    if let Ok(sink) = writer.await {
        part(sink, &outbox, refusal).await;
    }
    drop(admission);
}

/// Reads messages, no faster than the rate allows. Returns the close frame, if an unreadable frame
/// ends the connection.
async fn read(
    mut stream: SplitStream<WebSocket>,
    connection: &mut Connection,
    config: &Config,
) -> Option<CloseFrame> {
    let mut bucket = Bucket::new(config.rate, config.burst, Instant::now());
    while let Ok(Some(message)) = timeout(DEAD, stream.next()).await {
        let message = match message {
            Ok(message) => message,
            Err(error) => return refusal(error),
        };
        sleep(bucket.take(Instant::now())).await;
        match message {
            Message::Text(text) => connection.send(&text).await,
            Message::Binary(_) => {
                return Some(close_frame(
                    close_code::UNSUPPORTED,
                    "a text is needed, not binary data",
                ));
            }
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
    None
}

/// The close frame for frames that cannot be read; `None` if the connection is lost.
fn refusal(error: axum::Error) -> Option<CloseFrame> {
    use tungstenite::Error;
    match *error.into_inner().downcast().ok()? {
        Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some(close_frame(
            close_code::PROTOCOL,
            "this is not the WebSocket protocol",
        )),
        Error::Utf8(_) => Some(close_frame(close_code::INVALID, "a text is UTF-8")),
        Error::Capacity(_) => Some(close_frame(close_code::SIZE, "the message is too long")),
        _ => None,
    }
}

fn close_frame(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }
}

fn text_frame(text: &str) -> Message {
    Message::Text(text.into())
}

/// Sends waiting messages and periodic pings until the connection is cut. Returns the sink for the
/// last messages.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    outbox: Arc<Backlog>,
) -> SplitSink<WebSocket, Message> {
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let send_all = async {
        loop {
            let message = tokio::select! {
                message = outbox.next() => match message {
                    Some(text) => text_frame(&text),
                    None => return,
                },
                _ = heartbeat.tick() => Message::Ping(Default::default()),
            };
            if sink.send(message).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = send_all => {}
        () = outbox.wait_cut() => {}
    }
    sink
}

/// Sends the messages that still wait, and why the connection ends.
async fn part(
    mut sink: SplitSink<WebSocket, Message>,
    outbox: &Backlog,
    refusal: Option<CloseFrame>,
) {
    let refused = refusal.is_some();
    let close = refusal.unwrap_or_else(|| close_frame(close_code::AWAY, "come back"));
    // A message under way when the connection was cut arrives or is lost; a slow reader is not
    // waited for.
    let farewell = async {
        while let Some(text) = outbox.rest() {
            if sink.send(text_frame(&text)).await.is_err() {
                break;
            }
        }
        // A peer that has closed the connection takes no more messages, but this flushes the answer
        // to its close frame.
        let _ = sink.send(Message::Close(Some(close))).await;
        sink.close().await
    };
    let arrived = timeout(FAREWELL, farewell)
        .await
        .is_ok_and(|sent| sent.is_ok());
    if refused && arrived {
        sleep(LINGER).await;
    }
}

//! A visitor at the other end of a WebSocket.

use crate::outbox::Outbox;
use crate::rate::Bucket;
use crate::visitor::Visitor;
use crate::{Config, Server, admission::Admission};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// A connection is asked now and then whether it still lives.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// And taken for dead when it has been silent for so long.
const DEAD: Duration = Duration::from_secs(65);
/// What is still to be sent at the end has so long to arrive.
const FAREWELL: Duration = Duration::from_secs(2);

/// Talks until either end has had enough.
pub(crate) async fn converse(socket: WebSocket, server: Server, mut visitor: Visitor, admission: Admission) {
    let (sink, stream) = socket.split();
    let writer = tokio::spawn(write(sink, visitor.outbox().clone()));
    let outbox = visitor.outbox().clone();
    tokio::select! {
        () = read(stream, &mut visitor, server.config()) => {}
        () = outbox.wait_cut() => {}
        () = server.wait_closed() => {}
    }
    // Leaves its room, so that nobody sends there any more; then the writer says farewell.
    drop(visitor);
    outbox.cut();
    let _ = writer.await;
    drop(admission);
}

/// Takes message after message, no faster than is allowed.
async fn read(mut stream: SplitStream<WebSocket>, visitor: &mut Visitor, config: &Config) {
    let mut bucket = Bucket::new(config.rate, config.burst, Instant::now());
    while let Ok(Some(Ok(message))) = timeout(DEAD, stream.next()).await {
        sleep(bucket.take(Instant::now())).await;
        match message {
            Message::Text(text) => visitor.say(&text).await,
            Message::Binary(_) => visitor.say_nothing("a text is needed, not binary data").await,
            Message::Close(_) => return,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

/// Sends what waits, and now and then a ping.
async fn write(mut sink: SplitSink<WebSocket, Message>, outbox: Outbox) {
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let send_all = async {
        loop {
            let message = tokio::select! {
                message = outbox.next() => match message {
                    Some(text) => Message::Text(text),
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
    // What was under way when the connection was cut is lost or arrives; a slow reader is not waited for.
    let farewell = async {
        while let Some(text) = outbox.rest() {
            sink.send(Message::Text(text)).await?;
        }
        let reason = Utf8Bytes::from_static("come back");
        sink.send(Message::Close(Some(CloseFrame { code: close_code::AWAY, reason }))).await?;
        sink.close().await
    };
    let _ = timeout(FAREWELL, farewell).await;
}

use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::sync::{Notify, mpsc};

/// What waits to be sent over one connection: room for a limited number of messages, in order.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    line: Arc<Line>,
}

#[derive(Debug, Default)]
struct Line {
    cut: AtomicBool,
    changed: Notify,
}

/// The other end, which the connection empties.
pub(crate) type Inbox = mpsc::Receiver<Utf8Bytes>;

impl Outbox {
    /// Room for `backlog` messages.
    pub fn new(backlog: usize) -> (Self, Inbox) {
        let (sender, inbox) = mpsc::channel(backlog.max(1));
        (Self { sender, line: Arc::default() }, inbox)
    }

    /// Waits until `messages` can be sent at once, or the connection is cut.
    pub async fn ready(&self, messages: usize) {
        tokio::select! {
            permits = self.sender.reserve_many(messages) => drop(permits),
            () = self.wait_cut() => {}
        }
    }

    /// Sends a message. If there is no room the connection is cut: who comes back is told the whole state anew.
    pub fn send(&self, message: &Utf8Bytes) {
        if self.sender.try_send(message.clone()).is_err() {
            self.cut();
        }
    }

    /// Sends news that the next will make obsolete, if there is room to spare.
    pub fn mention(&self, message: &Utf8Bytes) {
        if self.sender.capacity() > self.sender.max_capacity() / 2 {
            self.send(message);
        }
    }

    /// Ends the connection.
    pub fn cut(&self) {
        self.line.cut.store(true, Relaxed);
        self.line.changed.notify_waiters();
    }

    /// Returns when the connection is to end.
    pub async fn wait_cut(&self) {
        let mut changed = std::pin::pin!(self.line.changed.notified());
        // Registered before the look, so that no notice is missed in between.
        changed.as_mut().enable();
        if !self.line.cut.load(Relaxed) {
            changed.await;
        }
    }

    /// Whether `other` leads to the same connection.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.line, &other.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn progress_gives_way_and_a_full_box_cuts() {
        let (outbox, mut inbox) = Outbox::new(4);
        let message = Utf8Bytes::from_static("x");
        for _ in 0..10 {
            outbox.mention(&message);
        }
        assert_eq!(inbox.len(), 2, "half is kept free");
        outbox.send(&message);
        outbox.send(&message);
        assert!(timeout(Duration::from_millis(20), outbox.wait_cut()).await.is_err(), "it was not too full");
        assert!(timeout(Duration::from_millis(20), outbox.ready(1)).await.is_err(), "it is full");
        inbox.recv().await.expect("a message");
        timeout(Duration::from_secs(9), outbox.ready(1)).await.expect("there is room again");
        outbox.send(&message);
        outbox.send(&message);
        timeout(Duration::from_secs(9), outbox.wait_cut()).await.expect("one too many");
        timeout(Duration::from_secs(9), outbox.ready(4)).await.expect("nobody waits for a connection that is cut");
    }
}

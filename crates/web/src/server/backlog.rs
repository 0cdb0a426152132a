use crate::outbox::{Kind, Outbox};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The messages that wait to be sent over one connection: a bounded queue.
///
/// A game may change faster than a connection can carry. A message that is out of date before it is
/// sent is dropped, so the queue never fills with old news.
#[derive(Debug)]
pub(crate) struct Backlog {
    queue: Mutex<Queue>,
    most: usize,
    /// Signals that a message has come, or the connection is cut.
    filled: Notify,
    /// Signals that a message has gone, or the connection is cut.
    emptied: Notify,
    /// Signals that the connection is cut.
    severed: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<(Kind, Arc<str>)>,
    /// The bytes of all waiting messages.
    bytes: usize,
    cut: bool,
}

impl Backlog {
    /// With this many bytes waiting, the queue counts as half full.
    const MUCH: usize = 256 << 10;
    /// With this many bytes waiting, the queue counts as full.
    const TOO_MUCH: usize = 4 << 20;

    /// Room for `most` messages.
    pub fn new(most: usize) -> Self {
        Self {
            queue: Mutex::default(),
            most,
            filled: Notify::new(),
            emptied: Notify::new(),
            severed: Notify::new(),
        }
    }

    /// Waits until there is room for this many `messages`, or the connection is cut.
    pub async fn ready(&self, messages: usize) {
        self.until(&self.emptied, |queue| {
            let room = queue.waiting.len() + messages <= self.most && queue.bytes < Self::MUCH;
            (queue.cut || room).then_some(())
        })
        .await;
    }

    /// Takes the next message out, waiting if there is none; `None` if the connection is cut.
    /// Cancel safe.
    pub async fn next(&self) -> Option<Arc<str>> {
        let next = self
            .until(&self.filled, |queue| {
                if queue.cut {
                    Some(None)
                } else {
                    queue.pop().map(Some)
                }
            })
            .await;
        self.emptied.notify_one();
        next
    }

    /// Takes the next message out if one waits, even after the connection is cut.
    pub fn rest(&self) -> Option<Arc<str>> {
        self.with(Queue::pop)
    }

    /// Ends the connection.
    pub fn cut(&self) {
        self.with(|queue| queue.cut = true);
        for waiter in [&self.filled, &self.emptied, &self.severed] {
            waiter.notify_one();
            waiter.notify_waiters();
        }
    }

    /// Returns when the connection is cut.
    pub async fn wait_cut(&self) {
        self.until(&self.severed, |queue| queue.cut.then_some(()))
            .await;
    }

    /// What `look` finds, now or after `change` is signalled.
    async fn until<T>(&self, change: &Notify, look: impl Fn(&mut Queue) -> Option<T>) -> T {
        loop {
            let mut changed = std::pin::pin!(change.notified());
            // Registered before `look`, so that no signal is missed in between.
            changed.as_mut().enable();
            if let Some(found) = self.with(&look) {
                return found;
            }
            changed.await;
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Queue) -> T) -> T {
        act(&mut self.queue.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Outbox for Backlog {
    /// Queues a message. If there is no room the connection is cut: a client that comes back gets
    /// the whole state.
    fn send(&self, kind: Kind, message: &Arc<str>) {
        let full = self.with(|queue| {
            let crowded = queue.waiting.len() >= self.most / 2 || queue.bytes >= Self::MUCH;
            if crowded && kind != Kind::Due {
                queue.supersede(kind);
            }
            let full = queue.waiting.len() >= self.most || queue.bytes >= Self::TOO_MUCH;
            if !full && !queue.cut {
                queue.push(kind, Arc::clone(message));
            }
            full
        });
        if full {
            self.cut();
        }
        self.filled.notify_one();
    }
}

impl Queue {
    fn pop(&mut self) -> Option<Arc<str>> {
        let (_, message) = self.waiting.pop_front()?;
        self.bytes -= message.len();
        Some(message)
    }

    fn push(&mut self, kind: Kind, message: Arc<str>) {
        self.bytes += message.len();
        self.waiting.push_back((kind, message));
    }

    /// Takes out what a message of `kind` makes obsolete. A state before a due message stays: a
    /// reply is about the state before it.
    fn supersede(&mut self, kind: Kind) {
        let obsolete = self.waiting.iter().rposition(|&(other, _)| other == kind);
        let due = self
            .waiting
            .iter()
            .rposition(|&(other, _)| other == Kind::Due);
        let obsolete = obsolete.filter(|&place| due.is_none_or(|due| due < place));
        if let Some((_, message)) = obsolete.and_then(|place| self.waiting.remove(place)) {
            self.bytes -= message.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    const SOON: Duration = Duration::from_secs(9);
    const NEVER: Duration = Duration::from_millis(20);

    fn send(outbox: &Backlog, kind: Kind, text: &'static str) {
        outbox.send(kind, &text.into());
    }

    async fn next(outbox: &Backlog) -> String {
        let message = timeout(SOON, outbox.next()).await.expect("in time");
        message.map_or("cut".to_owned(), |message| message.to_string())
    }

    #[tokio::test]
    async fn news_that_is_out_of_date_is_not_sent() {
        let outbox = Backlog::new(4);
        for text in ["s1", "s2", "s3", "s4"] {
            send(&outbox, Kind::State, text);
        }
        send(&outbox, Kind::Progress, "p1");
        send(&outbox, Kind::Progress, "p2");
        assert_eq!(
            [
                next(&outbox).await,
                next(&outbox).await,
                next(&outbox).await
            ],
            ["s1", "s4", "p2"]
        );
        // A reply comes after the state it is about.
        for (kind, text) in [
            (Kind::Due, "r0"),
            (Kind::State, "s1"),
            (Kind::Due, "r1"),
            (Kind::State, "s2"),
        ] {
            send(&outbox, kind, text);
        }
        for text in ["r0", "s1", "r1", "s2"] {
            assert_eq!(next(&outbox).await, text);
        }
        assert!(timeout(NEVER, outbox.next()).await.is_err(), "that was all");
    }

    #[tokio::test]
    async fn a_box_too_full_cuts_the_connection() {
        let outbox = Backlog::new(2);
        send(&outbox, Kind::Due, "r1");
        send(&outbox, Kind::Due, "r2");
        assert!(
            timeout(NEVER, outbox.wait_cut()).await.is_err(),
            "it is just full"
        );
        assert!(timeout(NEVER, outbox.ready(1)).await.is_err());
        assert_eq!(next(&outbox).await, "r1");
        timeout(SOON, outbox.ready(1))
            .await
            .expect("there is room again");
        send(&outbox, Kind::Due, "r3");
        send(&outbox, Kind::Due, "r4");
        timeout(SOON, outbox.wait_cut())
            .await
            .expect("one too many");
        timeout(SOON, outbox.ready(2))
            .await
            .expect("a cut connection is not waited for");
        assert_eq!(next(&outbox).await, "cut");
        assert_eq!(
            [outbox.rest(), outbox.rest(), outbox.rest()].map(|rest| rest.is_some()),
            [true, true, false]
        );
    }

    #[tokio::test]
    async fn large_messages_fill_it_sooner() {
        let outbox = Backlog::new(1000);
        let large = Arc::from("x".repeat(100 << 10));
        for _ in 0..100 {
            outbox.send(Kind::State, &large);
        }
        let waiting = outbox.with(|queue| (queue.waiting.len(), queue.bytes));
        assert_eq!(waiting, (3, 3 * large.len()));
        assert!(timeout(NEVER, outbox.ready(1)).await.is_err());
        while outbox.rest().is_some() {}
        assert_eq!(outbox.with(|queue| queue.bytes), 0);
        for _ in 0..100 {
            outbox.send(Kind::Due, &large);
        }
        timeout(SOON, outbox.wait_cut())
            .await
            .expect("some megabytes are too much");
    }

    #[tokio::test]
    async fn who_waits_is_woken() {
        let outbox = Arc::new(Backlog::new(2));
        let waiting = tokio::spawn({
            let outbox = Arc::clone(&outbox);
            async move { (next(&outbox).await, next(&outbox).await) }
        });
        tokio::time::sleep(NEVER).await;
        send(&outbox, Kind::Due, "r1");
        tokio::time::sleep(NEVER).await;
        outbox.cut();
        assert_eq!(
            waiting.await.expect("no panic"),
            ("r1".to_owned(), "cut".to_owned())
        );
    }
}

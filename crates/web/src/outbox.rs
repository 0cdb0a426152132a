use std::fmt::Debug;
use std::sync::Arc;

/// Takes the messages for one client. Two are the same if they have the same address in memory.
pub(crate) trait Outbox: Debug + Send + Sync {
    /// Sends a message, at once or as soon as the client reads.
    fn send(&self, kind: Kind, message: &Arc<str>);
}

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It must arrive: a reply, a hint, the end of a game.
    Due,
    /// The state of a game: the next one makes it obsolete.
    State,
    /// The progress of a search: the next report makes it obsolete.
    Progress,
}

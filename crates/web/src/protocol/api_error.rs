use serde::Serialize;
use thiserror::Error;

/// Why a message was refused: the field that was wrong, and what was wrong with it. A refused
/// message has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[error("{field}: {message}")]
pub(crate) struct ApiError {
    /// The path to the field, as `players.1.configuration`; `message` is the message as a whole.
    pub field: String,
    /// What was wrong, and what is accepted.
    pub message: String,
}

impl ApiError {
    /// A fault in `field`.
    pub fn new(field: impl Into<String>, message: impl ToString) -> Self {
        Self {
            field: shorten(field.into()),
            message: shorten(message.to_string()),
        }
    }
}

/// Clips a text, so that a client's own long text is not sent back.
fn shorten(mut text: String) -> String {
    const MOST: usize = 1000;
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

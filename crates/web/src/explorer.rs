use crate::protocol::ApiError;
use engines::IndexedPlace;
use serde_json::Value;
use std::fmt::Debug;

/// Looks up which moves were played from a position in recorded games.
pub(crate) trait Explorer: Debug + Send + Sync {
    /// The content of the reply: the counts of results, and the moves with theirs.
    fn explore(&self, place: &IndexedPlace) -> Result<Value, ApiError>;
}

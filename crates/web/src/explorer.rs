use crate::protocol::ApiError;
use engines::IndexedPlace;
use serde_json::Value;
use std::fmt::Debug;

/// Tells what was played from a position in games of before.
pub(crate) trait Explorer: Debug + Send + Sync {
    /// The content of the reply: the counts of results, and the moves with theirs.
    fn explore(&self, place: &IndexedPlace) -> Result<Value, ApiError>;
}

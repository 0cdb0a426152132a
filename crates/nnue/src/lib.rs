#![doc = include_str!("../README.md")]

mod changes;
mod dense;
mod feature_set;
mod features;
mod file;
mod layers;
mod line;
mod network;
mod output;
mod refresh;
#[cfg(test)]
mod tests;

pub use changes::Changes;
pub use dense::Dense;
pub use feature_set::FeatureSet;
pub use features::{Features, Trained};
pub use file::{Header, LayersError};
pub use game_core;
pub use layers::Layers;
pub use network::Network;

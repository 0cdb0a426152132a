//! The trained evaluator: a small network, kept up to date from move to move.

mod evaluator;
mod layers;
mod sums;
#[cfg(test)]
mod tests;

pub use evaluator::Network;
pub use layers::{Layers, LayersError};

//! The trained evaluator: a small efficiently updatable network (NNUE; Y. Nasu, 2018).

mod accumulator;
mod evaluator;
mod layers;

#[cfg(test)]
mod tests;

pub use evaluator::Network;
pub use layers::{Layers, LayersError};

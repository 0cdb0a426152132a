//! The trained evaluator: patterns in corners, edges, rows and diagonals, with a weight for each
//! filling.

mod evaluator;
mod filled;
mod fillings;
mod layout;
mod network;
mod shapes;
#[cfg(test)]
mod tests;
mod weights;

pub use evaluator::Patterns;
pub use filled::Filled;
pub use layout::{FEATURES, Layout};
pub use network::{Network, PatternFeatures};
pub use shapes::{SHAPES, Shape};
pub use weights::{Weights, WeightsError};

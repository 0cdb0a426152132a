//! The trained evaluator: what lies in corners, edges, rows and diagonals, each filling of them
//! with a weight of its own.

mod evaluator;
mod filled;
mod layout;
mod shapes;
#[cfg(test)]
mod tests;
mod weights;

pub use evaluator::Patterns;
pub use filled::Filled;
pub use layout::{FEATURES, Layout};
pub use shapes::{SHAPES, Shape};
pub use weights::{Weights, WeightsError};

//! Training of the network: the same games and quiet positions as the regression of weights, but
//! many more; mini-batches with Adam (D. Kingma and J. Ba, 2015), each position in a random mirror
//! image.

mod adam;
mod boards;
mod model;
mod training;

pub use boards::Boards;
pub use training::{Training, TrainingConfig};

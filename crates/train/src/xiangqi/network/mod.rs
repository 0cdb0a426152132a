//! A network's numbers, learnt from games: the same games, and of them the same quiet positions, as
//! the weights are fitted to, but many more. By stochastic gradients, batch by batch, each number
//! at its own rate (D. Kingma and J. Ba, *Adam: a method for stochastic optimization*, 2015); every
//! position in one of its two mirror images, by lot.

mod adam;
mod boards;
mod model;
mod training;

pub use boards::Boards;
pub use training::{Course, Training};

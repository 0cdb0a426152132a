//! Training of the networks of [`nnue`], for the features of any game: mini-batches with Adam
//! (D. Kingma and J. Ba, 2015) and decoupled weight decay (I. Loshchilov and F. Hutter, 2019), each
//! position in a random symmetric image.
//!
//! [`Samples`] are positions as their active features, each with a [`Target`]: how its game ended
//! and what a search thought of it. [`Training`] learns from them, or from any other [`Source`],
//! whose positions need not fit in memory; its weights stay in the range that can be quantised, so
//! [`Training::layers`] has a network at any time. On any machine and any number of threads the same
//! positions and configuration give the same network.
//!
//! ```
//! use nnue::{FeatureSet, Layers};
//! use train::game_core::Outcome;
//! use train::network::{Samples, Target, Training, TrainingConfig};
//!
//! // Four features, of which the first wins.
//! let set = FeatureSet { name: "four", count: 4, max_active: 2, buckets: 1, scale: 400, images: 1, image: |f, _| f };
//! let mut samples = Samples::default();
//! for game in 0..400 {
//!     let (own, other) = ([game % 4, (game / 4 % 3 + game + 1) % 4], [3, game % 3]);
//!     let result = if own.contains(&0) { Outcome::Win } else { Outcome::Loss };
//!     samples.push(&own, &other, 0, Target { result: Some(result), score: None });
//!     samples.end_game();
//! }
//! let config = TrainingConfig { epochs: 5, batch: 16, ..TrainingConfig::default() };
//! let mut training = Training::<16>::new(&samples, set, config);
//! let Ok(before) = training.losses();
//! let Ok(after) = training.finish(|_, _| {});
//! assert!(after.validation < before.validation / 2.0);
//! let file = training.layers().to_bytes(&set, "400 games made up");
//! assert_eq!(Layers::from_bytes(&file, &set)?, training.layers());
//! # Ok::<(), nnue::LayersError>(())
//! ```

mod adam;
mod checkpoint;
mod dense;
mod model;
mod samples;
mod source;
mod training;

pub use checkpoint::CheckpointError;
pub use samples::{Samples, Target};
pub use source::{Chunk, Source};
pub use training::{Training, TrainingConfig};

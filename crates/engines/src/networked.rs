use crate::Wiring;
use game_core::Notation;
use nnue::{FeatureSet, Features, Layers, LayersError, Network};
use std::io;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// A game whose evaluator can be a network of `HIDDEN` units for each perspective: what the network
/// sees, and which positions teach it something.
///
/// [`Wiring::NETWORK`] is then [`read_network`], and a trainer knows all it needs.
pub trait Networked<const HIDDEN: usize>: Wiring {
    /// The network's inputs.
    type Features: Features<Self::Position> + Default + Sync;

    /// The feature set as data.
    const SET: FeatureSet = FeatureSet::of::<Self::Position, Self::Features>();

    /// The evaluator with this network.
    fn with_network(network: Network<Self::Features, HIDDEN>) -> Self::Evaluator;

    /// What each feature is known to be worth in points before any training, as what the pieces
    /// are worth; empty where nothing is known.
    fn known_values() -> Vec<f32> {
        Vec::new()
    }

    /// Whether to learn from `pos`, which a search gave this score in points where it gave any. By
    /// default every [quiet](Wiring::is_quiet) position counts.
    fn teaches(pos: &Self::Position, score: Option<i32>) -> bool {
        let _ = score;
        Self::is_quiet(pos)
    }
}

/// The evaluator with the network in the file `bytes`: [`Wiring::NETWORK`] of a game that is
/// [`Networked`].
///
/// # Errors
/// If it is no network file, one for other features or of another size, or damaged.
pub fn read_network<W: Networked<HIDDEN>, const HIDDEN: usize>(
    bytes: &[u8],
) -> Result<W::Evaluator, LayersError> {
    let layers = Layers::from_bytes(bytes, &W::SET)?;
    let network = Network::new(W::Features::default(), Arc::new(layers));
    Ok(W::with_network(network))
}

/// Why the network that an engine configuration names cannot play.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The game's evaluator is never a network.
    #[error("{0} has no evaluator that is a network")]
    Game(&'static str),
    /// The configuration names an evaluator or weights, too.
    #[error("a network is an evaluator without named weights: give no eval beside it")]
    Chosen,
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It holds no network of the game.
    #[error(transparent)]
    Layers(#[from] LayersError),
}

/// The evaluator of a game with the network in a file.
pub(crate) fn open<W: Wiring>(path: &Path) -> Result<W::Evaluator, NetworkError> {
    let read = W::NETWORK.ok_or(NetworkError::Game(W::Position::NAME))?;
    Ok(read(&std::fs::read(path)?)?)
}

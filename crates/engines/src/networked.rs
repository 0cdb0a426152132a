use crate::{Game, Wiring};
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
///
/// ```
/// use engines::Networked;
/// use engines::gomoku::GomokuWiring;
/// use pattern_eval::gomoku::PointClasses;
/// /// The inputs of a game's network, for a trainer of any game.
/// fn inputs<W: Networked<HIDDEN>, const HIDDEN: usize>() -> String {
///     let set = W::SET;
///     format!("{}: {} features, at most {} at once, {HIDDEN} units", set.name, set.count, set.max_active)
/// }
/// assert!(inputs::<GomokuWiring, { PointClasses::HIDDEN }>().ends_with("32 units"));
/// ```
pub trait Networked<const HIDDEN: usize>: Wiring {
    /// The network's inputs.
    type Features: Features<Self::Position> + Default + Sync;

    /// The feature set as data.
    const SET: FeatureSet = FeatureSet::of::<Self::Position, Self::Features>();

    /// The game that is wired so.
    ///
    /// A function and no constant: a `static` of another crate that holds the game by value would
    /// compile all its searches there once more.
    fn game() -> &'static dyn Game;

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
///
/// ```
/// use engines::xiangqi::{EvaluatorChoice, XiangqiWiring};
/// use engines::{Networked, nnue::Layers, read_network};
/// use pattern_eval::xiangqi::HalfKa;
/// const HIDDEN: usize = HalfKa::HIDDEN;
/// let set = <XiangqiWiring as Networked<HIDDEN>>::SET;
/// // A network that knows nothing yet.
/// let file = Layers::<HIDDEN>::zero(&set).to_bytes(&set, "zeros");
/// let eval = read_network::<XiangqiWiring, HIDDEN>(&file)?;
/// assert!(matches!(eval, EvaluatorChoice::Trained(_)));
/// assert!(read_network::<XiangqiWiring, HIDDEN>(&file[1..]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_network<W: Networked<HIDDEN>, const HIDDEN: usize>(
    bytes: &[u8],
) -> Result<W::Evaluator, LayersError> {
    let layers = Layers::from_bytes(bytes, &W::SET)?;
    let network = Network::new(W::Features::default(), Arc::new(layers));
    Ok(W::with_network(network))
}

/// Why the network that an engine configuration names cannot play.
///
/// ```
/// use engines::{EngineError, NetworkError};
/// let othello = engines::game("othello")?;
/// let error = othello.check(&"pvs,network=mine.nnue,eval=handmade".parse()?).unwrap_err();
/// assert!(matches!(error, EngineError::Network { error: NetworkError::Chosen, .. }));
/// assert_eq!(
///     error.to_string(),
///     "network=mine.nnue: a network is an evaluator without named weights: give no eval beside it",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

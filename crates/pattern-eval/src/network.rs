//! What the networks of all games share: their files in this crate, and what they can say of values.

use crate::{Explain, Term, Weighted};
use game_core::Position;
use nnue::{Features, Network};
#[cfg(any(feature = "gomoku", feature = "xiangqi"))]
use {
    nnue::{FeatureSet, Layers},
    std::sync::Arc,
};

/// The weights of a network file that this crate ships: gomoku's or xiangqi's.
///
/// # Panics
/// If it is no network of these features.
#[cfg(any(feature = "gomoku", feature = "xiangqi"))]
pub(crate) fn shipped<const HIDDEN: usize>(file: &[u8], set: &FeatureSet) -> Arc<Layers<HIDDEN>> {
    let layers = Layers::from_bytes(file, set);
    Arc::new(layers.unwrap_or_else(|error| panic!("the crate's own network: {error}")))
}

impl<F, const HIDDEN: usize> Weighted for Network<F, HIDDEN> {}

impl<P: Position, F: Features<P>, const HIDDEN: usize> Explain<P> for Network<F, HIDDEN> {
    fn terms(&mut self, pos: &P) -> Vec<Term> {
        let (hidden, psqt) = self.parts(pos);
        let term = |name, value: i32| Term {
            name,
            value: value.into(),
        };
        vec![term("placement", psqt), term("network", hidden)]
    }
}

mod files;
mod game;
mod values;

use crate::{FeatureSet, Layers};
use game::{KingBuckets, Skirmish};

pub(crate) const SET: FeatureSet = FeatureSet::of::<Skirmish, KingBuckets>();

/// Weights anywhere in their ranges, the ends included, by a seed; with a dense layer of this
/// many units, or none.
fn random<const HIDDEN: usize>(seed: u64, dense: usize) -> Layers<HIDDEN> {
    let mut layers = Layers::zero(&SET).with_dense(dense);
    let most: Vec<i16> = layers.arrays(&SET).map(|(.., most)| most).collect();
    let mut random = seed;
    for (array, most) in layers.arrays_mut().zip(most) {
        for weight in array {
            random = game_core::zobrist::mix(random.wrapping_add(1));
            *weight = match random % 8 {
                0 => most,
                1 => -most,
                // Small ones too, so that not every unit clips.
                2..5 => (random >> 32) as i16 % most.min(60),
                _ => (random >> 32) as i16 % most,
            };
        }
    }
    layers
}

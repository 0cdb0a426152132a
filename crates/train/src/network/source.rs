use super::Samples;
use nnue::FeatureSet;
use std::borrow::Cow;
use std::convert::Infallible;

/// Where the positions of a training come from: [`Samples`] in memory, or more than fit there, read
/// chunk by chunk in every epoch.
///
/// Games are numbered from 0 through all chunks. What a chunk holds may not change.
pub trait Source: Sync {
    /// Why a chunk cannot be read.
    type Error;

    /// The chunks, in order.
    fn chunks(&self) -> Vec<Chunk>;

    /// Whether every position has features and a bucket of `set`, and not too many.
    fn are_of(&self, set: &FeatureSet) -> bool;

    /// A hash of all positions.
    fn fingerprint(&self) -> u32;

    /// The games of these chunks, one after another; those of whose number `wanted` does not hold
    /// may be left without positions.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(
        &self,
        chunks: &[usize],
        wanted: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Cow<'_, Samples>, Self::Error>;
}

/// What a training needs to know of a chunk before it reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// How many positions each of its games has.
    pub games: Vec<u32>,
    /// What its positions take in memory, in bytes.
    pub bytes: u64,
}

/// All in a single chunk.
impl Source for Samples {
    type Error = Infallible;

    fn chunks(&self) -> Vec<Chunk> {
        let games = (0..self.games()).map(|game| self.game(game).len() as u32);
        vec![Chunk {
            games: games.collect(),
            bytes: self.bytes(),
        }]
    }

    fn are_of(&self, set: &FeatureSet) -> bool {
        self.are_of(set)
    }

    fn fingerprint(&self) -> u32 {
        self.fingerprint()
    }

    fn read(
        &self,
        _chunks: &[usize],
        _wanted: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Cow<'_, Samples>, Infallible> {
        Ok(Cow::Borrowed(self))
    }
}

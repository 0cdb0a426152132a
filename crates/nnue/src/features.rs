use crate::{Changes, Layers};
use game_core::{Player, Position};
use std::sync::Arc;

/// The sparse features of a game (feature set): which inputs of the network a position activates,
/// from the perspective of either player.
///
/// Both perspectives share one feature transformer, so a feature means the same to both: "a pawn of
/// mine on the third square of my first rank", not "a white pawn on c1".
///
/// A feature set may keep state in step with the position, by [`reset`](Self::reset),
/// [`played`](Self::played) and [`undone`](Self::undone); the network calls them before it asks for
/// features.
pub trait Features<P: Position>: Clone {
    /// The name of the feature set, one line. A file of another name is refused, so change it
    /// whenever the features change their meaning.
    const NAME: &'static str;

    /// How many features a perspective has, at most 65,536.
    const COUNT: usize;

    /// How many features of a perspective can be active at once. It bounds the weights, so that no
    /// sum overflows: see [`FeatureSet::max_input`](crate::FeatureSet::max_input).
    const MAX_ACTIVE: usize;

    /// How many input buckets (king buckets) there are: for each the network keeps where a refresh
    /// may begin.
    const INPUT_BUCKETS: usize = 1;

    /// How many output buckets there are, at most 256.
    const BUCKETS: usize;

    /// Points that multiply the odds of winning by e.
    const SCALE: i32;

    /// How many symmetric images of a position there are, the position itself included. The trainer
    /// learns from all of them.
    const IMAGES: usize = 1;

    /// A feature in a symmetric image of the position; image 0 is the position itself.
    fn image(feature: u16, _image: usize) -> u16 {
        feature
    }

    /// Starts over from `pos`.
    fn reset(&mut self, _pos: &P) {}

    /// `mv` has just led to `pos`.
    fn played(&mut self, _pos: &P, _mv: P::Move, _undo: &P::Undo) {}

    /// `mv`, which led to `pos`, is about to be taken back.
    fn undone(&mut self, _pos: &P, _mv: P::Move, _undo: &P::Undo) {}

    /// Appends the active features from the perspective of `viewer`, in any order and each as often
    /// as it counts; those already in the buffer are left alone.
    fn active(&self, pos: &P, viewer: Player, features: &mut Vec<u16>);

    /// Records what `mv`, which has just led to `pos`, added and removed from both perspectives, or
    /// that one of them has to be [refreshed](Changes::refresh); called right after
    /// [`played`](Self::played). A null move records what it changes, in most games nothing.
    fn changed(&self, pos: &P, mv: P::Move, undo: &P::Undo, changes: &mut Changes);

    /// The input bucket of a position from the perspective of `viewer`, below
    /// [`INPUT_BUCKETS`](Self::INPUT_BUCKETS): positions of one bucket have features in common.
    #[inline]
    fn input_bucket(&self, _pos: &P, _viewer: Player) -> usize {
        0
    }

    /// The output bucket of a position, below [`BUCKETS`](Self::BUCKETS).
    fn bucket(&self, pos: &P) -> usize;
}

/// A feature set that comes with trained weights: [`Network`](crate::Network) then has a default.
pub trait Trained<const HIDDEN: usize>: Default {
    /// The trained weights, shared by all who ask.
    fn trained() -> Arc<Layers<HIDDEN>>;
}

use crate::Features;
use game_core::Position;

/// A description of [`Features`] as data: what files and trainers need to know of them.
#[derive(Clone, Copy, Debug)]
pub struct FeatureSet {
    /// [`Features::NAME`].
    pub name: &'static str,
    /// [`Features::COUNT`].
    pub count: usize,
    /// [`Features::MAX_ACTIVE`].
    pub max_active: usize,
    /// [`Features::BUCKETS`].
    pub buckets: usize,
    /// [`Features::SCALE`].
    pub scale: i32,
    /// [`Features::IMAGES`].
    pub images: usize,
    /// [`Features::image`].
    pub image: fn(u16, usize) -> u16,
}

impl FeatureSet {
    /// The description of `F`.
    ///
    /// # Panics
    /// If one of its constants is beyond what [`Features`] allows, or 0.
    pub const fn of<P: Position, F: Features<P>>() -> Self {
        assert!(0 < F::COUNT && F::COUNT <= 1 << 16, "too many features");
        assert!(0 < F::MAX_ACTIVE && F::MAX_ACTIVE < i16::MAX as usize);
        assert!(0 < F::BUCKETS && F::BUCKETS <= 256, "too many buckets");
        assert!(0 < F::SCALE && 0 < F::IMAGES);
        Self {
            name: F::NAME,
            count: F::COUNT,
            max_active: F::MAX_ACTIVE,
            buckets: F::BUCKETS,
            scale: F::SCALE,
            images: F::IMAGES,
            image: F::image,
        }
    }

    /// Greatest absolute weight of a feature, and of a bias: the sum of a bias and
    /// [`max_active`](Self::max_active) such weights fits 16 bits.
    pub const fn max_input(&self) -> i16 {
        (i16::MAX as usize / (self.max_active + 1)) as i16
    }
}

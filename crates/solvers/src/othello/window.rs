//! The window of a search.

/// A score between `alpha` and `beta` is exact; otherwise it is a bound on that side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window from the other side's view.
    #[inline(always)]
    pub(super) fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only asks whether the score is above `alpha`.
    #[inline(always)]
    pub(super) fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    #[inline(always)]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

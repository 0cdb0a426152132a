//! What a search is asked.

/// The score is wanted if it is above `alpha` and below `beta`; else a bound on the same side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// As the other side sees it.
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

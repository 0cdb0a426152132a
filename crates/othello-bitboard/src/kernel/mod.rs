//! The same few functions at each width of the processor, chosen once.
//!
//! A check of the processor in every call was measured to cost 15 to 19 %. Here it is made once, by
//! [`SimdLevel::call`], and a whole recursion is compiled for each level: it is written once as a
//! [`Routine`], over any [`Kernel`].

mod batch;
mod lanes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rays;
mod simd_level;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub(crate) use batch::Batch;
pub use portable::Portable;
pub use simd_level::SimdLevel;

use crate::Square;

/// Moves and flips as one level of the processor computes them; every kernel gives the same
/// answers.
///
/// A kernel is a token of no size that exists only where its instructions do, so calling it is safe
/// anywhere. It is fast where its caller is compiled for the same level: in [`Routine::run`], and
/// in what is inlined there. Elsewhere each function is a real call, with the same result.
///
/// The trait is sealed: [`SimdLevel`] hands the kernels out.
pub trait Kernel: sealed::Wide {
    /// Runs `routine` in code compiled for this level: how a recursion goes down a ply.
    ///
    /// As expensive as a plain call: board and arguments travel in registers if `A` is at most two
    /// words.
    fn call<A, R: Routine<A>>(self, routine: &mut R, own: u64, opp: u64, args: A) -> R::Output;

    /// The squares where `own`, to move, turns at least one disc of `opp`: [`moves`](crate::moves).
    fn moves(self, own: u64, opp: u64) -> u64;

    /// The discs of `opp` that a disc of `own` on the empty `square` turns:
    /// [`flips`](crate::flips).
    fn flips(self, square: Square, own: u64, opp: u64) -> u64;
}

/// Code that is compiled for every level of the processor, with arguments `A` beside the board.
///
/// Mark `run` `#[inline(always)]`, and what it calls over and over too: only so is it compiled for
/// the level, and its calls of the kernel cost nothing. It stays right without, and becomes slow.
/// It recurses by [`Kernel::call`]; a state with several kinds of nodes implements `Routine` for an
/// argument type each.
///
/// ```
/// use othello_bitboard::{Othello, squares};
/// use othello_bitboard::kernel::{Kernel, SimdLevel, Routine};
///
/// /// Counts the lines of this many plies, passes left out.
/// struct Lines(u64);
///
/// impl Routine<u32> for Lines {
///     type Output = ();
///
///     #[inline(always)]
///     fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, plies: u32) {
///         if plies == 0 {
///             self.0 += 1;
///             return;
///         }
///         for square in squares(kernel.moves(own, opp)) {
///             let flipped = kernel.flips(square, own, opp);
///             kernel.call(self, opp ^ flipped, own ^ flipped | square.bit(), plies - 1);
///         }
///     }
/// }
///
/// let mut lines = Lines(0);
/// SimdLevel::best().call(&mut lines, Othello::START.own(), Othello::START.opp(), 6);
/// assert_eq!(lines.0, 8200);
/// ```
pub trait Routine<A> {
    /// What a run gives.
    type Output;

    /// The work on the board where `own` is to move.
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, args: A) -> Self::Output;
}

mod sealed {
    use super::Batch;

    /// What perft asks for besides: many boards at once.
    pub trait Wide: Copy + Send + Sync + 'static {
        /// The move that is the one bit of `bit`, as a batch of this kernel stores it.
        fn mark(self, bit: u64) -> u64;

        /// Plays every move of the batch; its marks become the sets of the replies.
        fn advance(self, batch: &mut Batch);

        /// The replies to every move of the batch, each move without any counting one.
        fn count(self, batch: &mut Batch) -> u64;
    }
}

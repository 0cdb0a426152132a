use super::{
    Batch, Kernel, Routine,
    lanes::{self, Filling, Formula},
    sealed::Wide,
};
use crate::{Square, flips, moves};

/// The level every processor has: no instruction beyond those the program was compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Portable;

impl Kernel for Portable {
    #[inline]
    fn call<A, R: Routine<A>>(self, routine: &mut R, own: u64, opp: u64, args: A) -> R::Output {
        /// Keeps a recursion a recursion: what is always inlined would be inlined into itself.
        #[inline(never)]
        fn compiled<A, R: Routine<A>>(routine: &mut R, own: u64, opp: u64, args: A) -> R::Output {
            routine.run(Portable, own, opp, args)
        }
        compiled(routine, own, opp, args)
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        moves(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: Square, own: u64, opp: u64) -> u64 {
        flips(square, own, opp)
    }
}

impl Wide for Portable {
    #[inline(always)]
    fn mark(self, bit: u64) -> u64 {
        Filling::mark(bit)
    }

    #[inline]
    fn advance(self, batch: &mut Batch) {
        lanes::advance::<Filling>(batch);
    }

    #[inline]
    fn count(self, batch: &mut Batch) -> u64 {
        lanes::count::<Filling>(batch)
    }
}

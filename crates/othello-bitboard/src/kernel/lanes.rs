//! Many boards at once: plain loops over arrays, without branches, which the compiler turns into
//! vectors of the width of the level it compiles them for.

use super::Batch;
use crate::movegen::{INNER, moves_of as moves};

/// A way to flip that suits a level's vectors. Each is right everywhere.
pub trait Formula {
    /// A move, given as the one bit of `bit`, as [`flips`](Self::flips) wants it.
    fn mark(bit: u64) -> u64;
    /// The move so marked.
    fn bit(mark: u64) -> u64;
    /// The discs it turns.
    fn flips(mark: u64, own: u64, opp: u64) -> u64;
}

/// A parallel-prefix fill from the disc that is put down: needs shifts by the same distance in
/// every lane alone.
pub struct Filling;

impl Formula for Filling {
    #[inline(always)]
    fn mark(bit: u64) -> u64 {
        bit
    }

    #[inline(always)]
    fn bit(mark: u64) -> u64 {
        mark
    }

    #[inline(always)]
    fn flips(disc: u64, own: u64, opp: u64) -> u64 {
        let inner = opp & INNER;
        let mut flips = 0;
        for (shift, over) in [(1, inner), (7, inner), (8, opp), (9, inner)] {
            let pairs = over & over << shift;
            let mut run = over & disc << shift;
            run |= over & run << shift;
            run |= pairs & run << (2 * shift);
            run |= pairs & run << (2 * shift);
            flips |= if run << shift & own != 0 { run } else { 0 };
            flips |= downwards(disc, own, over, pairs >> shift, shift);
        }
        flips
    }
}

/// The discs turned towards lower indices, `shift` a step.
#[inline(always)]
pub fn downwards(disc: u64, own: u64, over: u64, pairs: u64, shift: u32) -> u64 {
    let mut run = over & disc >> shift;
    run |= over & run >> shift;
    run |= pairs & run >> (2 * shift);
    run |= pairs & run >> (2 * shift);
    if run >> shift & own != 0 { run } else { 0 }
}

/// [`Wide::advance`](super::sealed::Wide::advance).
#[inline(always)]
pub fn advance<F: Formula>(batch: &mut Batch) {
    batch.pad();
    let own = &mut batch.own;
    let opp = &mut batch.opp;
    let marks = &mut batch.marks;
    for i in 0..Batch::SIZE {
        let flips = F::flips(marks[i], own[i], opp[i]);
        let played = own[i] ^ flips | F::bit(marks[i]);
        (own[i], opp[i]) = (opp[i] ^ flips, played);
        marks[i] = moves(own[i], opp[i]);
    }
}

/// [`Wide::count`](super::sealed::Wide::count).
#[inline(always)]
pub fn count<F: Formula>(batch: &mut Batch) -> u64 {
    let padding = batch.pad();
    let own = &batch.own;
    let opp = &batch.opp;
    let marks = &batch.marks;
    let mut sum = 0;
    for i in 0..Batch::SIZE {
        let flips = F::flips(marks[i], own[i], opp[i]);
        let replies = moves(opp[i] ^ flips, own[i] ^ flips | F::bit(marks[i]));
        sum += u64::from(replies.count_ones()).max(1);
    }
    sum - padding as u64
}

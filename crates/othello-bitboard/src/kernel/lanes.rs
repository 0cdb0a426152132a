//! Many boards at once: plain loops over arrays, without branches, which the compiler turns into vectors of the width of
//! the level it compiles them for.

use super::Batch;
use crate::movegen::{INNER, moves_of as moves};

/// A way to flip that suits a level's vectors. Both are right everywhere.
pub trait Formula {
    /// A move, given as the one bit of `bit`, as [`flips`](Self::flips) wants it.
    fn mark(bit: u64) -> u64;
    /// The move so marked.
    fn bit(mark: u64) -> u64;
    /// The discs it turns.
    fn flips(mark: u64, own: u64, opp: u64) -> u64;
}

/// A parallel-prefix fill from the disc that is put down: needs shifts by the same distance in every lane alone.
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
            flips |= westwards(disc, own, over, pairs >> shift, shift);
        }
        flips
    }
}

/// The discs turned towards lower indices.
#[inline(always)]
fn westwards(disc: u64, own: u64, over: u64, pairs: u64, shift: u32) -> u64 {
    let mut run = over & disc >> shift;
    run |= over & run >> shift;
    run |= pairs & run >> (2 * shift);
    run |= pairs & run >> (2 * shift);
    if run >> shift & own != 0 { run } else { 0 }
}

/// Rays towards higher indices end at their lowest stop, by arithmetic; the others are made such by turning the board
/// upside down, but for the one that goes west. Needs shifts by distances of each lane's own.
pub struct Mirroring;

impl Formula for Mirroring {
    #[inline(always)]
    fn mark(bit: u64) -> u64 {
        bit.trailing_zeros().into()
    }

    #[inline(always)]
    fn bit(mark: u64) -> u64 {
        1 << (mark & 63)
    }

    #[inline(always)]
    fn flips(square: u64, own: u64, opp: u64) -> u64 {
        let inner = opp & INNER;
        let [mut flips, mut mirrored] = [0; 2];
        for (ray, over) in UP.into_iter().zip([inner, inner, opp, inner]) {
            flips |= upwards(ray << (square & 63), own, over);
        }
        flips |= westwards(Self::bit(square), own, inner, inner & inner >> 1, 1);
        let (square, own, opp, inner) = (square ^ 56, own.swap_bytes(), opp.swap_bytes(), inner.swap_bytes());
        let [_, south_west, south, south_east] = UP;
        for (ray, over) in [(south_west, inner), (south, opp), (south_east, inner)] {
            mirrored |= upwards(ray << (square & 63), own, over);
        }
        flips | mirrored.swap_bytes()
    }
}

/// Rays towards higher indices by their lowest stop, the others by their highest, which wants leading zeros counted.
pub struct Counting;

impl Formula for Counting {
    #[inline(always)]
    fn mark(bit: u64) -> u64 {
        Mirroring::mark(bit)
    }

    #[inline(always)]
    fn bit(mark: u64) -> u64 {
        Mirroring::bit(mark)
    }

    #[inline(always)]
    fn flips(square: u64, own: u64, opp: u64) -> u64 {
        let inner = opp & INNER;
        let mut flips = 0;
        for ((up, down), over) in UP.into_iter().zip(DOWN).zip([inner, inner, opp, inner]) {
            flips |= upwards(up << (square & 63), own, over);
            let ray = down >> (square & 63 ^ 63);
            let stop = ray & !over;
            // Where there is none, a1 stands in, and is on the ray or else masked off.
            let end = ray & own & 1 << 63 >> (stop | 1).leading_zeros();
            flips |= ray & end.wrapping_neg() << 1;
        }
        flips
    }
}

/// From a1, the rays east, south-west, south, south-east. From elsewhere they run round the side of the board, where the
/// inner columns stop them in time.
const UP: [u64; 4] = [0xfe, 0x0102_0408_1020_4080, 0x0101_0101_0101_0100, 0x8040_2010_0804_0200];
/// From h8, the rays west, north-east, north, north-west.
const DOWN: [u64; 4] = [0x7f << 56, 0x0102_0408_1020_4080, 0x0080_8080_8080_8080, 0x0040_2010_0804_0201];

/// What turns on a ray towards higher indices.
#[inline(always)]
fn upwards(ray: u64, own: u64, over: u64) -> u64 {
    let stop = ray & !over;
    let lowest = stop & stop.wrapping_neg();
    if lowest & own != 0 { ray & lowest.wrapping_sub(1) } else { 0 }
}

/// [`Wide::advance`](super::sealed::Wide::advance).
#[inline(always)]
pub fn advance<F: Formula>(batch: &mut Batch) {
    batch.pad();
    let (own, opp, marks) = (&mut batch.own, &mut batch.opp, &mut batch.marks);
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
    let (own, opp, marks) = (&batch.own, &batch.opp, &batch.marks);
    let mut sum = 0;
    for i in 0..Batch::SIZE {
        let flips = F::flips(marks[i], own[i], opp[i]);
        let replies = moves(opp[i] ^ flips, own[i] ^ flips | F::bit(marks[i]));
        sum += u64::from(replies.count_ones()).max(1);
    }
    sum - padding as u64
}

//! Flips by rays, each cut at its first stop, for vectors that shift every lane by a distance of
//! its own.

use super::lanes::{Formula, downwards};
use crate::movegen::INNER;

/// Rays towards higher indices end at their lowest stop, by arithmetic; the others are made such by
/// turning the board upside down, but for the one that goes west.
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
        flips |= downwards(Self::bit(square), own, inner, inner & inner >> 1, 1);
        let square = square ^ 56;
        let own = own.swap_bytes();
        let opp = opp.swap_bytes();
        let inner = inner.swap_bytes();
        let [_, south_west, south, south_east] = UP;
        for (ray, over) in [(south_west, inner), (south, opp), (south_east, inner)] {
            mirrored |= upwards(ray << (square & 63), own, over);
        }
        flips | mirrored.swap_bytes()
    }
}

/// Rays towards higher indices by their lowest stop, the others by their highest, which wants
/// leading zeros counted.
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

/// From a1, the rays east, south-west, south, south-east. From elsewhere they run round the side of
/// the board, where the inner columns stop them in time.
const UP: [u64; 4] = [
    0xfe,
    0x0102_0408_1020_4080,
    0x0101_0101_0101_0100,
    0x8040_2010_0804_0200,
];
/// From h8, the rays west, north-east, north, north-west.
const DOWN: [u64; 4] = [
    0x7f << 56,
    0x0102_0408_1020_4080,
    0x0080_8080_8080_8080,
    0x0040_2010_0804_0201,
];

/// What turns on a ray towards higher indices.
#[inline(always)]
fn upwards(ray: u64, own: u64, over: u64) -> u64 {
    let stop = ray & !over;
    let lowest = stop & stop.wrapping_neg();
    if lowest & own != 0 {
        ray & lowest.wrapping_sub(1)
    } else {
        0
    }
}

//! The kernels for x86-64 processors with AVX2 and with AVX-512: the one module with `unsafe`.
//!
//! It is needed where ordinary code calls functions compiled for instructions that not every
//! processor has, and for nothing else. Each such call takes the token of its level, and a token
//! comes from [`Avx2::detect`] or [`Avx512::detect`] alone, which ask the processor. The safe twin
//! of every function is in [`Portable`](super::Portable), and the tests of [`kernel`](super)
//! compare them.
#![allow(unsafe_code)] // See above.

use super::{
    Batch, Kernel, Routine,
    lanes::{self, Formula},
    rays::{Counting, Mirroring},
    sealed::Wide,
};
use crate::{
    Square,
    movegen::{DOWN, INNER, UP},
};
use core::arch::x86_64::*;

/// A level: its token, the feature string, its two functions for one board, and its formula for
/// many.
macro_rules! level {
    ($(#[$doc:meta])* $token:ident, [$($name:tt)+], $features:literal, $moves:path, $flips:path, $formula:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $token(());

        impl $token {
            /// The token, if this processor has the level.
            #[inline]
            pub fn detect() -> Option<Self> {
                ($(std::arch::is_x86_feature_detected!($name) &&)+ true).then_some(Self(()))
            }
        }

        impl Kernel for $token {
            #[inline(always)]
            fn call<A, R: Routine<A>>(self, routine: &mut R, own: u64, opp: u64, args: A) -> R::Output {
                #[target_feature(enable = $features)]
                fn compiled<A, R: Routine<A>>(token: $token, routine: &mut R, own: u64, opp: u64, args: A) -> R::Output {
                    routine.run(token, own, opp, args)
                }
                // SAFETY: `self` exists, so `detect` has found every feature that `compiled` is
                // compiled for.
                unsafe { compiled(self, routine, own, opp, args) }
            }

            #[inline(always)]
            fn moves(self, own: u64, opp: u64) -> u64 {
                // SAFETY: `self` exists, so `detect` has found every feature that the function is
                // compiled for.
                unsafe { $moves(own, opp) }
            }

            #[inline(always)]
            fn flips(self, square: Square, own: u64, opp: u64) -> u64 {
                // SAFETY: as above.
                unsafe { $flips(square, own, opp) }
            }
        }

        impl Wide for $token {
            #[inline(always)]
            fn mark(self, bit: u64) -> u64 {
                <$formula>::mark(bit)
            }

            #[inline(always)]
            fn advance(self, batch: &mut Batch) {
                #[target_feature(enable = $features)]
                fn compiled(batch: &mut Batch) {
                    lanes::advance::<$formula>(batch);
                }
                // SAFETY: as above.
                unsafe { compiled(batch) }
            }

            #[inline(always)]
            fn count(self, batch: &mut Batch) -> u64 {
                #[target_feature(enable = $features)]
                fn compiled(batch: &mut Batch) -> u64 {
                    lanes::count::<$formula>(batch)
                }
                // SAFETY: as above.
                unsafe { compiled(batch) }
            }
        }
    };
}

level! {
    /// AVX2 and the bit instructions of its time: Intel since 2013, AMD since 2015.
    Avx2, ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"], "avx2,bmi1,bmi2,lzcnt,popcnt",
    moves_by_four, flips_by_flooding, Mirroring
}

level! {
    /// AVX-512 with leading zeros and population counts: Intel since 2019, AMD since 2022.
    Avx512,
    ["avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vpopcntdq" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"],
    "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt",
    moves_by_four, flips_by_counting, Counting
}

/// The or of four words.
#[target_feature(enable = "avx2")]
#[inline]
fn union(words: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(words),
        _mm256_extracti128_si256::<1>(words),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

/// `moves` with its four lines side by side, each both ways; eight ways in a vector of eight were
/// measured to be slower.
#[target_feature(enable = "avx2")]
#[inline]
fn moves_by_four(own: u64, opp: u64) -> u64 {
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let two = _mm256_setr_epi64x(2, 14, 16, 18);
    let over = _mm256_and_si256(
        _mm256_set1_epi64x(opp as i64),
        load(&[INNER, INNER, u64::MAX, INNER]),
    );
    let pairs = _mm256_and_si256(over, _mm256_sllv_epi64(over, step));
    let pairs_down = _mm256_srlv_epi64(pairs, step);
    let own4 = _mm256_set1_epi64x(own as i64);
    let mut up = _mm256_and_si256(over, _mm256_sllv_epi64(own4, step));
    let mut down = _mm256_and_si256(over, _mm256_srlv_epi64(own4, step));
    up = _mm256_or_si256(up, _mm256_and_si256(over, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(over, _mm256_srlv_epi64(down, step)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    union(_mm256_or_si256(
        _mm256_sllv_epi64(up, step),
        _mm256_srlv_epi64(down, step),
    )) & !(own | opp)
}

/// What turns on the four rays towards higher indices: what lies before the lowest stop, if `own`
/// holds that.
#[target_feature(enable = "avx2")]
#[inline]
fn upwards(square: Square, own: __m256i, opp: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let ray = load(&UP[square.index()]);
    let stop = _mm256_andnot_si256(opp, ray);
    let end = _mm256_and_si256(own, _mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)));
    // One is taken from each end that there is; a comparison that holds is minus one.
    let before = _mm256_sub_epi64(
        _mm256_add_epi64(end, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(end, zero),
    );
    _mm256_and_si256(ray, before)
}

/// What turns on rays towards lower indices, from the disc of `own` that ends each, if one does.
#[target_feature(enable = "avx2")]
#[inline]
fn above(end: __m256i, ray: __m256i) -> __m256i {
    let negative = _mm256_sub_epi64(_mm256_setzero_si256(), end);
    _mm256_and_si256(ray, _mm256_add_epi64(negative, negative))
}

/// `flips` with four rays side by side; the highest stop is the one that no other floods.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_by_flooding(square: Square, own: u64, opp: u64) -> u64 {
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_set1_epi64x(opp as i64);
    let ray = load(&DOWN[square.index()]);
    let stop = _mm256_andnot_si256(opp, ray);
    let mut flood = _mm256_srlv_epi64(stop, _mm256_setr_epi64x(1, 7, 8, 9));
    flood = _mm256_or_si256(
        flood,
        _mm256_srlv_epi64(flood, _mm256_setr_epi64x(1, 7, 8, 9)),
    );
    flood = _mm256_or_si256(
        flood,
        _mm256_srlv_epi64(flood, _mm256_setr_epi64x(2, 14, 16, 18)),
    );
    flood = _mm256_or_si256(
        flood,
        _mm256_srlv_epi64(flood, _mm256_setr_epi64x(4, 28, 32, 36)),
    );
    let end = _mm256_and_si256(own, _mm256_andnot_si256(flood, stop));
    union(_mm256_or_si256(upwards(square, own, opp), above(end, ray)))
}

/// `flips` with four rays side by side; the highest stop is found by counting zeros.
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx2")]
#[inline]
fn flips_by_counting(square: Square, own: u64, opp: u64) -> u64 {
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_set1_epi64x(opp as i64);
    let ray = load(&DOWN[square.index()]);
    let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, ray));
    let end = _mm256_and_si256(own, _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), zeros));
    union(_mm256_or_si256(upwards(square, own, opp), above(end, ray)))
}

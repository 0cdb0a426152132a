#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use super::{Kernel, Portable, Routine};
use core::fmt;

/// A level of the processor that this machine has.
///
/// ```
/// use othello_bitboard::kernel::SimdLevel;
/// assert!(SimdLevel::available().any(|level| level == SimdLevel::best()));
/// println!("{}", SimdLevel::best()); // AVX-512, AVX2 or portable
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdLevel(Which);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl SimdLevel {
    /// The level without any instruction beyond those the program was compiled for.
    pub const PORTABLE: Self = Self(Which::Portable(Portable));

    /// The fastest level of this machine. The processor is asked once; later calls read what it
    /// said.
    #[inline]
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::PORTABLE)
    }

    /// All levels of this machine, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wider = [
            Avx512::detect().map(Which::Avx512),
            Avx2::detect().map(Which::Avx2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [Option<Which>; 0] = [];
        wider
            .into_iter()
            .flatten()
            .map(Self)
            .chain([Self::PORTABLE])
    }

    /// Runs `routine` on the board where `own` is to move, compiled for this level.
    #[inline]
    pub fn call<A, R: Routine<A>>(self, routine: &mut R, own: u64, opp: u64, args: A) -> R::Output {
        match self.0 {
            Which::Portable(kernel) => kernel.call(routine, own, opp, args),
            #[cfg(target_arch = "x86_64")]
            Which::Avx2(kernel) => kernel.call(routine, own, opp, args),
            #[cfg(target_arch = "x86_64")]
            Which::Avx512(kernel) => kernel.call(routine, own, opp, args),
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Which::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Which::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Which::Avx512(_) => "AVX-512",
        })
    }
}

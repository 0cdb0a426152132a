//! Multi-ProbCut: where a shallow search lies so far outside the window that a deep one is most
//! unlikely to come back in.

use super::{
    deep::Deep,
    search::{Search, Stopped},
    selectivity::Selectivity,
    window::Window,
};
use othello_bitboard::kernel::Kernel;

/// Searches less deep than this are not worth a probe.
const FROM: u32 = 3;

/// By so much of the margin the patterns alone may lie on the wrong side of the window and yet a
/// probe be tried.
const DOUBT: f32 = 0.5;

/// How deep to probe for a search of `depth`: about a quarter, with as many plies to the end odd or
/// even.
#[inline(always)]
pub(super) fn probe(depth: u32) -> u32 {
    let probe = 2 * (depth / 4) + (depth & 1);
    if probe >= depth { depth - 2 } else { probe }
}

/// The standard deviation in discs of what a search of `depth` finds from what one of `probe` plies
/// found, with this many empty squares: fitted to tournament positions that are not yet decided, by
/// the test `fit`.
#[inline(always)]
pub(super) fn deviation(empties: u32, depth: u32, probe: u32) -> f32 {
    let empties = empties as f32;
    let plies = (depth - probe) as f32;
    let probe = probe as f32;
    (3.87 - 0.078 * empties + 1.26 * plies.sqrt() - 0.232 * probe).max(1.0)
}

impl Search<'_> {
    /// A bound on the far side of the null window, as likely as the search's level wants it, if a
    /// probe gives one.
    #[inline(always)]
    pub(super) fn cut<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        window: Window,
        depth: u32,
    ) -> Result<Option<i32>, Stopped> {
        if depth < FROM || self.level == Selectivity::Exact {
            return Ok(None);
        }
        let empties = (!(own | opp)).count_ones();
        let probe = probe(depth);
        let deviations = self.level.deviations();
        let margin = (deviations * deviation(empties, depth, probe) + 0.5) as i32;
        let worth = self.worth(kernel, own, opp, empties);
        let doubt = (DOUBT * deviations * deviation(empties, depth, 0)) as i32;
        let above = window.beta + margin;
        if above < 64 && worth >= window.beta - doubt {
            let probe = Deep {
                window: Window::null(above - 1),
                depth: probe,
            };
            if kernel.call(self, own, opp, probe)? >= above {
                return Ok(Some(window.beta));
            }
        }
        let below = window.alpha - margin;
        if below > -64 && worth <= window.alpha + doubt {
            let probe = Deep {
                window: Window::null(below),
                depth: probe,
            };
            if kernel.call(self, own, opp, probe)? <= below {
                return Ok(Some(window.alpha));
            }
        }
        Ok(None)
    }
}

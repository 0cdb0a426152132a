//! Multi-ProbCut: cuts where a shallow score lies so far outside the window that the deep one
//! almost certainly does too.

use super::{
    deep::Deep,
    search::{Search, Stopped},
    selectivity::Selectivity,
    window::Window,
};
use othello_bitboard::kernel::Kernel;

/// Searches less deep than this are not worth a probe.
const FROM: u32 = 3;

/// A probe is tried unless the patterns' score lies on the wrong side of the window by more than
/// this part of the margin.
const DOUBT: f32 = 0.5;

/// The depth of a probe for a search of `depth`: about a quarter, with the same parity.
#[inline(always)]
pub(super) fn probe(depth: u32) -> u32 {
    let probe = 2 * (depth / 4) + (depth & 1);
    if probe >= depth { depth - 2 } else { probe }
}

/// The standard deviation in discs of the score at `depth` from that at `probe` plies, with this
/// many empty squares: fitted to undecided tournament positions by the test `fit`.
#[inline(always)]
pub(super) fn deviation(empties: u32, depth: u32, probe: u32) -> f32 {
    let empties = empties as f32;
    let plies = (depth - probe) as f32;
    let probe = probe as f32;
    (3.87 - 0.078 * empties + 1.26 * plies.sqrt() - 0.232 * probe).max(1.0)
}

impl Search<'_> {
    /// A bound beyond the null window with the search's selectivity, if a probe gives one.
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

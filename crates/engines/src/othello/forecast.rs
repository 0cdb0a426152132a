//! ProbCut: how well a search of half the depth predicts the full one, for each phase of the game.

use search::ProbCut;

/// The least depth to predict.
const LEAST: i32 = 3;

/// The number of depths with parameters, from [`LEAST`]; deeper searches use those of the deepest.
const DEPTHS: usize = 8;

/// The [`ProbCut`] parameters of a phase of the game.
struct Phase {
    /// Hundredths, the mean of all depths.
    slope: i32,
    /// Of each depth, in hundredths of a disc.
    sigma: [i32; DEPTHS],
}

/// With 10 to 15 empty squares, 16 to 21 and so on up to 57: of 150 positions each, as `boyi fit
/// othello --deep 10` prints them. Positions with fewer or more use the nearest.
static PHASES: [Phase; 8] = [
    Phase {
        slope: 102,
        sigma: [439, 460, 590, 595, 519, 518, 649, 659],
    },
    Phase {
        slope: 102,
        sigma: [406, 401, 571, 500, 440, 377, 512, 419],
    },
    Phase {
        slope: 100,
        sigma: [355, 302, 487, 418, 417, 363, 443, 397],
    },
    Phase {
        slope: 99,
        sigma: [385, 303, 472, 380, 346, 340, 373, 378],
    },
    Phase {
        slope: 96,
        sigma: [345, 317, 446, 370, 318, 328, 380, 377],
    },
    Phase {
        slope: 91,
        sigma: [342, 321, 411, 349, 286, 269, 296, 283],
    },
    Phase {
        slope: 94,
        sigma: [398, 295, 441, 328, 297, 244, 313, 255],
    },
    Phase {
        slope: 90,
        sigma: [305, 313, 372, 338, 257, 233, 281, 228],
    },
];

/// The prediction of `depth` with this many `empties`; `None` below [`LEAST`].
#[inline]
pub(super) fn forecast(empties: u32, depth: i32) -> Option<ProbCut> {
    let at = usize::try_from(depth - LEAST).ok()?.min(DEPTHS - 1);
    let &Phase { slope, sigma } = &PHASES[(empties.saturating_sub(10) / 6).min(7) as usize];
    let shallow = shallow(depth);
    let sigma = sigma[at];
    let threshold = ProbCut::THRESHOLD;
    Some(ProbCut {
        depth,
        shallow,
        slope,
        intercept: 0,
        sigma,
        threshold,
    })
}

/// Half of `depth`, or a ply less: with the same side to move at the end.
const fn shallow(depth: i32) -> i32 {
    depth / 2 - (depth - depth / 2) % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_from_three_on_has_a_forecast() {
        for empties in 0..=60 {
            assert!((-1..3).all(|depth| forecast(empties, depth).is_none()));
            for depth in 3..=60 {
                let cut = forecast(empties, depth).expect("a forecast");
                assert!(
                    cut.depth == depth && (1..=depth / 2).contains(&cut.shallow),
                    "{cut:?}"
                );
                assert!(
                    (depth - cut.shallow) % 2 == 0 && cut.sigma > 0 && cut.slope > 0,
                    "{cut:?}"
                );
            }
        }
        assert_eq!(
            (3..13).map(shallow).collect::<Vec<_>>(),
            [1, 2, 1, 2, 3, 4, 3, 4, 5, 6]
        );
        assert_ne!(forecast(12, 8), forecast(30, 8), "each phase has its own");
        assert_eq!(
            (forecast(5, 8), forecast(60, 8)),
            (forecast(15, 8), forecast(52, 8))
        );
    }
}

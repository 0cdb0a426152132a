use search::ProbCut;

/// The least depth that is foretold.
const LEAST: i32 = 3;

/// The deepest search measured; deeper ones are foretold as well as it is.
const DEEPEST: i32 = 10;

/// How many plies of the game share their forecasts.
const PHASE: u32 = 6;

/// The standard deviation of what half the depth foretells, in hundredths of a disc: for positions with 0 to 5 empty squares,
/// 6 to 11 and so on, and for depths from [`LEAST`] on. From `boyi fit othello`, smoothed.
static SIGMA: [[i16; (DEEPEST - LEAST + 1) as usize]; 10] = [
    [520, 480, 640, 560, 480, 480, 560, 520],
    [520, 480, 640, 560, 480, 480, 560, 520],
    [480, 440, 620, 540, 460, 460, 540, 500],
    [440, 400, 580, 500, 430, 430, 510, 480],
    [400, 370, 540, 450, 400, 390, 470, 430],
    [360, 330, 470, 390, 340, 340, 400, 380],
    [345, 315, 440, 360, 310, 300, 340, 320],
    [345, 310, 430, 345, 300, 265, 310, 275],
    [345, 300, 420, 330, 290, 245, 305, 255],
    [320, 280, 390, 300, 270, 230, 280, 230],
];

/// In hundredths: what looks good from near looks a little less so from afar.
const SLOPE: i32 = 96;

/// What a search of half the depth foretells with so many `empties`; `None` with less than [`LEAST`] plies left.
pub(super) fn forecast(empties: u32, depth: i32) -> Option<ProbCut> {
    let phase = ((empties / PHASE) as usize).min(SIGMA.len() - 1);
    let sigma = SIGMA[phase].get((depth.min(DEEPEST) - LEAST) as usize).copied()?;
    Some(ProbCut {
        depth,
        shallow: shallow(depth),
        slope: SLOPE,
        intercept: 0,
        sigma: sigma.into(),
        threshold: ProbCut::THRESHOLD,
    })
}

/// Half of `depth`, less a ply where that is needed to stop with the same side to move.
fn shallow(depth: i32) -> i32 {
    depth / 2 - (depth - depth / 2) % 2
}

use super::{
    bits::{EDGE, share, tied_to_edge},
    final_score,
};
use crate::{Explain, Term};
use game_core::{Evaluator, Outcome, Score};
use othello_bitboard::{CORNERS, Othello, spread};

/// The value of a disc on each square, in points, from a1 along the rows.
///
/// The source lists three rows of eight numbers and one of seven, and mirrors them vertically; the
/// missing number is restored by the left-right symmetry of the others, which makes the table the
/// same under all eight symmetries.
pub const SQUARES: [i8; 64] = {
    const ROWS: [[i8; 8]; 4] = [
        [20, -3, 11, 8, 8, 11, -3, 20],
        [-3, -7, -4, 1, 1, -4, -7, -3],
        [11, -4, 2, 2, 2, 2, -4, 11],
        [8, 1, 2, -3, -3, 2, 1, 8],
    ];
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let row = i / 8;
        table[i] = ROWS[if row < 4 { row } else { 7 - row }][i % 8];
        i += 1;
    }
    table
};

/// The value of a row of discs: for the rows 1 to 4, each of the 256 fillings.
static ROW_VALUES: [[i16; 256]; 4] = {
    let mut values = [[0; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        let row = i / 256;
        let discs = i % 256;
        let mut column = 0;
        while column < 8 {
            if discs >> column & 1 != 0 {
                values[row][discs] += SQUARES[8 * row + column] as i16;
            }
            column += 1;
        }
        i += 1;
    }
    values
};

fn square_sum(discs: u64) -> i32 {
    let row = |i: usize, byte: u8| i32::from(ROW_VALUES[i.min(7 - i)][usize::from(byte)]);
    discs
        .to_le_bytes()
        .into_iter()
        .enumerate()
        .map(|(i, byte)| row(i, byte))
        .sum()
}

#[inline]
fn difference(own: u64, opp: u64) -> i32 {
    own.count_ones() as i32 - opp.count_ones() as i32
}

#[inline]
fn share_of(own: u64, opp: u64) -> i32 {
    share(own.count_ones(), opp.count_ones())
}

/// A term: its name, and its value for the side to move in tenths of a point.
pub(super) trait Feature {
    const NAME: &'static str;
    fn tenths(pos: &Othello) -> i32;
}

/// The discs by the table [`SQUARES`]: -360 to 360 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares;

impl Feature for Squares {
    const NAME: &'static str = "squares";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        10 * (square_sum(pos.own()) - square_sum(pos.opp()))
    }
}

/// The corners held, 25 points each: -100 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corners;

impl Feature for Corners {
    const NAME: &'static str = "corners";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        250 * difference(pos.own() & CORNERS, pos.opp() & CORNERS)
    }
}

/// The discs next to an empty corner, -8.3 points each, since they help the opponent to take it:
/// -99.6 to 99.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CornerNeighbours;

impl Feature for CornerNeighbours {
    const NAME: &'static str = "corner neighbours";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        let risky = spread(pos.empty() & CORNERS);
        -83 * difference(pos.own() & risky, pos.opp() & risky)
    }
}

/// The share of the discs: -100 to 100 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discs;

impl Feature for Discs {
    const NAME: &'static str = "discs";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        share_of(pos.own(), pos.opp())
    }
}

/// The share of the moves, each side's as if it were to move: -100 to 100 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl Feature for Mobility {
    const NAME: &'static str = "mobility";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        share_of(pos.moves(), pos.opponent_moves())
    }
}

/// The share of the discs that touch an empty square, in eight directions, against their owner:
/// -100 to 100 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frontier;

impl Feature for Frontier {
    const NAME: &'static str = "frontier";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        let outside = spread(pos.empty());
        -share_of(pos.own() & outside, pos.opp() & outside)
    }
}

/// The share of the discs on the 28 squares of the edge, corners included: -100 to 100 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edges;

impl Feature for Edges {
    const NAME: &'static str = "edges";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        share_of(pos.own() & EDGE, pos.opp() & EDGE)
    }
}

/// The ties to the edge, 1 point each: -512 to 512.
///
/// A disc is tied in a direction if an unbroken run of its colour leads from it to the edge that
/// way; a disc on the edge is tied in the directions that leave the board. While the run stands
/// nothing can turn the disc along that line: it is half stable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfStable;

impl Feature for HalfStable {
    const NAME: &'static str = "half-stable";
    #[inline]
    fn tenths(pos: &Othello) -> i32 {
        10 * (tied_to_edge(pos.own()) - tied_to_edge(pos.opp()))
    }
}

/// Each term as an evaluator, in tenths of a point.
macro_rules! evaluators {
    ($($term:ident)+) => {$(
        impl Evaluator<Othello> for $term {
            #[inline]
            fn evaluate(&mut self, pos: &Othello) -> Score {
                Score::eval(Self::tenths(pos))
            }
            fn terminal(&self, pos: &Othello, _: Outcome, _: usize) -> Score {
                final_score(pos.final_margin())
            }
        }

        impl Explain<Othello> for $term {
            fn terms(&mut self, pos: &Othello) -> Vec<Term> {
                vec![Term { name: Self::NAME, value: Self::tenths(pos).into() }]
            }
        }
    )+};
}

evaluators!(Squares Corners CornerNeighbours Discs Mobility Frontier Edges HalfStable);

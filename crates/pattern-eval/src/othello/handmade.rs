use super::{
    CornerNeighbours, Corners, Discs, Edges, Frontier, HalfStable, Mobility, Squares, WON,
    final_score, terms::Feature,
};
use crate::{Explain, Term, Weight, Weighted};
use game_core::{Evaluator, Outcome, Score};
use othello_bitboard::Othello;

/// How many terms there are.
pub const TERMS: usize = 8;

/// The eight terms, weighted: an evaluation in hundredths of a disc.
///
/// Stateless, some 60 ns a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handmade {
    /// The value of 100 points of each term, in hundredths of a disc, in the order of
    /// [`NAMES`](Self::NAMES).
    ///
    /// Any numbers are allowed: the sum is clamped below the score of a finished game, [`WON`].
    pub weights: [i32; TERMS],
}

impl Handmade {
    /// The terms' names.
    pub const NAMES: [&'static str; TERMS] = [
        Squares::NAME,
        Corners::NAME,
        CornerNeighbours::NAME,
        Discs::NAME,
        Mobility::NAME,
        Frontier::NAME,
        Edges::NAME,
        HalfStable::NAME,
    ];

    /// The default weights.
    ///
    /// Six are those of K. Kukreja's function (2013),
    /// `10 squares + 801.724 corners + 382.026 corner neighbours + 78.922 mobility + 74.396
    /// frontier + 10 discs`, divided by 16 to come out in hundredths of a disc. That formula has no
    /// [`Edges`] and [`HalfStable`]: they are set by hand, so that holding the edge alone counts
    /// two discs, and a disc tied in all eight directions half a one.
    pub const CLASSIC: [i32; TERMS] = [63, 5011, 2388, 63, 493, 465, 200, 600];

    /// The terms of `pos` in tenths of a point, in the order of [`NAMES`](Self::NAMES).
    #[inline]
    pub fn tenths(pos: &Othello) -> [i32; TERMS] {
        [
            Squares::tenths(pos),
            Corners::tenths(pos),
            CornerNeighbours::tenths(pos),
            Discs::tenths(pos),
            Mobility::tenths(pos),
            Frontier::tenths(pos),
            Edges::tenths(pos),
            HalfStable::tenths(pos),
        ]
    }
}

impl Default for Handmade {
    fn default() -> Self {
        Self {
            weights: Self::CLASSIC,
        }
    }
}

impl Evaluator<Othello> for Handmade {
    #[inline]
    fn evaluate(&mut self, pos: &Othello) -> Score {
        let products = Self::tenths(pos)
            .into_iter()
            .zip(self.weights)
            .map(|(tenths, weight)| i64::from(tenths) * i64::from(weight));
        let limit = i64::from(WON) - 1;
        Score::eval((products.sum::<i64>() / 1000).clamp(-limit, limit) as i32)
    }

    fn terminal(&self, pos: &Othello, _: Outcome, _: usize) -> Score {
        final_score(pos.final_margin())
    }
}

impl Weighted for Handmade {
    const WEIGHTS: &'static [Weight] = &[
        weight(0, "squares", "the discs by the table of squares"),
        weight(1, "corners", "the corners held"),
        weight(
            2,
            "corner_neighbours",
            "the discs next to an empty corner, against their owner",
        ),
        weight(3, "discs", "the share of the discs"),
        weight(4, "mobility", "the share of the moves"),
        weight(
            5,
            "frontier",
            "the share of the discs next to an empty square, against their owner",
        ),
        weight(6, "edges", "the share of the discs on the edge"),
        weight(
            7,
            "half_stable",
            "the directions in which discs are tied to the edge",
        ),
    ];

    fn with_weights(mut self, values: &[i32]) -> Self {
        self.weights
            .iter_mut()
            .zip(values)
            .for_each(|(weight, &value)| *weight = value);
        self
    }
}

/// The weight of term `index` as it may be changed: by hundredths of a disc for 100 points of the
/// term.
const fn weight(index: usize, name: &'static str, about: &'static str) -> Weight {
    Weight {
        name,
        value: Handmade::CLASSIC[index],
        least: -100_000,
        most: 100_000,
        about,
    }
}

impl Explain<Othello> for Handmade {
    fn terms(&mut self, pos: &Othello) -> Vec<Term> {
        let values = Self::tenths(pos).into_iter().zip(self.weights);
        let values = values.map(|(tenths, weight)| f64::from(tenths) * f64::from(weight) / 1000.0);
        Self::NAMES
            .into_iter()
            .zip(values)
            .map(|(name, value)| Term { name, value })
            .collect()
    }
}

//! Which weight belongs to what, within a stage.

use super::shapes::{ALL, PLACES, SHAPES};
use othello_bitboard::Othello;
use std::sync::LazyLock;

/// How many features a position has: a filling of every pattern in every place, the moves of both
/// sides, the empty squares.
pub const FEATURES: usize = PLACES + 3;

/// Where the weights of each pattern begin.
pub(super) const OFFSET: [usize; SHAPES.len() + 1] = {
    let mut offset = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        offset[shape + 1] = offset[shape] + SHAPES[shape].fillings();
        shape += 1;
    }
    offset
};

/// 0 to 64 of something.
const COUNTS: usize = 65;
pub(super) const OWN_MOVES: usize = OFFSET[SHAPES.len()];
pub(super) const OPP_MOVES: usize = OWN_MOVES + COUNTS;
pub(super) const EMPTIES: usize = OPP_MOVES + COUNTS;
/// How many weights a stage has, those that are always the same counted apart.
pub(super) const STRIDE: usize = EMPTIES + COUNTS;

/// Where the weight of each place's empty filling lies, from which the others are counted up and
/// down.
pub(super) const CENTRE: [i32; PLACES] = {
    let mut centre = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        let shape = ALL[place].shape;
        centre[place] = (OFFSET[shape] + SHAPES[shape].fillings() / 2) as i32;
        place += 1;
    }
    centre
};

/// The weights of a stage without those that are the same by symmetry, as training and the file see
/// them.
#[derive(Debug)]
pub struct Layout {
    /// The number of the weight at each place of a stage.
    numbers: Vec<u32>,
    count: usize,
}

impl Layout {
    /// The only layout there is; some 50 ms to work out when first asked for.
    pub fn get() -> &'static Self {
        static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);
        &LAYOUT
    }

    fn new() -> Self {
        let mut numbers = Vec::with_capacity(STRIDE);
        let mut count = 0;
        let mut next = || {
            count += 1;
            count - 1
        };
        for (shape, offset) in SHAPES.iter().zip(OFFSET) {
            for filling in 0..shape.fillings() {
                let canonical = shape.canonical(filling);
                let number = if canonical < filling {
                    numbers[offset + canonical]
                } else {
                    next()
                };
                numbers.push(number);
            }
        }
        numbers.resize_with(STRIDE, next);
        Self {
            numbers,
            count: count as usize,
        }
    }

    /// How many different weights a stage has.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The numbers of the weights that add up to the value of `pos`; one may be there more than
    /// once.
    pub fn features(&self, pos: &Othello) -> [u32; FEATURES] {
        super::evaluator::raw(pos).map(|at| self.numbers[at])
    }

    /// The numbers, weight by weight of a stage.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }
}

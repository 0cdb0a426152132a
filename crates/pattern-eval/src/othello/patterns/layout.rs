//! The layout of the weights within a stage.

use super::shapes::{ALL, PLACES, SHAPES};
use othello_bitboard::Othello;
use std::sync::LazyLock;

/// The number of features of a position: a filling of every pattern in every place, the moves of
/// both sides, the empty squares.
pub const FEATURES: usize = PLACES + 3;

/// The index of each pattern's first weight.
pub(super) const OFFSET: [usize; SHAPES.len() + 1] = {
    let mut offset = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        offset[shape + 1] = offset[shape] + SHAPES[shape].fillings();
        shape += 1;
    }
    offset
};

/// Counts from 0 to 64.
const COUNTS: usize = 65;
pub(super) const OWN_MOVES: usize = OFFSET[SHAPES.len()];
pub(super) const OPP_MOVES: usize = OWN_MOVES + COUNTS;
pub(super) const EMPTIES: usize = OPP_MOVES + COUNTS;
/// The number of weights of a stage, with symmetric ones counted separately.
pub(super) const STRIDE: usize = EMPTIES + COUNTS;

/// The index of the weight of each place's empty filling, from which the others are counted up and
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

/// The distinct weights of a stage up to symmetry, as in training and in the file.
#[derive(Debug)]
pub struct Layout {
    /// The number of the weight at each place of a stage.
    numbers: Vec<u32>,
    count: usize,
}

impl Layout {
    /// The layout, computed on first use in some 50 ms.
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

    /// The number of distinct weights of a stage.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The numbers of the weights whose sum is the value of `pos`; a number may occur more than
    /// once.
    pub fn features(&self, pos: &Othello) -> [u32; FEATURES] {
        super::evaluator::raw(pos).map(|at| self.numbers[at])
    }

    /// The numbers, weight by weight of a stage.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }
}

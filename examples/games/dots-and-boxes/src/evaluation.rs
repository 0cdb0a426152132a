//! The evaluator: boxes closed, boxes to be had, and who runs out of safe lines first.

use crate::position::{DotsAndBoxes, each};
use engines::{Counted, Weight, WeightedSum};

/// Points of a box.
pub const BOX: i32 = 100;

/// The terms of the evaluation. That who draws the last safe line makes the other give boxes away is
/// the heart of the game (E. Berlekamp, *The Dots and Boxes Game*, 2000). The weights were chosen by
/// hand.
pub type Terms = WeightedSum<Counts, 3>;

/// What the terms count.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

impl Counted<3> for Counts {
    type Position = DotsAndBoxes;

    const WEIGHTS: [Weight; 3] = [
        Weight::new("boxes", BOX, (0, 1_000), "points of a box more"),
        Weight::new(
            "offered",
            90,
            (0, 1_000),
            "points of a box with three lines, for the player to move",
        ),
        Weight::new(
            "parity",
            40,
            (0, 1_000),
            "points of drawing the last line that gives no box away",
        ),
    ];

    fn counts(pos: &DotsAndBoxes) -> [i32; 3] {
        let lines = pos.lines();
        let boxes = pos.board().boxes.iter();
        let offered = boxes.filter(|&&round| (round & lines).count_ones() == 3);
        let safe = each(pos.open()).filter(|&line| pos.sides_beside(line).all(|sides| sides < 2));
        let parity = if safe.count() % 2 == 1 { 1 } else { -1 };
        [pos.margin(), offered.count() as i32, parity]
    }
}

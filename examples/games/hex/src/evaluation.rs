//! The evaluator: who is nearer to joining the edges, and by how many ways.

use crate::distance::Ways;
use crate::position::Hex;
use engines::game_core::Position;
use engines::{Counted, Weight, WeightedSum};

/// Points of a stone that a player needs less than the opponent.
pub const STONE: i32 = 100;

/// The terms of the evaluation, from the [ways](Ways) of both players: after the distances of J.
/// van Rijswijck ("Computer Hex: are bees better than fruitflies?", 2000), with bridges in place of
/// second-best neighbours. The weights were chosen by hand.
pub type Terms = WeightedSum<Counts, 4>;

/// What the terms count.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

impl Counted<4> for Counts {
    type Position = Hex;

    const WEIGHTS: [Weight; 4] = [
        Weight::new(
            "distance",
            STONE,
            (0, 1_000),
            "points of a stone that the opponent needs more",
        ),
        Weight::new("turn", 50, (0, 1_000), "points of being to move"),
        Weight::new("ways", 4, (0, 1_000), "points of a cell on a shortest way"),
        Weight::new(
            "detours",
            1,
            (0, 1_000),
            "points of a cell on a way that needs one stone more",
        ),
    ];

    fn counts(pos: &Hex) -> [i32; 4] {
        let player = pos.turn();
        let [own, other] = [player, !player].map(|player| Ways::of(pos, player));
        let [ours, theirs] = [own, other].map(|ways| ways.choices());
        [
            other.stones as i32 - own.stones as i32,
            1,
            ours[0] - theirs[0],
            ours[1] - theirs[1],
        ]
    }
}

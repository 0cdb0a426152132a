//! The evaluator: who is nearer to joining the edges, and by how many ways.

use crate::distance::Ways;
use crate::position::Hex;
use engines::game_core::{Evaluator, Position, Score};
use engines::{Explain, Term, Weight, Weighted};

/// Points of a stone that a player needs less than the opponent.
pub const STONE: i32 = 100;

const fn weight(name: &'static str, value: i32, about: &'static str) -> Weight {
    Weight {
        name,
        value,
        least: 0,
        most: 1_000,
        about,
    }
}

/// The terms of the evaluation, from the [ways](Ways) of both players: after the distances of J.
/// van Rijswijck ("Computer Hex: are bees better than fruitflies?", 2000), with bridges in place of
/// second-best neighbours. The weights were chosen by hand.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    weights: [i32; Terms::COUNT],
}

impl Terms {
    const COUNT: usize = 4;
}

impl Default for Terms {
    fn default() -> Self {
        let values = Self::WEIGHTS.iter().map(|weight| weight.value);
        let none = Self {
            weights: [0; Self::COUNT],
        };
        none.with_weights(&values.collect::<Vec<_>>())
    }
}

/// The counts of all terms, for the player to move.
fn values(pos: &Hex) -> [i32; Terms::COUNT] {
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

impl Evaluator<Hex> for Terms {
    fn evaluate(&mut self, pos: &Hex) -> Score {
        let products = values(pos).into_iter().zip(self.weights);
        Score::eval(products.map(|(value, weight)| value * weight).sum())
    }
}

impl Explain<Hex> for Terms {
    fn terms(&mut self, pos: &Hex) -> Vec<Term> {
        let products = values(pos).into_iter().zip(self.weights);
        let named = Self::WEIGHTS.iter().zip(products);
        named
            .map(|(weight, (value, points))| Term {
                name: weight.name,
                value: f64::from(value * points),
            })
            .collect()
    }
}

impl Weighted for Terms {
    const WEIGHTS: &'static [Weight] = &[
        weight(
            "distance",
            STONE,
            "points of a stone that the opponent needs more",
        ),
        weight("turn", 50, "points of being to move"),
        weight("ways", 4, "points of a cell on a shortest way"),
        weight(
            "detours",
            1,
            "points of a cell on a way that needs one stone more",
        ),
    ];

    fn with_weights(mut self, values: &[i32]) -> Self {
        for (weight, &value) in self.weights.iter_mut().zip(values) {
            *weight = value;
        }
        self
    }
}

//! The evaluator: material, advance, structure, and who wins the race.

use crate::position::{Breakthrough, forwards};
use crate::runs::run;
use engines::game_core::{Evaluator, Player, Position, Score};
use engines::{Explain, Term, Weight, Weighted};

/// Points of a piece.
pub const PIECE: i32 = 100;

const fn weight(name: &'static str, value: i32, about: &'static str) -> Weight {
    Weight {
        name,
        value,
        least: 0,
        most: 1_000,
        about,
    }
}

/// The terms of the evaluation, each a count for the player to move less that of the opponent,
/// times its weight in points. A piece is worth 100. The weights were chosen by hand.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    weights: [i32; Terms::COUNT],
}

impl Terms {
    const COUNT: usize = 7;
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

/// What one player has of each term.
fn counts(pos: &Breakthrough, player: Player) -> [i32; Terms::COUNT] {
    let count = |bits: u64| bits.count_ones() as i32;
    let [own, other] = [player, !player].map(|player| pos.pieces(player));
    let diagonals = |pieces, player| forwards(pieces, player, -1) | forwards(pieces, player, 1);
    let [guarded, attacked] = [diagonals(own, player), diagonals(other, !player)];
    let come = |row: u32| {
        let rows = if player == Player::First {
            row
        } else {
            7 - row
        };
        (rows * rows) as i32 * count(own & 0xff << (8 * row))
    };
    let right = own & !0x8080_8080_8080_8080;
    let home = own
        & if player == Player::First {
            0xff
        } else {
            0xff << 56
        };
    [
        count(own),
        (0..8).map(come).sum(),
        count(own & guarded),
        count(own & attacked & !guarded),
        count(right & own >> 1),
        count(home),
        run(pos, player).map_or(0, |run| 8 - run.moves as i32),
    ]
}

/// The counts of all terms, for the player to move.
fn values(pos: &Breakthrough) -> [i32; Terms::COUNT] {
    let player = pos.turn();
    let [own, other] = [player, !player].map(|player| counts(pos, player));
    let mut values = own;
    for (value, other) in values.iter_mut().zip(other) {
        *value -= other;
    }
    values
}

impl Evaluator<Breakthrough> for Terms {
    fn evaluate(&mut self, pos: &Breakthrough) -> Score {
        let products = values(pos).into_iter().zip(self.weights);
        Score::eval(products.map(|(value, weight)| value * weight).sum())
    }
}

impl Explain<Breakthrough> for Terms {
    fn terms(&mut self, pos: &Breakthrough) -> Vec<Term> {
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
        weight("piece", PIECE, "points of a piece"),
        weight(
            "advance",
            3,
            "points of a piece, times the square of the rows that it has come",
        ),
        weight("guarded", 10, "points of a piece that another guards"),
        Weight {
            least: -1_000,
            ..weight(
                "hanging",
                -25,
                "points of a piece that can be taken and is not guarded",
            )
        },
        weight("pair", 6, "points of two pieces side by side"),
        weight("home", 10, "points of a piece on its first row"),
        weight(
            "run",
            80,
            "points of a piece that nobody can stop, for each row it has come",
        ),
    ];

    fn with_weights(mut self, values: &[i32]) -> Self {
        for (weight, &value) in self.weights.iter_mut().zip(values) {
            *weight = value;
        }
        self
    }
}

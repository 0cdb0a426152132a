//! The evaluator: eight terms counted by bits.

use crate::board::{BOARD, BOTTOM, TOP, shift, steps};
use crate::position::Draughts;
use engines::game_core::{Evaluator, Player, Position, Score};
use engines::{Explain, Term, Weight, Weighted};

/// Points of a man.
pub const MAN: i32 = 100;

const fn weight(name: &'static str, value: i32, most: i32, about: &'static str) -> Weight {
    Weight {
        name,
        value,
        least: 0,
        most,
        about,
    }
}

/// The terms of the evaluation, each a count for the player to move less that of the opponent,
/// times its weight in points. A man is worth 100.
///
/// What they count is what books for beginners teach; the weights were chosen by hand.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    weights: [i32; Terms::COUNT],
}

impl Terms {
    const COUNT: usize = 8;
}

impl Default for Terms {
    fn default() -> Self {
        let values = Self::WEIGHTS.iter().map(|weight| weight.value);
        Self {
            weights: [0; Self::COUNT],
        }
        .with_weights(&values.collect::<Vec<_>>())
    }
}

/// Squares 10, 11, 14, 15, 18, 19, 22 and 23: the middle of the board.
const CENTRE: u64 = {
    let mut bits = 0;
    let mut row = 2;
    while row < 6 {
        // The second and the third square of a row of four.
        bits |= 0b0110 << (4 * row + row / 2);
        row += 1;
    }
    bits
};

/// Rows 0, 2, 4 and 6: the files that end at Black's side.
const BLACKS_SYSTEM: u64 = 0xf | 0xf << 9 | 0xf << 18 | 0xf << 27;

/// A player's last row, which keeps the opponent from crowning.
const fn back_row(player: Player) -> u64 {
    match player {
        Player::First => TOP,
        Player::Second => BOTTOM,
    }
}

/// How many rows the men of `player` have come, all together.
fn advance(men: u64, player: Player) -> i32 {
    let rows = |row: i32| {
        let bits = 0xf << (4 * row + row / 2);
        let come = if player == Player::First {
            row
        } else {
            7 - row
        };
        come * (men & bits).count_ones() as i32
    };
    (0..8).map(rows).sum()
}

/// What one player has of each term that both have.
fn counts(pos: &Draughts, player: Player) -> [i32; 6] {
    let own = pos.pieces(player);
    let [men, kings] = [own & !pos.kings(), own & pos.kings()];
    let count = |bits: u64| bits.count_ones() as i32;
    let into = |pieces: u64, is_king| {
        let steps = steps(player, is_king).iter();
        steps
            .map(|&step| count(shift(pieces, step) & pos.empty()))
            .sum::<i32>()
    };
    [
        count(men),
        count(kings),
        advance(men, player),
        count(men & back_row(player)),
        count(own & CENTRE),
        into(men, false) + into(kings, true),
    ]
}

/// The counts of all terms, for the player to move.
fn values(pos: &Draughts) -> [i32; Terms::COUNT] {
    let player = pos.turn();
    let [own, other] = [player, !player].map(|player| counts(pos, player));
    let mut values = [0; Terms::COUNT];
    for (value, (own, other)) in values.iter_mut().zip(own.iter().zip(other)) {
        *value = own - other;
    }
    let pieces = |counts: [i32; 6]| counts[0] + counts[1];
    let (lead, all) = (pieces(own) - pieces(other), pieces(own) + pieces(other));
    // The fewer pieces are left, the more a lead of one is worth: up to 22 are gone.
    values[6] = lead * (24 - all);
    // The player to move has the move if the pieces on the files of his side are odd in number.
    let system = match player {
        Player::First => BLACKS_SYSTEM,
        Player::Second => BOARD & !BLACKS_SYSTEM,
    };
    let standing = (pos.pieces(player) | pos.pieces(!player)) & system;
    values[7] = match lead {
        0 if standing.count_ones() % 2 == 1 => 1,
        0 => -1,
        _ => 0,
    };
    values
}

impl Evaluator<Draughts> for Terms {
    fn evaluate(&mut self, pos: &Draughts) -> Score {
        let products = values(pos).into_iter().zip(self.weights);
        Score::eval(products.map(|(value, weight)| value * weight).sum())
    }
}

impl Explain<Draughts> for Terms {
    fn terms(&mut self, pos: &Draughts) -> Vec<Term> {
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
        weight("man", MAN, 1_000, "points of a man"),
        weight("king", 140, 1_000, "points of a king"),
        weight("advance", 2, 100, "points of a row that a man has come"),
        weight("back_row", 8, 100, "points of a man on its own back row"),
        weight(
            "centre",
            4,
            100,
            "points of a piece in the middle of the board",
        ),
        weight("mobility", 3, 100, "points of a step to an empty square"),
        weight(
            "trade",
            2,
            100,
            "points of a piece more than the opponent, for each that is gone",
        ),
        weight(
            "move",
            4,
            100,
            "points of having the move, where the pieces are equal in number",
        ),
    ];

    fn with_weights(mut self, values: &[i32]) -> Self {
        for (weight, &value) in self.weights.iter_mut().zip(values) {
            *weight = value;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, squares};

    #[test]
    fn squares_are_those_of_their_names() {
        let numbers = |bits| {
            squares(bits)
                .map(|square| square.index() + 1)
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(CENTRE), [10, 11, 14, 15, 18, 19, 22, 23]);
        let black = Square::all().filter(|square| square.row() % 2 == 0);
        assert_eq!(
            squares(BLACKS_SYSTEM).collect::<Vec<_>>(),
            black.collect::<Vec<_>>()
        );
        let come =
            |square: u8, player| advance(Square::new(square).expect("a square").bit(), player);
        assert_eq!((come(1, Player::First), come(28, Player::First)), (0, 6));
        assert_eq!((come(32, Player::Second), come(5, Player::Second)), (0, 6));
    }
}

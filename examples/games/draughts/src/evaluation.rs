//! The evaluator: eight terms counted by bits.

use crate::board::{BOARD, BOTTOM, TOP, shift, steps};
use crate::position::Draughts;
use engines::game_core::{Player, Position};
use engines::{Counted, Weight, WeightedSum};

/// Points of a man.
pub const MAN: i32 = 100;

/// The terms of the evaluation, each a count for the player to move less that of the opponent,
/// times its weight in points. A man is worth 100.
///
/// What they count is what books for beginners teach; the weights were chosen by hand.
pub type Terms = WeightedSum<Counts, 8>;

/// What the terms count.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

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

impl Counted<8> for Counts {
    type Position = Draughts;

    const WEIGHTS: [Weight; 8] = [
        Weight::new("man", MAN, (0, 1_000), "points of a man"),
        Weight::new("king", 140, (0, 1_000), "points of a king"),
        Weight::new(
            "advance",
            2,
            (0, 100),
            "points of a row that a man has come",
        ),
        Weight::new(
            "back_row",
            8,
            (0, 100),
            "points of a man on its own back row",
        ),
        Weight::new(
            "centre",
            4,
            (0, 100),
            "points of a piece in the middle of the board",
        ),
        Weight::new(
            "mobility",
            3,
            (0, 100),
            "points of a step to an empty square",
        ),
        Weight::new(
            "trade",
            2,
            (0, 100),
            "points of a piece more than the opponent, for each that is gone",
        ),
        Weight::new(
            "move",
            4,
            (0, 100),
            "points of having the move, where the pieces are equal in number",
        ),
    ];

    fn counts(pos: &Draughts) -> [i32; 8] {
        let player = pos.turn();
        let [own, other] = [player, !player].map(|player| counts(pos, player));
        let mut values = [0; 8];
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
}

//! The evaluator: material, advance, structure, and who wins the race.

use crate::position::{Breakthrough, forwards};
use crate::runs::run;
use engines::game_core::{Player, Position};
use engines::{Counted, Weight, WeightedSum};

/// Points of a piece.
pub const PIECE: i32 = 100;

/// The terms of the evaluation, each a count for the player to move less that of the opponent,
/// times its weight in points. A piece is worth 100. The weights were chosen by hand.
pub type Terms = WeightedSum<Counts, 7>;

/// What the terms count.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

/// What one player has of each term.
fn counts(pos: &Breakthrough, player: Player) -> [i32; 7] {
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

impl Counted<7> for Counts {
    type Position = Breakthrough;

    const WEIGHTS: [Weight; 7] = [
        Weight::new("piece", PIECE, (0, 1_000), "points of a piece"),
        Weight::new(
            "advance",
            3,
            (0, 1_000),
            "points of a piece, times the square of the rows that it has come",
        ),
        Weight::new(
            "guarded",
            10,
            (0, 1_000),
            "points of a piece that another guards",
        ),
        Weight::new(
            "hanging",
            -25,
            (-1_000, 1_000),
            "points of a piece that can be taken and is not guarded",
        ),
        Weight::new("pair", 6, (0, 1_000), "points of two pieces side by side"),
        Weight::new("home", 10, (0, 1_000), "points of a piece on its first row"),
        Weight::new(
            "run",
            80,
            (0, 1_000),
            "points of a piece that nobody can stop, for each row it has come",
        ),
    ];

    fn counts(pos: &Breakthrough) -> [i32; 7] {
        let player = pos.turn();
        let [own, other] = [player, !player].map(|player| counts(pos, player));
        let mut values = own;
        for (value, other) in values.iter_mut().zip(other) {
            *value -= other;
        }
        values
    }
}

//! The evaluator: material on the board and in hand, and the lion's freedom.

use crate::board::{Kind, goal, reached, squares};
use crate::position::AnimalShogi;
use engines::game_core::{Player, Position};
use engines::{Counted, Weight, WeightedSum};

/// Points of a chick.
pub const CHICK: i32 = 100;

/// The terms of the evaluation, each a count for the player to move less that of the opponent,
/// times its weight in points. A chick is worth 100. The weights were chosen by hand.
pub type Terms = WeightedSum<Counts, 9>;

/// What the terms count.
#[derive(Clone, Copy, Debug)]
pub struct Counts;

/// What one player has of each term.
fn counts(pos: &AnimalShogi, player: Player) -> [i32; 9] {
    let on_board = |kind| pos.pieces(player, kind).count_ones() as i32;
    let in_hand = |kind| i32::from(pos.in_hand(player, kind));
    let (mut freedom, mut advance) = (0, 0);
    if let Some(lion) = pos.lion(player) {
        let free = reached(player, Kind::Lion, lion) & !pos.occupied(player);
        let safe = squares(free).filter(|&square| !pos.attacks(!player, square));
        freedom = safe.count() as i32;
        let row = lion.row() as i32;
        advance = if goal(player) > goal(!player) {
            row
        } else {
            3 - row
        };
    }
    [
        on_board(Kind::Chick),
        on_board(Kind::Elephant),
        on_board(Kind::Giraffe),
        on_board(Kind::Hen),
        in_hand(Kind::Chick),
        in_hand(Kind::Elephant),
        in_hand(Kind::Giraffe),
        freedom,
        advance,
    ]
}

impl Counted<9> for Counts {
    type Position = AnimalShogi;

    const WEIGHTS: [Weight; 9] = [
        Weight::new("chick", CHICK, (0, 1_000), "points of a chick on the board"),
        Weight::new(
            "elephant",
            250,
            (0, 1_000),
            "points of an elephant on the board",
        ),
        Weight::new(
            "giraffe",
            280,
            (0, 1_000),
            "points of a giraffe on the board",
        ),
        Weight::new("hen", 320, (0, 1_000), "points of a hen"),
        Weight::new(
            "chick_in_hand",
            140,
            (0, 1_000),
            "points of a chick in hand",
        ),
        Weight::new(
            "elephant_in_hand",
            280,
            (0, 1_000),
            "points of an elephant in hand",
        ),
        Weight::new(
            "giraffe_in_hand",
            310,
            (0, 1_000),
            "points of a giraffe in hand",
        ),
        Weight::new(
            "freedom",
            12,
            (0, 1_000),
            "points of a square that the lion can go to and not be taken",
        ),
        Weight::new(
            "advance",
            8,
            (-1_000, 1_000),
            "points of a row that the lion has come",
        ),
    ];

    fn counts(pos: &AnimalShogi) -> [i32; 9] {
        let player = pos.turn();
        let [own, other] = [player, !player].map(|player| counts(pos, player));
        let mut values = own;
        for (value, other) in values.iter_mut().zip(other) {
            *value -= other;
        }
        values
    }
}

/// What a piece is worth to whoever takes it: it leaves the board and comes to hand. A lion is worth
/// the game.
pub(crate) const fn worth(kind: Kind) -> Option<i32> {
    match kind {
        Kind::Chick => Some(240),
        Kind::Elephant => Some(530),
        Kind::Giraffe => Some(590),
        Kind::Hen => Some(460),
        Kind::Lion => None,
    }
}

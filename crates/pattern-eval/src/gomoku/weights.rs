//! The weights of shapes and threats.

use super::{shape::Shape, threat::Threat};
use crate::Weight;

/// Every weight: for each empty point, the shapes that a stone there would make, where an open two
/// on the board sums to some 400; then the value of the greatest threats for the player to move.
pub(super) const WEIGHTS: [Weight; 28] = {
    const fn weight(name: &'static str, value: i32, about: &'static str) -> Weight {
        Weight {
            name,
            value,
            least: -5_000,
            most: 5_000,
            about,
        }
    }
    [
        weight(
            "one",
            2,
            "a point where a stone makes a one, along each line",
        ),
        weight("open_one", 2, "... an open one"),
        weight("two", 1, "... a two"),
        weight("open_two", 9, "... an open two"),
        weight("three", 30, "... a three that is shut on one side"),
        weight("open_three", 85, "... an open three"),
        weight("four", 186, "... a four"),
        weight(
            "double_two",
            4,
            "a point that makes two open twos or shut threes",
        ),
        weight(
            "three_two",
            7,
            "... an open three and an open two or shut three",
        ),
        weight("double_three", 4, "... two open threes"),
        weight("four_two", 1, "... a four and an open two or shut three"),
        weight("four_three", 91, "... a four and an open three"),
        weight("straight_four", 344, "... a straight four, or two fours"),
        weight(
            "forbidden",
            -20,
            "a point that renju forbids Black, counted against him",
        ),
        weight("tempo", 207, "having the move"),
        weight(
            "move.three",
            130,
            "being to move, with an open three for one's best threat",
        ),
        weight("move.three_two", 688, "... an open three and a two"),
        weight("move.double_three", 665, "... two open threes"),
        weight("move.four", 205, "... a four"),
        weight("move.four_two", 462, "... a four and a two"),
        weight("move.four_three", 1217, "... a four and an open three"),
        weight(
            "danger.three",
            -14,
            "an open three for the opponent's best threat",
        ),
        weight("danger.three_two", 8, "... an open three and a two"),
        weight("danger.double_three", -31, "... two open threes"),
        weight("danger.four", -6, "... a four"),
        weight("danger.four_two", 7, "... a four and a two"),
        weight("danger.four_three", -196, "... a four and an open three"),
        weight(
            "danger.straight_four",
            -84,
            "... a straight four, to be prevented at once",
        ),
    ]
};

/// The values of [`WEIGHTS`].
pub(super) type Values = [i32; WEIGHTS.len()];

/// The default values.
pub(super) const DEFAULTS: Values = {
    let mut values = [0; WEIGHTS.len()];
    let mut i = 0;
    while i < values.len() {
        values[i] = WEIGHTS[i].value;
        i += 1;
    }
    values
};

/// Where each group of weights begins.
const TEMPO: usize = 14;
const MOVE: usize = TEMPO + 1;
const DANGER: usize = MOVE + 6;

/// The weight of a point's shape along one line.
pub(super) const fn of_shape(shape: Shape) -> Option<usize> {
    match shape {
        Shape::One => Some(0),
        Shape::OpenOne => Some(1),
        Shape::Two => Some(2),
        Shape::OpenTwo => Some(3),
        Shape::Three => Some(4),
        Shape::OpenThree => Some(5),
        Shape::Four => Some(6),
        _ => None,
    }
}

/// The weight of what a point's shapes threaten together.
pub(super) const fn of_threat(threat: Threat) -> Option<usize> {
    match threat {
        Threat::DoubleTwo => Some(7),
        Threat::ThreeTwo => Some(8),
        Threat::DoubleThree => Some(9),
        Threat::FourTwo => Some(10),
        Threat::FourThree => Some(11),
        Threat::StraightFour => Some(12),
        Threat::Forbidden => Some(13),
        _ => None,
    }
}

/// The weight of the best threat of the player to move. A straight four or a five has won and has
/// no weight.
const fn of_move(best: Threat) -> Option<usize> {
    let least = Threat::Three as usize;
    let most = Threat::FourThree as usize;
    if least <= best as usize && best as usize <= most {
        Some(MOVE + best as usize - least)
    } else {
        None
    }
}

/// The weight of the opponent's best threat.
const fn of_danger(best: Threat) -> Option<usize> {
    match best {
        Threat::StraightFour => Some(DANGER + 6),
        best => match of_move(best) {
            Some(index) => Some(index + DANGER - MOVE),
            None => None,
        },
    }
}

/// The weights that count in addition to the points, for these best threats of both sides. Against
/// a straight four only fours have time.
pub(super) fn of_turn(own: Threat, other: Threat) -> impl Iterator<Item = usize> {
    let late = other >= Threat::StraightFour && own < Threat::Four;
    [
        Some(TEMPO),
        of_move(own).filter(|_| !late),
        of_danger(other),
    ]
    .into_iter()
    .flatten()
}

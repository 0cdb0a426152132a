//! What renju forbids Black: overlines, four-fours and real three-threes.
//!
//! After the International Rules of Renju (Renju International Federation), section 9. With a stone
//! on a point,
//!
//! - *five* is an unbroken row of exactly five, an *overline* one of six or more;
//! - a *four* is four stones that one more stone makes a five; a *straight four* is an unbroken one
//!   with two such points;
//! - a *three* is three stones that one more stone makes a straight four, without making a five at
//!   the same time; it is *real* if that stone is not itself forbidden there and then, by this same
//!   definition.
//!
//! Two threes or two fours through the point forbid it, and so does an overline; a five is always
//! allowed.

use crate::{
    Point,
    line::{Lines, Place},
};
use core::fmt;
use game_core::Player;

/// Why Black may not play on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once, on two lines or on one.
    FourFour,
    /// Two real threes at once.
    ThreeThree,
}

impl Forbidden {
    /// The short name: `OL`, `44`, `33`.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Overline => "OL",
            Self::FourFour => "44",
            Self::ThreeThree => "33",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Overline => "overline",
            Self::FourFour => "four-four",
            Self::ThreeThree => "three-three",
        })
    }
}

/// What forbids Black the empty `point`.
#[inline]
pub(crate) fn forbidden(lines: &Lines, point: Point) -> Option<Forbidden> {
    let verdict = match look(lines, point) {
        // The one case in which further stones must be tried, on a board of our own.
        Look::Threes(threes) => judge(&mut lines.clone(), point, &threes),
        Look::Verdict(verdict) => verdict,
    };
    match verdict {
        Verdict::Forbidden(kind) => Some(kind),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// What becomes of a black stone.
enum Verdict {
    Five,
    Allowed,
    Forbidden(Forbidden),
}

/// What the four lines through a point say without trying further stones.
enum Look {
    Verdict(Verdict),
    /// Two or more threes, whether real or not: for each, the points that make it a straight four.
    Threes([[Option<Point>; 2]; 4]),
}

fn look(lines: &Lines, point: Point) -> Look {
    let mut overline = false;
    let mut fours = 0;
    let mut threes = 0;
    let mut straights = [[None; 2]; 4];
    for (place, straight) in Place::all(point).into_iter().zip(&mut straights) {
        let black = lines.stones(place.line, Player::First);
        // Fewer than two stones as near as five bits make no three.
        let near = ((black << 5) >> place.bit) & 0b111_1111_1111;
        if near & near.wrapping_sub(1) == 0 {
            continue;
        }
        match shape(black | 1 << place.bit, lines.empty(place.line), place.bit) {
            Shape::Nothing => {}
            Shape::Five => return Look::Verdict(Verdict::Five),
            Shape::Overline => overline = true,
            Shape::Fours(n) => fours += n,
            Shape::Three(bits) => {
                threes += 1;
                *straight = bits.map(|bit| bit.map(|bit| Place { bit, ..place }.point()));
            }
        }
    }
    Look::Verdict(if overline {
        Verdict::Forbidden(Forbidden::Overline)
    } else if fours >= 2 {
        Verdict::Forbidden(Forbidden::FourFour)
    } else if threes >= 2 {
        return Look::Threes(straights);
    } else {
        Verdict::Allowed
    })
}

/// Whether two of the `threes` that a stone on `point` makes are real. Leaves `lines` as they were.
fn judge(lines: &mut Lines, point: Point, threes: &[[Option<Point>; 2]; 4]) -> Verdict {
    lines.toggle(point, Player::First);
    let real = threes
        .iter()
        .filter(|straight| straight.iter().flatten().any(|&next| allowed(lines, next)));
    let two = real.take(2).count() == 2;
    lines.toggle(point, Player::First);
    if two {
        Verdict::Forbidden(Forbidden::ThreeThree)
    } else {
        Verdict::Allowed
    }
}

/// Whether Black may play on `point` without making five. Each level adds a stone, so the recursion
/// ends.
fn allowed(lines: &mut Lines, point: Point) -> bool {
    let verdict = match look(lines, point) {
        Look::Threes(threes) => judge(lines, point, &threes),
        Look::Verdict(verdict) => verdict,
    };
    matches!(verdict, Verdict::Allowed)
}

/// The shape that a stone forms on one line.
#[derive(Debug, PartialEq)]
enum Shape {
    Nothing,
    /// The bits that make it a straight four.
    Three([Option<u32>; 2]),
    /// One four, straight or not, or two.
    Fours(u32),
    Five,
    Overline,
}

/// The shape that the stone on `bit`, one of the `black` ones, forms on its line.
///
/// A five or a straight four that holds the stone is unbroken, so the point that makes it is next
/// to the stone's own row: there are two candidates.
fn shape(black: u32, empty: u32, bit: u32) -> Shape {
    // Room below for the cells beyond the edge: neither black nor empty.
    const PAD: u32 = 8;
    let black = u64::from(black) << PAD;
    let empty = u64::from(empty) << PAD;
    let at = bit + PAD;
    let above = |at: u32| (black >> at).trailing_ones();
    let below = |at: u32| (black << (63 - at)).leading_ones();
    let free = |at: u32| empty >> at & 1 == 1;

    let high = at + above(at);
    let low = at - below(at);
    let row = high - low - 1;
    match row {
        0..5 => {}
        5 => return Shape::Five,
        6.. => return Shape::Overline,
    }
    // The row's length once the cell at either end is filled, with what lies beyond that cell.
    let over = above(high + 1);
    let under = below(low - 1);
    let up = if free(high) { row + 1 + over } else { 0 };
    let down = if free(low) { row + 1 + under } else { 0 };
    match (up == 5, down == 5) {
        (true, true) => return Shape::Fours(if row == 4 { 1 } else { 2 }),
        (true, false) | (false, true) => return Shape::Fours(1),
        (false, false) => {}
    }
    // A four is straight if either end can be filled without reaching a sixth stone.
    let open_above = |end: u32| free(end) && above(end + 1) == 0;
    let open_below = |end: u32| free(end) && below(end - 1) == 0;
    let rising = up == 4 && open_below(low) && open_above(high + 1 + over);
    let falling = down == 4 && open_above(high) && open_below(low - 1 - under);
    match (rising, falling) {
        (false, false) => Shape::Nothing,
        _ => Shape::Three([rising.then(|| high - PAD), falling.then(|| low - PAD)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a line drawn with `X`, `O` and `.`, where `Q` is the stone just played.
    fn drawn(line: &str) -> Shape {
        let bits = |wanted: &str| {
            line.chars()
                .rev()
                .fold(0, |bits, c| bits << 1 | u32::from(wanted.contains(c)))
        };
        shape(bits("XQ"), bits("."), bits("Q").trailing_zeros())
    }

    #[test]
    fn shapes_of_lines() {
        use Shape::*;
        let table = [
            ("..Q..", Nothing),
            ("XXQXX", Five),
            (".XXQXX.", Five),
            (".XXXQXX.", Overline),
            ("XXXQXXX", Overline),
            (".XXQX.", Fours(1)),
            ("OXXQX.", Fours(1)),
            ("XXQX.", Fours(1)),
            ("XX.QX", Fours(1)),
            ("X.XQX.X", Fours(2)),
            ("XX.XQ.XX", Fours(2)),
            ("XXX.Q.XXX", Fours(2)),
            // A stone outside one of the two fours has not made it.
            ("QX.XX.XX", Fours(1)),
            // Six on one side.
            ("X.XQXX.", Fours(1)),
            ("X.XQXX.X", Nothing),
            ("XX.XXQ.X", Fours(1)),
            ("OXQXX.X", Nothing),
            // Threes.
            ("..XQX..", Three([Some(5), Some(1)])),
            (".XQX..", Three([Some(4), None])),
            ("..XQX.", Three([None, Some(1)])),
            ("O.XQX.O", Nothing),
            (".X.QX.", Three([None, Some(2)])),
            (".Q.XX.", Three([Some(2), None])),
            ("OX.QX.", Nothing),
            ("X.X.QX.", Nothing),
            ("X..XQX..", Three([Some(6), None])),
            ("X..XQX..X", Nothing),
            (".XQ..", Nothing),
            ("XQX..", Nothing),
        ];
        for (line, want) in table {
            assert_eq!(drawn(line), want, "{line}");
        }
    }

    #[test]
    fn a_mirrored_line_has_the_mirrored_shape() {
        for n in 0..3_u32.pow(9) {
            let cell = |i| b".XO"[(n / 3_u32.pow(i) % 3) as usize] as char;
            let mut line: String = (0..9).map(cell).collect();
            for q in 0..9 {
                line.replace_range(q..=q, "Q");
                let mirrored: String = line.chars().rev().collect();
                let want = match drawn(&line) {
                    Shape::Three([high, low]) => {
                        Shape::Three([low.map(|bit| 8 - bit), high.map(|bit| 8 - bit)])
                    }
                    other => other,
                };
                assert_eq!(drawn(&mirrored), want, "{line}");
                line.replace_range(q..=q, &cell(q as u32).to_string());
            }
        }
    }
}

use std::fmt;

/// The best shape that a new stone on a point forms on one line. Shapes without the stone do not
/// count.
///
/// In increasing order of value. An *open* shape can still become a [straight
/// four](Self::StraightFour).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five can ever hold the stone.
    #[default]
    Nothing,
    /// One stone where there is room for five.
    One,
    /// One stone where there is room for a straight four.
    OpenOne,
    /// Two stones of a five.
    Two,
    /// Two stones of a straight four: one more makes an open three.
    OpenTwo,
    /// Three stones of a five: one more makes a four.
    Three,
    /// Three stones of a straight four.
    OpenThree,
    /// Four stones of a five.
    Four,
    /// Two fours on one line, which no single stone blocks.
    DoubleFour,
    /// Four in a row that one more stone makes five at either end.
    StraightFour,
    /// Six or more in a row where only exactly five win.
    Overline,
    /// Five in a row.
    Five,
}

/// Every shape and the forms it has: `1` is an own stone, `0` an empty point; an opponent's stone
/// and the edge match neither.
///
/// Where only exactly five win, no own stone may stand next to either end of a form, since it would
/// become six. Of the forms that contain a stone and reach at most four cells from it, the last one
/// in this list counts: a stone that completes only one of the fours of a double four makes a four.
///
/// ```
/// use pattern_eval::gomoku::{SHAPES, Shape};
/// let (shape, forms) = SHAPES[5];
/// assert_eq!((shape, forms), (Shape::OpenThree, ["001110", "010110", "011010", "011100"].as_slice()));
/// ```
pub const SHAPES: [(Shape, &[&str]); 10] = [
    (Shape::One, &["00001", "00010", "00100", "01000", "10000"]),
    (Shape::OpenOne, &["000010", "000100", "001000", "010000"]),
    (
        Shape::Two,
        &[
            "00011", "00101", "00110", "01001", "01010", "01100", "10001", "10010", "10100",
            "11000",
        ],
    ),
    (
        Shape::OpenTwo,
        &["000110", "001010", "001100", "010010", "010100", "011000"],
    ),
    (
        Shape::Three,
        &[
            "00111", "01011", "01101", "01110", "10011", "10101", "10110", "11001", "11010",
            "11100",
        ],
    ),
    (Shape::OpenThree, &["001110", "010110", "011010", "011100"]),
    (Shape::Four, &["01111", "10111", "11011", "11101", "11110"]),
    (Shape::DoubleFour, &["1011101", "11011011", "111010111"]),
    (Shape::StraightFour, &["011110"]),
    (Shape::Five, &["11111"]),
];

/// More than five in a row.
pub(super) const OVERLINE: &str = "111111";

impl Shape {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::Nothing,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::DoubleFour,
        Self::StraightFour,
        Self::Overline,
        Self::Five,
    ];

    /// The shape of this number in [`ALL`](Self::ALL); the last one beyond them.
    #[inline]
    pub(super) const fn of(number: u32) -> Self {
        Self::ALL[if number < 12 { number as usize } else { 11 }]
    }

    /// The players' name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::One => "one",
            Self::OpenOne => "open one",
            Self::Two => "two",
            Self::OpenTwo => "open two",
            Self::Three => "three",
            Self::OpenThree => "open three",
            Self::Four => "four",
            Self::DoubleFour => "double four",
            Self::StraightFour => "straight four",
            Self::Overline => "overline",
            Self::Five => "five",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_whole() {
        assert!(SHAPES.is_sorted_by_key(|(shape, _)| *shape));
        for (number, shape) in Shape::ALL.into_iter().enumerate() {
            assert_eq!((shape as usize, Shape::of(number as u32)), (number, shape));
        }
        for (shape, forms) in SHAPES {
            let stones = forms[0].matches('1').count();
            for form in forms {
                assert!(form.bytes().all(|byte| b"01".contains(&byte)), "{form}");
                let backwards: String = form.chars().rev().collect();
                assert!(
                    forms.contains(&backwards.as_str()),
                    "{shape}: {form} read backwards"
                );
                assert!(
                    shape == Shape::DoubleFour || form.matches('1').count() == stones,
                    "{shape}: {form}"
                );
            }
            // As many as there are ways to choose.
            let want = match shape {
                Shape::One | Shape::Four => 5,
                Shape::Two | Shape::Three => 10,
                Shape::OpenOne | Shape::OpenThree => 4,
                Shape::OpenTwo => 6,
                Shape::DoubleFour => 3,
                _ => 1,
            };
            assert_eq!(forms.len(), want, "{shape}");
        }
    }
}

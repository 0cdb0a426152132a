use super::shape::Shape;
use std::fmt;

/// The threat of a stone on a point: its four shapes together.
///
/// In increasing order of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing near.
    #[default]
    Nothing,
    /// Forbidden to Black in renju: a four-four or an overline by the shapes, or a three-three,
    /// which depends on more than its lines, so the rules must be asked.
    Forbidden,
    /// An open two, or a three that is shut on one side.
    Two,
    /// Two of them.
    DoubleTwo,
    /// An open three: a straight four is next.
    Three,
    /// One with an open two or a shut three beside it.
    ThreeTwo,
    /// Two open threes.
    DoubleThree,
    /// A four: five is next, and one point answers it.
    Four,
    /// A four with an open two or a shut three beside it.
    FourTwo,
    /// A four and an open three.
    FourThree,
    /// A straight four or two fours: no single stone prevents a five.
    StraightFour,
    /// Five.
    Five,
}

impl Threat {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::Nothing,
        Self::Forbidden,
        Self::Two,
        Self::DoubleTwo,
        Self::Three,
        Self::ThreeTwo,
        Self::DoubleThree,
        Self::Four,
        Self::FourTwo,
        Self::FourThree,
        Self::StraightFour,
        Self::Five,
    ];

    /// The threat of this number in [`ALL`](Self::ALL); the last one beyond them.
    #[inline]
    pub(super) const fn of(number: u32) -> Self {
        Self::ALL[if number < 12 { number as usize } else { 11 }]
    }

    /// Whether these shapes may be forbidden to Black in renju as two open threes, which only the
    /// rules can decide. A five is always allowed, and an overline or a four-four never.
    pub(super) fn may_be_three_three(shapes: [Shape; 4]) -> bool {
        let threes = shapes
            .iter()
            .filter(|&&shape| shape == Shape::OpenThree)
            .count();
        threes > 1 && !matches!(Self::of_shapes(shapes, true), Self::Five | Self::Forbidden)
    }

    /// The threat that these shapes make together; `renju` for Black in renju.
    pub fn of_shapes(shapes: [Shape; 4], renju: bool) -> Self {
        let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
        let fours = count(Shape::Four) + count(Shape::StraightFour) + 2 * count(Shape::DoubleFour);
        let twos = count(Shape::OpenTwo) + count(Shape::Three);
        if count(Shape::Five) > 0 {
            return Self::Five;
        }
        if renju && (fours > 1 || count(Shape::Overline) > 0) {
            return Self::Forbidden;
        }
        match (fours, count(Shape::OpenThree)) {
            (2.., _) => Self::StraightFour,
            (1, _) if count(Shape::StraightFour) > 0 => Self::StraightFour,
            (1, 1..) => Self::FourThree,
            (1, 0) if twos > 0 => Self::FourTwo,
            (1, 0) => Self::Four,
            (0, 2..) => Self::DoubleThree,
            (0, 1) if twos > 0 => Self::ThreeTwo,
            (0, 1) => Self::Three,
            (0, 0) if twos > 1 => Self::DoubleTwo,
            (0, 0) if twos > 0 => Self::Two,
            (0, 0) => Self::Nothing,
        }
    }

    /// The players' name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Forbidden => "forbidden",
            Self::Two => "two",
            Self::DoubleTwo => "two twos",
            Self::Three => "three",
            Self::ThreeTwo => "three and two",
            Self::DoubleThree => "three-three",
            Self::Four => "four",
            Self::FourTwo => "four and two",
            Self::FourThree => "four-three",
            Self::StraightFour => "straight four",
            Self::Five => "five",
        }
    }
}

impl fmt::Display for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_by_hand() {
        use Shape::*;
        for (number, threat) in Threat::ALL.into_iter().enumerate() {
            assert_eq!(
                (threat as usize, Threat::of(number as u32)),
                (number, threat)
            );
        }
        let table = [
            ([Nothing; 4], Threat::Nothing, Threat::Nothing),
            (
                [OpenOne, One, OpenOne, Two],
                Threat::Nothing,
                Threat::Nothing,
            ),
            ([OpenOne, OpenTwo, OpenOne, Two], Threat::Two, Threat::Two),
            (
                [Three, OpenTwo, One, One],
                Threat::DoubleTwo,
                Threat::DoubleTwo,
            ),
            ([OpenThree, Two, One, One], Threat::Three, Threat::Three),
            (
                [OpenThree, Three, One, One],
                Threat::ThreeTwo,
                Threat::ThreeTwo,
            ),
            (
                [OpenThree, Three, OpenTwo, OpenThree],
                Threat::DoubleThree,
                Threat::DoubleThree,
            ),
            ([Four, Two, One, Nothing], Threat::Four, Threat::Four),
            (
                [Four, OpenTwo, One, Nothing],
                Threat::FourTwo,
                Threat::FourTwo,
            ),
            (
                [OpenThree, OpenTwo, Four, OpenThree],
                Threat::FourThree,
                Threat::FourThree,
            ),
            (
                [StraightFour, OpenTwo, One, OpenThree],
                Threat::StraightFour,
                Threat::StraightFour,
            ),
            (
                [Four, OpenTwo, Four, OpenThree],
                Threat::StraightFour,
                Threat::Forbidden,
            ),
            (
                [Four, OpenTwo, StraightFour, One],
                Threat::StraightFour,
                Threat::Forbidden,
            ),
            (
                [DoubleFour, OpenTwo, One, One],
                Threat::StraightFour,
                Threat::Forbidden,
            ),
            (
                [OpenThree, Overline, One, One],
                Threat::Three,
                Threat::Forbidden,
            ),
            ([Five, Overline, Four, Four], Threat::Five, Threat::Five),
        ];
        for (shapes, free, renju) in table {
            for turn in 0..4 {
                let mut shapes = shapes;
                shapes.rotate_left(turn);
                assert_eq!(
                    [false, true].map(|renju| Threat::of_shapes(shapes, renju)),
                    [free, renju],
                    "{shapes:?}"
                );
            }
        }
    }
}

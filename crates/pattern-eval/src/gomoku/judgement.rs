//! The value of a point by the shapes that a stone there would make: a table compiled from the
//! weights.

use super::{
    shape::Shape,
    threat::Threat,
    weights::{DEFAULTS, Values, of_shape, of_threat, of_turn},
};
use std::sync::{Arc, LazyLock};

/// The value of a point for a player and the threat there, in one word: the threat's number in the
/// highest four bits, two flags, and in the lowest bits the value in two's complement. So the
/// lowest bits of a sum of words are the sum of their values, whatever carries out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth(u32);

impl Worth {
    const THREAT: u32 = 28;
    /// The point is one of those that are kept in sets.
    const NOTED: u32 = 1 << 27;
    /// The rules must be asked whether it is forbidden: the shapes may be a three-three.
    const DOUBTFUL: u32 = 1 << 26;
    /// The bits of the value: enough for the sum of all points of the largest board.
    const VALUE: u32 = 26;

    /// A point without shapes.
    pub(super) const NOTHING: Self = Self(0);

    fn new(value: i32, threat: Threat) -> Self {
        let noted = if threat >= Threat::Four {
            Self::NOTED
        } else {
            0
        };
        Self((threat as u32) << Self::THREAT | noted | value as u32 & ((1 << Self::VALUE) - 1))
    }

    const fn doubtful(self) -> Self {
        Self(self.0 | Self::NOTED | Self::DOUBTFUL)
    }

    /// Whether the rules have to be asked about the point.
    #[inline(always)]
    pub(super) const fn is_doubtful(self) -> bool {
        self.0 & Self::DOUBTFUL != 0
    }

    /// The number of the threat in [`Threat::ALL`].
    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        (self.0 >> Self::THREAT) as usize
    }

    #[inline(always)]
    pub(super) const fn threat(self) -> Threat {
        Threat::of(self.number() as u32)
    }

    #[inline(always)]
    pub(super) const fn value(self) -> i32 {
        Self::sum(self.0)
    }

    /// The word, for sums.
    #[inline(always)]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    /// The sum of the values, from the sum of the words.
    #[inline(always)]
    pub(super) const fn sum(words: u32) -> i32 {
        const ABOVE: u32 = u32::BITS - Worth::VALUE;
        (words << ABOVE) as i32 >> ABOVE
    }

    /// Whether any of the words is of a point that is kept in sets.
    #[inline(always)]
    pub(super) const fn any_noted([a, b]: [Self; 2], [c, d]: [Self; 2]) -> bool {
        (a.0 | b.0 | c.0 | d.0) & Self::NOTED != 0
    }
}

/// The weights, compiled into tables.
#[derive(Debug)]
pub(super) struct Judgement {
    pub(super) values: Values,
    /// By a point's four shapes, four bits each: in general, and for Black in renju.
    points: [Box<[Worth; 1 << 16]>; 2],
    /// A point that turns out to be a three-three, for Black in renju.
    pub(super) three_three: Worth,
    /// By the best threats of the player to move and of the opponent.
    turns: [[i32; 16]; 16],
}

impl Judgement {
    /// The default weights, compiled on the first call.
    pub(super) fn shared() -> Arc<Self> {
        static SHARED: LazyLock<Arc<Judgement>> =
            LazyLock::new(|| Arc::new(Judgement::compile(DEFAULTS)));
        Arc::clone(&SHARED)
    }

    /// These weights: the shared ones, or others compiled in a few milliseconds.
    pub(super) fn valued(values: Values) -> Arc<Self> {
        if values == DEFAULTS {
            Self::shared()
        } else {
            Arc::new(Self::compile(values))
        }
    }

    fn compile(values: Values) -> Self {
        let points = |renju| {
            let all: Vec<_> = (0..1 << 16_u32)
                .map(|shapes| point(shapes, renju, &values))
                .collect();
            all.try_into().expect("as long as it is")
        };
        let turn = |own, other| {
            of_turn(Threat::of(own), Threat::of(other))
                .map(|index| values[index])
                .sum()
        };
        let turns =
            std::array::from_fn(|own| std::array::from_fn(|other| turn(own as u32, other as u32)));
        let forbidden = of_threat(Threat::Forbidden).map_or(0, |index| values[index]);
        let three_three = Worth::new(forbidden, Threat::Forbidden).doubtful();
        Self {
            values,
            points: [false, true].map(points),
            three_three,
            turns,
        }
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self)
            + self
                .points
                .iter()
                .map(|points| size_of_val(&**points))
                .sum::<usize>()
    }

    /// The value of four shapes; `renju` for Black in renju.
    #[inline]
    pub(super) fn points(&self, renju: bool) -> &[Worth; 1 << 16] {
        &self.points[usize::from(renju)]
    }

    /// The value of both sides' best threats for the player to move.
    #[inline]
    pub(super) fn turn(&self, own: Threat, other: Threat) -> i32 {
        self.turns[own as usize][other as usize]
    }
}

/// The four shapes in these bits.
pub(super) fn unpack(shapes: u16) -> [Shape; 4] {
    std::array::from_fn(|direction| Shape::of(u32::from(shapes) >> (4 * direction) & 15))
}

/// An entry of [`Judgement::points`].
fn point(shapes: u32, renju: bool, values: &Values) -> Worth {
    let shapes = unpack(shapes as u16);
    let threat = Threat::of_shapes(shapes, renju);
    // A point forbidden to Black has no value for Black.
    let hope = if threat == Threat::Forbidden {
        None
    } else {
        Some(shapes)
    };
    let lines = hope.into_iter().flatten().filter_map(of_shape);
    let value: i32 = lines
        .chain(of_threat(threat))
        .map(|index| values[index])
        .sum();
    let worth = Worth::new(value, threat);
    if renju && Threat::may_be_three_three(shapes) {
        worth.doubtful()
    } else {
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::MAX_SIZE;

    /// Values of either sign, and the greatest sum there can be.
    #[test]
    fn words_add_up_as_values_do() {
        let most = 5 * 5_000;
        let area = i32::from(MAX_SIZE) * i32::from(MAX_SIZE);
        for (value, threat) in [
            (most, Threat::Five),
            (-most, Threat::Four),
            (-1, Threat::DoubleThree),
            (0, Threat::Nothing),
        ] {
            let worth = Worth::new(value, threat);
            assert_eq!((worth.value(), worth.threat()), (value, threat));
            assert_eq!(
                Worth::any_noted([Worth::NOTHING, worth], [Worth::NOTHING; 2]),
                threat >= Threat::Four
            );
            let words = (0..area).fold(0_u32, |words, _| words.wrapping_add(worth.word()));
            assert_eq!(Worth::sum(words), area * value);
        }
    }
}

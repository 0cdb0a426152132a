use game_core::{Adjudication, Evaluator, Line, Position, Score, Window};
use std::ops::Neg;

/// A score, and how far up the line it looked: the graph-history problem in one number.
///
/// A repetition found at ply 9 of the position at ply 4 is a fact about plies 4 to 9 only. Below ply 4 the score must not
/// be stored; at ply 4 and above it depends on nothing but the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathScore {
    /// The value for the player to move.
    pub score: Score,
    /// The least ply whose position the score depends on; negative for the game before the root.
    pub back_to: i32,
}

impl PathScore {
    /// Looks at nothing above itself.
    pub const NOWHERE: i32 = i32::MAX;

    /// The score of a game that the rules end at `line`.
    #[inline]
    pub fn adjudicated<P: Position, E: Evaluator<P>>(line: &Line<'_, P, E>, verdict: Adjudication) -> Self {
        let score = line.terminal(verdict.outcome);
        let back_to = if verdict.reach == 0 {
            Self::NOWHERE
        } else {
            i32::try_from(verdict.reach).map_or(i32::MIN, |reach| line.ply() as i32 - reach)
        };
        Self { score, back_to }
    }

    /// The nearest score that `window` has room for, its edges included.
    #[inline]
    pub(crate) fn within(self, window: Window) -> Self {
        Self { score: self.score.clamp(window.alpha, window.beta), ..self }
    }

    /// What is left of the taint at `ply`.
    #[inline]
    pub(crate) fn seen_from(self, ply: usize) -> Self {
        let back_to = if self.back_to < ply as i32 { self.back_to } else { Self::NOWHERE };
        Self { back_to, ..self }
    }
}

impl From<Score> for PathScore {
    #[inline]
    fn from(score: Score) -> Self {
        Self { score, back_to: Self::NOWHERE }
    }
}

impl Neg for PathScore {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// What is made of scores that depend on the path. Their moves are stored always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathPolicy {
    /// All of them are kept out of the table.
    #[default]
    Strict,
    /// Draws only are kept out: enough where repeating only ever draws.
    DrawsOnly,
    /// All are stored: for games that cannot repeat, and to measure what the others cost.
    Ignore,
    /// Verdicts that look back are not asked for; the game goes on. Makes a value a fact about the position alone, so that
    /// it is the same whatever the table holds.
    BoardOnly,
}

impl PathPolicy {
    /// Whether `value` must stay out of the table.
    #[inline]
    pub(crate) fn withholds(self, value: PathScore) -> bool {
        value.back_to != PathScore::NOWHERE
            && match self {
                Self::Strict | Self::BoardOnly => true,
                Self::DrawsOnly => value.score == Score::DRAW,
                Self::Ignore => false,
            }
    }

    /// Whether a verdict counts at all.
    #[inline]
    pub(crate) fn heeds(self, verdict: PathScore) -> bool {
        self != Self::BoardOnly || verdict.back_to == PathScore::NOWHERE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score, back_to: i32) -> PathScore {
        PathScore { score, back_to }
    }

    #[test]
    fn a_taint_ends_at_the_position_it_looks_back_to() {
        let tainted = value(Score::DRAW, 4);
        for ply in 0..10 {
            let left = tainted.seen_from(ply);
            assert_eq!(left.back_to, if ply > 4 { 4 } else { PathScore::NOWHERE }, "at ply {ply}");
            assert_eq!(left.score, tainted.score);
        }
        assert_eq!(value(Score::DRAW, -3).seen_from(0).back_to, -3, "what looks beyond the root is never clean");
        assert_eq!(-value(Score::eval(5), 4), value(Score::eval(-5), 4), "whoever looks");
        assert_eq!(PathScore::from(Score::WIN), value(Score::WIN, PathScore::NOWHERE));
    }

    #[test]
    fn within_is_the_nearest_score() {
        let window = Window { alpha: Score::eval(-10), beta: Score::eval(20) };
        for (score, nearest) in [(-11, -10), (-10, -10), (3, 3), (20, 20), (21, 20)] {
            assert_eq!(value(Score::eval(score), 7).within(window), value(Score::eval(nearest), 7));
        }
    }

    #[test]
    fn policies_withhold_and_heed() {
        let [clean, draw, win] = [
            value(Score::DRAW, PathScore::NOWHERE),
            value(Score::DRAW, 2),
            value(Score::terminal(game_core::Outcome::Win, 5), 2),
        ];
        for (policy, withheld, heeded) in [
            (PathPolicy::Strict, [false, true, true], [true, true, true]),
            (PathPolicy::DrawsOnly, [false, true, false], [true, true, true]),
            (PathPolicy::Ignore, [false, false, false], [true, true, true]),
            (PathPolicy::BoardOnly, [false, true, true], [true, false, false]),
        ] {
            assert_eq!([clean, draw, win].map(|value| policy.withholds(value)), withheld, "{policy:?}");
            assert_eq!([clean, draw, win].map(|value| policy.heeds(value)), heeded, "{policy:?}");
        }
    }
}

use game_core::{Adjudication, Evaluator, Node, Position, Score, Window};
use std::fmt;
use std::num::NonZeroU32;
use std::ops::Neg;

/// A score, and how far up the line it looked: the graph-history problem in one number.
///
/// A repetition found at ply 9 of the position at ply 4 is a fact about plies 4 to 9 only. Below
/// ply 4 the score must not be stored; at ply 4 and above it depends on nothing but the position.
///
/// ```
/// use game_core::{Adjudication, Node, Outcome, Position, Score, from_fn};
/// use othello_bitboard::Othello;
/// use search::{PathDependence, PathScore};
/// let mut eval = from_fn(Othello::margin);
/// let mut node = Node::new(Othello::START, &mut eval);
/// let child = node.play("f5".parse()?);
/// // A repetition of what was three plies before: two before the root.
/// let repetition = Adjudication { outcome: Outcome::Draw, reach: 3 };
/// let drawn = PathScore::adjudicated(&child, repetition);
/// assert_eq!((drawn.score, drawn.dependence), (Score::DRAW, PathDependence::ply(-2)));
/// # Ok::<(), othello_bitboard::MoveTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathScore {
    /// The value for the player to move.
    pub score: Score,
    /// How far back it looks.
    pub dependence: PathDependence,
}

/// The least ply whose position a score depends on; the less, the farther back.
///
/// ```
/// use search::PathDependence;
/// // What looks back to the root looks farther back than what looks back to the fourth ply.
/// assert!(PathDependence::ply(0) < PathDependence::ply(4));
/// assert!(PathDependence::ply(4) < PathDependence::NONE);
/// assert_eq!(format!("{:?}", PathDependence::ply(-2)), "ply -2");
/// ```
// Above zero, so that the result that every node returns, a score or a stop, is no larger than two
// registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathDependence(NonZeroU32);

impl PathDependence {
    /// Looks at nothing above itself.
    pub const NONE: Self = Self(NonZeroU32::MAX);
    /// Looks beyond everything.
    const BEYOND: Self = Self(NonZeroU32::MIN);

    /// This many plies below the root; negative for the game before it.
    #[inline]
    pub const fn ply(ply: i32) -> Self {
        match NonZeroU32::new(ply.cast_unsigned() ^ 1 << 31) {
            Some(above) => Self(above),
            None => Self::BEYOND,
        }
    }
}

impl fmt::Debug for PathDependence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("nowhere"),
            Self(above) => write!(f, "ply {}", (above.get() ^ 1 << 31).cast_signed()),
        }
    }
}

impl PathScore {
    /// The score of a game that the rules end at `line`.
    #[inline]
    pub fn adjudicated<P: Position, E: Evaluator<P>>(
        line: &Node<'_, P, E>,
        verdict: Adjudication,
    ) -> Self {
        let score = line.terminal(verdict.outcome);
        let dependence = if verdict.reach == 0 {
            PathDependence::NONE
        } else {
            i32::try_from(verdict.reach).map_or(PathDependence::BEYOND, |reach| {
                PathDependence::ply(line.ply() as i32 - reach)
            })
        };
        Self { score, dependence }
    }

    /// The nearest score that `window` has room for, its edges included.
    #[inline]
    pub(crate) fn within(self, window: Window) -> Self {
        Self {
            score: self.score.clamp(window.alpha, window.beta),
            ..self
        }
    }

    /// What is left of the taint at `ply`.
    #[inline]
    pub(crate) fn seen_from(self, ply: usize) -> Self {
        let dependence = if self.dependence < PathDependence::ply(ply as i32) {
            self.dependence
        } else {
            PathDependence::NONE
        };
        Self { dependence, ..self }
    }
}

impl From<Score> for PathScore {
    #[inline]
    fn from(score: Score) -> Self {
        Self {
            score,
            dependence: PathDependence::NONE,
        }
    }
}

impl Neg for PathScore {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self {
            score: -self.score,
            ..self
        }
    }
}

/// What is made of scores that depend on the path. Their moves are stored always.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Options, PathPolicy, Searcher};
/// // Nothing repeats in Othello: to be strict there costs nothing.
/// let [strict, ignoring] = [PathPolicy::Strict, PathPolicy::Ignore].map(|policy| {
///     let options = Options::default().with_path_scores(policy);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(4))
/// });
/// assert_eq!((strict.score(), strict.nodes), (ignoring.score(), ignoring.nodes));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum PathPolicy {
    /// All of them are kept out of the table.
    #[default]
    Strict,
    /// Draws only are kept out: enough where repeating only ever draws.
    DrawsOnly,
    /// All are stored: for games that cannot repeat, and to measure what the others cost.
    Ignore,
    /// Verdicts that look back are not asked for; the game goes on. Makes a value a fact about the
    /// position alone, so that it is the same whatever the table holds.
    BoardOnly,
}

impl PathPolicy {
    /// Whether `value` must stay out of the table.
    #[inline]
    pub(crate) fn withholds(self, value: PathScore) -> bool {
        value.dependence != PathDependence::NONE
            && match self {
                Self::Strict | Self::BoardOnly => true,
                Self::DrawsOnly => value.score == Score::DRAW,
                Self::Ignore => false,
            }
    }

    /// Whether a verdict counts at all.
    #[inline]
    pub(crate) fn accepts(self, verdict: PathScore) -> bool {
        self != Self::BoardOnly || verdict.dependence == PathDependence::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score, ply: i32) -> PathScore {
        PathScore {
            score,
            dependence: PathDependence::ply(ply),
        }
    }

    #[test]
    fn a_taint_ends_at_the_position_it_looks_back_to() {
        let tainted = value(Score::DRAW, 4);
        for ply in 0..10 {
            let left = tainted.seen_from(ply);
            assert_eq!(
                left.dependence,
                if ply > 4 {
                    PathDependence::ply(4)
                } else {
                    PathDependence::NONE
                },
                "at ply {ply}"
            );
            assert_eq!(left.score, tainted.score);
        }
        assert_eq!(
            value(Score::DRAW, -3).seen_from(0).dependence,
            PathDependence::ply(-3),
            "what looks beyond the root is never clean"
        );
        assert_eq!(
            -value(Score::eval(5), 4),
            value(Score::eval(-5), 4),
            "whoever looks"
        );
        assert_eq!(
            PathScore::from(Score::WIN),
            PathScore {
                score: Score::WIN,
                dependence: PathDependence::NONE
            }
        );
    }

    #[test]
    fn plies_are_in_order_and_nowhere_is_the_last() {
        let plies = [i32::MIN, -1_000, -1, 0, 1, 119, i32::MAX - 1].map(PathDependence::ply);
        assert!(
            plies.is_sorted_by(|a, b| a < b) && plies.iter().all(|&ply| ply < PathDependence::NONE),
            "{plies:?}"
        );
        assert_eq!(
            format!("{:?} {:?}", PathDependence::ply(-3), PathDependence::NONE),
            "ply -3 nowhere"
        );
        assert_eq!(
            size_of::<Result<PathScore, crate::Stopped>>(),
            8,
            "what every node returns"
        );
    }

    #[test]
    fn within_is_the_nearest_score() {
        let window = Window {
            alpha: Score::eval(-10),
            beta: Score::eval(20),
        };
        for (score, nearest) in [(-11, -10), (-10, -10), (3, 3), (20, 20), (21, 20)] {
            assert_eq!(
                value(Score::eval(score), 7).within(window),
                value(Score::eval(nearest), 7)
            );
        }
    }

    #[test]
    fn policies_withhold_and_heed() {
        let [clean, draw, win] = [
            PathScore::from(Score::DRAW),
            value(Score::DRAW, 2),
            value(Score::terminal(game_core::Outcome::Win, 5), 2),
        ];
        for (policy, withheld, accepted) in [
            (PathPolicy::Strict, [false, true, true], [true, true, true]),
            (
                PathPolicy::DrawsOnly,
                [false, true, false],
                [true, true, true],
            ),
            (
                PathPolicy::Ignore,
                [false, false, false],
                [true, true, true],
            ),
            (
                PathPolicy::BoardOnly,
                [false, true, true],
                [true, false, false],
            ),
        ] {
            assert_eq!(
                [clean, draw, win].map(|value| policy.withholds(value)),
                withheld,
                "{policy:?}"
            );
            assert_eq!(
                [clean, draw, win].map(|value| policy.accepts(value)),
                accepted,
                "{policy:?}"
            );
        }
    }
}

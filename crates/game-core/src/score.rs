use crate::Outcome;
use core::ops::{Add, Neg, Sub};

/// A value for the player to move. Decisive scores remember how many plies below the root the end
/// is.
///
/// Undecided values run from -30,000 to 30,000 in the evaluator's own unit; beyond lie wins and
/// losses by distance. Arithmetic is 32 bits wide; every score fits the 16 bits a table gives it.
///
/// ```
/// use game_core::{Outcome, Score};
/// let [soon, late] = [3, 5].map(|plies| Score::terminal(Outcome::Win, plies));
/// assert!(soon > late && late > Score::eval(120) && Score::eval(120) > Score::DRAW);
/// let texts = [soon, Score::eval(120), -late].map(|score| score.to_string());
/// assert_eq!(texts, ["win in 3", "+120", "loss in 5"]);
/// assert_eq!((soon.plies_to_end(), Score::eval(120).plies_to_end()), (Some(3), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(transparent)
)]
pub struct Score(i32);

impl Score {
    /// Greater than every score a search returns.
    pub const INFINITE: Self = Self(32_000);
    /// A win on the spot.
    pub const WIN: Self = Self(31_000);
    /// A loss on the spot.
    pub const LOSS: Self = Self(-Self::WIN.0);
    /// A draw, and the value of an even position.
    pub const DRAW: Self = Self(0);
    /// The greatest score an evaluator may give; anything beyond is decisive.
    pub const MAX_EVAL: Self = Self(30_000);

    /// An evaluator's opinion, clamped to the undecided range.
    pub const fn eval(value: i32) -> Self {
        let max = Self::MAX_EVAL.0;
        Self(if value > max {
            max
        } else if value < -max {
            -max
        } else {
            value
        })
    }

    /// The score of a game that ends `ply` plies after the root.
    pub const fn terminal(outcome: Outcome, ply: usize) -> Self {
        match outcome {
            Outcome::Win => Self(Self::WIN.0 - ply as i32),
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self(ply as i32 - Self::WIN.0),
        }
    }

    /// Whether the game is decided.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// Plies from the root to the end of a decided game.
    pub const fn plies_to_end(self) -> Option<usize> {
        if self.is_decisive() {
            Some((Self::WIN.0 - self.0.abs()) as usize)
        } else {
            None
        }
    }

    /// From root-relative to node-relative and sixteen bits: the form a table keeps.
    pub const fn to_table(self, ply: usize) -> i16 {
        self.away_from_draw(ply as i32) as i16
    }

    /// From the table's form back to root-relative.
    pub const fn from_table(bits: i16, ply: usize) -> Self {
        Self(Self(bits as i32).away_from_draw(-(ply as i32)))
    }

    const fn away_from_draw(self, by: i32) -> i32 {
        if self.0 > Self::MAX_EVAL.0 {
            self.0 + by
        } else if self.0 < -Self::MAX_EVAL.0 {
            self.0 - by
        } else {
            self.0
        }
    }

    /// The raw value, for display and tuning.
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, rhs: i32) -> Self {
        Self((self.0 + rhs).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, rhs: i32) -> Self {
        self + -rhs
    }
}

impl core::fmt::Debug for Score {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// `+120`, `win in 3` or `loss in 4`, in plies.
impl core::fmt::Display for Score {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.plies_to_end() {
            Some(n) if self.0 > 0 => write!(f, "win in {n}"),
            Some(n) => write!(f, "loss in {n}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

/// The open interval of scores still of interest: `alpha < score < beta`.
///
/// ```
/// use game_core::{Score, Window};
/// let window = Window::around(Score::eval(40), 25);
/// assert_eq!((window.alpha, window.beta), (Score::eval(15), Score::eval(65)));
/// // The opponent's view of it, and the null window at alpha that PVS asks first.
/// assert_eq!(-window, Window::around(Score::eval(-40), 25));
/// assert_eq!(window.scout(), Window::null(Score::eval(16)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Window {
    /// What the player to move already has elsewhere.
    pub alpha: Score,
    /// What the opponent already has elsewhere.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The empty window that asks "at least `beta`?".
    pub fn null(beta: Score) -> Self {
        Self {
            alpha: Score(beta.0 - 1),
            beta,
        }
    }

    /// `center` give or take `delta`.
    pub fn around(center: Score, delta: i32) -> Self {
        Self {
            alpha: center - delta,
            beta: center + delta,
        }
    }

    /// The null window at alpha: "better than what I have?".
    pub fn scout(self) -> Self {
        Self {
            beta: Score(self.alpha.0 + 1),
            ..self
        }
    }
}

/// The same window, as the other player sees it.
impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

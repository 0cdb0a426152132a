use std::{fmt, str::FromStr};
use thiserror::Error;

/// The selectivity of a solve: the required probability that a cut is right.
///
/// Below [`Exact`](Self::Exact) a shallow search may replace a deep one if its score lies so far
/// outside the window that the deep one disagrees only with the rest of the probability
/// (multi-ProbCut; M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation
/// Function for Othello", 1997). It is the probability for one cut, not for the score: most wrong
/// cuts do not change the score.
///
/// ```
/// use solvers::othello::Selectivity;
///
/// let level: Selectivity = "95".parse()?;
/// assert_eq!((level, level.percent(), level.to_string()), (Selectivity::P95, 95, "95%".into()));
/// assert!(level < Selectivity::Exact);
/// assert!("60".parse::<Selectivity>().is_err());
/// # Ok::<(), solvers::othello::SelectivityError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Selectivity {
    /// 73 %: the quickest.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// 100 %: exact.
    #[default]
    Exact,
}

impl Selectivity {
    /// From the quickest to the exact one.
    pub const ALL: [Self; 6] = [
        Self::P73,
        Self::P87,
        Self::P95,
        Self::P98,
        Self::P99,
        Self::Exact,
    ];

    /// The likelihood in hundredths.
    pub const fn percent(self) -> u32 {
        match self {
            Self::P73 => 73,
            Self::P87 => 87,
            Self::P95 => 95,
            Self::P98 => 98,
            Self::P99 => 99,
            Self::Exact => 100,
        }
    }

    /// This many standard deviations on either side of the mean hold that share of a normal
    /// distribution.
    pub(super) const fn deviations(self) -> f32 {
        match self {
            Self::P73 => 1.10,
            Self::P87 => 1.51,
            Self::P95 => 1.96,
            Self::P98 => 2.33,
            Self::P99 => 2.58,
            Self::Exact => f32::INFINITY,
        }
    }
}

/// With the percent sign.
impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}%", self.percent()))
    }
}

/// With the percent sign or without.
impl FromStr for Selectivity {
    type Err = SelectivityError;

    fn from_str(text: &str) -> Result<Self, SelectivityError> {
        let digits = text.strip_suffix('%').unwrap_or(text);
        let named = |level: &Self| level.percent().to_string() == digits;
        Self::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| SelectivityError { text: text.into() })
    }
}

/// The text is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the levels of selectivity are 73, 87, 95, 98, 99 and 100, not {text:?}")]
pub struct SelectivityError {
    /// The text.
    pub text: String,
}

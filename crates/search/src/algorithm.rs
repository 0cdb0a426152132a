use std::{fmt, str::FromStr};
use thiserror::Error;

/// How the kernel is asked for the root's value. Nothing below the root differs but scouting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Algorithm {
    /// Fail-soft negamax alpha-beta in the full window (Knuth and Moore, 1975; Fishburn, 1983).
    AlphaBeta,
    /// Principal variation search in a small window around the last iteration's value, widened
    /// where it fails.
    #[default]
    Aspiration,
    /// Principal variation search in the full window: every move after the first must pass a null
    /// window before it gets a real one (Marsland and Campbell, 1982; Reinefeld's NegaScout, 1983).
    Pvs,
    /// Null windows only, converging on the value from a good guess (Plaat, Schaeffer, Pijls and de
    /// Bruin, 1996).
    MtdF,
}

impl Algorithm {
    /// Every algorithm, for comparisons.
    ///
    /// ```
    /// let names = search::Algorithm::ALL.map(search::Algorithm::name);
    /// assert_eq!(names, ["alphabeta", "aspiration", "pvs", "mtdf"]);
    /// ```
    pub const ALL: [Self; 4] = [Self::AlphaBeta, Self::Aspiration, Self::Pvs, Self::MtdF];

    /// The name that `FromStr` reads back.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alphabeta",
            Self::Aspiration => "aspiration",
            Self::Pvs => "pvs",
            Self::MtdF => "mtdf",
        }
    }

    /// Whether later moves are tried with a null window first.
    pub(crate) fn scouts(self) -> bool {
        matches!(self, Self::Pvs | Self::Aspiration)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no [`Algorithm`].
///
/// ```
/// let unknown = "minimax".parse::<search::Algorithm>().unwrap_err();
/// let told = "\"minimax\" is no search algorithm; alphabeta, aspiration, pvs and mtdf are";
/// assert_eq!(unknown.to_string(), told);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no search algorithm; alphabeta, aspiration, pvs and mtdf are")]
#[non_exhaustive]
pub struct UnknownAlgorithm {
    /// What was given.
    pub text: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// Reads an algorithm's [`name`](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let named = Self::ALL
            .into_iter()
            .find(|algorithm| text.eq_ignore_ascii_case(algorithm.name()));
        named.ok_or_else(|| UnknownAlgorithm {
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("MTDF".parse(), Ok(Algorithm::MtdF));
        let refused = "minimax".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            Algorithm::ALL
                .iter()
                .all(|algorithm| refused.contains(algorithm.name())),
            "{refused}"
        );
    }
}

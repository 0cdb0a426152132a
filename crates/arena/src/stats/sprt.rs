use super::estimate::NELO;
use super::likelihood::{ratio_of_means, ratio_of_t};
use super::{Pentanomial, Trinomial, score_of_elo};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The generalised sequential probability ratio test of "A is `elo1` stronger" against "A is `elo0`
/// stronger".
///
/// After every pair, the log-likelihood ratio of both hypotheses is compared with two bounds; at
/// the upper one `elo1` is accepted and at the lower one `elo0`. A test of A. Wald ("Sequential
/// Analysis", 1947), with the ratio of the maximum likelihoods under either hypothesis: M. Van den
/// Bergh, "The Generalized Sequential Probability Ratio Test for multinomial distributions" (2019),
/// the form that Fishtest and fastchess use. As there, a result that never occurred counts as a
/// thousandth, so that no likelihood is zero.
///
/// ```
/// use arena::stats::{Pentanomial, Sprt, SprtVerdict};
/// let test = Sprt::new(0.0, 5.0)?;
/// assert_eq!(test.bounds().map(|bound| format!("{bound:.2}")), ["-2.94", "2.94"]);
/// let pairs = Pentanomial([20, 180, 500, 260, 40]);
/// assert_eq!(test.verdict(test.llr_of_pairs(pairs)), Some(SprtVerdict::Elo1));
/// # Ok::<(), arena::stats::BadSprt>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Terms")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: Model,
    alpha: f64,
    beta: f64,
}

/// A test as it is stored; not yet checked.
#[derive(Deserialize)]
#[serde(rename = "Sprt")]
struct Terms {
    elo0: f64,
    elo1: f64,
    model: Model,
    alpha: f64,
    beta: f64,
}

impl TryFrom<Terms> for Sprt {
    type Error = BadSprt;

    fn try_from(
        Terms {
            elo0,
            elo1,
            model,
            alpha,
            beta,
        }: Terms,
    ) -> Result<Self, BadSprt> {
        Self::new(elo0, elo1)?
            .with_model(model)
            .with_risks(alpha, beta)
    }
}

/// The unit of the hypotheses: written `logistic` or `normalised`.
///
/// ```
/// use arena::stats::{Model, Pentanomial, Sprt};
/// let test = Sprt::new(0.0, 5.0)?;
/// let normalised = test.with_model("normalised".parse()?);
/// assert_eq!((test.model(), normalised.model()), (Model::Logistic, Model::Normalized));
/// // Where few pairs are decided five of normalised Elo are a smaller lead, and the same games say
/// // less of it.
/// let drawish = Pentanomial([0, 100, 700, 160, 0]);
/// assert!(normalised.llr_of_pairs(drawish) < test.llr_of_pairs(drawish));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Model {
    /// Logistic Elo.
    #[default]
    #[serde(rename = "logistic")]
    Logistic,
    /// Normalised Elo: the same numbers cost the same games, however drawish the game is.
    #[serde(rename = "normalised")]
    Normalized,
}

/// A text that names no model.
///
/// ```
/// let error = "bayesian".parse::<arena::stats::Model>().unwrap_err();
/// assert_eq!(error.to_string(), "\"bayesian\" is neither logistic nor normalised");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is neither logistic nor normalised")]
pub struct UnknownModel(pub String);

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Self, UnknownModel> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalised" | "normalized" => Ok(Self::Normalized),
            _ => Err(UnknownModel(text.to_owned())),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalised",
        })
    }
}

/// What a test has decided.
///
/// ```
/// use arena::stats::{Sprt, SprtVerdict};
/// let test = Sprt::new(0.0, 5.0)?;
/// let words = |llr| match test.verdict(llr) {
///     Some(SprtVerdict::Elo1) => "stronger",
///     Some(SprtVerdict::Elo0) => "not stronger",
///     None => "play on",
/// };
/// assert_eq!([3.1, -3.1, 1.2].map(words), ["stronger", "not stronger", "play on"]);
/// # Ok::<(), arena::stats::BadSprt>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtVerdict {
    /// The null hypothesis: A is not stronger than `elo0`.
    Elo0,
    /// The alternative: A is at least `elo1` stronger.
    Elo1,
}

/// An invalid test.
///
/// ```
/// use arena::stats::{BadSprt, Sprt};
/// assert_eq!(Sprt::new(5.0, 0.0), Err(BadSprt::Hypotheses(5.0, 0.0)));
/// let error = Sprt::new(0.0, 5.0)?.with_risks(0.05, 0.9).unwrap_err();
/// assert_eq!(error.to_string(), "the risks 0.05 and 0.9 are not two numbers above 0 and below 0.5");
/// # Ok::<(), BadSprt>(())
/// ```
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BadSprt {
    /// The hypotheses cannot be tested against each other.
    #[error("the hypotheses {0} and {1} are not two numbers within ±1000, the smaller first")]
    Hypotheses(f64, f64),
    /// The risks are out of range.
    #[error("the risks {0} and {1} are not two numbers above 0 and below 0.5")]
    Risks(f64, f64),
}

impl Sprt {
    /// The risk of accepting `elo1` although `elo0` holds: the default.
    pub const ALPHA: f64 = 0.05;
    /// The risk of accepting `elo0` although `elo1` holds by default.
    pub const BETA: f64 = 0.05;

    /// The test of `elo1` against `elo0`, in logistic Elo.
    ///
    /// # Errors
    /// Unless `-1000 <= elo0 < elo1 <= 1000`.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, BadSprt> {
        let good = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        let model = Model::Logistic;
        let alpha = Self::ALPHA;
        let beta = Self::BETA;
        if good {
            Ok(Self {
                elo0,
                elo1,
                model,
                alpha,
                beta,
            })
        } else {
            Err(BadSprt::Hypotheses(elo0, elo1))
        }
    }

    /// The same test with its hypotheses in `model`'s unit.
    pub fn with_model(self, model: Model) -> Self {
        Self { model, ..self }
    }

    /// The same test with other risks: `alpha` of accepting `elo1` although `elo0` holds, `beta` of
    /// the reverse.
    ///
    /// # Errors
    /// Unless both lie between 0 and 0.5.
    pub fn with_risks(self, alpha: f64, beta: f64) -> Result<Self, BadSprt> {
        let good = [alpha, beta].iter().all(|&risk| 0.0 < risk && risk < 0.5);
        if good {
            Ok(Self {
                alpha,
                beta,
                ..self
            })
        } else {
            Err(BadSprt::Risks(alpha, beta))
        }
    }

    /// The unit of the hypotheses.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Both hypotheses, the null one first.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The ratio at or below which `elo0` is accepted, and that at or above which `elo1` is.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// What a log-likelihood ratio decides; `None` if nothing yet.
    pub fn verdict(&self, llr: f64) -> Option<SprtVerdict> {
        let [lower, upper] = self.bounds();
        match llr {
            _ if llr >= upper => Some(SprtVerdict::Elo1),
            _ if llr <= lower => Some(SprtVerdict::Elo0),
            _ => None,
        }
    }

    /// The log-likelihood ratio after games taken one by one; 0 if there are none.
    pub fn llr_of_games(&self, counts: Trinomial) -> f64 {
        self.llr(counts.frequencies(), 1.0)
    }

    /// The log-likelihood ratio after pairs of games; 0 if there are none.
    pub fn llr_of_pairs(&self, counts: Pentanomial) -> f64 {
        self.llr(counts.frequencies(), 2.0)
    }

    fn llr<const N: usize>(&self, frequencies: [f64; N], games_a_unit: f64) -> f64 {
        if frequencies.iter().all(|&count| count == 0.0) {
            return 0.0;
        }
        let frequencies = frequencies.map(|count| if count == 0.0 { 1e-3 } else { count });
        let units: f64 = frequencies.iter().sum();
        let seen = frequencies.map(|count| count / units);
        units
            * match self.model {
                Model::Logistic => ratio_of_means(&seen, self.hypotheses().map(score_of_elo)),
                Model::Normalized => ratio_of_t(
                    &seen,
                    self.hypotheses()
                        .map(|elo| elo / NELO * games_a_unit.sqrt()),
                ),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_in_order() {
        for (elo0, elo1) in [
            (0.0, 0.0),
            (5.0, 0.0),
            (f64::NAN, 1.0),
            (0.0, f64::NAN),
            (0.0, 1e4),
            (-1e4, 0.0),
        ] {
            assert!(Sprt::new(elo0, elo1).is_err(), "{elo0} {elo1}");
        }
        assert!(Sprt::new(-3.0, 1.0).is_ok());
    }

    #[test]
    fn risks_are_risks() {
        let test = Sprt::new(0.0, 5.0).expect("hypotheses");
        for (alpha, beta) in [
            (0.0, 0.1),
            (0.1, 0.0),
            (0.5, 0.1),
            (0.1, 1.0),
            (-0.1, 0.1),
            (f64::NAN, 0.1),
        ] {
            assert!(test.with_risks(alpha, beta).is_err(), "{alpha} {beta}");
        }
        // A. Wald's bounds: more certainty takes longer.
        let [lower, upper] = test.with_risks(0.05, 0.1).expect("risks").bounds();
        assert!(
            (lower + 2.251_291_8).abs() < 1e-6 && (upper - 2.890_371_8).abs() < 1e-6,
            "{lower} {upper}"
        );
        assert_eq!(test.with_risks(0.05, 0.05), Ok(test));
    }

    #[test]
    fn written_down_and_read_again() {
        for test in [
            Sprt::new(0.0, 5.0).expect("hypotheses"),
            Sprt::new(-1.75, 0.25)
                .and_then(|test| test.with_model(Model::Normalized).with_risks(0.01, 0.1))
                .expect("a test"),
        ] {
            let text = serde_json::to_string(&test).expect("text");
            assert_eq!(
                serde_json::from_str::<Sprt>(&text).expect("a test"),
                test,
                "{text}"
            );
        }
        let good = r#"{"elo0":0.0,"elo1":5.0,"model":"logistic","alpha":0.05,"beta":0.05}"#;
        assert_eq!(
            serde_json::from_str::<Sprt>(good).ok(),
            Sprt::new(0.0, 5.0).ok()
        );
        for (from, to) in [
            ("5.0", "0.0"),
            ("0.05", "0.5"),
            ("logistic", "bayesian"),
            ("\"elo1\"", "\"elo2\""),
        ] {
            assert!(
                serde_json::from_str::<Sprt>(&good.replacen(from, to, 1)).is_err(),
                "{to}"
            );
        }
        for model in [Model::Logistic, Model::Normalized] {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        assert_eq!("normalized".parse(), Ok(Model::Normalized));
        assert_eq!(
            "bayesian".parse::<Model>(),
            Err(UnknownModel("bayesian".to_owned()))
        );
    }

    #[test]
    fn it_begins_at_zero_and_mirrors() {
        let test = Sprt::new(-5.0, 5.0).expect("hypotheses");
        assert_eq!(test.llr_of_pairs(Pentanomial::default()), 0.0);
        assert_eq!(test.llr_of_games(Trinomial::default()), 0.0);
        assert!(test.llr_of_pairs(Pentanomial([3, 8, 20, 8, 3])).abs() < 1e-9);
        for model in [Model::Logistic, Model::Normalized] {
            let test = test.with_model(model);
            let up = Pentanomial([1, 5, 20, 9, 4]);
            let down = Pentanomial([4, 9, 20, 5, 1]);
            assert!((test.llr_of_pairs(up) + test.llr_of_pairs(down)).abs() < 1e-9);
        }
    }

    /// Where one side won every game, the likelihood under either hypothesis is that of a coin of
    /// the right bias.
    #[test]
    fn one_sided_results_are_tossed_coins() {
        let test = Sprt::new(0.0, 10.0).expect("hypotheses");
        let counts = Trinomial {
            wins: 4_250,
            draws: 0,
            losses: 0,
        };
        let logistic = 4_250.0 * (score_of_elo(10.0) / 0.5).ln();
        assert!(
            (test.llr_of_games(counts) - logistic).abs() < 0.02,
            "{}",
            test.llr_of_games(counts)
        );
        let t = 10.0 / NELO;
        // (p - 1/2) / sqrt(p (1 - p)) = t
        let bias = 0.5 + 0.5 * t / (1.0 + t * t).sqrt();
        let normalized = 4_250.0 * (bias / 0.5).ln();
        let found = test.with_model(Model::Normalized).llr_of_games(counts);
        assert!((found - normalized).abs() < 0.02, "{found} {normalized}");
    }

    #[test]
    fn extremes_are_finite_and_decided() {
        let test = Sprt::new(0.0, 10.0).expect("hypotheses");
        for model in [Model::Logistic, Model::Normalized] {
            let test = test.with_model(model);
            for (pairs, verdict) in [
                ([0, 0, 0, 0, 10_000], Some(SprtVerdict::Elo1)),
                ([10_000, 0, 0, 0, 0], Some(SprtVerdict::Elo0)),
                ([0, 0, 1, 0, 0], None),
                ([0, 0, 0, 0, 1], None),
            ] {
                let llr = test.llr_of_pairs(Pentanomial(pairs));
                assert!(llr.is_finite(), "{pairs:?} {llr}");
                assert_eq!(test.verdict(llr), verdict, "{model:?} {pairs:?} {llr}");
            }
        }
    }
}

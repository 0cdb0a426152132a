use super::likelihood::Profile;
use super::{Pentanomial, Trinomial, normal};
use core::fmt;

/// The 97.5 % point of the standard normal distribution: an estimate plus or minus `Z95` standard
/// errors is its 95 % interval.
///
/// ```
/// // A score of 60 % of 100 games without draws, and its error.
/// let error = arena::stats::Z95 * (0.6_f64 * 0.4 / 100.0).sqrt();
/// assert!((error - 0.096).abs() < 0.001);
/// ```
pub const Z95: f64 = 1.959_963_984_540_054;

/// nElo of one standard deviation a game.
pub(crate) const NELO: f64 = 800.0 / core::f64::consts::LN_10;

/// An estimate of A's strength relative to B.
///
/// Elo is infinite if A won or lost every game; its [interval](Self::elo_interval) then has one end
/// that is not. Other programs print an error, half the width of the interval for a normal score:
/// [`elo_error`](Self::elo_error). The two agree where there are many games; where there are few, or
/// nearly all are won, only the interval means something.
///
/// ```
/// use arena::stats::{Estimate, Pentanomial, Trinomial};
/// let estimate = Estimate::of_games(Trinomial { wins: 136, draws: 111, losses: 96 }).ok_or("no games")?;
/// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo, estimate.elo_error), "40.7 ± 30.4");
/// assert_eq!(estimate.to_string(), "+40.7 [+10.4, +71.1]");
/// assert!(Estimate::of_games(Trinomial::default()).is_none());
///
/// // A game to each side from six openings does not show that the players are equal.
/// let level = Estimate::of_pairs(Pentanomial([0, 0, 6, 0, 0])).ok_or("no games")?;
/// assert_eq!((level.elo, level.elo_error), (0.0, 0.0));
/// assert_eq!(level.to_string(), "+0.0 [-107.2, +107.2]");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score, 0 to 1.
    pub score: f64,
    /// The score's 95 % interval.
    pub score_interval: [f64; 2],
    /// Elo difference; positive if A is the stronger.
    pub elo: f64,
    /// Elo's 95 % interval, infinite at an end if A won or lost every game.
    pub elo_interval: [f64; 2],
    /// Half the width of Elo's 95 % interval if the score were normal; infinite or not a number if
    /// that reaches beyond 0 or 1.
    pub elo_error: f64,
    /// Normalised Elo, which does not shrink as games become more drawish; infinite without any
    /// spread.
    pub nelo: f64,
    /// Half the width of nElo's 95 % interval.
    pub nelo_error: f64,
    /// The chance, 0 to 1, that A is the stronger.
    pub los: f64,
}

impl Estimate {
    /// The estimate from games taken one by one; `None` if there are none.
    pub fn of_games(counts: Trinomial) -> Option<Self> {
        Self::of(&counts.frequencies(), 1.0)
    }

    /// The estimate from pairs of games; `None` if there are none.
    pub fn of_pairs(counts: Pentanomial) -> Option<Self> {
        Self::of(&counts.frequencies(), 2.0)
    }

    fn of<const N: usize>(frequencies: &[f64; N], games_a_unit: f64) -> Option<Self> {
        let units: f64 = frequencies.iter().sum();
        if units <= 0.0 {
            return None;
        }
        let (score, variance) = moments(frequencies);
        let error = Z95 * (variance / units).sqrt();
        let excess = score - 0.5;
        let game_deviation = (games_a_unit * variance).sqrt();
        let profile = Profile::new(frequencies);
        let [low, high] = profile.interval(Z95);
        // What was seen is never beyond what is believed.
        let score_interval = [low.min(score), high.max(score)];
        Some(Self {
            score,
            score_interval,
            elo: elo_of_score(score),
            elo_interval: score_interval.map(elo_of_score),
            elo_error: (elo_of_score(score + error) - elo_of_score(score - error)) / 2.0,
            // Without any spread a lead is certain, and a level score is level.
            nelo: NELO
                * if excess == 0.0 {
                    0.0
                } else {
                    excess / game_deviation
                },
            nelo_error: NELO * Z95 / (games_a_unit * units).sqrt(),
            los: normal::cumulative(profile.deviations_above(0.5)),
        })
    }
}

/// Elo and its interval: `+40.7 [+10.4, +71.1]`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.elo_interval.map(Signed);
        write!(f, "{} [{low}, {high}]", Signed(self.elo))
    }
}

/// A number with its sign, which may be infinite.
struct Signed(f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            f64::INFINITY => f.write_str("+∞"),
            f64::NEG_INFINITY => f.write_str("-∞"),
            value => write!(f, "{value:+.1}"),
        }
    }
}

/// Mean and variance of the score of a unit of play, from how often 0, ..., 1 in equal steps was
/// seen.
pub(crate) fn moments(frequencies: &[f64]) -> (f64, f64) {
    let units: f64 = frequencies.iter().sum();
    let top = (frequencies.len() - 1) as f64;
    let mean = |of: &dyn Fn(f64) -> f64| {
        frequencies
            .iter()
            .enumerate()
            .map(|(step, count)| count * of(step as f64 / top))
            .sum::<f64>()
            / units
    };
    let score = mean(&|x| x);
    (score, mean(&|x| (x - score) * (x - score)))
}

/// The Elo difference at which `score`, 0 to 1, is expected; infinite at and beyond both ends.
///
/// ```
/// assert_eq!(arena::stats::elo_of_score(0.5), 0.0);
/// assert!((arena::stats::elo_of_score(0.75) - 190.8).abs() < 0.1);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, 0 to 1, expected at a difference of `elo`: the inverse of [`elo_of_score`].
///
/// ```
/// use arena::stats::score_of_elo;
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-9, "ten wins for each loss");
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_tells_nothing() {
        assert_eq!(Estimate::of_games(Trinomial::default()), None);
        assert_eq!(Estimate::of_pairs(Pentanomial::default()), None);
    }

    #[test]
    fn winning_everything_has_a_bound() {
        let mut bound = 0.0;
        for won in [1, 2, 6, 40] {
            let games = Estimate::of_games(Trinomial {
                wins: won,
                draws: 0,
                losses: 0,
            })
            .expect("games");
            let pairs = Estimate::of_pairs(Pentanomial([0, 0, 0, 0, won])).expect("pairs");
            let lost = Estimate::of_pairs(Pentanomial([won, 0, 0, 0, 0])).expect("pairs");
            for estimate in [games, pairs] {
                assert_eq!(
                    (estimate.elo, estimate.nelo),
                    (f64::INFINITY, f64::INFINITY)
                );
                assert_eq!(estimate.elo_interval[1], f64::INFINITY);
                assert!(estimate.los > 0.8 && estimate.los < 1.0, "{estimate:?}");
            }
            assert_eq!(lost.elo, f64::NEG_INFINITY);
            assert_eq!(lost.elo_interval[0], f64::NEG_INFINITY);
            assert!((lost.elo_interval[1] + pairs.elo_interval[0]).abs() < 1e-6);
            // One pair shows next to nothing, forty a lot.
            assert!(won > 1 || pairs.elo_interval[0] < -200.0);
            assert!(won == 1 || pairs.elo_interval[0] > bound, "{pairs:?}");
            bound = pairs.elo_interval[0];
        }
        assert!(bound > 400.0, "{bound}");
    }

    #[test]
    fn draws_alone_are_level_within_an_interval() {
        let games = Estimate::of_games(Trinomial {
            wins: 0,
            draws: 9,
            losses: 0,
        })
        .expect("games");
        let pairs = Estimate::of_pairs(Pentanomial([0, 0, 9, 0, 0])).expect("pairs");
        for estimate in [games, pairs] {
            assert_eq!((estimate.elo, estimate.nelo), (0.0, 0.0));
            assert!((estimate.los - 0.5).abs() < 1e-9);
            let [low, high] = estimate.elo_interval;
            assert!(
                (low + high).abs() < 1e-6 && (50.0..200.0).contains(&high),
                "{estimate:?}"
            );
        }
    }

    /// The likelihood ratio is then nothing but rounding error.
    #[test]
    fn a_level_score_of_uneven_pairs_is_level() {
        let pairs = Estimate::of_pairs(Pentanomial([660, 395, 843, 33, 841])).expect("pairs");
        assert_eq!((pairs.score, pairs.los), (0.5, 0.5));
    }

    /// Every result that a few pairs can have, weighed by its chance: the intervals hold as often as
    /// they say.
    #[test]
    fn intervals_of_few_pairs_hold() {
        fn results(pairs: u64, kinds: usize) -> Vec<Vec<u64>> {
            if kinds == 1 {
                return vec![vec![pairs]];
            }
            let with = |first| {
                let others = results(pairs - first, kinds - 1);
                others
                    .into_iter()
                    .map(move |rest| [vec![first], rest].concat())
            };
            (0..=pairs).flat_map(with).collect()
        }
        let chance = |result: &[u64; 5], of: &[f64; 5]| {
            let mut all = 1..;
            let ways: f64 = result
                .iter()
                .flat_map(|&count| 1..=count)
                .zip(&mut all)
                .map(|(one, nth)| nth as f64 / one as f64)
                .product();
            let powers = result
                .iter()
                .zip(of)
                .map(|(&count, p)| p.powi(count as i32));
            ways * powers.product::<f64>()
        };
        for pairs in [4, 8, 12] {
            let all: Vec<[u64; 5]> = results(pairs, 5)
                .into_iter()
                .filter_map(|result| result.try_into().ok())
                .collect();
            for truth in [
                [0.0625, 0.25, 0.375, 0.25, 0.0625],
                [0.25, 0.0, 0.5, 0.0, 0.25],
                [0.05, 0.1, 0.7, 0.1, 0.05],
                [0.0, 0.05, 0.9, 0.05, 0.0],
                [0.01, 0.04, 0.2, 0.25, 0.5],
                [0.0, 0.0, 0.05, 0.05, 0.9],
            ] {
                let (mean, _) = moments(&truth);
                let (mut held, mut total) = (0.0, 0.0);
                for result in &all {
                    let [low, high] = Estimate::of_pairs(Pentanomial(*result))
                        .expect("pairs")
                        .score_interval;
                    let chance = chance(result, &truth);
                    total += chance;
                    held += if (low..=high).contains(&mean) {
                        chance
                    } else {
                        0.0
                    };
                }
                assert!((total - 1.0).abs() < 1e-9, "{total}");
                assert!(held > 0.94, "{held} of {pairs} pairs of {truth:?}");
            }
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -12.5, 0.0, 3.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}

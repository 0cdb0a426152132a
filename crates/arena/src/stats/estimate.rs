use super::{Pentanomial, Trinomial, normal};

/// The 97.5 % point of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// nElo of one standard deviation a game.
pub(crate) const NELO: f64 = 800.0 / core::f64::consts::LN_10;

/// An estimate of A's strength relative to B.
///
/// Elo is infinite if A won or lost every game. An error is infinite (or, with an infinite Elo, not
/// a number) if the interval reaches that far.
///
/// ```
/// use arena::stats::{Estimate, Trinomial};
/// let estimate = Estimate::of_games(Trinomial { wins: 136, draws: 111, losses: 96 }).ok_or("no games")?;
/// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo, estimate.elo_error), "40.7 ± 30.4");
/// assert!(Estimate::of_games(Trinomial::default()).is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Half the width of the score's 95 % interval.
    pub score_error: f64,
    /// Elo difference; positive if A is the stronger.
    pub elo: f64,
    /// Half the width of Elo's 95 % interval.
    pub elo_error: f64,
    /// Normalised Elo, which does not shrink as games become more drawish.
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

    fn of(frequencies: &[f64], games_a_unit: f64) -> Option<Self> {
        let units: f64 = frequencies.iter().sum();
        if units <= 0.0 {
            return None;
        }
        let (score, variance) = moments(frequencies);
        let deviation = (variance / units).sqrt();
        let low = score - Z95 * deviation;
        let high = score + Z95 * deviation;
        let excess = score - 0.5;
        let game_deviation = (games_a_unit * variance).sqrt();
        // Without any spread a lead is certain, and a level score is level.
        let ratio = |by: f64| if excess == 0.0 { 0.0 } else { excess / by };
        Some(Self {
            score,
            score_error: Z95 * deviation,
            elo: elo_of_score(score),
            elo_error: (elo_of_score(high) - elo_of_score(low)) / 2.0,
            nelo: NELO * ratio(game_deviation),
            nelo_error: NELO * Z95 / (games_a_unit * units).sqrt(),
            los: normal::cumulative(ratio(deviation)),
        })
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
    fn winning_everything_is_infinite() {
        for (wins, losses, sign) in [(7, 0, 1.0), (0, 7, -1.0)] {
            let games = Estimate::of_games(Trinomial {
                wins,
                draws: 0,
                losses,
            })
            .expect("games");
            let pairs = Estimate::of_pairs(Pentanomial([losses, 0, 0, 0, wins])).expect("pairs");
            for estimate in [games, pairs] {
                assert_eq!(
                    (estimate.elo, estimate.nelo),
                    (sign * f64::INFINITY, sign * f64::INFINITY)
                );
                assert!(!estimate.elo_error.is_finite());
                assert_eq!(estimate.los, if sign > 0.0 { 1.0 } else { 0.0 });
            }
        }
    }

    #[test]
    fn draws_alone_are_level() {
        let games = Estimate::of_games(Trinomial {
            wins: 0,
            draws: 9,
            losses: 0,
        })
        .expect("games");
        let pairs = Estimate::of_pairs(Pentanomial([0, 0, 9, 0, 0])).expect("pairs");
        for estimate in [games, pairs] {
            assert_eq!(
                (
                    estimate.elo,
                    estimate.elo_error,
                    estimate.nelo,
                    estimate.los
                ),
                (0.0, 0.0, 0.0, 0.5)
            );
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -12.5, 0.0, 3.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}

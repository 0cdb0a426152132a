use super::{Generation, Optimizer, Space};
use crate::seed::Stream;

/// Self-play evolution as in the predecessor of this project: in each round the champion and its
/// mutants play each other, and the player with the most points is the next champion.
///
/// A mutant is the champion with every weight multiplied by a different factor, log-uniform between
/// [`factor`] and its inverse: a factor and its inverse are equally likely, so that unused weights
/// do not drift. A factor never changes a weight's sign, and a weight of 0 stays 0: to tune it,
/// start it elsewhere or use [`Spsa`](super::Spsa), which adds.
///
/// [`factor`]: Self::factor
///
/// ```
/// use arena::tuning::{Evolution, Optimizer, Space};
/// let space = Space::of(engines::game("othello")?, &["corners"; 1], &Default::default())?;
/// let players = Evolution::default().players(&space, &[], 1);
/// assert_eq!((players.len(), players[0][0]), (5, 5011.0));
/// assert!(players[1..].iter().all(|mutant| (5011.0 * 0.83..=5011.0 / 0.83).contains(&mutant[0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evolution {
    /// How many mutants the champion meets in a round.
    pub mutants: usize,
    /// The least factor, above 0 and at most 1.
    pub factor: f64,
}

impl Default for Evolution {
    /// Four mutants and factors from 0.83 to 1 / 0.83, as in the predecessor.
    fn default() -> Self {
        Self {
            mutants: 4,
            factor: 0.83,
        }
    }
}

impl Evolution {
    /// The predecessor's greatest weight.
    pub const CAP: f64 = 1_000.0;

    /// How far from 0 weights may be by default: [`CAP`](Self::CAP), but at least 5/4 of the
    /// greatest at the start, the predecessor's ratio.
    pub fn cap(space: &Space) -> f64 {
        let greatest = space
            .start()
            .into_iter()
            .fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
        Self::CAP.max(1.25 * greatest)
    }

    /// A random factor.
    fn draw(&self, stream: &mut Stream) -> f64 {
        // From -1 to 1 in the logarithm.
        let position = 2.0 * stream.fraction() - 1.0;
        (self.factor.ln() * position).exp()
    }
}

impl Optimizer for Evolution {
    /// The champion, then the mutants.
    fn players(&self, space: &Space, history: &[Generation], seed: u64) -> Vec<Vec<f64>> {
        let champion = history
            .last()
            .map_or_else(|| space.start(), |last| last.champion.clone());
        let mutant = |number: usize| {
            let mut stream = Stream::new(seed, number as u64);
            space.clamp(
                champion
                    .iter()
                    .map(|value| value * self.draw(&mut stream))
                    .collect(),
            )
        };
        let mutants: Vec<_> = (0..self.mutants).map(mutant).collect();
        [vec![champion], mutants].concat()
    }

    /// The player with the most points; of equals the first, so the old champion stays.
    fn champion(
        &self,
        _: &Space,
        _: &[Generation],
        players: &[Vec<f64>],
        scores: &[f64],
        _: u64,
    ) -> Vec<f64> {
        let best = (1..players.len()).fold(0, |best, player| {
            if scores[player] > scores[best] {
                player
            } else {
                best
            }
        });
        players[best].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn space(name: &str, start: i32) -> Space {
        let config: engines::EngineConfig = format!("level=1,eval.{name}={start}")
            .parse()
            .expect("a configuration");
        Space::of(
            engines::game("othello").expect("built in"),
            &[name],
            config.weights(),
        )
        .expect("a weight")
    }

    #[test]
    fn factors_do_not_drift() {
        let evolution = Evolution::default();
        let mut stream = Stream::new(3, 0);
        let logs: Vec<f64> = (0..100_000)
            .map(|_| evolution.draw(&mut stream).ln())
            .collect();
        let most = -0.83_f64.ln();
        assert!(logs.iter().all(|log| log.abs() <= most));
        // A mean of uniform numbers: its standard deviation is most / sqrt(3 n).
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        assert!(
            mean.abs() < 5.0 * most / (3.0 * logs.len() as f64).sqrt(),
            "{mean}"
        );
        // As many in each tenth of the range: uniform in the logarithm.
        let mut tenths = [0; 10];
        logs.iter()
            .for_each(|log| tenths[(5.0 * (log / most + 1.0)).min(9.0) as usize] += 1);
        assert!(
            tenths.iter().all(|count| (9_500..10_500).contains(count)),
            "{tenths:?}"
        );
    }

    #[test]
    fn the_most_points_win_and_equals_change_nothing() {
        let players = vec![vec![1.0], vec![2.0], vec![3.0]];
        let space = space("edges", 1);
        for (scores, best) in [
            ([0.0, 0.0, 0.0], 1.0),
            ([-5.0, 2.0, 3.0], 3.0),
            ([-5.0, 3.0, 3.0], 2.0),
            ([3.0, 1.0, 3.0], 1.0),
        ] {
            assert_eq!(
                Evolution::default().champion(&space, &[], &players, &scores, 3),
                [best]
            );
        }
    }

    #[test]
    fn a_weight_of_nothing_stays_nothing() {
        for player in Evolution::default().players(&space("edges", 0), &[], 5) {
            assert_eq!(player, [0.0]);
        }
    }

    proptest! {
        #[test]
        fn mutants_are_within_bounds(
            start in prop_oneof![-900..900, -100_000..=100_000_i32],
            seed: u64,
            mutants in 1_usize..9,
            factor in 0.01..1.0,
        ) {
            let cap = 1_000.0_f64.max(f64::from(start).abs());
            let space = space("mobility", start).capped(cap).expect("it begins within");
            let evolution = Evolution { mutants, factor };
            let players = evolution.players(&space, &[], seed);
            prop_assert_eq!(
                (players.len(), &players),
                (mutants + 1, &evolution.players(&space, &[], seed)),
            );
            let start = f64::from(start);
            for player in &players {
                let least = (start * factor).abs();
                let most = (start / factor).abs().min(cap);
                prop_assert!(
                    (least - 1e-6..=most + 1e-6).contains(&player[0].abs()),
                    "{:?}",
                    player,
                );
                prop_assert!(player[0] * start >= 0.0, "the sign stays");
            }
            prop_assert!(start == 0.0 || players[1..].iter().any(|mutant| mutant != &players[0]) || start.abs() == cap);
        }
    }
}

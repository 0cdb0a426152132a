use super::{Generation, Optimizer, Space};
use crate::seed::Stream;

/// Simultaneous perturbation stochastic approximation: each round moves all numbers at once, each
/// up or down at random; the two opposite points play each other, and the numbers move towards the
/// winner in proportion to its margin.
///
/// The gains are those of J. Spall, "Implementation of the simultaneous perturbation algorithm for
/// stochastic optimization" (1998): in round k, from 0, points are tried at a distance of
/// [`reach`](Self::reach) / (k + 1)^0.101, and steps shrink like (k + 1 +
/// [`stability`](Self::stability))^-0.602, divided by that distance. Distances and steps are in
/// parts of each number's [`scale`](super::Parameter::scale), and margins in parts of the root mean
/// square of all margins so far: so the gains fit every game. A weight may change its sign.
///
/// Of search options the scale is half the span worth trying. With the default reach the two points
/// are then a tenth of the span from the middle in the first round and a twentieth in the
/// thousandth, the distance at which Fishtest ends by custom (`c_end`, as Stockfish's `tune.cpp`
/// prints it), but never less than half until then, so that whole numbers differ.
///
/// ```
/// use arena::tuning::{Optimizer, Space, Spsa};
/// let config: engines::EngineConfig = "level=1,eval.mobility=600".parse()?;
/// let space = Space::of(engines::game("othello")?, &["mobility"], config.weights())?;
/// let spsa = Spsa::default();
/// let players = spsa.players(&space, &[], 1);
/// let (low, high) = (players[0][0].min(players[1][0]), players[0][0].max(players[1][0]));
/// assert_eq!((low.round(), high.round()), (480.0, 720.0), "a fifth to either side");
/// // The first of the two won by twelve discs: a step of a twenty-fifth its way.
/// let champion = spsa.champion(&space, &[], &players, &[12.0, -12.0], 2);
/// assert_eq!((champion[0] - 600.0).abs().round(), 24.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spsa {
    /// How far from the middle the two points of the first round are, in parts of each number's
    /// scale; above 0.
    pub reach: f64,
    /// How far a typical margin moves the numbers in the first round, in the same parts.
    pub step: f64,
    /// In about this many rounds the steps are halved for the first time, and more slowly from then
    /// on; 0 or more.
    pub stability: f64,
}

impl Default for Spsa {
    /// A reach of 0.2, a step of 0.04, a stability of 50 rounds.
    fn default() -> Self {
        Self {
            reach: 0.2,
            step: 0.04,
            stability: 50.0,
        }
    }
}

impl Spsa {
    /// The exponent by which steps shrink.
    pub const ALPHA: f64 = 0.602;
    /// The exponent by which distances shrink.
    pub const GAMMA: f64 = 0.101;

    /// The distance of the points of round `k` from the middle.
    fn distance(&self, k: usize) -> f64 {
        self.reach / (k as f64 + 1.0).powf(Self::GAMMA)
    }

    /// How far a typical margin moves the numbers in round `k`.
    fn gain(&self, k: usize) -> f64 {
        let round = k as f64 + 1.0;
        let shrunk = ((1.0 + self.stability) / (round + self.stability)).powf(Self::ALPHA);
        self.step * shrunk * round.powf(Self::GAMMA)
    }
}

/// The first point's margin over the second, for each game.
fn margin(scores: &[f64], games: u64) -> f64 {
    (scores[0] - scores[1]) / 2.0 / games.max(1) as f64
}

impl Optimizer for Spsa {
    /// Two points on opposite sides of the middle.
    fn players(&self, space: &Space, history: &[Generation], seed: u64) -> Vec<Vec<f64>> {
        let at = history
            .last()
            .map_or_else(|| space.start(), |last| last.champion.clone());
        let distance = self.distance(history.len());
        let mut stream = Stream::new(seed, 0);
        let mut points = [at.clone(), at];
        for (i, parameter) in space.parameters.iter().enumerate() {
            let shift = distance * parameter.scale * if stream.below(2) == 0 { 1.0 } else { -1.0 };
            points[0][i] += shift;
            points[1][i] -= shift;
        }
        points.map(|point| space.clamp(point)).into()
    }

    fn champion(
        &self,
        space: &Space,
        history: &[Generation],
        players: &[Vec<f64>],
        scores: &[f64],
        games: u64,
    ) -> Vec<f64> {
        let at = history
            .last()
            .map_or_else(|| space.start(), |last| last.champion.clone());
        let margin_now = margin(scores, games);
        let squares = history
            .iter()
            .map(|round| margin(&round.scores, round.games).powi(2))
            .sum::<f64>();
        let usual = ((squares + margin_now.powi(2)) / (history.len() + 1) as f64).sqrt();
        if usual == 0.0 {
            return at;
        }
        let step = self.gain(history.len()) * margin_now / usual;
        // Which way each weight moved, or that its bounds kept it in place.
        let moved = players[0].iter().zip(&players[1]).map(|(one, other)| {
            if one == other {
                0.0
            } else {
                (one - other).signum()
            }
        });
        let shifted = space
            .parameters
            .iter()
            .zip(&at)
            .zip(moved)
            .map(|((parameter, value), way)| value + parameter.scale * step * way);
        space.clamp(shifted.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        let config: engines::EngineConfig = "level=1,eval.edges=0,eval.discs=-50"
            .parse()
            .expect("a configuration");
        let othello = engines::game("othello").expect("built in");
        Space::of(othello, &["corners", "edges", "discs"], config.weights()).expect("weights")
    }

    #[test]
    fn points_are_on_either_side() {
        let spsa = Spsa::default();
        let space = space();
        let mut ways = [0; 3];
        let scales = [5011.0, 200.0, 50.0];
        for seed in 0..1_000 {
            let players = spsa.players(&space, &[], seed);
            for i in 0..3 {
                let [up, down] =
                    [0, 1].map(|player| (players[player][i] - space.start()[i]) / scales[i]);
                assert!(
                    (up.abs() - 0.2).abs() < 1e-9 && (up + down).abs() < 1e-9,
                    "{players:?}"
                );
                ways[i] += i32::from(up > 0.0);
            }
        }
        assert!(ways.iter().all(|up| (430..570).contains(up)), "{ways:?}");
    }

    #[test]
    fn the_weights_follow_the_winner_in_shrinking_steps() {
        let spsa = Spsa::default();
        let space = space();
        let mut history: Vec<Generation> = Vec::new();
        let mut last = f64::INFINITY;
        for round in 0..200 {
            let players = spsa.players(&space, &history, round);
            // The first is better by the same margin every time.
            let champion = spsa.champion(&space, &history, &players, &[20.0, -20.0], 10);
            let at = history
                .last()
                .map_or_else(|| space.start(), |last: &Generation| last.champion.clone());
            let steps: Vec<f64> = (0..3)
                .map(|i| (champion[i] - at[i]) / space.parameters[i].scale)
                .collect();
            for (i, step) in steps.iter().enumerate() {
                assert!(
                    step * (players[0][i] - players[1][i]) > 0.0
                        && (step.abs() - steps[0].abs()).abs() < 1e-9
                );
            }
            assert!(
                round > 0 || (steps[0].abs() - 0.04).abs() < 1e-9,
                "{steps:?}"
            );
            assert!(round % 20 != 19 || steps[0].abs() < last, "{steps:?}");
            if round % 20 == 19 {
                last = steps[0].abs();
            }
            history.push(Generation {
                round,
                champion,
                players,
                scores: vec![20.0, -20.0],
                games: 10,
            });
        }
        assert!((0.015..0.04).contains(&last), "{last}");
    }

    #[test]
    fn a_draw_moves_nothing_and_a_great_win_far() {
        let spsa = Spsa::default();
        let space = space();
        let players = spsa.players(&space, &[], 1);
        assert_eq!(
            spsa.champion(&space, &[], &players, &[0.0, 0.0], 10),
            space.start()
        );
        let before = Generation {
            round: 0,
            champion: space.start(),
            players: players.clone(),
            scores: vec![1.0, -1.0],
            games: 1,
        };
        let moved = |scores: [f64; 2], games| {
            let champion = spsa.champion(
                &space,
                std::slice::from_ref(&before),
                &players,
                &scores,
                games,
            );
            (champion[0] - space.start()[0]).abs()
        };
        assert!(moved([4.0, -4.0], 1) > moved([2.0, -2.0], 1));
        assert_eq!(
            moved([4.0, -4.0], 2),
            moved([2.0, -2.0], 1),
            "a margin is a game's"
        );
    }

    #[test]
    fn bounds_hold() {
        let spsa = Spsa::default();
        let space = space().capped(5_011.0).expect("it begins within");
        let players = spsa.players(&space, &[], 1);
        assert!(players.iter().flatten().all(|value| value.abs() <= 5_011.0));
        for scores in [[1.0, -1.0], [-1.0, 1.0]] {
            let champion = spsa.champion(&space, &[], &players, &scores, 1);
            assert!(champion[0] <= 5_011.0, "{champion:?}");
        }
    }
}

use super::games::{GameError, PositionFilter, Target, read};
use crate::validation::between;
use pattern_eval::xiangqi::{Feature, Weights};

/// The features of games' quiet positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<Feature>,
    positions: Vec<Sample>,
    /// Where each game's positions end.
    games: Vec<usize>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    /// Where its features end.
    end: usize,
    target: Target,
}

impl Samples {
    /// Reads games, one a line: see [the module](super). Empty lines are skipped. Keeps the
    /// positions that `choice` admits.
    ///
    /// # Errors
    /// If a line is no game, saying which.
    pub fn read(text: &str, choice: PositionFilter) -> Result<Self, GameError> {
        let mut samples = Self::default();
        samples.games = read(text, choice, |_, pos, target| {
            samples.features.extend(Weights::features(pos));
            samples.positions.push(Sample {
                end: samples.features.len(),
                target,
            });
        })?;
        Ok(samples)
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many positions there are in all.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// A game's positions, by their places.
    pub(super) fn game(&self, game: usize) -> std::ops::Range<usize> {
        between(game, |game| self.games[game])
    }

    /// The features of a position.
    #[inline]
    pub(super) fn features(&self, position: usize) -> &[Feature] {
        &self.features[between(position, |position| self.positions[position].end)]
    }

    /// What is to be learnt of a position: Red's chance, by its result and by what a search thought
    /// of it.
    #[inline]
    pub(super) fn chance(&self, position: usize, by_result: f64, scale: f64) -> f64 {
        self.positions[position].target.chance(by_result, scale)
    }

    /// What a position is worth to Red by `weights`.
    #[inline]
    pub(super) fn value(&self, position: usize, weights: &[f64]) -> f64 {
        self.features(position)
            .iter()
            .map(|one| weights[usize::from(one.at)] * f64::from(one.times))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_where_their_lines_do() {
        let samples = Samples::read(
            "1 startpos moves h2e2\n\n0 startpos moves b2e2 b7e7 e2e6 d9e8\n",
            PositionFilter::ALL,
        )
        .expect("two games");
        // Of the second the position after b7e7 hangs a soldier, and the one after that is check.
        assert_eq!((samples.games(), samples.positions()), (2, 3));
        assert_eq!((samples.game(0), samples.game(1)), (0..1, 1..3));
        assert_eq!(
            (samples.chance(0, 1.0, 450.0), samples.chance(1, 1.0, 450.0)),
            (1.0, 0.5)
        );
        assert_eq!(samples.chance(0, 0.0, 450.0), 1.0, "no score is known");
    }

    #[test]
    fn what_was_searched_counts_and_what_went_before_does_not() {
        let samples = Samples::read(
            "-1 startpos moves h2e2 h9g7 h0g2 i9h9 ; 0 450\n",
            PositionFilter::ALL,
        )
        .expect("a game");
        assert_eq!(samples.positions(), 2);
        assert_eq!(
            [samples.chance(0, 0.0, 450.0), samples.chance(0, 0.5, 450.0)],
            [0.5, 0.25]
        );
        let e = std::f64::consts::E;
        assert!((samples.chance(1, 0.0, 450.0) - e / (1.0 + e)).abs() < 1e-6);
        for (within, kept) in [(450.0, 2), (449.0, 1)] {
            let text = "-1 startpos moves h2e2 h9g7 h0g2 i9h9 ; 0 -450\n";
            let samples = Samples::read(
                text,
                PositionFilter {
                    within,
                    ..PositionFilter::ALL
                },
            )
            .expect("a game");
            assert_eq!(samples.positions(), kept, "within {within}");
        }
    }

    #[test]
    fn one_position_in_so_many_is_kept() {
        let moves = "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 g3g4 h9h0 g2h0 a9b9";
        let text = format!("1 startpos moves {moves}\n");
        let kept = |one_in| {
            Samples::read(
                &text,
                PositionFilter {
                    one_in,
                    ..PositionFilter::ALL
                },
            )
            .expect("a game")
            .positions()
        };
        assert!(
            (1..kept(1)).contains(&kept(2)),
            "{} of {}",
            kept(2),
            kept(1)
        );
        assert_eq!(kept(0), kept(1));
    }
}

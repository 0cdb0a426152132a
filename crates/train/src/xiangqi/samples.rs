use crate::data::{Game, GameError};
use crate::network::Target;
use crate::validation::between;
use engines::{Wiring, xiangqi::XiangqiWiring};
use game_core::{Player, Position, zobrist};
use pattern_eval::xiangqi::{Feature, Weights};
use xiangqi_movegen::{Rules, Xiangqi};

/// Which quiet positions of the games are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFilter {
    /// One position in this many, by its Zobrist key: a game's positions are similar, and each
    /// takes half a KiB.
    pub one_in: u64,
    /// Only positions whose search score is within this many points: decided positions teach
    /// little.
    pub within: i32,
}

impl PositionFilter {
    /// All of them.
    pub const ALL: Self = Self {
        one_in: 1,
        within: i32::MAX,
    };

    fn takes(&self, pos: &Xiangqi, target: Target) -> bool {
        target.score.is_none_or(|score| score.abs() <= self.within)
            && zobrist::mix(pos.key()).is_multiple_of(self.one_in.max(1))
            && XiangqiWiring::is_quiet(pos)
    }
}

impl Default for PositionFilter {
    fn default() -> Self {
        Self {
            one_in: 5,
            within: 600,
        }
    }
}

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
    /// For Red.
    target: Target,
}

impl Samples {
    /// Adds the positions of a game that `filter` takes.
    ///
    /// # Errors
    /// If the rules refuse the game; what came before the bad move is added.
    pub fn add(
        &mut self,
        game: &Game,
        rules: &Rules,
        filter: PositionFilter,
    ) -> Result<(), GameError> {
        let visited = game.visit(rules, |pos: &Xiangqi, target| {
            if filter.takes(pos, target) {
                self.features.extend(Weights::features(pos));
                self.positions.push(Sample {
                    end: self.features.len(),
                    target: for_red(pos.turn(), target),
                });
            }
        });
        self.games.push(self.positions.len());
        visited
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

/// The target for Red of a position in which `turn` is to move.
fn for_red(turn: Player, target: Target) -> Target {
    match turn {
        Player::First => target,
        Player::Second => Target {
            result: target.result.map(|result| !result),
            score: target.score.map(|score| -score),
        },
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::data::{Content, Played, read_text};
    use game_core::Outcome;

    fn games(lines: &[&str]) -> Vec<Game> {
        let mut text = "boyi games as text 1\ngame xiangqi\nrules \norigin tests\n\n".to_owned();
        for (number, line) in lines.iter().enumerate() {
            text += &format!("{number} {line}\n");
        }
        let read = read_text::<Xiangqi>(&text, |_| Ok(Rules::default()));
        read.expect("games").1
    }

    pub(in crate::xiangqi) fn samples(games: &[Game], filter: PositionFilter) -> Samples {
        let mut samples = Samples::default();
        for game in games {
            samples
                .add(game, &Rules::default(), filter)
                .expect("legal moves");
        }
        samples
    }

    /// Games of some moves drawn at random; Red wins those in which `red` says so of a position on
    /// the way.
    pub(in crate::xiangqi) fn drawn_at_random(
        games: u64,
        red: impl Fn(&Xiangqi) -> bool,
    ) -> Vec<Game> {
        let mut random = 7;
        let mut legal = Vec::new();
        let mut draw = |number| {
            let mut pos = Xiangqi::default();
            let mut moves = Vec::new();
            let mut won = false;
            for _ in 0..24 {
                legal.clear();
                if pos.legal_moves(&mut legal).is_some() {
                    break;
                }
                random = zobrist::mix(random);
                let mv = legal[(random % legal.len() as u64) as usize];
                moves.push(pos.pack(mv));
                pos.play(mv);
                won |= red(&pos);
            }
            let played = Played {
                start: "startpos".to_owned(),
                scores: vec![None; moves.len()],
                moves,
                result: Some(if won { Outcome::Win } else { Outcome::Loss }),
            };
            let content = Content::Played(played);
            Game { number, content }
        };
        (0..games).map(&mut draw).collect()
    }

    #[test]
    fn games_end_where_their_lines_do() {
        let games = games(&[
            "win startpos moves h2e2",
            "draw startpos moves b2e2 b7e7 e2e6 d9e8",
        ]);
        let samples = samples(&games, PositionFilter::ALL);
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
        // Scores are for the player to move: of the last position Black's.
        let game = games(&["loss startpos moves h2e2 h9g7 h0g2 i9h9 ; - - 0 -450"]);
        let samples = samples(&game, PositionFilter::ALL);
        assert_eq!(samples.positions(), 2);
        assert_eq!(
            [samples.chance(0, 0.0, 450.0), samples.chance(0, 0.5, 450.0)],
            [0.5, 0.25]
        );
        let e = std::f64::consts::E;
        assert!((samples.chance(1, 0.0, 450.0) - e / (1.0 + e)).abs() < 1e-6);
        for (within, kept) in [(450, 2), (449, 1)] {
            let filter = PositionFilter {
                within,
                ..PositionFilter::ALL
            };
            let some = super::tests::samples(&game, filter);
            assert_eq!(some.positions(), kept, "within {within}");
        }
    }

    #[test]
    fn one_position_in_so_many_is_kept() {
        let moves = "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 g3g4 h9h0 g2h0 a9b9";
        let game = games(&[&format!("win startpos moves {moves}")]);
        let kept = |one_in| {
            let filter = PositionFilter {
                one_in,
                ..PositionFilter::ALL
            };
            samples(&game, filter).positions()
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

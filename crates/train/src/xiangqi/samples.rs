use game_core::{Notation, Position, zobrist};
use pattern_eval::xiangqi::{Feature, Weights, piece_value};
use thiserror::Error;
use xiangqi_movegen::{Kind, Rules, Xiangqi};

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct GameError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// What is known of games' quiet positions.
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
    /// What became of it: 1 for Red's win, 0.5 for a draw, 0 for Black's.
    result: f32,
    /// What a search thought of it, in points for Red.
    score: Option<f32>,
}

/// Which of the games' quiet positions are learnt from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// One in so many, by its Zobrist key: a game's positions are much alike, and each takes half a KiB.
    pub one_in: u64,
    /// Those in which neither side's search saw more than so many points. What is won already teaches little of what wins.
    pub within: f32,
}

impl Choice {
    /// All of them.
    pub const ALL: Self = Self { one_in: 1, within: f32::INFINITY };

    fn takes(&self, pos: &Xiangqi, score: Option<f32>) -> bool {
        score.is_none_or(|score| score.abs() <= self.within) && zobrist::mix(pos.key()).is_multiple_of(self.one_in.max(1))
    }
}

impl Default for Choice {
    fn default() -> Self {
        Self { one_in: 5, within: 600.0 }
    }
}

impl Samples {
    /// Reads games, one a line: see [the module](super). Empty lines are none. Of the positions those are kept that `choice` says.
    ///
    /// # Errors
    /// If a line is no game, saying which.
    pub fn read(text: &str, choice: Choice) -> Result<Self, GameError> {
        let mut samples = Self::default();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let error = |what: String| GameError { line: i + 1, what };
            let (result, game) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let result = match result {
                "1" => 1.0,
                "0" => 0.5,
                "-1" => 0.0,
                other => return Err(error(format!("a result is 1, 0 or -1, not {other:?}"))),
            };
            let (game, scores) = game.split_once(';').unwrap_or((game, ""));
            let score = |word: &str| word.parse().map_err(|_| error(format!("a score is a number of points, not {word:?}")));
            let scores: Vec<f32> = scores.split_whitespace().map(score).collect::<Result<_, _>>()?;
            let record =
                Xiangqi::parse_line(game.trim(), &Rules::default()).map_err(|refused| error(refused.to_string()))?;
            let Some(first) = record.moves.len().checked_sub(scores.len()) else {
                return Err(error(format!("{} scores for {} moves", scores.len(), record.moves.len())));
            };
            let mut pos = record.start;
            for (ply, mv) in record.moves.into_iter().enumerate() {
                let score = ply.checked_sub(first).and_then(|at| scores.get(at)).copied();
                if (score.is_some() || scores.is_empty()) && choice.takes(&pos, score) {
                    samples.add(&pos, result, score);
                }
                pos.play(mv);
            }
            samples.games.push(samples.positions.len());
        }
        Ok(samples)
    }

    /// Takes `pos` in, if it is quiet.
    fn add(&mut self, pos: &Xiangqi, result: f32, score: Option<f32>) {
        if is_quiet(pos) {
            self.features.extend(Weights::features(pos));
            self.positions.push(Sample { end: self.features.len(), result, score });
        }
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
        let from = game.checked_sub(1).map_or(0, |last| self.games[last]);
        from..self.games[game]
    }

    /// What a position counts.
    #[inline]
    pub(super) fn features(&self, position: usize) -> &[Feature] {
        let from = position.checked_sub(1).map_or(0, |last| self.positions[last].end);
        &self.features[from..self.positions[position].end]
    }

    /// What is to be learnt of a position: Red's chance, by its result and by what a search thought of it.
    #[inline]
    pub(super) fn chance(&self, position: usize, by_result: f64, scale: f64) -> f64 {
        let Sample { result, score, .. } = self.positions[position];
        let searched = score.map_or(f64::from(result), |score| 1.0 / (1.0 + (-f64::from(score) / scale).exp()));
        by_result * f64::from(result) + (1.0 - by_result) * searched
    }

    /// What a position is worth to Red by `weights`.
    #[inline]
    pub(super) fn value(&self, position: usize, weights: &[f64]) -> f64 {
        self.features(position).iter().map(|one| weights[usize::from(one.at)] * f64::from(one.times)).sum()
    }
}

/// Whether nothing is about to be captured, so that an evaluation can be asked what it thinks.
fn is_quiet(pos: &Xiangqi) -> bool {
    let values = Kind::ALL.map(piece_value);
    let mut captures = Vec::new();
    pos.generate_captures(&mut captures);
    !pos.in_check() && !captures.iter().any(|&mv| pos.is_legal(mv) && pos.board().exchange_wins(mv, 1, &values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quiet_positions_count() {
        let quiet = |fen: &str| is_quiet(&fen.parse().expect(fen));
        assert!(quiet(Xiangqi::START), "to take the horse costs the cannon");
        assert!(!quiet("3k5/9/9/9/2n3R2/9/9/9/9/4K4 w"), "the horse is loose");
        assert!(quiet("3k5/9/9/9/2n3R2/9/9/9/9/4K4 b"), "Black's move saves it");
        assert!(!quiet("3k5/9/9/9/9/9/9/9/9/3RK4 b"), "check");
    }

    #[test]
    fn games_end_where_their_lines_do() {
        let samples = Samples::read("1 startpos moves h2e2\n\n0 startpos moves b2e2 b7e7 e2e6 d9e8\n", Choice::ALL)
            .expect("two games");
        // Of the second the position after b7e7 hangs a soldier, and the one after that is check.
        assert_eq!((samples.games(), samples.positions()), (2, 3));
        assert_eq!((samples.game(0), samples.game(1)), (0..1, 1..3));
        assert_eq!((samples.chance(0, 1.0, 450.0), samples.chance(1, 1.0, 450.0)), (1.0, 0.5));
        assert_eq!(samples.chance(0, 0.0, 450.0), 1.0, "no score is known");
        for (text, line, what) in [
            ("2 startpos", 1, "not \"2\""),
            ("1 startpos\n0 startpos moves a0a9", 2, "a0a9"),
            ("1", 1, ""),
            ("1 startpos moves h2e2 ; much", 1, "not \"much\""),
            ("1 startpos moves h2e2 ; 1 2", 1, "2 scores for 1 moves"),
        ] {
            let error = Samples::read(text, Choice::ALL).expect_err(text);
            assert!(error.line == line && error.what.contains(what), "{error}");
        }
    }

    #[test]
    fn what_was_searched_counts_and_what_went_before_does_not() {
        let samples = Samples::read("-1 startpos moves h2e2 h9g7 h0g2 i9h9 ; 0 450\n", Choice::ALL).expect("a game");
        assert_eq!(samples.positions(), 2);
        assert_eq!([samples.chance(0, 0.0, 450.0), samples.chance(0, 0.5, 450.0)], [0.5, 0.25]);
        let e = std::f64::consts::E;
        assert!((samples.chance(1, 0.0, 450.0) - e / (1.0 + e)).abs() < 1e-6);
        for (within, kept) in [(450.0, 2), (449.0, 1)] {
            let text = "-1 startpos moves h2e2 h9g7 h0g2 i9h9 ; 0 -450\n";
            let samples = Samples::read(text, Choice { within, ..Choice::ALL }).expect("a game");
            assert_eq!(samples.positions(), kept, "within {within}");
        }
    }

    #[test]
    fn one_position_in_so_many_is_kept() {
        let moves = "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 g3g4 h9h0 g2h0 a9b9";
        let text = format!("1 startpos moves {moves}\n");
        let kept = |one_in| Samples::read(&text, Choice { one_in, ..Choice::ALL }).expect("a game").positions();
        assert!((1..kept(1)).contains(&kept(2)), "{} of {}", kept(2), kept(1));
        assert_eq!(kept(0), kept(1));
    }
}

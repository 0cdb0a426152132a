use game_core::{Notation, Position};
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

/// What is known of a game's quiet positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<Feature>,
    /// Where each position's features end, and what became of it: 1 for Red's win, 0.5 for a draw, 0 for Black's.
    positions: Vec<(usize, f32)>,
    /// Where each game's positions end.
    games: Vec<usize>,
}

impl Samples {
    /// Reads games, one a line: see [the module](super). Empty lines are none.
    ///
    /// # Errors
    /// If a line is no game, saying which.
    pub fn read(text: &str) -> Result<Self, GameError> {
        let mut samples = Self::default();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let error = |what: String| GameError { line: i + 1, what };
            let (result, line) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let result = match result {
                "1" => 1.0,
                "0" => 0.5,
                "-1" => 0.0,
                other => return Err(error(format!("a result is 1, 0 or -1, not {other:?}"))),
            };
            let record = Xiangqi::parse_line(line, &Rules::default()).map_err(|refused| error(refused.to_string()))?;
            let mut pos = record.start;
            for mv in record.moves {
                pos.play(mv);
                samples.add(&pos, result);
            }
            samples.games.push(samples.positions.len());
        }
        Ok(samples)
    }

    /// Takes `pos` in, if it is quiet.
    fn add(&mut self, pos: &Xiangqi, result: f32) {
        if is_quiet(pos) {
            self.features.extend(Weights::features(pos));
            self.positions.push((self.features.len(), result));
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

    /// What a position counts, and what became of it.
    #[inline]
    pub(super) fn position(&self, position: usize) -> (&[Feature], f32) {
        let from = position.checked_sub(1).map_or(0, |last| self.positions[last].0);
        let (to, result) = self.positions[position];
        (&self.features[from..to], result)
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
        let samples = Samples::read("1 startpos moves h2e2\n\n0 startpos moves b2e2 b7e7 e2e6\n").expect("two games");
        // The third move takes a soldier with check.
        assert_eq!((samples.games(), samples.positions()), (2, 2));
        assert_eq!((samples.game(0), samples.game(1)), (0..1, 1..2));
        assert_eq!((samples.position(0).1, samples.position(1).1), (1.0, 0.5));
        for (text, line, what) in
            [("2 startpos", 1, "not \"2\""), ("1 startpos\n0 startpos moves a0a9", 2, "a0a9"), ("1", 1, "")]
        {
            let error = Samples::read(text).expect_err(text);
            assert!(error.line == line && error.what.contains(what), "{error}");
        }
    }
}

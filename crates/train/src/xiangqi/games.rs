//! Games as lines of text.

use crate::validation::logistic;
use engines::{Wiring, xiangqi::Xiangqi as Wired};
use game_core::{Notation, Position, zobrist};
use thiserror::Error;
use xiangqi_movegen::{Rules, Xiangqi};

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct GameError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Which quiet positions of the games are used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionFilter {
    /// One position in this many, by its Zobrist key: a game's positions are similar, and each
    /// takes half a KiB.
    pub one_in: u64,
    /// Only positions whose search score is within this many points: decided positions teach
    /// little.
    pub within: f32,
}

impl PositionFilter {
    /// All of them.
    pub const ALL: Self = Self {
        one_in: 1,
        within: f32::INFINITY,
    };

    fn takes(&self, pos: &Xiangqi, target: Target) -> bool {
        target.score.is_none_or(|score| score.abs() <= self.within)
            && zobrist::mix(pos.key()).is_multiple_of(self.one_in.max(1))
    }
}

impl Default for PositionFilter {
    fn default() -> Self {
        Self {
            one_in: 5,
            within: 600.0,
        }
    }
}

/// The training target of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// The result of the game: 1 for Red's win, 0.5 for a draw, 0 for Black's.
    pub(super) result: f32,
    /// The search score, in points for Red.
    pub(super) score: Option<f32>,
}

impl Target {
    /// The target win probability for Red: the game result blended with the search score, which a
    /// logistic of width `scale` maps to a probability.
    #[inline]
    pub(super) fn chance(&self, by_result: f64, scale: f64) -> f64 {
        let result = f64::from(self.result);
        let searched = self
            .score
            .map_or(result, |score| logistic(f64::from(score) / scale));
        by_result * result + (1.0 - by_result) * searched
    }
}

/// Reads games, one a line: see [the module](super). Empty lines are skipped. Calls `learn` for
/// each quiet position that `choice` admits, with the number of its game, and returns the running
/// number of positions at the end of each game.
pub(super) fn read(
    text: &str,
    choice: PositionFilter,
    mut learn: impl FnMut(usize, &Xiangqi, Target),
) -> Result<Vec<usize>, GameError> {
    let mut games = Vec::new();
    let mut positions = 0;
    for (i, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let error = |what: String| GameError { line: i + 1, what };
        let (result, game) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let result = match result {
            "1" => 1.0,
            "0" => 0.5,
            "-1" => 0.0,
            other => return Err(error(format!("a result is 1, 0 or -1, not {other:?}"))),
        };
        let (game, scores) = game.split_once(';').unwrap_or((game, ""));
        let score = |word: &str| {
            word.parse()
                .map_err(|_| error(format!("a score is a number of points, not {word:?}")))
        };
        let scores: Vec<f32> = scores
            .split_whitespace()
            .map(score)
            .collect::<Result<_, _>>()?;
        let record = Xiangqi::parse_line(game.trim(), &Rules::default())
            .map_err(|refused| error(refused.to_string()))?;
        let Some(first) = record.moves.len().checked_sub(scores.len()) else {
            return Err(error(format!(
                "{} scores for {} moves",
                scores.len(),
                record.moves.len()
            )));
        };
        let mut pos = record.start;
        for (ply, mv) in record.moves.into_iter().enumerate() {
            let score = ply
                .checked_sub(first)
                .and_then(|at| scores.get(at))
                .copied();
            let target = Target { result, score };
            if (score.is_some() || scores.is_empty())
                && choice.takes(&pos, target)
                && Wired::is_quiet(&pos)
            {
                learn(games.len(), &pos, target);
                positions += 1;
            }
            pos.play(mv);
        }
        games.push(positions);
    }
    Ok(games)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Games of some moves drawn at random; Red wins those in which `red` says so of a position on
    /// the way.
    pub(in crate::xiangqi) fn drawn_at_random(
        number: u64,
        red: impl Fn(&Xiangqi) -> bool,
    ) -> String {
        let mut text = String::new();
        let mut random = 7;
        let mut moves = Vec::new();
        for _ in 0..number {
            let mut pos = Xiangqi::default();
            let mut line = String::new();
            let mut won = false;
            for _ in 0..24 {
                moves.clear();
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                random = zobrist::mix(random);
                let mv = moves[(random % moves.len() as u64) as usize];
                pos.play(mv);
                won |= red(&pos);
                line += &format!(" {mv}");
            }
            text += &format!("{} startpos moves{line}\n", if won { 1 } else { -1 });
        }
        text
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, line, what) in [
            ("2 startpos", 1, "not \"2\""),
            ("1 startpos\n0 startpos moves a0a9", 2, "a0a9"),
            ("1", 1, ""),
            ("1 startpos moves h2e2 ; much", 1, "not \"much\""),
            ("1 startpos moves h2e2 ; 1 2", 1, "2 scores for 1 moves"),
        ] {
            let error = read(text, PositionFilter::ALL, |_, _, _| {}).expect_err(text);
            assert!(error.line == line && error.what.contains(what), "{error}");
        }
    }
}

use super::{Samples, Target};
use game_core::Notation;
use nnue::Features;
use rayon::prelude::*;
use thiserror::Error;

/// A line that is not a labelled position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct LabelError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Samples {
    /// Reads what [`sampling`](crate::sampling) writes: a position, a semicolon and its score for
    /// the player to move in points, a line each. An empty line ends a game. `features` see the
    /// positions for which `keep` is true; several games are read at a time.
    ///
    /// # Errors
    /// If a line is no such thing, saying which: the first of them.
    pub fn labelled<P, F>(
        text: &str,
        rules: &P::Rules,
        features: &F,
        keep: impl Fn(&P, i32) -> bool + Sync,
    ) -> Result<Self, LabelError>
    where
        P: Notation,
        P::Rules: Sync,
        F: Features<P> + Sync,
    {
        let lines: Vec<(usize, &str)> = text.lines().enumerate().collect();
        let games: Vec<_> = lines.split(|(_, line)| line.trim().is_empty()).collect();
        let read = |game: &&[(usize, &str)]| {
            let mut features = features.clone();
            let mut samples = Self::default();
            for &(line, text) in *game {
                let (pos, score) = parse::<P>(text, rules).map_err(|what| LabelError {
                    line: line + 1,
                    what,
                })?;
                if !keep(&pos, score) {
                    continue;
                }
                features.reset(&pos);
                let target = Target {
                    result: None,
                    score: Some(score),
                };
                samples.push_position(&features, &pos, target);
            }
            samples.end_game();
            Ok(samples)
        };
        let mut all = Self::default();
        // Part by part, so that no more than a part is in memory twice.
        for part in games.chunks(1 << 12) {
            let games: Vec<Result<Self, LabelError>> = part.par_iter().map(read).collect();
            for game in games {
                let game = game?;
                if game.positions() > 0 {
                    all.append(&game);
                }
            }
        }
        Ok(all)
    }
}

fn parse<P: Notation>(text: &str, rules: &P::Rules) -> Result<(P, i32), String> {
    let (position, score) = text.rsplit_once(';').ok_or("there is no semicolon")?;
    let score = score.trim();
    let number = score
        .parse()
        .map_err(|_| format!("the score is a whole number, not {score:?}"))?;
    let pos = P::parse(position.trim(), rules).map_err(|error| error.to_string())?;
    if pos.decided().is_some() {
        return Err("the game is over".to_owned());
    }
    Ok((pos, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Position;
    use gomoku_rules::{Gomoku, Rules};
    use pattern_eval::gomoku::PointClasses;

    fn read(text: &str) -> Result<Samples, LabelError> {
        let keep = |_: &Gomoku, score| score < 30_000;
        Samples::labelled(text, &Rules::default(), &PointClasses::default(), keep)
    }

    #[test]
    fn games_and_positions_are_read() {
        let text = "X:h8 O: turn:O ; -35\nX:h8i8j8 O:a1a2 turn:X ; 20000\nX:h8 O: turn:O ; 30000\n\n\nstartpos ; 0\n";
        let samples = read(text).expect("three positions");
        assert_eq!((samples.games(), samples.positions()), (2, 3));
        let scores = [0, 1, 2].map(|at| samples.sample(at).target.score);
        assert_eq!(scores, [Some(-35), Some(20_000), Some(0)]);
        let pos = Gomoku::parse("X:h8i8j8 O:a1a2 turn:X", &Rules::default()).expect("a position");
        let mut features = PointClasses::default();
        Features::<Gomoku>::reset(&mut features, &pos);
        let mut own = Vec::new();
        features.active(&pos, pos.turn(), &mut own);
        assert_eq!(samples.sample(1).features[0], own);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (text, line, what) in [
            ("startpos", 1, "no semicolon"),
            ("startpos ; much", 1, "\"much\""),
            ("startpos ; 0\n\nX:h99 O: turn:X ; 0", 3, "h99"),
            ("X:a1b1c1d1e1 O:a2b2c2d2 turn:O ; 0", 1, "over"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.line == line && error.what.contains(what), "{error}");
        }
    }
}

use crate::LearningError;
use serde::{Deserialize, Serialize};
use std::path::Path;
use train::write_whole;

/// A round of learning: a line of the pedigree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1.
    pub round: u64,
    /// The round whose network played, which the candidate had to beat; 0 is the evaluator that the
    /// plan began with.
    pub parent: u64,
    /// Games of self-play so far, this round's included.
    pub games: u64,
    /// Positions that the candidate learnt from, those for validation included.
    pub positions: usize,
    /// Mean cross-entropy on the positions that were learnt from, in nats.
    pub training: f64,
    /// That on the positions that were not.
    pub validation: f64,
    /// The CRC-32 of the candidate's file.
    pub network: String,
    /// The gate match: the candidate's wins, draws and losses.
    pub gate: [u64; 3],
    /// Half the width of the 95 % interval of the match's Elo; none if it is unbounded.
    pub elo_error: Option<f64>,
    /// The Elo that the match shows, one drawn game added so that it is never infinite.
    pub elo: f64,
    /// Whether the candidate is the best network now.
    pub accepted: bool,
    /// Elo of the best network over the evaluator that the plan began with: the sum over the
    /// accepted rounds. Errors add up, too, and the same opponents flatter.
    pub rating: f64,
}

impl Round {
    /// Elo of `[wins, draws, losses]` with one drawn game more.
    pub(crate) fn elo_of(gate: [u64; 3]) -> f64 {
        let [wins, draws, losses] = gate.map(|count| count as f64);
        let games = wins + draws + losses + 1.0;
        let score = (wins + 0.5 * draws + 0.5) / games;
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Reads the pedigree of a learning, the file `pedigree.jsonl` of its folder: the JSON of a
/// [`Round`] on each line. No file is a pedigree without rounds.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pedigree.jsonl");
/// assert_eq!(learn::read_pedigree(&path)?, []);
/// std::fs::write(&path, "a line of something else\n")?;
/// let error = learn::read_pedigree(&path).unwrap_err().to_string();
/// assert!(error.ends_with("line 1 is not round 1 of a pedigree"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read, or a line is not the next round.
pub fn read_pedigree(path: &Path) -> Result<Vec<Round>, LearningError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearningError::at(path)(error)),
    };
    let round = |(at, line): (usize, &str)| {
        let round: Option<Round> = serde_json::from_str(line).ok();
        round
            .filter(|round| round.round == at as u64 + 1 && round.parent <= at as u64)
            .ok_or_else(|| LearningError::Pedigree {
                path: path.to_owned(),
                line: at + 1,
            })
    };
    text.lines().enumerate().map(round).collect()
}

/// Writes a pedigree in place of a shorter one.
pub(crate) fn write_pedigree(path: &Path, rounds: &[Round]) -> Result<(), LearningError> {
    let mut text = String::new();
    for round in rounds {
        let line =
            serde_json::to_string(round).map_err(|error| LearningError::at(path)(error.into()))?;
        text.push_str(&line);
        text.push('\n');
    }
    write_whole(path, text.as_bytes()).map_err(LearningError::at(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_is_that_of_the_score() {
        assert_eq!(Round::elo_of([0, 0, 0]), 0.0);
        assert_eq!(Round::elo_of([7, 3, 7]), 0.0);
        let three_to_one = Round::elo_of([7500, 0, 2500]);
        assert!((three_to_one - 190.8).abs() < 0.1, "{three_to_one}");
        assert!(Round::elo_of([10, 0, 0]) < 600.0 && Round::elo_of([0, 0, 10]) > -600.0);
    }

    #[test]
    fn what_is_no_pedigree_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pedigree.jsonl");
        assert_eq!(read_pedigree(&path).ok(), Some(Vec::new()), "there is none");
        let round = |round, parent| Round {
            round,
            parent,
            games: 10,
            positions: 99,
            training: 0.5,
            validation: 0.6,
            network: "00c0ffee".to_owned(),
            gate: [3, 0, 1],
            elo_error: None,
            elo: 150.0,
            accepted: true,
            rating: 150.0,
        };
        let rounds = vec![round(1, 0), round(2, 1)];
        write_pedigree(&path, &rounds).expect("written");
        assert_eq!(read_pedigree(&path).ok(), Some(rounds));
        for (rounds, line) in [
            (vec![round(2, 0)], 1),
            (vec![round(1, 0), round(1, 0)], 2),
            (vec![round(1, 1)], 1),
        ] {
            write_pedigree(&path, &rounds).expect("written");
            let refused = read_pedigree(&path).expect_err("a refusal");
            assert!(
                matches!(refused, LearningError::Pedigree { line: found, .. } if found == line)
            );
        }
        std::fs::write(&path, "{}\n").expect("written");
        assert!(read_pedigree(&path).is_err());
    }
}

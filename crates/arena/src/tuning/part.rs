//! A round of a tuning in parts, played by several processes.

use super::{Games, Generation, Tuning, TuningError};
use crate::tournament::Shard;
use search::Control;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A game of a round, as the process that played it tells.
///
/// ```
/// use arena::tuning::{Games, RoundGame, Space, Spsa, Tuning};
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
/// let space = Space::of(othello, &["mobility"], config.weights())?;
/// let (spsa, trial) = (Spsa::default(), Games { games: 1, ..Games::new(othello, config, space.clone()) });
/// let tuning = Tuning::new(&space, &spsa, &trial);
/// // As two processes would tell them: A won by ten discs, and B by four.
/// let game = |game, margin| RoundGame { tuning: tuning.id(), round: 0, game, margin };
/// let round = tuning.join(&[], &trial, &[game(1, 4), game(0, 10)])?;
/// assert_eq!(round.scores, [6.0, -6.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundGame {
    /// The tuning's [id](Tuning::id).
    pub tuning: String,
    /// The round.
    pub round: u64,
    /// The game's number in the round, from 0.
    pub game: u64,
    /// By how much the first mover won.
    pub margin: i64,
}

/// Games that make no round.
///
/// ```
/// use arena::tuning::{Games, PartError, Space, Spsa, Tuning};
/// let othello = engines::game("othello")?;
/// let space = Space::of(othello, &["mobility"], &Default::default())?;
/// let (spsa, trial) = (Spsa::default(), Games::new(othello, "pvs,depth=1".parse()?, space.clone()));
/// let error = Tuning::new(&space, &spsa, &trial).join(&[], &trial, &[]).unwrap_err();
/// assert_eq!(error, PartError::Missing { missing: 12, games: 12 });
/// assert_eq!(error.to_string(), "12 of 12 games are missing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// A game is of another tuning, or of the same with other parameters.
    #[error("game {game} is of another tuning: {other}, not {this}")]
    OtherTuning {
        /// The game.
        game: u64,
        /// The id of the tuning it is of.
        other: String,
        /// The id of this one.
        this: String,
    },
    /// A game is of another round.
    #[error("game {game} is of round {round}, and round {expected} is next")]
    OtherRound {
        /// The game.
        game: u64,
        /// Its round.
        round: u64,
        /// The round whose games are wanted.
        expected: u64,
    },
    /// The round has no game of that number, or it is there twice.
    #[error("game {game} is there twice, or one too many of {games}")]
    Twice {
        /// The game.
        game: u64,
        /// The number of games of the round.
        games: u64,
    },
    /// Games are missing.
    #[error("{missing} of {games} games are missing")]
    Missing {
        /// How many.
        missing: u64,
        /// Of how many.
        games: u64,
    },
}

impl Games {
    /// Plays the part `shard` of the round after `history` of `tuning`, whose trial this is; `None`
    /// if `control` was stopped before its end. Nothing is left of a tuning whose rounds are all
    /// there. The same games in parts and at once have the same margins.
    ///
    /// # Errors
    /// If they could not be played.
    ///
    /// ```
    /// use arena::tournament::Shard;
    /// use arena::tuning::{Games, Space, Spsa, Tuning};
    /// use search::Control;
    /// let othello = engines::game("othello")?;
    /// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
    /// let space = Space::of(othello, &["mobility"], config.weights())?;
    /// let (spsa, trial) = (Spsa::default(), Games::new(othello, config, space.clone()));
    /// let tuning = Tuning { rounds: 1, ..Tuning::new(&space, &spsa, &trial) };
    /// let part = |shard: Shard| trial.part(&tuning, &[], shard, &Control::default());
    /// let [one, other] = [part("0/2".parse()?)?, part("1/2".parse()?)?].map(Option::unwrap_or_default);
    /// let round = tuning.join(&[], &trial, &[one, other].concat())?;
    /// assert_eq!(vec![round], tuning.run(Vec::new(), &Control::default(), &mut ())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part(
        &self,
        tuning: &Tuning<'_>,
        history: &[Generation],
        shard: Shard,
        control: &Control,
    ) -> Result<Option<Vec<RoundGame>>, TuningError> {
        let round = history.len() as u64;
        if round >= tuning.rounds {
            return Ok(Some(Vec::new()));
        }
        let players = tuning.players(history);
        let numbers: Vec<u64> = shard.games(self.count(players.len())).collect();
        let margins = self.margins(round, &players, &numbers, control, &mut || ())?;
        let id = tuning.id();
        let game = |(game, margin)| RoundGame {
            tuning: id.clone(),
            round,
            game,
            margin,
        };
        Ok(margins.map(|margins| numbers.into_iter().zip(margins).map(game).collect()))
    }
}

impl Tuning<'_> {
    /// The round after `history`, whose `games`, in any order, have been played in
    /// [parts](Games::part) by `trial`.
    ///
    /// # Errors
    /// If they are not all of its games, each once.
    pub fn join(
        &self,
        history: &[Generation],
        trial: &Games,
        games: &[RoundGame],
    ) -> Result<Generation, PartError> {
        let this = self.id();
        let expected = history.len() as u64;
        let players = self.players(history);
        let count = trial.count(players.len());
        let mut margins = vec![None; count as usize];
        for RoundGame {
            tuning,
            round,
            game,
            margin,
        } in games
        {
            let (game, round) = (*game, *round);
            if *tuning != this {
                let other = tuning.clone();
                return Err(PartError::OtherTuning { game, other, this });
            }
            if round != expected {
                return Err(PartError::OtherRound {
                    game,
                    round,
                    expected,
                });
            }
            match margins.get_mut(game as usize) {
                Some(place @ None) => *place = Some(*margin),
                _ => return Err(PartError::Twice { game, games: count }),
            }
        }
        let played: Vec<i64> = margins.iter().copied().flatten().collect();
        match count - played.len() as u64 {
            0 => {
                let scores = trial.points(players.len(), &played);
                Ok(self.generation(history, players, scores, count))
            }
            missing => Err(PartError::Missing {
                missing,
                games: count,
            }),
        }
    }
}

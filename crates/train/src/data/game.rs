use crate::network::Target;
use game_core::{Notation, Outcome, Player, Position};
use thiserror::Error;

/// A game of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number among the games of its file: the same settings play the same game by it.
    pub number: u64,
    /// What is known of it.
    pub content: Content,
}

/// What a data file holds of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The game itself.
    Played(Played),
    /// Positions from inside its searches, as text that [`Notation::parse`] reads, each with its
    /// score in points for the player to move. May be empty, where a game left nothing.
    Positions(Vec<(String, i16)>),
}

/// A game: its moves and what a search thought of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Where it begins, as text that [`Notation::parse`] reads.
    pub start: String,
    /// The moves, [packed](game_core::Position::pack).
    pub moves: Vec<u16>,
    /// For each move the score of the position before it, in points for the player to move; `None`
    /// where no search was made, as in an opening.
    pub scores: Vec<Option<i16>>,
    /// How it ended, for the [first](Player::First) player; `None` if it was not finished.
    pub result: Option<Outcome>,
}

/// A game that its rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {number}: {what}")]
pub struct GameError {
    /// [`Game::number`].
    pub number: u64,
    /// What is wrong with it.
    pub what: String,
}

impl Game {
    /// Calls `learn` with each position there is something to learn from, in the order of the game:
    /// those with a score, or every position of a finished game without any score.
    ///
    /// # Errors
    /// If the start or a position cannot be read, or a move is not legal.
    pub fn visit<P: Notation>(
        &self,
        rules: &P::Rules,
        mut learn: impl FnMut(&P, Target),
    ) -> Result<(), GameError> {
        let refused = |what: String| GameError {
            number: self.number,
            what,
        };
        match &self.content {
            Content::Played(played) => {
                let is_scored = played.scores.iter().any(Option::is_some);
                played
                    .walk::<P>(rules, |pos, _, score| {
                        let target = Target {
                            result: played.result_for(pos.turn()),
                            score: score.map(i32::from),
                        };
                        if score.is_some() || !is_scored && target.result.is_some() {
                            learn(pos, target);
                        }
                    })
                    .map_err(refused)?;
            }
            Content::Positions(positions) => {
                for (text, score) in positions {
                    let pos = P::parse(text, rules).map_err(|error| refused(error.to_string()))?;
                    if pos.decided().is_some() {
                        return Err(refused(format!("{text}: the game is over")));
                    }
                    let target = Target {
                        result: None,
                        score: Some(i32::from(*score)),
                    };
                    learn(&pos, target);
                }
            }
        }
        Ok(())
    }
}

/// `moves`, played one after another from `start`, each packed where it is played.
pub(crate) fn packed<P: Position>(start: &P, moves: &[P::Move]) -> Vec<u16> {
    let mut pos = start.clone();
    let mut packed = Vec::with_capacity(moves.len());
    for &mv in moves {
        packed.push(pos.pack(mv));
        pos.play(mv);
    }
    packed
}

impl Played {
    /// The result for `player`.
    fn result_for(&self, player: Player) -> Option<Outcome> {
        self.result.map(|result| match player {
            Player::First => result,
            Player::Second => !result,
        })
    }

    /// Calls `see` with each position before a move, the move and its score.
    pub(super) fn walk<P: Notation>(
        &self,
        rules: &P::Rules,
        mut see: impl FnMut(&P, P::Move, Option<i16>),
    ) -> Result<(), String> {
        let mut pos = P::parse(&self.start, rules).map_err(|error| error.to_string())?;
        for (ply, (&bits, &score)) in self.moves.iter().zip(&self.scores).enumerate() {
            let mv = match pos.decided() {
                None => pos.unpack(bits).filter(|&mv| pos.is_legal(mv)),
                Some(_) => None,
            };
            let mv = mv.ok_or_else(|| format!("move {} is not legal", ply + 1))?;
            see(&pos, mv, score);
            pos.play(mv);
        }
        Ok(())
    }
}

use crate::{Move, MoveError, Othello, Square, tags};
use game_core::{Player, Position, Record, Tags};
use thiserror::Error;

/// A game as the file has it, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The tournament's number in the `.TRN` file.
    pub tournament: u16,
    /// Black's number in the `.JOU` file.
    pub black: u16,
    /// White's number in the `.JOU` file.
    pub white: u16,
    /// Black's discs at the end.
    pub black_score: u8,
    /// Black's discs at the end if both sides had played perfectly from
    /// [`Header::depth`](super::Header) empty squares on.
    pub theoretical_score: u8,
    /// The moves as 10 * row + column, both from 1: 56 is f5. Passes are left out; zeros follow the
    /// last move.
    pub moves: [u8; 60],
}

impl Game {
    /// How many bytes a game takes.
    pub const LEN: usize = 68;

    pub(super) fn read(bytes: &[u8; Self::LEN]) -> Self {
        let &[
            t0,
            t1,
            b0,
            b1,
            w0,
            w1,
            black_score,
            theoretical_score,
            ref moves @ ..,
        ] = bytes;
        Self {
            tournament: u16::from_le_bytes([t0, t1]),
            black: u16::from_le_bytes([b0, b1]),
            white: u16::from_le_bytes([w0, w1]),
            black_score,
            theoretical_score,
            moves: *moves,
        }
    }

    pub(super) fn write(&self) -> [u8; Self::LEN] {
        let [t0, t1] = self.tournament.to_le_bytes();
        let [b0, b1] = self.black.to_le_bytes();
        let [w0, w1] = self.white.to_le_bytes();
        let mut bytes = [0; Self::LEN];
        let (head, moves) = bytes.split_at_mut(Self::LEN - self.moves.len());
        head.copy_from_slice(&[
            t0,
            t1,
            b0,
            b1,
            w0,
            w1,
            self.black_score,
            self.theoretical_score,
        ]);
        moves.copy_from_slice(&self.moves);
        bytes
    }

    /// Plays the game through to its end, forced passes put in, and compares the score.
    ///
    /// # Errors
    /// If the game is broken or unfinished, or ends with another score than the recorded one.
    pub fn replay(&self) -> Result<Record<Othello>, ReplayError> {
        let (moves, end) = self.play()?;
        if end.outcome().is_none() {
            return Err(ReplayError::Unfinished {
                count: moves.iter().filter(|mv| !mv.is_pass()).count(),
            });
        }
        self.check_score(&end)?;
        Ok(Record::new(Othello::START, moves))
    }

    /// The game as far as it was played, with what it tells under the names of [`tags`].
    ///
    /// The recorded score of an unfinished game is its `Result`, unless it is but Black's discs as
    /// they stand.
    ///
    /// # Errors
    /// If the game is broken, or ends with another score than the recorded one.
    pub fn record(&self) -> Result<Record<Othello>, ReplayError> {
        let (moves, end) = self.play()?;
        let mut record = Record::new(Othello::START, moves);
        if end.outcome().is_some() {
            self.check_score(&end)?;
        } else if u32::from(self.black_score) != discs(&end) && self.black_score <= 64 {
            record.tags.set(
                Tags::RESULT,
                format!("{:+}.00", 2 * i32::from(self.black_score) - 64),
            );
        }
        let numbers = [tags::NUMBERS[0], tags::NUMBERS[1], tags::TOURNAMENT].into_iter();
        for (name, number) in numbers.zip([self.black, self.white, self.tournament]) {
            record
                .tags
                .set_known(name, (number > 0).then(|| number.to_string()));
        }
        record
            .tags
            .set(tags::THEORETICAL, self.theoretical_score.to_string());
        Ok(record)
    }

    fn check_score(&self, end: &Othello) -> Result<(), ReplayError> {
        match black_score(end) {
            played if played == u32::from(self.black_score) => Ok(()),
            played => Err(ReplayError::Score {
                recorded: self.black_score,
                played,
            }),
        }
    }

    /// The moves, forced passes put in, and the position after them.
    fn play(&self) -> Result<(Vec<Move>, Othello), ReplayError> {
        let mut pos = Othello::START;
        let mut moves = Vec::with_capacity(60);
        let count = self
            .moves
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(self.moves.len());
        if let Some(gap) = self.moves[count..].iter().position(|&byte| byte != 0) {
            return Err(ReplayError::Gap {
                number: count + gap + 1,
            });
        }
        for (number, &byte) in (1..).zip(&self.moves[..count]) {
            let square = square(byte).ok_or(ReplayError::MoveByte { number, byte })?;
            if pos.must_pass() {
                pos.play(Move::PASS);
                moves.push(Move::PASS);
            }
            let mv = pos.check(square.into()).map_err(|error| match error {
                MoveError::GameOver { .. } => ReplayError::AfterEnd { number },
                error => ReplayError::Illegal { number, error },
            })?;
            pos.play(mv);
            moves.push(mv);
        }
        Ok((moves, pos))
    }
}

/// Writes a game, with what is known of it under the names of [`tags`]: numbers are 0 where they
/// are not, and the theoretical score is no better than the real one. The score of an unfinished
/// game is its `Result`, or else Black's discs as they stand.
///
/// ```
/// use game_core::Notation;
/// use othello_bitboard::{Othello, wthor::Game};
/// let wiped_out = Othello::parse_record("e6f4e3f6g5d6e7f5c5", &())?;
/// let game = Game::try_from(&wiped_out).expect("it is over");
/// assert_eq!((game.black_score, &game.moves[..3]), (64, &[65, 46, 35][..]));
/// assert_eq!(game.replay().as_ref(), Ok(&wiped_out));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
impl TryFrom<&Record<Othello>> for Game {
    type Error = GameError;

    fn try_from(record: &Record<Othello>) -> Result<Self, GameError> {
        if record.start != Othello::START {
            return Err(GameError::Start);
        }
        let end = record.end();
        let mut moves = [0; 60];
        for (byte, square) in moves
            .iter_mut()
            .zip(record.moves.iter().filter_map(|mv| mv.square()))
        {
            *byte = 10 * (square.row() + 1) + square.column() + 1;
        }
        let known = |name: &str| record.tags.get(name).and_then(|value| value.parse().ok());
        let [black, white] = tags::NUMBERS.map(|name| known(name).unwrap_or(0));
        let over = end.outcome().map(|_| black_score(&end));
        // None is above 64.
        let black_score = over
            .or_else(|| awarded(record))
            .unwrap_or_else(|| discs(&end)) as u8;
        let theoretical_score = record
            .tags
            .get(tags::THEORETICAL)
            .and_then(|score| score.parse().ok())
            .unwrap_or(black_score);
        Ok(Self {
            tournament: known(tags::TOURNAMENT).unwrap_or(0),
            black,
            white,
            black_score,
            theoretical_score,
            moves,
        })
    }
}

/// Why a record is no game of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// It does not begin at the initial position.
    #[error("it does not begin from the initial position, as games of an archive do")]
    Start,
}

/// Black's discs at the end, empty squares given to the winner: what tournaments record.
fn black_score(pos: &Othello) -> u32 {
    let margin = if pos.turn() == Player::First {
        pos.final_margin()
    } else {
        -pos.final_margin()
    };
    ((64 + margin) / 2) as u32
}

/// Black's discs.
fn discs(pos: &Othello) -> u32 {
    pos.discs(Player::First)
}

/// Black's discs by the record's `Result`, if it tells of a margin that can be.
fn awarded(record: &Record<Othello>) -> Option<u32> {
    let result = record.tags.get(Tags::RESULT)?;
    let margin: f64 = result.split(':').next()?.trim().parse().ok()?;
    let possible = margin.abs() <= 64.0 && margin % 2.0 == 0.0;
    possible.then_some(((64.0 + margin) / 2.0) as u32)
}

fn square(byte: u8) -> Option<Square> {
    Square::at((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)
}

/// Why a game does not replay, or not to its recorded score. Moves are numbered from 1, passes not
/// counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A byte names no square.
    #[error("move {number}: {byte} is not 10 * row + column of a square")]
    MoveByte {
        /// The move.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Illegal {
        /// The move.
        number: usize,
        /// Why it is not.
        #[source]
        error: MoveError,
    },
    /// There are moves after the end of the game.
    #[error("move {number}: the game was over before it")]
    AfterEnd {
        /// The first of them.
        number: usize,
    },
    /// There are moves after a zero byte.
    #[error("move {number} comes after a gap")]
    Gap {
        /// The first of them.
        number: usize,
    },
    /// The game stops where it could go on.
    #[error("the game stops after {count} moves, where it is not over")]
    Unfinished {
        /// How many moves there are.
        count: usize,
    },
    /// The game ends with another score than the recorded one.
    #[error("Black is recorded with {recorded} discs, but ends with {played}")]
    Score {
        /// Black's discs as recorded.
        recorded: u8,
        /// Black's discs at the end of the moves.
        played: u32,
    },
}

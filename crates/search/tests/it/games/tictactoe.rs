//! Tic-tac-toe on two bitboards: do/undo with nothing to remember.
use super::mix;
use game_core::{Evaluator, Outcome, Player, Position, Score};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TicTacToe {
    own: u16,
    opp: u16,
}

impl Position for TicTacToe {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 9;

    fn turn(&self) -> Player {
        if (self.own | self.opp).count_ones().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }
    fn key(&self) -> u64 {
        mix(self.own.into(), self.opp.into())
    }
    fn decided(&self) -> Option<Outcome> {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        LINES
            .iter()
            .any(|l| self.opp & l == *l)
            .then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|m| (self.own | self.opp) >> m & 1 == 0));
    }
    fn play(&mut self, mv: u8) {
        *self = Self {
            own: self.opp,
            opp: self.own | 1 << mv,
        };
    }
    fn undo(&mut self, mv: u8, (): ()) {
        *self = Self {
            own: self.opp & !(1 << mv),
            opp: self.own,
        };
    }
    fn pack(&self, mv: u8) -> u16 {
        mv.into()
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        (bits < 9 && (self.own | self.opp) >> bits & 1 == 0).then_some(bits as u8)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// A value for each square held, kept up to date: proves that the hooks stay in step with the
/// position.
#[derive(Clone, Default)]
pub struct Squares(i32);

impl Squares {
    const VALUE: [i32; 9] = [31, -7, 12, 5, 64, -3, 17, -11, 23];
    fn from_scratch(pos: &TicTacToe) -> i32 {
        (0..9)
            .map(|m| Self::VALUE[m] * (i32::from(pos.own >> m & 1) - i32::from(pos.opp >> m & 1)))
            .sum()
    }
}

impl Evaluator<TicTacToe> for Squares {
    fn reset(&mut self, pos: &TicTacToe) {
        self.0 = Self::from_scratch(pos);
    }
    fn played(&mut self, _: &TicTacToe, mv: u8, (): &()) {
        self.0 = -(self.0 + Self::VALUE[mv as usize]);
    }
    fn undone(&mut self, _: &TicTacToe, mv: u8, (): &()) {
        self.0 = -self.0 - Self::VALUE[mv as usize];
    }
    fn evaluate(&mut self, pos: &TicTacToe) -> Score {
        assert_eq!(self.0, Self::from_scratch(pos));
        Score::eval(self.0)
    }
}

//! Connect four on bitboards with a spare row on top of each column.

use crate::engines::Game;
use game_core::{Evaluator, Outcome, Player, Position, Score, zobrist};
use minimax::Winner;
use std::fmt;

/// A position, seen by the player to move; bit = column * 7 + row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    all: u64,
}

/// A column, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl Column {
    /// How many lines of four run through the column's lowest square.
    pub fn lines(self) -> i32 {
        [3, 4, 5, 7, 5, 4, 3][usize::from(self.0)]
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const HEIGHT: u32 = 7;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const FULL: u64 = BOTTOM * 0x3f;
/// Up, along, and both diagonals.
const DIRECTIONS: [u32; 4] = [1, HEIGHT, HEIGHT + 1, HEIGHT - 1];

fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// Fours among `squares`, of the 69 lines there are.
fn fours(squares: u64) -> i16 {
    let lines =
        |step: u32| squares & squares >> step & squares >> (2 * step) & squares >> (3 * step);
    DIRECTIONS
        .iter()
        .map(|&step| lines(step).count_ones() as i16)
        .sum()
}

impl Board {
    /// The empty board.
    pub const START: Self = Self { own: 0, all: 0 };

    fn opp(&self) -> u64 {
        self.own ^ self.all
    }

    fn has_room(&self, column: u8) -> bool {
        self.all >> (u32::from(column) * HEIGHT + 5) & 1 == 0
    }

    fn after(&self, mv: Column) -> Self {
        let bottom = 1 << (u32::from(mv.0) * HEIGHT);
        Self {
            own: self.opp(),
            all: self.all | (self.all + bottom),
        }
    }

    fn hash(&self) -> u64 {
        zobrist::mix((self.own + self.all + BOTTOM).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn list(&self, moves: &mut Vec<Column>) {
        moves.extend((0..7).filter(|&column| self.has_room(column)).map(Column));
    }

    /// Fours still open to me less those open to them.
    fn open_fours(&self) -> i16 {
        let empty = FULL & !self.all;
        fours(self.own | empty) - fours(self.opp() | empty)
    }
}

impl Position for Board {
    type Move = Column;
    type Undo = Self;
    const SLOTS: usize = 7;

    fn turn(&self) -> Player {
        if self.all.count_ones().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn decided(&self) -> Option<Outcome> {
        if has_four(self.opp()) {
            Some(Outcome::Loss)
        } else {
            (self.all == FULL).then_some(Outcome::Draw)
        }
    }

    fn stuck(&self) -> Outcome {
        unreachable!("a board that is not full has room")
    }

    fn generate(&self, moves: &mut Vec<Column>) {
        self.list(moves);
    }

    fn play(&mut self, mv: Column) -> Self {
        let after = self.after(mv);
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _: Column, before: Self) {
        *self = before;
    }

    fn pack(&self, mv: Column) -> u16 {
        mv.0.into()
    }

    fn unpack(&self, bits: u16) -> Option<Column> {
        (bits < 7 && self.has_room(bits as u8)).then_some(Column(bits as u8))
    }

    fn slot(&self, mv: Column) -> usize {
        mv.0.into()
    }
}

/// The columns with room, each by the bit of its top square.
#[derive(Clone, Debug)]
pub struct Columns(u64);

impl Iterator for Columns {
    type Item = Column;

    fn next(&mut self) -> Option<Column> {
        let column = (self.0 != 0).then(|| Column((self.0.trailing_zeros() / HEIGHT) as u8));
        self.0 &= self.0.wrapping_sub(1);
        column
    }
}

impl Game for Board {
    type Moves = Columns;

    fn numbered(slot: u8) -> Column {
        Column(slot)
    }

    fn moves(&self) -> Columns {
        Columns(BOTTOM << 5 & !self.all)
    }

    fn after(&self, mv: Column) -> Self {
        self.after(mv)
    }

    fn value(&self) -> i16 {
        self.open_fours()
    }
}

/// The same game in the other library's terms.
pub struct ConnectFour;

impl minimax::Game for ConnectFour {
    type S = Board;
    type M = Column;

    fn generate_moves(board: &Board, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            board.list(moves);
        }
        winner
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        board.decided().map(|outcome| match outcome {
            Outcome::Win => Winner::PlayerToMove,
            Outcome::Draw => Winner::Draw,
            Outcome::Loss => Winner::PlayerJustMoved,
        })
    }

    fn apply(board: &mut Board, mv: Column) -> Option<Board> {
        Some(board.after(mv))
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }

    /// For the size of its counter-move table; null moves stay off.
    fn null_move(_: &Board) -> Option<Column> {
        Some(Column(7))
    }

    fn table_index(mv: Column) -> u16 {
        mv.0.into()
    }

    fn max_table_index() -> u16 {
        7
    }
}

/// Fours still open to each side.
#[derive(Clone, Debug)]
pub struct OpenFours;

impl Evaluator<Board> for OpenFours {
    fn evaluate(&mut self, board: &Board) -> Score {
        Score::eval(board.open_fours().into())
    }
}

impl minimax::Evaluator for OpenFours {
    type G = ConnectFour;

    fn evaluate(&self, board: &Board) -> i16 {
        board.open_fours()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::perft;

    #[test]
    fn the_rules_are_connect_four_in_both_libraries() {
        let ours: Vec<u64> = (1..=7).map(|depth| perft(&Board::START, depth)).collect();
        assert_eq!(ours, [7, 49, 343, 2401, 16807, 117_649, 823_536]);
        assert_eq!(
            minimax::perft::<ConnectFour>(&mut { Board::START }, 7, false)[1..],
            ours
        );
        game_core::conform::position(&Board::START, 5).expect("the laws hold");
    }
}

//! Othello on two bitboards: a fixed, cheap workload that both libraries are given.

use crate::engines::Game;
use game_core::{Evaluator, Outcome, Player, Position, Score, zobrist};
use minimax::Winner;
use std::fmt;

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    opp: u64,
    /// Where the player to move may put a disc: worked out once, for all that ask.
    places: u64,
    turn: Player,
}

/// A square, a1 = 0 to h8 = 63, or [`Square::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The move of a player who has no other, as long as the opponent has one.
    pub const PASS: Self = Self(64);
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

#[inline(always)]
fn shift(discs: u64, direction: usize) -> u64 {
    match direction {
        0 => (discs << 1) & NOT_A,
        1 => (discs >> 1) & NOT_H,
        2 => discs << 8,
        3 => discs >> 8,
        4 => (discs << 9) & NOT_A,
        5 => (discs >> 9) & NOT_H,
        6 => (discs << 7) & NOT_H,
        _ => (discs >> 7) & NOT_A,
    }
}

/// The other player's discs in an unbroken run from `from`, one direction at a time.
#[inline(always)]
fn run(from: u64, opp: u64, direction: usize) -> u64 {
    let mut run = shift(from, direction) & opp;
    for _ in 0..5 {
        run |= shift(run, direction) & opp;
    }
    run
}

fn places(own: u64, opp: u64) -> u64 {
    let reached = (0..8).fold(0, |all, direction| {
        all | shift(run(own, opp, direction), direction)
    });
    reached & !(own | opp)
}

impl Board {
    /// The initial position.
    pub const START: Self = Self {
        own: 0x0000_0008_1000_0000,
        opp: 0x0000_0010_0800_0000,
        places: 0x0000_1020_0408_0000,
        turn: Player::First,
    };

    fn new(own: u64, opp: u64, turn: Player) -> Self {
        Self {
            own,
            opp,
            places: places(own, opp),
            turn,
        }
    }

    fn is_over(&self) -> bool {
        self.places == 0 && places(self.opp, self.own) == 0
    }

    fn margin(&self) -> i32 {
        self.own.count_ones() as i32 - self.opp.count_ones() as i32
    }

    #[inline(always)]
    fn after(&self, mv: Square) -> Self {
        let turn = !self.turn;
        if mv == Square::PASS {
            return Self::new(self.opp, self.own, turn);
        }
        let disc = 1 << mv.0;
        let flips = (0..8)
            .map(|direction| (direction, run(disc, self.opp, direction)))
            .filter(|&(direction, run)| shift(run, direction) & self.own != 0)
            .fold(0, |flips, (_, run)| flips | run);
        Self::new(self.opp ^ flips, self.own | flips | disc, turn)
    }

    fn hash(&self) -> u64 {
        zobrist::mix(self.own.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ zobrist::mix(self.opp))
    }

    fn list(&self, moves: &mut Vec<Square>) {
        let mut places = self.places;
        if places == 0 {
            moves.push(Square::PASS);
        }
        while places != 0 {
            moves.push(Square(places.trailing_zeros() as u8));
            places &= places - 1;
        }
    }

    /// Weighted squares: mine less theirs.
    fn worth(&self) -> i16 {
        let count = |board: u64, mask: u64| (board & mask).count_ones() as i16;
        CLASSES
            .iter()
            .map(|&(mask, worth)| worth * (count(self.own, mask) - count(self.opp, mask)))
            .sum()
    }
}

impl Position for Board {
    type Move = Square;
    type Undo = Self;
    const SLOTS: usize = 65;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn decided(&self) -> Option<Outcome> {
        self.is_over().then(|| match self.margin() {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        })
    }

    fn stuck(&self) -> Outcome {
        unreachable!("who has no other move passes")
    }

    fn generate(&self, moves: &mut Vec<Square>) {
        self.list(moves);
    }

    fn play(&mut self, mv: Square) -> Self {
        let after = self.after(mv);
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _: Square, before: Self) {
        *self = before;
    }

    fn pack(&self, mv: Square) -> u16 {
        mv.0.into()
    }

    fn unpack(&self, bits: u16) -> Option<Square> {
        let places = self.places;
        match bits {
            0..64 => (places >> bits & 1 == 1).then_some(Square(bits as u8)),
            64 => (places == 0).then_some(Square::PASS),
            _ => None,
        }
    }

    fn slot(&self, mv: Square) -> usize {
        mv.0.into()
    }
}

/// The moves of a game that is not over.
#[derive(Clone, Debug)]
pub struct Squares {
    places: u64,
    pass: bool,
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.places == 0 {
            return std::mem::take(&mut self.pass).then_some(Square::PASS);
        }
        let square = Square(self.places.trailing_zeros() as u8);
        self.places &= self.places - 1;
        Some(square)
    }
}

impl Game for Board {
    type Moves = Squares;

    fn numbered(slot: u8) -> Square {
        Square(slot)
    }

    fn moves(&self) -> Squares {
        Squares {
            places: self.places,
            pass: self.places == 0,
        }
    }

    fn after(&self, mv: Square) -> Self {
        self.after(mv)
    }

    fn value(&self) -> i16 {
        self.worth()
    }
}

/// The same game in the other library's terms.
pub struct Othello;

fn winner(board: &Board) -> Winner {
    match board.margin() {
        1.. => Winner::PlayerToMove,
        0 => Winner::Draw,
        _ => Winner::PlayerJustMoved,
    }
}

impl minimax::Game for Othello {
    type S = Board;
    type M = Square;

    fn generate_moves(board: &Board, moves: &mut Vec<Square>) -> Option<Winner> {
        // Moves are looked for once: who has one is not at the end of the game.
        board.list(moves);
        if moves[..] == [Square::PASS] && places(board.opp, board.own) == 0 {
            return Some(winner(board));
        }
        None
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        board.is_over().then(|| winner(board))
    }

    fn apply(board: &mut Board, mv: Square) -> Option<Board> {
        Some(board.after(mv))
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }

    /// For the size of its counter-move table; null moves stay off.
    fn null_move(_: &Board) -> Option<Square> {
        Some(Square::PASS)
    }

    fn table_index(mv: Square) -> u16 {
        mv.0.into()
    }

    fn max_table_index() -> u16 {
        64
    }
}

/// Each square's worth, the same under the board's eight symmetries.
#[derive(Clone, Debug)]
pub struct SquareWorth;

impl Evaluator<Board> for SquareWorth {
    fn evaluate(&mut self, board: &Board) -> Score {
        Score::eval(board.worth().into())
    }
}

impl minimax::Evaluator for SquareWorth {
    type G = Othello;

    fn evaluate(&self, board: &Board) -> i16 {
        board.worth()
    }
}

/// Sets of squares that the symmetries take to one another, and what each of them is worth.
const CLASSES: [(u64, i16); 10] = {
    const fn orbit(rank: u32, file: u32) -> u64 {
        let rank2 = 7 - rank;
        let file2 = 7 - file;
        let by_rank = 1 << (rank * 8 + file)
            | 1 << (rank * 8 + file2)
            | 1 << (rank2 * 8 + file)
            | 1 << (rank2 * 8 + file2);
        by_rank
            | 1 << (file * 8 + rank)
            | 1 << (file * 8 + rank2)
            | 1 << (file2 * 8 + rank)
            | 1 << (file2 * 8 + rank2)
    }
    [
        (orbit(0, 0), 100),
        (orbit(0, 1), -20),
        (orbit(0, 2), 10),
        (orbit(0, 3), 5),
        (orbit(1, 1), -50),
        (orbit(1, 2), -2),
        (orbit(1, 3), -2),
        (orbit(2, 2), -1),
        (orbit(2, 3), -1),
        (orbit(3, 3), -1),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::perft;

    #[test]
    fn the_rules_are_othello_in_both_libraries() {
        let ours: Vec<u64> = (1..=7).map(|depth| perft(&Board::START, depth)).collect();
        assert_eq!(ours, [4, 12, 56, 244, 1396, 8200, 55092]);
        assert_eq!(
            minimax::perft::<Othello>(&mut { Board::START }, 7, false)[1..],
            ours
        );
        game_core::conform::position(&Board::START, 4).expect("the laws hold");
    }
}

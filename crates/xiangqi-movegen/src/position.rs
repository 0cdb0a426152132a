use crate::{
    Board, Piece, Square,
    notation::{self, FenError},
};
use core::{fmt, str::FromStr};
use game_core::Player;

/// A xiangqi position, with the way that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    board: Board,
    turn: Player,
    halfmoves: u16,
    number: u16,
}

impl Xiangqi {
    /// The initial position's FEN.
    pub const START: &'static str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// The initial position.
    pub fn start() -> Self {
        Self::START.parse().expect("the initial position is a position")
    }

    /// Where the pieces stand.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Plies since the last capture, as the move limit counts them.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, one more after each of Black's moves.
    pub fn move_number(&self) -> u16 {
        self.number
    }
}

impl FromStr for Xiangqi {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let notation::Fen { board, turn, halfmoves, number } = notation::read_fen(text)?;
        Ok(Self { board, turn, halfmoves, number })
    }
}

impl fmt::Display for Xiangqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_fen(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_reads_back() {
        assert_eq!(Xiangqi::start().to_string(), Xiangqi::START);
    }
}

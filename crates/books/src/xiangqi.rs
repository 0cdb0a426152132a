//! Xiangqi: the board mirrored, files exchanged from left to right.

use crate::Symmetric;
use game_core::Position;
use xiangqi_movegen::{Move, Xiangqi};

/// The history of a position is ignored, as in a book.
impl Symmetric for Xiangqi {
    /// The one of the two images with the lesser key. Some 2 µs.
    fn canonical_form(&self) -> (Self, usize) {
        let fen = self.to_string();
        let (board, rest) = fen.split_once(' ').unwrap_or((&fen, "w"));
        let ranks: Vec<String> = board
            .split('/')
            .map(|rank| rank.chars().rev().collect())
            .collect();
        match Self::from_fen(&format!("{} {rest}", ranks.join("/")), self.rules()) {
            Ok(mirror) if mirror.key() < self.key() => (mirror, 1),
            _ => (self.clone(), 0),
        }
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            mv
        } else {
            Move::new(mv.from.mirrored(), mv.to.mirrored())
        }
    }
}

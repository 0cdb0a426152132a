//! Othello: eight symmetries, exchangeable colours, and the books of Edax.

pub mod edax;

use crate::Symmetric;
use game_core::Player;
use othello_bitboard::{Move, Othello, Symmetry};

impl Symmetric for Othello {
    /// With Black to move: the rules are the same for both.
    fn canonical_form(&self) -> (Self, usize) {
        let (canonical, symmetry) = self.canonical();
        let black = Self::new(canonical.own(), canonical.opp(), Player::First).unwrap_or(canonical);
        (
            black,
            Symmetry::ALL
                .iter()
                .position(|&one| one == symmetry)
                .unwrap_or_default(),
        )
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        mv.square()
            .map_or(mv, |square| Symmetry::ALL[symmetry].square(square).into())
    }

    fn inverse_of(symmetry: usize) -> usize {
        let inverse = Symmetry::ALL[symmetry].inverse();
        Symmetry::ALL
            .iter()
            .position(|&one| one == inverse)
            .unwrap_or_default()
    }
}

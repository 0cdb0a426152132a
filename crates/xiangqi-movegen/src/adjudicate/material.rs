//! Pieces that cannot win.

use super::Verdict;
use crate::{Board, Kind, Reason, Xiangqi};
use game_core::{Outcome, Player, Position as _};

/// Whether material alone draws the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Material {
    /// A side may win.
    Enough,
    /// A side can win only by a mate on the next move.
    MateInOne,
    /// Neither side can win.
    Bare,
}

impl Xiangqi {
    #[inline]
    pub(super) fn insufficient_material(&self) -> Option<Verdict> {
        let drawn = self.board().is_drawn_by_material(self.turn());
        drawn.then(|| Verdict::new(Outcome::Draw, Reason::InsufficientMaterial, 0))
    }
}

impl Board {
    /// Whether the game ends as a draw because neither side has the pieces to win: no soldier at
    /// all, and no chariot, horse or cannon; or lone cannons without the advisors that would serve
    /// them as screens.
    ///
    /// Nothing is drawn while `turn`, the player to move, has no legal move, for that loses; nor,
    /// where a cannon has a screen of some kind, while `turn` can mate on the spot.
    #[inline]
    pub fn is_drawn_by_material(&self, turn: Player) -> bool {
        if !self.kind(Kind::Soldier).is_empty() {
            return false;
        }
        match material(self) {
            Material::Enough => false,
            Material::MateInOne => self.has_legal_move(turn) && self.mate_in_one(turn).is_none(),
            Material::Bare => self.has_legal_move(turn),
        }
    }
}

/// What a board without soldiers is worth.
fn material(board: &Board) -> Material {
    if !(board.kind(Kind::Chariot) | board.kind(Kind::Horse)).is_empty() {
        return Material::Enough;
    }
    let count = |player, kind| board.pieces(player, kind).len();
    let cannons = Player::BOTH.map(|player| count(player, Kind::Cannon));
    let advisors = Player::BOTH.map(|player| count(player, Kind::Advisor));
    let elephants = Player::BOTH.map(|player| count(player, Kind::Elephant));
    let (us, them) = match cannons {
        [0, 0] => return Material::Bare,
        [1, 0] => (0, 1),
        [0, 1] => (1, 0),
        [1, 1] if advisors == [0, 0] => {
            return if elephants == [0, 0] {
                Material::Bare
            } else {
                Material::MateInOne
            };
        }
        _ => return Material::Enough,
    };
    match (advisors[us], advisors[them], elephants[us]) {
        (0, 0, _) | (0, 1, 0) => Material::Bare,
        (0, 1, _) | (0, 2, 0) => Material::MateInOne,
        _ => Material::Enough,
    }
}

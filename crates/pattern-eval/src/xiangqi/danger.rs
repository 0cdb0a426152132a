//! What a general has to fear.

use game_core::Player;
use xiangqi_movegen::{Bitboard, Board, Kind};

/// A way in which a side's pieces endanger the other's general.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// A cannon on the general's file with nothing between: no piece may step there, nor the
    /// general stay.
    HollowCannon,
    /// A cannon on the general's line with two pieces between: neither may leave.
    CannonPin,
    /// A chariot on the general's line with one piece between: it may not leave.
    ChariotPin,
    /// For each chariot, an advisor that is gone.
    ChariotsAdvisors,
    /// For each horse, an advisor that is gone.
    HorsesAdvisors,
    /// For each cannon, an advisor that is left: a screen.
    CannonsAdvisors,
    /// For each cannon, an elephant that is gone.
    CannonsElephants,
    /// For each soldier, an elephant that is gone.
    SoldiersElephants,
}

impl Danger {
    /// The place among all: 0 to 7.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Tells `count` what `player`'s pieces threaten the other general with, and how often.
#[inline]
pub(super) fn count(board: &Board, player: Player, mut count: impl FnMut(Danger, i32)) {
    let general = board.general(!player);
    let occupied = board.occupied();
    let pieces = |kind| board.pieces(player, kind);
    let many = |kind| pieces(kind).len() as i32;
    for at in pieces(Kind::Cannon) {
        if at.file() == general.file() || at.rank() == general.rank() {
            match (Bitboard::between(general, at) & occupied).len() {
                0 if at.file() == general.file() => count(Danger::HollowCannon, 1),
                2 => count(Danger::CannonPin, 1),
                _ => {}
            }
        }
    }
    for at in pieces(Kind::Chariot) {
        if (at.file() == general.file() || at.rank() == general.rank())
            && (Bitboard::between(general, at) & occupied).len() == 1
        {
            count(Danger::ChariotPin, 1);
        }
    }
    let left = |kind| board.pieces(!player, kind).len() as i32;
    let advisors = left(Kind::Advisor);
    let elephants = left(Kind::Elephant);
    count(
        Danger::ChariotsAdvisors,
        many(Kind::Chariot) * (2 - advisors),
    );
    count(Danger::HorsesAdvisors, many(Kind::Horse) * (2 - advisors));
    count(Danger::CannonsAdvisors, many(Kind::Cannon) * advisors);
    count(
        Danger::CannonsElephants,
        many(Kind::Cannon) * (2 - elephants),
    );
    count(
        Danger::SoldiersElephants,
        many(Kind::Soldier) * (2 - elephants),
    );
}

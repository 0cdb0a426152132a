//! What a sequence of captures on one square wins: static exchange evaluation.

use super::{Bitboard, Board};
use crate::{Kind, Move, Square};
use game_core::Player;

/// Who captures first: the least valuable.
const ORDER: [Kind; 7] = [
    Kind::Soldier,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Chariot,
    Kind::General,
];

/// The most captures on one square: every other piece of both sides.
const LONGEST: usize = 32;

impl Board {
    /// What `mv` wins, at least 0 less the piece moved, if both sides then capture on `mv.to` for
    /// as long as it pays, each with its least valuable piece; a move that captures nothing can
    /// only lose. `values` are by [`Kind::index`], ascending from soldier over advisor, elephant,
    /// horse and cannon to chariot; the general's counts for nothing, for it captures only what
    /// nobody guards.
    ///
    /// Pieces join in as others leave: a cannon that has got its screen, a chariot behind a
    /// chariot, a horse whose leg is freed; and a cannon that loses its screen drops out. Pins,
    /// checks and what happens on other squares are left to a search. 0 where nothing stands on
    /// `mv.from`.
    ///
    /// ```
    /// use game_core::Position;
    /// use xiangqi_movegen::Xiangqi;
    /// const VALUES: [i32; 7] = [0, 250, 250, 350, 500, 350, 100];
    /// let board = *Xiangqi::default().board();
    /// // The cannon takes the horse, the chariot takes the cannon.
    /// assert_eq!(board.exchange("b2b9".parse()?, &VALUES), 350 - 350);
    /// assert_eq!(board.exchange("b2b6".parse()?, &VALUES), 0);
    /// assert!(board.exchange_wins("b2b9".parse()?, 0, &VALUES) && !board.exchange_wins("b2b9".parse()?, 1, &VALUES));
    /// # Ok::<(), xiangqi_movegen::MoveTextError>(())
    /// ```
    pub fn exchange(&self, mv: Move, values: &[i32; 7]) -> i32 {
        let Some(moved) = self.piece_at(mv.from) else {
            return 0;
        };
        let value = |kind: Kind| values[kind.index()];
        let mut gains = [0; LONGEST];
        gains[0] = self.piece_at(mv.to).map_or(0, |piece| value(piece.kind));
        let mut occupied = self.occupied().without(mv.from);
        let mut side = !moved.player;
        let mut risked = moved.kind;
        let mut last = 0;
        while let Some((from, kind)) = self.next_capture(mv.to, side, occupied) {
            last += 1;
            gains[last] = value(risked) - gains[last - 1];
            occupied = occupied.without(from);
            (side, risked) = (!side, kind);
        }
        // A capture is never forced.
        for at in (0..last).rev() {
            gains[at] = -gains[at + 1].max(-gains[at]);
        }
        gains[0]
    }

    /// Whether [`exchange`](Self::exchange) would be at least `threshold`: cheaper, for it ends as
    /// soon as that is clear.
    #[inline]
    pub fn exchange_wins(&self, mv: Move, threshold: i32, values: &[i32; 7]) -> bool {
        let Some(moved) = self.piece_at(mv.from) else {
            return threshold <= 0;
        };
        let value = |kind: Kind| values[kind.index()];
        // What the side that is to capture needs to gain, less what it has: it gives up if even a
        // free capture is too little.
        let mut balance = self.piece_at(mv.to).map_or(0, |piece| value(piece.kind)) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value(moved.kind);
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(mv.from);
        let mut side = !moved.player;
        while let Some((from, kind)) = self.next_capture(mv.to, side, occupied) {
            occupied = occupied.without(from);
            side = !side;
            balance = -balance - 1 - value(kind);
            if balance >= 0 {
                break;
            }
        }
        // The side that cannot, or need not, capture any more is the one that falls short.
        side != moved.player
    }

    /// The least valuable piece of `side` that captures on `square`, among those on `occupied`
    /// squares. The general captures only where it cannot be captured.
    #[inline]
    fn next_capture(
        &self,
        square: Square,
        side: Player,
        occupied: Bitboard,
    ) -> Option<(Square, Kind)> {
        let attackers = self.attackers(square, occupied);
        let ours = attackers & self.of(side);
        if ours.is_empty() {
            return None;
        }
        let (from, kind) = ORDER
            .into_iter()
            .find_map(|kind| Some(((ours & self.kind(kind)).first()?, kind)))?;
        let safe = || (self.attackers(square, occupied.without(from)) & self.of(!side)).is_empty();
        (kind != Kind::General || safe()).then_some((from, kind))
    }
}

#[cfg(test)]
mod tests;

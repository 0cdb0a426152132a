//! Which moves a player has, and how many of them leave its general safe.

use super::{
    Bitboard, Board,
    attacks::{checking_squares, moves_of, range},
};
use crate::{Kind, Move, Square};
use game_core::Player;

impl Board {
    /// Calls `visit` with each of `player`'s pieces and what it reaches of `targets`, legal or not.
    #[inline]
    fn each_piece(
        &self,
        player: Player,
        targets: Bitboard,
        mut visit: impl FnMut(Kind, Square, Bitboard),
    ) {
        let occupied = self.occupied();
        for kind in Kind::ALL {
            let pieces = self.pieces(player, kind);
            // Of few targets, as of captures, most kinds reach none.
            if range(player, kind, pieces).meets(targets) {
                pieces.for_each(|from| {
                    visit(kind, from, moves_of(player, kind, from, occupied) & targets);
                });
            }
        }
    }

    /// Appends `player`'s moves to `targets`, whether or not they expose its general.
    #[inline]
    pub(crate) fn generate(&self, player: Player, targets: Bitboard, moves: &mut Vec<Move>) {
        self.each_piece(player, targets, |_, from, reached| {
            reached.for_each(|to| moves.push(Move::new(from, to)))
        });
    }

    /// Appends `player`'s moves to free squares from which the piece that has moved attacks the
    /// other general, whether or not they expose its own. Checks that a piece discovers by leaving
    /// are not among them.
    #[inline]
    pub(crate) fn generate_checks(&self, player: Player, moves: &mut Vec<Move>) {
        let free = !self.occupied();
        let occupied = self.occupied();
        let general = self.general(!player);
        for kind in [Kind::Horse, Kind::Chariot, Kind::Cannon, Kind::Soldier] {
            let pieces = self.pieces(player, kind);
            if pieces.is_empty() {
                continue;
            }
            let checking = checking_squares(player, kind, general, occupied) & free;
            for from in pieces {
                let reached = moves_of(player, kind, from, occupied) & checking;
                // A cannon is no screen for itself.
                moves.extend(
                    reached
                        .map(|to| Move::new(from, to))
                        .filter(|&mv| self.gives_check(player, mv)),
                );
            }
        }
    }

    /// Whether `player` has a piece that can make `mv`, whether or not it exposes the general.
    #[inline]
    pub(crate) fn can_make(&self, player: Player, mv: Move) -> bool {
        self.piece_at(mv.from).is_some_and(|piece| {
            piece.player == player
                && !self.of(player).contains(mv.to)
                && moves_of(player, piece.kind, mv.from, self.occupied()).contains(mv.to)
        })
    }

    /// Appends `player`'s legal moves, the other general not being attacked; both generals must be
    /// there.
    pub fn legal_moves(&self, player: Player, moves: &mut Vec<Move>) {
        self.each_legal_move(player, |mv| moves.push(mv));
    }

    /// Calls `visit` with each of `player`'s legal moves, as [`legal_moves`](Self::legal_moves)
    /// without a list.
    #[inline]
    pub fn each_legal_move(&self, player: Player, mut visit: impl FnMut(Move)) {
        let checked = !self.checkers(player).is_empty();
        self.each_legal(player, checked, |from, reached| {
            reached.for_each(|to| visit(Move::new(from, to)))
        });
    }

    /// Appends `player`'s legal moves. `checked` says whether it is in check.
    pub(crate) fn generate_legal(&self, player: Player, checked: bool, moves: &mut Vec<Move>) {
        self.each_legal(player, checked, |from, reached| {
            reached.for_each(|to| moves.push(Move::new(from, to)))
        });
    }

    /// The number of `player`'s legal moves. `checked` says whether it is in check.
    pub(crate) fn count_legal(&self, player: Player, checked: bool) -> usize {
        let mut count = 0;
        self.each_legal(player, checked, |_, reached| count += reached.len());
        count
    }

    /// Whether `player` has a legal move, the other general not being attacked; both generals must
    /// be there.
    pub fn has_legal_move(&self, player: Player) -> bool {
        self.has_legal_move_such_that(player, |_| true)
    }

    /// Whether `player` has a legal move that `holds` accepts; none is tried after the first.
    pub(crate) fn has_legal_move_such_that(
        &self,
        player: Player,
        mut holds: impl FnMut(Move) -> bool,
    ) -> bool {
        self.find_move(player, |mv| !self.exposes(player, mv, true) && holds(mv))
            .is_some()
    }

    /// The first of `player`'s moves that `holds` accepts, which is to ask whether it is legal
    /// where that matters.
    #[inline]
    pub(crate) fn find_move(
        &self,
        player: Player,
        mut holds: impl FnMut(Move) -> bool,
    ) -> Option<Move> {
        let ours = self.of(player);
        let occupied = self.occupied();
        Kind::ALL.into_iter().find_map(|kind| {
            (ours & self.kind(kind)).find_map(|from| {
                let mut reached = moves_of(player, kind, from, occupied) & !ours;
                reached.find_map(|to| Some(Move::new(from, to)).filter(|&mv| holds(mv)))
            })
        })
    }

    /// Calls `visit` with each of `player`'s pieces and the squares it may legally go to.
    ///
    /// Out of check only the general's moves and those of the few pieces that shield it are tried
    /// one by one.
    #[inline]
    fn each_legal(&self, player: Player, checked: bool, mut visit: impl FnMut(Square, Bitboard)) {
        let tried = |from: Square, reached: Bitboard| -> Bitboard {
            reached
                .filter(|&to| !self.exposes(player, Move::new(from, to), true))
                .collect()
        };
        let targets = !self.of(player);
        if checked {
            return self.each_piece(player, targets, |_, from, reached| {
                visit(from, tried(from, reached))
            });
        }
        let exposure = self.exposure(player);
        self.each_piece(player, targets, |kind, from, reached| {
            if kind == Kind::General || exposure.blockers.contains(from) {
                visit(from, tried(from, reached));
            } else {
                visit(from, reached & !exposure.screens);
            }
        });
    }
}

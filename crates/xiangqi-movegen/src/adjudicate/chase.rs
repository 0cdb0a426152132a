//! Perpetual chase: what each player's every move newly attacks.

use crate::{Bitboard, Board, Kind, Move, Square, Xiangqi, board::attacks_of};
use game_core::{Player, Position};

impl Xiangqi {
    /// For each player the enemy pieces that each of its moves in the last `plies` plies newly attacked, named by the
    /// squares where they stand now. There is no capture and no check among those plies.
    pub(super) fn chased(&self, plies: usize) -> [Bitboard; 2] {
        let mut window = Window { board: *self.board(), now: core::array::from_fn(Square::at) };
        let mut chased = [Bitboard::ALL; 2];
        let mut mover = !self.turn();
        for back in 1..=plies {
            let mv = self.history().back(back).mv;
            let chased = &mut chased[mover.index()];
            if chased.is_empty() {
                window.undo(mv);
            } else {
                *chased &= window.attacked_by(mover);
                window.undo(mv);
                *chased &= !window.attacked_by(mover);
            }
            mover = !mover;
        }
        chased
    }
}

/// A board on the way back through the game, which knows for each piece where it stands at the end.
struct Window {
    board: Board,
    now: [Square; Square::COUNT],
}

impl Window {
    /// Takes back `mv`, which captured nothing.
    fn undo(&mut self, mv: Move) {
        self.board.unmake(mv, None);
        self.now.swap(mv.from.index(), mv.to.index());
    }

    /// The pieces that `player` validly attacks, by the squares where they stand at the end.
    fn attacked_by(&self, player: Player) -> Bitboard {
        attacked_by(&self.board, player).map(|target| self.now[target.index()]).collect()
    }
}

/// The enemy pieces that `player` attacks in the sense of the rules on chasing. Neither general is in check.
///
/// Generals and soldiers may chase; a general, and a soldier that has not crossed the river, may be chased.
fn attacked_by(board: &Board, player: Player) -> Bitboard {
    let targets = board.of(!player) & !board.kind(Kind::General) & !at_home(board, !player);
    let mut attacked = Bitboard::EMPTY;
    for kind in [Kind::Chariot, Kind::Cannon, Kind::Horse, Kind::Advisor, Kind::Elephant] {
        for from in board.pieces(player, kind) {
            let reached = attacks_of(player, kind, from, board.occupied()) & targets & !attacked;
            attacked |= reached.filter(|&to| is_attack(board, player, kind, Move::new(from, to))).collect();
        }
    }
    attacked
}

/// `player`'s soldiers that have not crossed the river.
fn at_home(board: &Board, player: Player) -> Bitboard {
    board.pieces(player, Kind::Soldier).filter(|square| !square.is_across_river(player)).collect()
}

/// Whether `player`'s `kind` that could capture by `mv` thereby attacks what it would capture.
fn is_attack(board: &Board, player: Player, kind: Kind, mv: Move) -> bool {
    let Some(target) = board.piece_at(mv.to).map(|piece| piece.kind) else { return false };
    if board.exposes(player, mv, true) {
        return false;
    }
    // A stronger piece is attacked even if it is protected.
    let major = matches!(target, Kind::Chariot | Kind::Cannon | Kind::Horse);
    match kind {
        Kind::Cannon | Kind::Horse if target == Kind::Chariot => return true,
        Kind::Advisor | Kind::Elephant if major => return true,
        _ => {}
    }
    // Two pieces of a kind attack each other: an exchange, unless one of them cannot capture.
    let back = Move::new(mv.to, mv.from);
    let mutual = kind == target && board.can_make(!player, back) && !board.exposes(!player, back, true);
    !mutual && !is_protected(board, player, mv)
}

/// Whether the other side can legally recapture after `player`'s `mv`: with a piece that then attacks the square, which
/// the capture may have opened or closed to it, and that is not pinned.
fn is_protected(board: &Board, player: Player, mv: Move) -> bool {
    let mut after = *board;
    after.make(mv);
    let occupied = after.occupied();
    (after.attackers(mv.to, occupied) & after.of(!player)).any(|from| !after.exposes(!player, Move::new(from, mv.to), true))
}

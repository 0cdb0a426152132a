//! Perpetual chase: which attacks each player's every move makes anew.

use crate::{Bitboard, Board, Kind, Move, Square, Xiangqi, board::attacks_of};
use game_core::{Player, Position};

impl Xiangqi {
    /// For each player the enemy pieces that every one of its moves in the last `plies` plies newly
    /// attacked, named by the squares where they stand now. Those plies captured nothing.
    ///
    /// An attack is a pair of attacker and target: it is new if that attacker did not attack that
    /// target just before the move, whether another piece did or not.
    pub(super) fn chased(&self, plies: usize) -> [Bitboard; 2] {
        let mut window = Window {
            board: *self.board(),
            now: core::array::from_fn(Square::at),
        };
        let mut chased = [Bitboard::ALL; 2];
        let mut mover = !self.turn();
        for back in 1..=plies {
            let mv = self.history().back(back).mv;
            let candidates = chased[mover.index()];
            if candidates.is_empty() {
                window.undo(mv);
            } else {
                let after = window.attacks_by(mover, candidates);
                window.undo(mv);
                chased[mover.index()] = after.new_targets(&window.attacks_by(mover, candidates));
                if chased == [Bitboard::EMPTY; 2] {
                    break;
                }
            }
            mover = !mover;
        }
        chased
    }
}

/// The targets of each attacker. Both are named by the squares where they stand at the end of the
/// window, so that attacks before and after a move can be compared.
struct Attacks([Bitboard; Square::COUNT]);

impl Attacks {
    /// The targets of attacks that are not among those `before`.
    fn new_targets(&self, before: &Self) -> Bitboard {
        self.0
            .iter()
            .zip(&before.0)
            .fold(Bitboard::EMPTY, |new, (&now, &then)| new | now & !then)
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

    /// The valid attacks of `player` on those of its targets that stand on `candidates` at the end.
    ///
    /// Generals and soldiers may chase; a general, and a soldier that has not crossed the river,
    /// may be chased.
    fn attacks_by(&self, player: Player, candidates: Bitboard) -> Attacks {
        let board = &self.board;
        let exempt = board.kind(Kind::General) | at_home(board, !player);
        let targets = board.of(!player) & !exempt;
        let is_candidate = |&to: &Square| candidates.contains(self.now[to.index()]);
        let mut attacks = Attacks([Bitboard::EMPTY; Square::COUNT]);
        for kind in [
            Kind::Chariot,
            Kind::Cannon,
            Kind::Horse,
            Kind::Advisor,
            Kind::Elephant,
        ] {
            for from in board.pieces(player, kind) {
                let reached = attacks_of(player, kind, from, board.occupied()) & targets;
                attacks.0[self.now[from.index()].index()] = reached
                    .filter(is_candidate)
                    .filter(|&to| is_attack(board, player, kind, Move::new(from, to)))
                    .map(|to| self.now[to.index()])
                    .collect();
            }
        }
        attacks
    }
}

/// `player`'s soldiers that have not crossed the river.
fn at_home(board: &Board, player: Player) -> Bitboard {
    board
        .pieces(player, Kind::Soldier)
        .filter(|square| !square.is_across_river(player))
        .collect()
}

/// Whether `player`'s `kind` that could capture by `mv` thereby attacks what it would capture.
fn is_attack(board: &Board, player: Player, kind: Kind, mv: Move) -> bool {
    let Some(target) = board.piece_at(mv.to).map(|piece| piece.kind) else {
        return false;
    };
    if board.exposes_anew(player, mv, board.checkers(player)) {
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
    let checkers = board.checkers(!player);
    let back = Move::new(mv.to, mv.from);
    let mutual = kind == target
        && board.can_make(!player, back)
        && !board.exposes_anew(!player, back, checkers);
    !mutual && !is_protected(board, player, mv, checkers)
}

/// Whether the other side, in check by `checkers`, can recapture after `player`'s `mv`: with a
/// piece that then attacks the square, which the capture may have opened or closed to it, and that
/// is not pinned.
fn is_protected(board: &Board, player: Player, mv: Move, checkers: Bitboard) -> bool {
    let mut after = *board;
    after.make(mv);
    let mut recapturing = after.attackers(mv.to, after.occupied()) & after.of(!player);
    recapturing.any(|from| !after.exposes_anew(!player, Move::new(from, mv.to), checkers))
}

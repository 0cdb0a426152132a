//! What the pieces are worth where they stand, kept up to date from move to move.

use super::{Weights, counts::for_red};
use game_core::Player;
use xiangqi_movegen::{Board, Kind, Move, Piece, Square, Xiangqi};

/// The attackers on a full board, each chariot counting twice.
pub(super) const FULL: i32 = 16;

/// How much of the phase a piece is: attackers alone.
#[inline]
const fn attackers(kind: Kind) -> i32 {
    match kind {
        Kind::Chariot => 2,
        Kind::Horse | Kind::Cannon => 1,
        _ => 0,
    }
}

/// Material and placement, Red's less Black's, and how many attackers are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// With all attackers on the board.
    full: i32,
    /// With none.
    bare: i32,
    attackers: i32,
}

/// What each piece is worth on each square in either phase, negative for Black.
#[derive(Debug)]
pub(super) struct Worths([[[i32; 2]; Square::COUNT]; 14]);

impl Worths {
    pub(super) fn new(weights: &Weights) -> Self {
        let mut worths = [[[0; 2]; Square::COUNT]; 14];
        for piece in Player::BOTH
            .into_iter()
            .flat_map(|player| Kind::ALL.map(|kind| Piece::new(player, kind)))
        {
            for square in Square::all() {
                let values = weights
                    .bonuses(piece, square)
                    .map(|bonus| weights.material[piece.kind.index()] + bonus);
                worths[piece.index()][square.index()] =
                    values.map(|value| for_red(value, piece.player));
            }
        }
        Self(worths)
    }

    #[inline]
    fn of(&self, piece: Piece, square: Square) -> [i32; 2] {
        self.0[piece.index()][square.index()]
    }
}

impl Standing {
    pub(super) fn new(board: &Board, worths: &Worths) -> Self {
        let mut standing = Self::default();
        for at in board.occupied() {
            if let Some(piece) = board.piece_at(at) {
                standing.add(worths.of(piece, at), 1);
                standing.attackers += attackers(piece.kind);
            }
        }
        standing
    }

    #[inline]
    fn add(&mut self, [full, bare]: [i32; 2], sign: i32) {
        self.full += sign * full;
        self.bare += sign * bare;
    }

    /// Follows `mv`, which has been played if `sign` is 1, and is to be taken back if it is -1.
    #[inline]
    pub(super) fn follow(
        &mut self,
        pos: &Xiangqi,
        mv: Move,
        captured: Option<Piece>,
        worths: &Worths,
        sign: i32,
    ) {
        // A null move leaves everything as it is, whatever stands on the square it names.
        let Some(piece) = pos.piece_at(mv.to).filter(|_| !mv.is_null()) else {
            return;
        };
        self.add(worths.of(piece, mv.to), sign);
        self.add(worths.of(piece, mv.from), -sign);
        if let Some(captured) = captured {
            self.add(worths.of(captured, mv.to), -sign);
            self.attackers -= sign * attackers(captured.kind);
        }
    }

    /// Material and placement in between the two phases.
    #[inline]
    pub(super) fn worth(&self) -> i32 {
        let phase = self.attackers.min(FULL);
        (self.full * phase + self.bare * (FULL - phase)) / FULL
    }
}

/// How full the board is of attackers, from 0 to [`FULL`]; more count as all.
pub(super) fn phase(board: &Board) -> i32 {
    let left = |kind: Kind| attackers(kind) * board.kind(kind).len() as i32;
    Kind::ALL.into_iter().map(left).sum::<i32>().min(FULL)
}

/// Material alone, Red's less Black's.
pub(super) fn material(pos: &Xiangqi, weights: &Weights) -> i32 {
    let value = |piece: Piece| for_red(weights.material[piece.kind.index()], piece.player);
    pos.board()
        .occupied()
        .filter_map(|at| pos.piece_at(at))
        .map(value)
        .sum()
}

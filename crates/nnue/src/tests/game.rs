//! A game for the tests: a king and two stones a side on sixteen cells in four rows, a step to any
//! neighbouring cell, captures, and a null move that is never offered.

use crate::{Changes, Features};
use game_core::{Outcome, Player, Position, zobrist::mix};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) player: Player,
    pub(super) king: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Skirmish {
    pub(super) cells: [Option<Piece>; 16],
    turn: Player,
}

/// From where to where.
pub(super) type Move = (u8, u8);

/// Passes.
pub(super) const NULL: Move = (0, 0);

impl Skirmish {
    pub(super) fn start() -> Self {
        let mut cells = [None; 16];
        for (player, king, stones) in [(Player::First, 1, [4, 6]), (Player::Second, 14, [9, 11])] {
            cells[king] = Some(Piece { player, king: true });
            for stone in stones {
                cells[stone] = Some(Piece {
                    player,
                    king: false,
                });
            }
        }
        Self {
            cells,
            turn: Player::First,
        }
    }

    fn has_king(&self, player: Player) -> bool {
        self.cells.contains(&Some(Piece { player, king: true }))
    }
}

impl Position for Skirmish {
    type Move = Move;
    type Undo = Option<Piece>;
    const SLOTS: usize = 256;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        self.cells.iter().fold(self.turn as u64, |key, cell| {
            let cell = cell.map_or(0, |piece| {
                1 + 2 * piece.player as u64 + u64::from(piece.king)
            });
            mix(key ^ cell)
        })
    }

    fn decided(&self) -> Option<Outcome> {
        (!self.has_king(self.turn)).then_some(Outcome::Loss)
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        let owner = |cell: u8| self.cells[usize::from(cell)].map(|piece| piece.player);
        for from in (0..16).filter(|&cell| owner(cell) == Some(self.turn)) {
            let near =
                |to: &u8| (from / 4).abs_diff(to / 4) <= 1 && (from % 4).abs_diff(to % 4) <= 1;
            let free = |to: &u8| owner(*to) != Some(self.turn);
            moves.extend((0..16).filter(near).filter(free).map(|to| (from, to)));
        }
    }

    fn play(&mut self, mv: Move) -> Option<Piece> {
        self.turn = !self.turn;
        if mv == NULL {
            return None;
        }
        let (from, to) = (usize::from(mv.0), usize::from(mv.1));
        let captured = self.cells[to];
        self.cells[to] = self.cells[from].take();
        captured
    }

    fn undo(&mut self, mv: Move, captured: Option<Piece>) {
        self.turn = !self.turn;
        if mv != NULL {
            let (from, to) = (usize::from(mv.0), usize::from(mv.1));
            self.cells[from] = self.cells[to];
            self.cells[to] = captured;
        }
    }

    fn pack(&self, mv: Move) -> u16 {
        u16::from(mv.0) << 4 | u16::from(mv.1)
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.into_iter().find(|&mv| self.pack(mv) == bits)
    }

    fn slot(&self, mv: Move) -> usize {
        self.pack(mv).into()
    }
}

/// Pieces on cells, by the half of the board that the own king is in. Counts in its state what the
/// network tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct KingBuckets {
    /// The pieces on the board, kept up to date.
    pieces: usize,
}

impl KingBuckets {
    /// The half of the board that the king is in, from the perspective of its owner.
    fn half(pos: &Skirmish, viewer: Player) -> usize {
        let king = |cell: &usize| {
            pos.cells[*cell]
                == Some(Piece {
                    player: viewer,
                    king: true,
                })
        };
        (0..16)
            .find(king)
            .map_or(0, |cell| Self::seen(cell, viewer) / 8)
    }

    fn seen(cell: usize, viewer: Player) -> usize {
        match viewer {
            Player::First => cell,
            Player::Second => 15 - cell,
        }
    }

    fn feature(half: usize, piece: Piece, cell: usize, viewer: Player) -> u16 {
        let kind = 2 * usize::from(piece.player != viewer) + usize::from(piece.king);
        (half * 64 + kind * 16 + Self::seen(cell, viewer)) as u16
    }
}

impl Features<Skirmish> for KingBuckets {
    const NAME: &'static str = "skirmish king buckets";
    const COUNT: usize = 128;
    const MAX_ACTIVE: usize = 6;
    const INPUT_BUCKETS: usize = 2;
    const BUCKETS: usize = 3;
    const SCALE: i32 = 300;

    fn reset(&mut self, pos: &Skirmish) {
        self.pieces = pos.cells.iter().flatten().count();
    }

    fn played(&mut self, _: &Skirmish, _: Move, captured: &Option<Piece>) {
        self.pieces -= usize::from(captured.is_some());
    }

    fn undone(&mut self, _: &Skirmish, _: Move, captured: &Option<Piece>) {
        self.pieces += usize::from(captured.is_some());
    }

    fn active(&self, pos: &Skirmish, viewer: Player, features: &mut Vec<u16>) {
        let half = Self::half(pos, viewer);
        for (cell, piece) in pos.cells.iter().enumerate() {
            features.extend(piece.map(|piece| Self::feature(half, piece, cell, viewer)));
        }
    }

    fn changed(&self, pos: &Skirmish, mv: Move, captured: &Option<Piece>, changes: &mut Changes) {
        let (from, to) = (usize::from(mv.0), usize::from(mv.1));
        let Some(piece) = pos.cells[to].filter(|_| mv != NULL) else {
            return;
        };
        for viewer in Player::BOTH {
            let half = Self::half(pos, viewer);
            changes.remove(viewer, Self::feature(half, piece, from, viewer));
            changes.add(viewer, Self::feature(half, piece, to, viewer));
            if let Some(captured) = captured {
                changes.remove(viewer, Self::feature(half, *captured, to, viewer));
            }
            // Asked for only now, so that what was recorded must be ignored.
            let own_king = piece.king && piece.player == viewer;
            let lost_king = captured.is_some_and(|captured| captured.king);
            let crossed = Self::seen(from, viewer) / 8 != Self::seen(to, viewer) / 8;
            if own_king && crossed || lost_king {
                changes.refresh(viewer);
            }
        }
    }

    fn input_bucket(&self, pos: &Skirmish, viewer: Player) -> usize {
        Self::half(pos, viewer)
    }

    fn bucket(&self, pos: &Skirmish) -> usize {
        assert_eq!(self.pieces, pos.cells.iter().flatten().count());
        (self.pieces / 2).saturating_sub(1).min(2)
    }
}

//! The placement of the pieces, and what they attack.

mod bitboard;

pub use bitboard::Bitboard;

use crate::{Kind, Piece, Square};
use game_core::Player;

/// Where the pieces stand, kept as a mailbox, as bitboards and as the occupancy of every line.
///
/// It knows nothing of turns or history. It is small (about 400 bytes) and `Copy`: what-if questions are asked of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; Square::COUNT],
    players: [Bitboard; 2],
    kinds: [Bitboard; 7],
    /// The occupancy of each rank, bit by file: the index of the tables of line attacks.
    ranks: [u16; Square::RANKS as usize],
    /// The occupancy of each file, bit by rank.
    files: [u16; Square::FILES as usize],
}

impl Board {
    /// The board without a piece.
    pub const EMPTY: Self = Self {
        squares: [None; Square::COUNT],
        players: [Bitboard::EMPTY; 2],
        kinds: [Bitboard::EMPTY; 7],
        ranks: [0; Square::RANKS as usize],
        files: [0; Square::FILES as usize],
    };

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The squares of `player`'s pieces.
    #[inline]
    pub fn of(&self, player: Player) -> Bitboard {
        self.players[player.index()]
    }

    /// The squares of both players' pieces of `kind`.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of `player`'s pieces of `kind`.
    #[inline]
    pub fn pieces(&self, player: Player, kind: Kind) -> Bitboard {
        self.of(player) & self.kind(kind)
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.players[0] | self.players[1]
    }

    /// The square of `player`'s general.
    ///
    /// # Panics
    /// If the player has none, which no [`Xiangqi`](crate::Xiangqi) position allows.
    #[inline]
    pub fn general(&self, player: Player) -> Square {
        self.pieces(player, Kind::General).first().expect("each side has its general")
    }

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none());
        self.squares[square.index()] = Some(piece);
        self.flip(square, piece);
    }

    /// Takes the piece from `square`, if there is one.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.flip(square, piece);
        Some(piece)
    }

    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.players[piece.player.index()] ^= bit;
        self.kinds[piece.kind.index()] ^= bit;
        self.ranks[square.rank() as usize] ^= 1 << square.file();
        self.files[square.file() as usize] ^= 1 << square.rank();
    }
}

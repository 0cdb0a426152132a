//! The placement of the pieces, and what they attack.

mod attacks;
mod bitboard;
mod exchange;
mod generate;
mod tables;

pub(crate) use attacks::attacks_of;
pub use bitboard::Bitboard;

use crate::{Kind, Move, Piece, Square};
use game_core::Player;

/// Where the pieces stand, and what they attack.
///
/// It knows nothing of turns or history. It is small (about 330 bytes) and `Copy`: what-if
/// questions may be asked of a copy.
///
/// ```
/// use game_core::Player;
/// use xiangqi_movegen::{Kind, Xiangqi};
/// let pos = Xiangqi::default();
/// let board = pos.board();
/// assert_eq!(board.general(Player::First).to_string(), "e0");
/// assert_eq!(board.pieces(Player::Second, Kind::Soldier).len(), 5);
/// // Over the black cannon, the red one attacks the horse behind it.
/// let attackers = board.attackers("b9".parse()?, board.occupied()) & board.of(Player::First);
/// assert_eq!(attackers.first(), Some("b2".parse()?));
/// # Ok::<(), xiangqi_movegen::SquareTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; Square::COUNT],
    players: [Bitboard; 2],
    kinds: [Bitboard; 7],
}

impl Board {
    /// The board without a piece.
    pub const EMPTY: Self = Self {
        squares: [None; Square::COUNT],
        players: [Bitboard::EMPTY; 2],
        kinds: [Bitboard::EMPTY; 7],
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
        self.pieces(player, Kind::General)
            .first()
            .expect("each side has its general")
    }

    /// Puts `piece` on `square`, which must be empty: any piece, wherever it could come in a game
    /// or not. Most other questions need both generals on the board.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none());
        self.squares[square.index()] = Some(piece);
        self.flip(square, piece);
    }

    /// Takes the piece from `square`, if there is one.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.flip(square, piece);
        Some(piece)
    }

    /// Moves the piece on `mv.from`, which must be there, and returns what it captured; whether the
    /// move is legal is not asked.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Option<Piece> {
        let captured = self.take(mv.to);
        if let Some(piece) = self.take(mv.from) {
            self.put(mv.to, piece);
        }
        captured
    }

    /// Takes back `mv`, which captured `captured`.
    #[inline]
    pub(crate) fn unmake(&mut self, mv: Move, captured: Option<Piece>) {
        if let Some(piece) = self.take(mv.to) {
            self.put(mv.from, piece);
        }
        if let Some(piece) = captured {
            self.put(mv.to, piece);
        }
    }

    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.players[piece.player.index()] ^= bit;
        self.kinds[piece.kind.index()] ^= bit;
    }
}

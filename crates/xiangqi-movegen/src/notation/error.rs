use super::{FenError, PgnError, RelativeError, XqfError};
use crate::{Move, MoveTextError, Piece};
use thiserror::Error;

/// What was wrong with a text: a position, a move, or a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// It describes no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It names no legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It holds no game, or one that is not well formed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// It is a file in XQF that cannot be read.
    #[error(transparent)]
    Xqf(#[from] XqfError),
}

/// Why a text names no legal move of a position.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::{MoveError, read_move}};
/// let start = Xiangqi::default();
/// assert!(matches!(read_move(&start, "castle"), Err(MoveError::Unreadable(_))));
/// assert!(matches!(read_move(&start, "e4e5"), Err(MoveError::NoPiece { .. })));
/// assert!(matches!(read_move(&start, "h9g7"), Err(MoveError::NotYours { .. })));
/// assert!(matches!(read_move(&start, "b0d1"), Err(MoveError::CannotMoveSo { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It is a move in no notation.
    #[error(transparent)]
    Unreadable(#[from] MoveTextError),
    /// It is written in WXF or Chinese notation, and names no legal move.
    #[error(transparent)]
    Relative(#[from] RelativeError),
    /// There is nothing to move.
    #[error("{mv}: there is no piece on {}", .mv.from)]
    NoPiece {
        /// The move.
        mv: Move,
    },
    /// The piece is the other player's.
    #[error("{mv}: the {piece} is not yours to move")]
    NotYours {
        /// The move.
        mv: Move,
        /// The piece on the square it leaves.
        piece: Piece,
    },
    /// One's own piece stands where the move goes.
    #[error("{mv}: your own {piece} stands there")]
    OwnPiece {
        /// The move.
        mv: Move,
        /// The piece that stands there.
        piece: Piece,
    },
    /// The piece never moves that way, or something is in its way.
    #[error("{mv}: the {piece} cannot move so")]
    CannotMoveSo {
        /// The move.
        mv: Move,
        /// The piece.
        piece: Piece,
    },
    /// The player's general could be captured.
    #[error("{mv} leaves the general in check")]
    LeavesInCheck {
        /// The move.
        mv: Move,
    },
    /// The two generals would face each other on an open file.
    #[error("{mv} lets the generals face each other")]
    GeneralsFace {
        /// The move.
        mv: Move,
    },
}

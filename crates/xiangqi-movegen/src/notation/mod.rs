//! Texts: positions as FEN, moves in coordinates.

mod fen;

pub use fen::FenError;
pub(crate) use fen::{Fen, read as read_fen, write as write_fen};

//! WTHOR, the database of tournament games kept by the Fédération française d'Othello: `.wtb` files
//! of games, and the players' and tournaments' names in `.JOU` and `.TRN` files.
//!
//! All numbers are little-endian. A file begins with 16 bytes ([`Header`]); a game takes 68 bytes
//! ([`Game`]), a player's name 20 and a tournament's 26, in ISO 8859-1 up to the first zero byte.
//! The format is described in the federation's "Format de la base Wthor".
//!
//! ```
//! use othello_bitboard::wthor::Archive;
//!
//! let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello/WTH_1977.wtb"));
//! let archive = Archive::read(bytes)?;
//! assert_eq!((archive.header.year, archive.games.len()), (1977, 12));
//!
//! let game = &archive.games[0];
//! let end = game.replay().expect("this one is sound").end();
//! assert_eq!((game.black_score, end.final_margin().abs()), (34, 4));
//! # Ok::<(), othello_bitboard::wthor::Error>(())
//! ```

mod archive;
mod game;
mod names;

pub use archive::{Archive, Error, Header, UnwritableError};
pub(crate) use archive::{ArchiveWriter, records};
pub use game::{Game, GameError, ReplayError};
pub use names::{NameError, players, tournaments, write_players, write_tournaments};

//! Data files: the games and positions that a network learns from, in one format for all games.
//!
//! A [`Game`] is a start, its moves with the score of a search for each, and its result; or the
//! single positions that a [`Sampler`](crate::sampling::Sampler) took from inside its searches.
//!
//! A file begins with the lines of its [`Header`] and goes on with chunks of games, each with its
//! own length and checksum. A [`Writer`] appends chunks; one torn by a crash is cut off when the
//! file is next opened, and everything before it counts. A [`Reader`] has one chunk in memory at a
//! time. [`write_text`] and [`read_text`] are the same games as text.
//!
//! | chunk | bytes |
//! |---|---|
//! | length of the packed games, length unpacked, CRC-32 of the packed games | 4 each, the least significant first |
//! | CRC-32 of these twelve bytes | 4 |
//! | games, packed by zlib | as many as the first number says |
//!
//! ```
//! use gomoku_rules::Gomoku;
//! use train::data::{Content, Game, Header, Played, Reader, Writer};
//! use train::game_core::{Notation, Outcome, Position};
//!
//! let mv = |text| Gomoku::default().parse_move(text).map(|mv| Gomoku::default().pack(mv));
//! let played = Played {
//!     start: "startpos".to_owned(),
//!     moves: vec![mv("h8")?, mv("i9")?],
//!     scores: vec![None, Some(-35)],
//!     result: Some(Outcome::Win),
//! };
//! let game = Game { number: 0, content: Content::Played(played) };
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("gomoku.games");
//! let header = Header::new("gomoku", "rule=freestyle size=15", "by hand");
//! let (mut writer, known) = Writer::open(&path, &header)?;
//! assert!(known.is_empty());
//! writer.append(&[game.clone()])?;
//!
//! let mut reader = Reader::open(&path)?;
//! assert_eq!(reader.header(), &header);
//! assert_eq!(reader.next_chunk()?, Some(vec![game.clone()]));
//! assert_eq!(reader.next_chunk()?, None);
//!
//! let mut scores = Vec::new();
//! game.visit(&Default::default(), |_: &Gomoku, target| scores.push(target.score))?;
//! assert_eq!(scores, [Some(-35)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chunk;
mod file;
mod game;
mod text;

pub use file::{DataError, Header, Reader, Writer};
pub(crate) use game::packed;
pub use game::{Content, Game, GameError, Played};
pub use text::{TextError, read_text, write_text};

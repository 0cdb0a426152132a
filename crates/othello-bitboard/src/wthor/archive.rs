use super::{Game, GameError, ReplayError};
use crate::{Othello, tags};
use game_core::{Record, RecordWriter, Tags};
use thiserror::Error;

/// The sixteen bytes that begin every file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// When the file was made: century, year of the century, month, day, as they stand in the file.
    pub made: [u8; 4],
    /// How many games the file holds; 0 in a file of names.
    pub games: u32,
    /// How many names the file holds; 0 in a file of games.
    pub names: u16,
    /// The year of the games; 0 in a file of names.
    pub year: u16,
    /// The length of a side of the board; 0 stands for 8.
    pub size: u8,
    /// 1 for a file of solitaires, else 0.
    pub kind: u8,
    /// From how many empty squares the theoretical scores were computed.
    pub depth: u8,
    /// The last byte, which the format does not define.
    pub reserved: u8,
}

impl Header {
    /// How many bytes a header takes.
    pub const LEN: usize = 16;

    /// The header that `bytes` begin with, and the rest.
    ///
    /// # Errors
    /// If there are fewer than sixteen bytes.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), Error> {
        let short = Error::HeaderTruncated { len: bytes.len() };
        let (&head, rest) = bytes.split_first_chunk::<{ Self::LEN }>().ok_or(short)?;
        let [
            century,
            year_of_century,
            month,
            day,
            g0,
            g1,
            g2,
            g3,
            n0,
            n1,
            y0,
            y1,
            size,
            kind,
            depth,
            reserved,
        ] = head;
        let header = Self {
            made: [century, year_of_century, month, day],
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            size,
            kind,
            depth,
            reserved,
        };
        Ok((header, rest))
    }

    /// The sixteen bytes that [`read`](Self::read) reads.
    pub fn write(&self) -> [u8; Self::LEN] {
        let Self {
            made: [century, year_of_century, month, day],
            games,
            names,
            year,
            size,
            kind,
            depth,
            reserved,
        } = *self;
        let [g0, g1, g2, g3] = games.to_le_bytes();
        let [n0, n1] = names.to_le_bytes();
        let [y0, y1] = year.to_le_bytes();
        [
            century,
            year_of_century,
            month,
            day,
            g0,
            g1,
            g2,
            g3,
            n0,
            n1,
            y0,
            y1,
            size,
            kind,
            depth,
            reserved,
        ]
    }
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The file's header.
    pub header: Header,
    /// The games, as they stand in the file: [`Game::replay`] tells the sound ones from the others.
    pub games: Vec<Game>,
}

impl Archive {
    /// Reads a `.wtb` file.
    ///
    /// # Errors
    /// If the header or a game is cut short, the board is not 8 by 8, or the file holds more than
    /// it says.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let (header, games) = parts(bytes)?;
        Ok(Self {
            header,
            games: games.iter().map(Game::read).collect(),
        })
    }

    /// The games as records, with the data of the header and the game under the names of [`tags`],
    /// or the error of a broken game. One that stops before its end is unfinished, not broken: see
    /// [`Game::record`].
    pub fn records(&self) -> impl Iterator<Item = Result<Record<Othello>, ReplayError>> {
        self.games.iter().map(|game| record(&self.header, game))
    }

    /// An archive of `records`. Its header says how many they are, and of which year and from how
    /// many empty squares on their theoretical scores are, if it is the same of all. The players'
    /// names are not kept: they stand in another file.
    ///
    /// # Errors
    /// At the first record that the format has no room for: see [`Game`].
    pub fn of_records(records: &[Record<Othello>]) -> Result<Self, UnwritableError> {
        let games = (1..)
            .zip(records)
            .map(|(number, record)| game(number, record))
            .collect::<Result<Vec<_>, _>>()?;
        let mut common = Common::default();
        records.iter().for_each(|record| common.add(record));
        Ok(Self {
            header: common.header(),
            games,
        })
    }

    /// The bytes of a `.wtb` file: those that were read, if nothing has changed, broken games as
    /// they were. The number of games is that of [`games`](Self::games), whatever the header says.
    ///
    /// # Errors
    /// If there are more games than the format can count.
    ///
    /// ```
    /// use othello_bitboard::wthor::Archive;
    /// let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello/WTH_1977.wtb"));
    /// assert_eq!(Archive::read(bytes)?.write()?, bytes);
    /// # Ok::<(), othello_bitboard::wthor::Error>(())
    /// ```
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let games = u32::try_from(self.games.len()).map_err(|_| Error::TooMany {
            games: self.games.len(),
        })?;
        let mut bytes = Vec::with_capacity(Header::LEN + self.games.len() * Game::LEN);
        bytes.extend(
            Header {
                games,
                ..self.header
            }
            .write(),
        );
        self.games
            .iter()
            .for_each(|game| bytes.extend(game.write()));
        Ok(bytes)
    }
}

/// The header of a `.wtb` file and the bytes of its games.
fn parts(bytes: &[u8]) -> Result<(Header, &[[u8; Game::LEN]]), Error> {
    let (header, body) = Header::read(bytes)?;
    if !matches!(header.size, 0 | 8) {
        return Err(Error::BoardSize { size: header.size });
    }
    let (games, rest) = body.as_chunks::<{ Game::LEN }>();
    match usize::try_from(header.games) {
        Ok(count) if count == games.len() && rest.is_empty() => Ok((header, games)),
        Ok(count) if count <= games.len() => Err(Error::CountMismatch {
            count: header.games,
            extra: body.len() - count * Game::LEN,
        }),
        _ => Err(Error::GameTruncated {
            game: games.len() + 1,
            count: header.games,
            len: rest.len(),
        }),
    }
}

/// The games of a `.wtb` file, as [`Archive::records`] tells them, read one by one.
pub(crate) fn records(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<Record<Othello>, ReplayError>>, Error> {
    let (header, games) = parts(bytes)?;
    Ok(games
        .iter()
        .map(move |game| record(&header, &Game::read(game))))
}

/// The record of a game, with what the header tells.
fn record(header: &Header, game: &Game) -> Result<Record<Othello>, ReplayError> {
    let known = |number: u16| (number > 0).then(|| number.to_string());
    let mut record = game.record()?;
    record.tags.set_known(Tags::DATE, known(header.year));
    record
        .tags
        .set_known(tags::DEPTH, known(header.depth.into()));
    Ok(record)
}

/// The game of an archive that a record is, which is the one with that number, from 1.
fn game(number: usize, record: &Record<Othello>) -> Result<Game, UnwritableError> {
    Game::try_from(record).map_err(|why| UnwritableError { number, why })
}

/// What all records of an archive say alike, which stands in its header.
#[derive(Clone, Copy, Debug, Default)]
struct Common {
    /// `None` before the first record, `Some(None)` once they differ or say nothing.
    year: Option<Option<u16>>,
    depth: Option<Option<u8>>,
}

impl Common {
    fn add(&mut self, record: &Record<Othello>) {
        fn merge<T: PartialEq>(known: Option<Option<T>>, next: Option<T>) -> Option<Option<T>> {
            match known {
                None => Some(next),
                Some(known) => Some(known.filter(|known| Some(known) == next.as_ref())),
            }
        }
        let year = record
            .tags
            .get(Tags::DATE)
            .and_then(|date| date.get(..4)?.parse().ok());
        let depth = record
            .tags
            .get(tags::DEPTH)
            .and_then(|depth| depth.parse().ok());
        self.year = merge(self.year, year);
        self.depth = merge(self.depth, depth);
    }

    /// The header of an archive that counts no games yet.
    fn header(&self) -> Header {
        let year = self.year.flatten().unwrap_or(0);
        let depth = self.depth.flatten().unwrap_or(0);
        Header {
            made: [0; 4],
            games: 0,
            names: 0,
            year,
            size: 8,
            kind: 0,
            depth,
            reserved: 0,
        }
    }
}

/// Writes an archive game by game. The header stands first and counts them, so that all comes at
/// the end.
#[derive(Debug)]
pub(crate) struct ArchiveWriter {
    common: Common,
    games: usize,
    /// The file, its header still blank.
    bytes: Vec<u8>,
}

impl Default for ArchiveWriter {
    fn default() -> Self {
        Self {
            common: Common::default(),
            games: 0,
            bytes: vec![0; Header::LEN],
        }
    }
}

impl RecordWriter<Othello> for ArchiveWriter {
    fn write(&mut self, record: &Record<Othello>, _: &mut Vec<u8>) -> Result<(), crate::Error> {
        let game = game(self.games + 1, record)?;
        self.bytes.extend(game.write());
        self.common.add(record);
        self.games += 1;
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), crate::Error> {
        let games = u32::try_from(self.games).map_err(|_| Error::TooMany { games: self.games })?;
        let header = Header {
            games,
            ..self.common.header()
        };
        self.bytes[..Header::LEN].copy_from_slice(&header.write());
        if out.is_empty() {
            // It may be large.
            *out = core::mem::take(&mut self.bytes);
        } else {
            out.append(&mut self.bytes);
        }
        Ok(())
    }
}

/// A record that an archive has no room for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {number}: {why}")]
pub struct UnwritableError {
    /// Its place among the records, from 1.
    pub number: usize,
    /// Why there is no room for it.
    #[source]
    pub why: GameError,
}

/// Why bytes are not a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file ends within its header.
    #[error("the header takes 16 bytes, the file has {len}")]
    HeaderTruncated {
        /// How many bytes there are.
        len: usize,
    },
    /// The games were played on another board.
    #[error("the board is {size} by {size}, not 8 by 8")]
    BoardSize {
        /// The length of a side.
        size: u8,
    },
    /// The file ends before the number of games it declares.
    #[error("the file ends after {len} of the 68 bytes of game {game} of {count}")]
    GameTruncated {
        /// The game that is cut short or missing, from 1.
        game: usize,
        /// How many games the header declares.
        count: u32,
        /// How many bytes of that game there are.
        len: usize,
    },
    /// The file goes on after the number of games it declares.
    #[error("the file declares {count} games, but {extra} bytes follow them")]
    CountMismatch {
        /// How many games the header declares.
        count: u32,
        /// How many bytes there are after them.
        extra: usize,
    },
    /// There are more games than the header can count.
    #[error("{games} games are more than a header can count")]
    TooMany {
        /// How many there are.
        games: usize,
    },
    /// A file of names has not the length that its number of names asks for.
    #[error("{count} names take {expected} bytes, the file has {len} after its header")]
    NamesLength {
        /// How many names the header declares.
        count: u16,
        /// The bytes they take.
        expected: usize,
        /// The bytes there are.
        len: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(games: u32, size: u8) -> Vec<u8> {
        let mut bytes = vec![20, 26, 2, 24];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0, 0xe9, 0x07, size, 0, 24, 0]);
        bytes
    }

    #[test]
    fn the_header_is_read() {
        let bytes = header(0, 8);
        let want = Header {
            made: [20, 26, 2, 24],
            games: 0,
            names: 0,
            year: 2025,
            size: 8,
            kind: 0,
            depth: 24,
            reserved: 0,
        };
        assert_eq!(
            Archive::read(&bytes),
            Ok(Archive {
                header: want,
                games: Vec::new()
            })
        );
        let all: [u8; 16] = core::array::from_fn(|i| 16 * i as u8 + 1);
        assert_eq!(
            Header::read(&all).map(|(header, _)| header.write()),
            Ok(all)
        );
        assert!(Archive::read(&header(0, 0)).is_ok());
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_refused() {
        for len in 0..16 {
            assert_eq!(
                Archive::read(&header(0, 8)[..len]),
                Err(Error::HeaderTruncated { len })
            );
        }
        assert_eq!(
            Archive::read(&header(0, 10)),
            Err(Error::BoardSize { size: 10 })
        );
        let with =
            |count: u32, body: usize| Archive::read(&[header(count, 8), vec![0; body]].concat());
        assert_eq!(
            with(2, 68),
            Err(Error::GameTruncated {
                game: 2,
                count: 2,
                len: 0
            })
        );
        assert_eq!(
            with(2, 135),
            Err(Error::GameTruncated {
                game: 2,
                count: 2,
                len: 67
            })
        );
        assert_eq!(
            with(u32::MAX, 70),
            Err(Error::GameTruncated {
                game: 2,
                count: u32::MAX,
                len: 2
            })
        );
        assert_eq!(
            with(1, 69),
            Err(Error::CountMismatch { count: 1, extra: 1 })
        );
        assert_eq!(
            with(1, 68 * 3),
            Err(Error::CountMismatch {
                count: 1,
                extra: 136
            })
        );
        assert_eq!(with(0, 5), Err(Error::CountMismatch { count: 0, extra: 5 }));
        assert_eq!(with(2, 136).map(|archive| archive.games.len()), Ok(2));
    }
}

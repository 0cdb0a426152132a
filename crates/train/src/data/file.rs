use super::{Game, GameError, chunk};
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// What a data file says of itself before its games: text, a line each.
///
/// The format and its version, then `game`, `rules`, `origin` and `crc32`, each with its value
/// after a space; the CRC-32 is that of the lines before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Its rules, as `rule=renju size=15`; empty where there is but one way to play.
    pub rules: String,
    /// How the games came about: free text, one line. Games of another origin go into another
    /// file.
    pub origin: String,
}

const MAGIC: &str = "boyi games ";
const VERSION: &str = "1";

/// A longer line is no header's.
const LONGEST_LINE: u64 = 1 << 16;
/// Bytes of a chunk before its games.
const HEAD: usize = 16;
/// The greatest chunk, packed and unpacked: what a damaged length can cost.
const MOST: usize = 1 << 26;

impl Header {
    /// A header; line breaks in its texts become spaces.
    pub fn new(game: &str, rules: &str, origin: &str) -> Self {
        let line = |text: &str| text.replace(['\r', '\n'], " ").trim().to_owned();
        Self {
            game: line(game),
            rules: line(rules),
            origin: line(origin),
        }
    }

    /// Whether `bytes` begin as a data file does.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes()) && !Self::begins_text(bytes)
    }

    /// Whether `bytes` begin as the [text](super::write_text) of a data file does.
    pub fn begins_text(bytes: &[u8]) -> bool {
        bytes.starts_with(super::text::MAGIC.as_bytes())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Self {
            game,
            rules,
            origin,
        } = self;
        let text = format!("{MAGIC}{VERSION}\ngame {game}\nrules {rules}\norigin {origin}\n");
        let sum = crc32fast::hash(text.as_bytes());
        format!("{text}crc32 {sum:08x}\n").into_bytes()
    }

    /// Reads the header; returns its length, too.
    fn read(input: &mut impl BufRead) -> Result<(Self, u64), DataError> {
        let first = line(input)?;
        let version = first.strip_prefix(MAGIC).ok_or(DataError::NotData)?;
        if version != VERSION {
            return Err(DataError::Version {
                found: version.to_owned(),
            });
        }
        let mut value = |key: &str| {
            let line = line(input)?;
            let value = line
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(' '));
            value.map(str::to_owned).ok_or(DataError::Header)
        };
        let header = Self {
            game: value("game")?,
            rules: value("rules")?,
            origin: value("origin")?,
        };
        let sum = value("crc32")?;
        let bytes = header.to_bytes();
        if !bytes.ends_with(format!("crc32 {sum}\n").as_bytes()) {
            return Err(DataError::Header);
        }
        Ok((header, bytes.len() as u64))
    }
}

/// The next line, without its end.
fn line(input: &mut impl BufRead) -> Result<String, DataError> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    match bytes.pop() {
        Some(b'\n') => String::from_utf8(bytes).map_err(|_| DataError::NotData),
        _ => Err(DataError::NotData),
    }
}

/// Why a data file cannot be read or appended to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// It could not be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// Another process is writing to it.
    #[error("another process is writing to it")]
    Busy,
    /// It begins otherwise.
    #[error("this is no data file")]
    NotData,
    /// It is of another version of the format.
    #[error("a data file of version {found:?}, not {VERSION}")]
    Version {
        /// Its version.
        found: String,
    },
    /// A line of the header is missing or damaged.
    #[error("the header is damaged")]
    Header,
    /// It is of another game, or of other rules, or its games came about otherwise.
    #[error("its {what} is {found:?}, not {expected:?}")]
    Other {
        /// The line of the header that differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A chunk is not what was written.
    #[error("the chunk at byte {offset} is damaged")]
    Damaged {
        /// Where it begins.
        offset: u64,
    },
    /// The file holds other games than when it was first read.
    #[error("the file has changed since it was first read")]
    Changed,
    /// Games too large for a chunk.
    #[error("{bytes} bytes of games are more than a chunk can hold")]
    TooLarge {
        /// How many there are.
        bytes: usize,
    },
    /// A game that the rules refuse.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Header {
    /// Checks that both are of the same game and rules.
    ///
    /// # Errors
    /// Which of them differs.
    pub fn expect(&self, game: &str, rules: &str) -> Result<(), DataError> {
        let expected = Self::new(game, rules, &self.origin);
        self.same(&expected)
    }

    fn same(&self, expected: &Self) -> Result<(), DataError> {
        for (what, found, expected) in [
            ("game", &self.game, &expected.game),
            ("rules", &self.rules, &expected.rules),
            ("origin", &self.origin, &expected.origin),
        ] {
            if found != expected {
                return Err(DataError::Other {
                    what,
                    found: found.clone(),
                    expected: expected.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Reads a data file chunk by chunk.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    /// Where the next chunk begins.
    offset: u64,
    is_torn: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no data file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Self::new(BufReader::new(File::open(path)?))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is no data file's.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let (header, offset) = Header::read(&mut input)?;
        Ok(Self {
            input,
            header,
            offset,
            is_torn: false,
        })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether the file ends within a chunk, which then does not count: a writer was killed, or is
    /// still at work. Known at the end.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Where the next chunk begins, in bytes: for [`seek`](Self::seek).
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Goes to the chunk that begins at `offset`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn seek(&mut self, offset: u64) -> io::Result<()>
    where
        R: Seek,
    {
        self.input.seek(SeekFrom::Start(offset))?;
        self.offset = offset;
        self.is_torn = false;
        Ok(())
    }

    /// The games of the next chunk; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or the chunk is damaged.
    pub fn next_chunk(&mut self) -> Result<Option<Vec<Game>>, DataError> {
        let damaged = DataError::Damaged {
            offset: self.offset,
        };
        let Some(head) = self.bytes(HEAD)? else {
            return Ok(None);
        };
        let numbers = [0, 4, 8, 12].map(|at| {
            let bytes = [head[at], head[at + 1], head[at + 2], head[at + 3]];
            u32::from_le_bytes(bytes)
        });
        let [packed, plain, sum, sum_of_head] = numbers;
        let (packed, plain) = (packed as usize, plain as usize);
        if crc32fast::hash(&head[..12]) != sum_of_head || packed > MOST || plain > MOST {
            return Err(damaged);
        }
        let Some(bytes) = self.bytes(packed)? else {
            self.is_torn = true;
            return Ok(None);
        };
        if crc32fast::hash(&bytes) != sum {
            return Err(damaged);
        }
        let games = decompress_to_vec_zlib_with_limit(&bytes, plain).ok();
        let games = games.filter(|games| games.len() == plain);
        let games = games.and_then(|games| chunk::read(&games)).ok_or(damaged)?;
        self.offset += (HEAD + packed) as u64;
        Ok(Some(games))
    }

    /// The next `count` bytes; `None`, and torn unless there is none at all, where there are fewer.
    fn bytes(&mut self, count: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let read = self
            .input
            .by_ref()
            .take(count as u64)
            .read_to_end(&mut bytes)?;
        self.is_torn |= 0 < read && read < count;
        Ok((read == count).then_some(bytes))
    }
}

/// Appends to a data file, which is locked while it is open.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// The bytes up to the end of the last whole chunk.
    whole: u64,
}

impl Writer {
    /// Opens the file or begins it, cuts off a torn last chunk, and returns the numbers of the
    /// games it holds.
    ///
    /// # Errors
    /// If the file cannot be read or written, is open elsewhere, is damaged, or has another header.
    /// Then it is left as it was.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, BTreeSet<u64>), DataError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DataError::Busy),
            // A file system without locks is still good enough for one process.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let start = header.to_bytes();
        let mut begun = Vec::new();
        (&file).take(start.len() as u64).read_to_end(&mut begun)?;
        let mut numbers = BTreeSet::new();
        let mut whole = 0;
        // A file killed at birth has a part of the header.
        if begun.len() == start.len() || !start.starts_with(&begun) {
            file.rewind()?;
            let mut reader = Reader::new(BufReader::new(&file))?;
            reader.header.same(header)?;
            while let Some(games) = reader.next_chunk()? {
                numbers.extend(games.iter().map(|game| game.number));
            }
            whole = reader.offset;
        }
        let mut writer = Self { file, whole };
        writer.cut()?;
        if whole == 0 {
            writer.write(&start)?;
        }
        Ok((writer, numbers))
    }

    /// Appends a chunk of games: all of them or, after an error, none.
    ///
    /// # Errors
    /// If the file cannot be written, or the games are more than 64 MiB.
    pub fn append(&mut self, games: &[Game]) -> Result<(), DataError> {
        let mut plain = Vec::new();
        games.iter().for_each(|game| chunk::write(game, &mut plain));
        let packed = compress_to_vec_zlib(&plain, 6);
        let bytes = plain.len().max(packed.len());
        if bytes > MOST {
            return Err(DataError::TooLarge { bytes });
        }
        let head = [
            packed.len() as u32,
            plain.len() as u32,
            crc32fast::hash(&packed),
        ];
        let mut chunk: Vec<u8> = head.into_iter().flat_map(u32::to_le_bytes).collect();
        let sum = crc32fast::hash(&chunk);
        chunk.extend(sum.to_le_bytes());
        chunk.extend(packed);
        Ok(self.write(&chunk)?)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(bytes);
        match written {
            Ok(()) => self.whole += bytes.len() as u64,
            // If even that fails, the next writer does it.
            Err(_) => self.cut().unwrap_or_default(),
        }
        written
    }

    /// Has everything that was appended reach the disk.
    ///
    /// # Errors
    /// If it does not.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Cuts off what follows the last whole chunk.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Content, Played};
    use game_core::Outcome;

    fn game(number: u64) -> Game {
        let content = match number % 3 {
            0 => Content::Positions(vec![("a position".to_owned(), -7), (String::new(), 30_000)]),
            _ => Content::Played(Played {
                start: "startpos".to_owned(),
                moves: (0..number as u16).collect(),
                scores: (0..number as i16)
                    .map(|at| (at > 2).then_some(-at))
                    .collect(),
                result: [None, Some(Outcome::Loss)][number as usize % 2],
            }),
        };
        Game { number, content }
    }

    fn header() -> Header {
        Header::new("test", "rule=a\nsize=3", "made up")
    }

    /// A file of three chunks, and where they end.
    fn file(path: &Path) -> [u64; 3] {
        let (mut writer, known) = Writer::open(path, &header()).expect("a new file");
        assert!(known.is_empty());
        [0..2, 2..7, 7..40].map(|numbers| {
            writer
                .append(&numbers.map(game).collect::<Vec<_>>())
                .expect("written");
            writer.whole
        })
    }

    fn read(bytes: &[u8]) -> Result<(Vec<Game>, bool), DataError> {
        let mut reader = Reader::new(bytes)?;
        let mut games = Vec::new();
        while let Some(chunk) = reader.next_chunk()? {
            games.extend(chunk);
        }
        Ok((games, reader.is_torn()))
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_chunks() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let ends = file(&path);
        let whole = std::fs::read(&path).expect("the file");
        let head = header().to_bytes().len();
        assert_eq!(
            read(&whole).expect("whole").0,
            (0..40).map(game).collect::<Vec<_>>()
        );
        for length in 0..whole.len() {
            let kept: u64 = [2, 7, 40]
                .into_iter()
                .zip(ends)
                .map_while(|(games, end)| (end <= length as u64).then_some(games))
                .last()
                .unwrap_or(0);
            if length >= head {
                let (games, torn) = read(&whole[..length]).expect("what is whole");
                assert_eq!(games.len() as u64, kept, "{length}");
                let at_an_end = length == head || ends.contains(&(length as u64));
                assert_eq!(torn, !at_an_end, "{length}");
            } else {
                read(&whole[..length]).expect_err("no header");
            }
            if length % 7 == 0 {
                std::fs::write(&path, &whole[..length]).expect("cut");
                let (mut writer, known) = Writer::open(&path, &header()).expect("begun");
                assert!(known.into_iter().eq(0..kept), "{length}");
                for chunk in [0..2, 2..7, 7..40] {
                    if chunk.start >= kept {
                        writer
                            .append(&chunk.map(game).collect::<Vec<_>>())
                            .expect("written");
                    }
                }
                drop(writer);
                assert!(std::fs::read(&path).expect("the file") == whole, "{length}");
            }
        }
    }

    #[test]
    fn chunks_are_read_in_any_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let ends = file(&path);
        let mut reader = Reader::open(&path).expect("a data file");
        let begins = [reader.offset(), ends[0], ends[1]];
        for (begin, numbers) in begins.into_iter().zip([0..2, 2..7, 7..40]).rev() {
            reader.seek(begin).expect("found");
            let games = reader.next_chunk().expect("whole");
            assert_eq!(games, Some(numbers.map(game).collect()));
        }
        assert_eq!(reader.offset(), ends[0]);
        reader.seek(ends[2]).expect("the end");
        assert_eq!(reader.next_chunk().expect("nothing"), None);
        reader.seek(ends[0] + 1).expect("somewhere");
        let error = reader.next_chunk().expect_err("no chunk");
        assert!(matches!(error, DataError::Damaged { offset } if offset == ends[0] + 1));
    }

    #[test]
    fn a_changed_bit_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let ends = file(&path);
        let whole = std::fs::read(&path).expect("the file");
        let head = header().to_bytes().len();
        let begins = [head as u64, ends[0], ends[1]];
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            let error = read(&bytes).expect_err("damaged");
            if at >= head {
                let begin = begins.into_iter().filter(|&begin| begin <= at as u64).max();
                assert!(
                    matches!(error, DataError::Damaged { offset } if Some(offset) == begin),
                    "{at}: {error}"
                );
            }
            if at % 11 == 0 {
                std::fs::write(&path, &bytes).expect("written");
                Writer::open(&path, &header()).expect_err("damaged");
                assert!(
                    std::fs::read(&path).expect("the file") == bytes,
                    "left alone"
                );
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        file(&path);
        let refusal = |header: &Header| {
            Writer::open(&path, header)
                .expect_err("refused")
                .to_string()
        };
        let other = Header::new("chess", "", "made up");
        assert!(refusal(&other).contains("\"test\", not \"chess\""));
        let other = Header::new("test", "rule=a size=3", "otherwise");
        assert!(refusal(&other).contains("origin"), "{}", refusal(&other));
        let (_open, _) = Writer::open(&path, &header()).expect("the same");
        assert_eq!(refusal(&header()), DataError::Busy.to_string());
        for bytes in [
            &b""[..],
            b"boyi network 1\n",
            b"boyi games 2\ngame x\n",
            b"boyi games 1\n\n",
        ] {
            read(bytes).expect_err("no data file");
        }
    }
}

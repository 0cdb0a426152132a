use crate::{Notation, Record};
use alloc::{string::String, vec::Vec};

/// The content of a file of games, which [`Notation::records`] reads one by one.
///
/// ```
/// use game_core::RecordFile;
/// assert_eq!(RecordFile::from_text(b"f5d6".to_vec()), RecordFile::Text("f5d6".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFile {
    /// Text, in whatever encoding the file had it.
    Text(String),
    /// The bytes of a binary format.
    Binary(Vec<u8>),
}

impl RecordFile {
    /// The text of `bytes` in UTF-8; invalid bytes become U+FFFD. Valid text is not copied.
    pub fn from_text(bytes: Vec<u8>) -> Self {
        let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self::Text(String::from_utf8(bytes).unwrap_or_else(|error| lossy(error.into_bytes())))
    }
}

/// Writes a file of games in one format, game by game, so that only one has to be in memory.
///
/// [`Notation::record_writer`] makes one.
///
/// ```
/// use game_core::{Notation, Record, RecordWriter};
/// use othello_bitboard::Othello;
/// let start = Othello::START;
/// let mut writer = Othello::record_writer(&Othello::FORMATS[0]);
/// let mut file = Vec::new();
/// for moves in ["f5d6c3", "f5f6e6"] {
///     writer.write(&Record::new(start, start.parse_moves(moves)?), &mut file)?;
/// }
/// writer.finish(&mut file)?;
/// assert_eq!(Othello::parse_records(&file, &()).len(), 2);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
pub trait RecordWriter<P: Notation> {
    /// Takes the next game, and appends to `out` the part of the file that is then final.
    ///
    /// # Errors
    /// If the format cannot hold the game. The file is then useless.
    fn write(&mut self, record: &Record<P>, out: &mut Vec<u8>) -> Result<(), P::Error>;

    /// Appends the rest of the file, after the last game. By default there is none.
    ///
    /// # Errors
    /// If the format cannot hold all the games together.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), P::Error> {
        let _ = out;
        Ok(())
    }
}

/// A [`RecordWriter`] of games that stand one after another, each written by itself.
///
/// ```
/// use game_core::{Notation, OneByOne, Record, RecordWriter};
/// use othello_bitboard::Othello;
/// let start = Othello::START;
/// // How long each game is, one a line.
/// let length = |game: &Record<Othello>| game.moves.len().to_string().into_bytes();
/// let mut lengths = OneByOne::new("\n", length);
/// let mut file = Vec::new();
/// for moves in ["f5d6c3", "f5"] {
///     lengths.write(&Record::new(start, start.parse_moves(moves)?), &mut file)?;
/// }
/// assert_eq!(file, b"3\n1");
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneByOne<F> {
    separator: &'static str,
    format: F,
    is_first: bool,
}

impl<F> OneByOne<F> {
    /// Writes each game as `format` does, with `separator` between them.
    pub fn new(separator: &'static str, format: F) -> Self {
        Self {
            separator,
            format,
            is_first: true,
        }
    }
}

impl<P: Notation, F: FnMut(&Record<P>) -> Vec<u8>> RecordWriter<P> for OneByOne<F> {
    fn write(&mut self, record: &Record<P>, out: &mut Vec<u8>) -> Result<(), P::Error> {
        if !self.is_first {
            out.extend(self.separator.as_bytes());
        }
        self.is_first = false;
        out.extend((self.format)(record));
        Ok(())
    }
}

use crate::{Settings, TextError, Wiring};
use game_core::{Notation, Record, RecordFormat};

/// A file of games in another format.
#[derive(Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many games it holds.
    pub games: usize,
    /// Those that could not be read, each with its place among all of them, from 1.
    pub refused: Vec<(usize, TextError)>,
}

/// [`Game::convert`](crate::Game::convert).
pub(crate) fn convert<W: Wiring>(settings: &Settings, bytes: &[u8], extension: &str) -> Result<Converted, TextError> {
    let (rules, format) = (W::rules(settings)?, format::<W::Position>(extension)?);
    let (mut records, mut refused) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(W::Position::parse_records(bytes, &rules)) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => refused.push((number, TextError::notation(error))),
        }
    }
    let bytes = write(&records, format)?;
    Ok(Converted { bytes, games: records.len(), refused })
}

/// A file of `records` in that format.
pub(crate) fn write<P: Notation>(records: &[Record<P>], format: &RecordFormat) -> Result<Vec<u8>, TextError> {
    P::format_records(records, format).map_err(TextError::notation)
}

/// The format of the files whose names end in `extension`, in either case.
pub(crate) fn format<P: Notation>(extension: &str) -> Result<&'static RecordFormat, TextError> {
    let found = P::FORMATS.iter().find(|format| format.extension.eq_ignore_ascii_case(extension));
    found.ok_or_else(|| TextError::UnknownFormat { game: P::NAME, extension: extension.to_owned(), known: P::FORMATS })
}

use crate::facts::find_format;
use crate::{EngineError, Settings, Wired, Wiring};
use game_core::{Notation, Note, Position, Record, RecordFormat, Tags};
use std::collections::{BTreeMap, HashSet};
use std::io;
use thiserror::Error;

/// The result of writing a file of games in another format.
///
/// ```
/// let othello = engines::game("othello")?;
/// // A move with what the player thought of it and the seconds it took, and one that is none.
/// let file = b"(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
///     B[f5/1.50/12.3];)(;GM[Othello]TY[8]BO[8 *];)".to_vec();
/// let converted = othello.convert(&Vec::new(), file, "txt", &mut Vec::new())?;
/// assert_eq!((converted.games, converted.unfinished), (1, 1));
/// assert_eq!((converted.left_out["times of moves"], converted.refused[0].0), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Converted {
    /// How many games were written.
    pub games: usize,
    /// How many of them stop where they could go on.
    pub unfinished: usize,
    /// Information that the format has no place for: `moves`, `names`, a tag's name or a kind of
    /// note, each with the number of games that lose it.
    pub left_out: BTreeMap<String, usize>,
    /// The games that could not be read, each with its number, from 1.
    pub refused: Vec<(usize, EngineError)>,
}

/// Why a file of games was not written in another format.
///
/// ```
/// use engines::ConvertError;
/// let othello = engines::game("othello")?;
/// let refused = othello.convert(&Vec::new(), b"f5d6".to_vec(), "doc", &mut Vec::new()).unwrap_err();
/// assert!(matches!(refused, ConvertError::Text(_)), "nothing went wrong with the output");
/// assert!(refused.to_string().starts_with("othello has no file format \"doc\"; it has txt, "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// There is no such format, or it cannot hold one of the games.
    #[error(transparent)]
    Text(#[from] EngineError),
    /// The output could not be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

/// [`Game::convert`](crate::Game::convert).
pub(crate) fn convert<W: Wiring>(
    settings: &Settings,
    bytes: Vec<u8>,
    extension: &str,
    out: &mut dyn io::Write,
) -> Result<Converted, ConvertError> {
    let rules = Wired::<W>::rules(settings)?;
    let format = format::<W::Position>(extension)?;
    let mut writer = W::Position::record_writer(format);
    let mut converted = Converted::default();
    let file = W::Position::decode(bytes);
    for (number, record) in (1..).zip(W::Position::records(&file, &rules)) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                converted
                    .refused
                    .push((number, EngineError::notation(error)));
                continue;
            }
        };
        let mut part = Vec::new();
        writer
            .write(&record, &mut part)
            .map_err(EngineError::notation)?;
        out.write_all(&part)?;
        converted.games += 1;
        converted.unfinished += usize::from(record.end().outcome().is_none());
        if !part.is_empty() {
            let part = W::Position::decode(part);
            if let Some(Ok(written)) = W::Position::records(&part, &rules).next() {
                add_left_out(&mut converted.left_out, &record, &written);
            }
        }
    }
    if converted.games == 0 {
        return Ok(converted);
    }
    let mut rest = Vec::new();
    writer.finish(&mut rest).map_err(EngineError::notation)?;
    out.write_all(&rest)?;
    if !rest.is_empty() {
        // This format writes all games at the end: they are read again and compared with the
        // originals.
        let rest = W::Position::decode(rest);
        let records = W::Position::records(&file, &rules).filter_map(Result::ok);
        for (record, written) in records.zip(W::Position::records(&rest, &rules)) {
            if let Ok(written) = written {
                add_left_out(&mut converted.left_out, &record, &written);
            }
        }
    }
    Ok(converted)
}

/// Counts what `written` lacks of `record`.
fn add_left_out<P: Notation>(
    left_out: &mut BTreeMap<String, usize>,
    record: &Record<P>,
    written: &Record<P>,
) {
    let mut lost = |what: &str| *left_out.entry(what.to_owned()).or_default() += 1;
    if record.moves != written.moves {
        lost("moves");
    }
    if (0..2).any(|player| {
        record.names[player].is_some() && record.names[player] != written.names[player]
    }) {
        lost("names");
    }
    let kept: HashSet<_> = written.tags.iter().collect();
    // The end of a game tells its result.
    let over = record.end().outcome().is_some();
    let missing = record
        .tags
        .iter()
        .filter(|tag| !(kept.contains(tag) || over && tag.0 == Tags::RESULT));
    missing
        .map(|(name, _)| name)
        .collect::<HashSet<_>>()
        .into_iter()
        .for_each(&mut lost);
    let notes =
        || (0..record.moves.len()).filter_map(|ply| Some((record.note(ply)?, written.note(ply))));
    let is_lost = |differs: Differ| {
        notes().any(|(note, written)| differs(note, written.unwrap_or(&Note::default())))
    };
    for (what, differs) in NOTED {
        if is_lost(differs) {
            lost(what);
        }
    }
}

/// Whether two notes tell different things.
type Differ = fn(&Note, &Note) -> bool;

/// The kinds of notes, and whether two notes differ in one.
const NOTED: [(&str, Differ); 3] = [
    ("values of moves", |note, written| {
        note.score.is_some() && note.score != written.score
    }),
    ("times of moves", |note, written| {
        note.seconds.is_some() && note.seconds != written.seconds
    }),
    ("comments", |note, written| {
        note.comment.is_some() && note.comment != written.comment
    }),
];

/// A file of `records` in that format.
pub(crate) fn write<P: Notation>(
    records: &[Record<P>],
    format: &RecordFormat,
) -> Result<Vec<u8>, EngineError> {
    P::format_records(records, format).map_err(EngineError::notation)
}

/// The format of the files whose names end in `extension`, in either case.
pub(crate) fn format<P: Notation>(extension: &str) -> Result<&'static RecordFormat, EngineError> {
    find_format(P::FORMATS, extension).ok_or_else(|| EngineError::UnknownFormat {
        game: P::NAME,
        extension: extension.to_owned(),
        known: P::FORMATS,
    })
}

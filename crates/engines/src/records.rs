use crate::{Settings, TextError, Wiring};
use game_core::{Notation, Note, Position, Record, RecordFormat, Tags};
use std::collections::{BTreeMap, HashSet};

/// A file of games in another format.
#[derive(Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many games it holds.
    pub games: usize,
    /// How many of them stop where they could go on.
    pub unfinished: usize,
    /// What was known of the games and is not in the file, as the format has no place for it: `moves`, `names`, a tag's name
    /// or what is told of moves, each with the number of games that lose it.
    pub left_out: BTreeMap<String, usize>,
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
    let unfinished = records.iter().filter(|record| record.end().outcome().is_none()).count();
    let left_out = left_out(&records, &W::Position::parse_records(&bytes, &rules));
    Ok(Converted { bytes, games: records.len(), unfinished, left_out, refused })
}

/// What `written` does not tell of `records`, as it is read back; in how many.
fn left_out<P: Notation>(records: &[Record<P>], written: &[Result<Record<P>, P::Error>]) -> BTreeMap<String, usize> {
    let mut left = BTreeMap::new();
    for (record, written) in records.iter().zip(written) {
        let Ok(written) = written else { continue };
        let mut lost = |what: &str| *left.entry(what.to_owned()).or_default() += 1;
        if record.moves != written.moves {
            lost("moves");
        }
        if (0..2).any(|player| record.names[player].is_some() && record.names[player] != written.names[player]) {
            lost("names");
        }
        let told: HashSet<_> = written.tags.iter().collect();
        // The end of a game tells its result.
        let over = record.end().outcome().is_some();
        let untold = record.tags.iter().filter(|tag| !(told.contains(tag) || over && tag.0 == Tags::RESULT));
        untold.map(|(name, _)| name).collect::<HashSet<_>>().into_iter().for_each(&mut lost);
        let notes = || (0..record.moves.len()).filter_map(|ply| Some((record.note(ply)?, written.note(ply))));
        let is_lost = |differs: Differ| notes().any(|(note, written)| differs(note, written.unwrap_or(&Note::default())));
        for (what, differs) in NOTED {
            if is_lost(differs) {
                lost(what);
            }
        }
    }
    left
}

/// Whether two notes tell different things.
type Differ = fn(&Note, &Note) -> bool;

/// What is told of moves, and whether the one note tells something that the other does not.
const NOTED: [(&str, Differ); 3] = [
    ("values of moves", |note, written| note.score.is_some() && note.score != written.score),
    ("times of moves", |note, written| note.seconds.is_some() && note.seconds != written.seconds),
    ("comments", |note, written| note.comment.is_some() && note.comment != written.comment),
];

/// A file of `records` in that format.
pub(crate) fn write<P: Notation>(records: &[Record<P>], format: &RecordFormat) -> Result<Vec<u8>, TextError> {
    P::format_records(records, format).map_err(TextError::notation)
}

/// The format of the files whose names end in `extension`, in either case.
pub(crate) fn format<P: Notation>(extension: &str) -> Result<&'static RecordFormat, TextError> {
    let found = P::FORMATS.iter().find(|format| format.extension.eq_ignore_ascii_case(extension));
    found.ok_or_else(|| TextError::UnknownFormat { game: P::NAME, extension: extension.to_owned(), known: P::FORMATS })
}

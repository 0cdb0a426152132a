//! Files of games in all the formats there are.

use crate::{
    Error, Othello, ggf, tags, transcript,
    wthor::{self, ArchiveWriter},
};
use core::iter;
use game_core::{Notation, OneByOne, Record, RecordFile, RecordFormat, RecordWriter};

/// The formats that are written.
pub(crate) const FORMATS: &[RecordFormat] = &[TRANSCRIPT, GGF, OBF, WTHOR];

const TRANSCRIPT: RecordFormat = RecordFormat {
    extension: "txt",
    about: "transcripts, as f5d6c3",
};
const GGF: RecordFormat = RecordFormat {
    extension: "ggf",
    about: "GGF, as game servers and NBoard have it",
};
const OBF: RecordFormat = RecordFormat {
    extension: "obf",
    about: "OBF, the position at the end of each game",
};
const WTHOR: RecordFormat = RecordFormat {
    extension: "wtb",
    about: "WTHOR, the archive of tournament games",
};

/// Text, or a WTHOR archive: that has zeros in its header, and a text none.
pub(crate) fn decode(bytes: Vec<u8>) -> RecordFile {
    if bytes.contains(&0) {
        RecordFile::Binary(bytes)
    } else {
        RecordFile::from_text(bytes)
    }
}

/// The games in `file`, each as it is read or refused.
pub(crate) fn read(
    file: &RecordFile,
) -> Box<dyn Iterator<Item = Result<Record<Othello>, Error>> + '_> {
    match file {
        RecordFile::Binary(bytes) => match wthor::records(bytes) {
            Ok(records) => Box::new(records.map(|record| Ok(record?))),
            Err(error) => Box::new(iter::once(Err(error.into()))),
        },
        RecordFile::Text(text) if ggf::is_meant_by(text) => {
            Box::new(ggf::games(text).map(|(_, game)| Ok(game?.into())))
        }
        RecordFile::Text(text) => Box::new(transcript::all(text)),
    }
}

/// What writes a file in that format.
pub(crate) fn writer(format: &RecordFormat) -> Box<dyn RecordWriter<Othello>> {
    fn lines(line: fn(&Record<Othello>) -> String) -> Box<dyn RecordWriter<Othello>> {
        Box::new(OneByOne::new("", move |record: &Record<Othello>| {
            line(record).into_bytes()
        }))
    }
    match *format {
        WTHOR => Box::new(ArchiveWriter::default()),
        GGF => lines(|record| format!("{}\n", ggf::Game::from(record))),
        OBF => lines(problem),
        _ => lines(Othello::format_record),
    }
}

/// A line of OBF: the position at the end, and what is known of its moves if it is the first one
/// too.
fn problem(record: &Record<Othello>) -> String {
    let scores = record
        .tags
        .get(tags::SCORES)
        .filter(|_| record.moves.is_empty())
        .and_then(tags::one_line);
    format!(
        "{}{}\n",
        record.end(),
        scores
            .map(|scores| format!("; {scores}"))
            .unwrap_or_default()
    )
}

/// The first game of a text in GGF.
pub(crate) fn first_ggf(text: &str) -> Result<Record<Othello>, Error> {
    let (_, game) = ggf::games(text).next().ok_or(ggf::Error::NoGame)?;
    Ok(game?.into())
}

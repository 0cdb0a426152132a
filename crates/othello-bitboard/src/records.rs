//! Files of games in all the formats there are.

use crate::{Error, Othello, ggf, tags, transcript, wthor::Archive};
use game_core::{Notation, Record, RecordFormat};

/// The formats that are written.
pub(crate) const FORMATS: &[RecordFormat] = &[TRANSCRIPT, GGF, OBF, WTHOR];

const TRANSCRIPT: RecordFormat = RecordFormat { extension: "txt", about: "transcripts, as f5d6c3" };
const GGF: RecordFormat = RecordFormat { extension: "ggf", about: "GGF, as game servers and NBoard have it" };
const OBF: RecordFormat = RecordFormat { extension: "obf", about: "OBF, the position at the end of each game" };
const WTHOR: RecordFormat = RecordFormat { extension: "wtb", about: "WTHOR, the archive of tournament games" };

/// The games in `bytes`, each as it is read or refused.
pub(crate) fn parse(bytes: &[u8]) -> Vec<Result<Record<Othello>, Error>> {
    // A header has zeros, and a text none.
    if bytes.contains(&0) {
        return match Archive::read(bytes) {
            Ok(archive) => archive.records().map(|record| Ok(record?)).collect(),
            Err(error) => vec![Err(error.into())],
        };
    }
    let text = String::from_utf8_lossy(bytes);
    if ggf::is_meant_by(&text) {
        ggf::games(&text).map(|(_, game)| Ok(game?.into())).collect()
    } else {
        transcript::all(&text)
    }
}

/// A file of `records`.
pub(crate) fn format(records: &[Record<Othello>], format: &RecordFormat) -> Result<Vec<u8>, Error> {
    let lines = |line: &dyn Fn(&Record<Othello>) -> String| Ok(records.iter().map(line).collect::<String>().into_bytes());
    match *format {
        WTHOR => Ok(Archive::of_records(records)?.write()?),
        GGF => lines(&|record| format!("{}\n", ggf::Game::from(record))),
        OBF => lines(&problem),
        _ => lines(&Othello::format_record),
    }
}

/// A line of OBF: the position at the end, and what is known of its moves if it is the first one too.
fn problem(record: &Record<Othello>) -> String {
    let scores = record.tags.get(tags::SCORES).filter(|_| record.moves.is_empty()).and_then(tags::one_line);
    format!("{}{}\n", record.end(), scores.map(|scores| format!("; {scores}")).unwrap_or_default())
}

/// The first game of a text in GGF.
pub(crate) fn first_ggf(text: &str) -> Result<Record<Othello>, Error> {
    let (_, game) = ggf::games(text).next().ok_or(ggf::Error::NoGame)?;
    Ok(game?.into())
}

//! Files of games: which formats there are, and which one a file has.

use super::{
    FenStyle, PgnError, PgnProblem, TextError,
    chinese::Script,
    fen,
    pgn::{Game, Games, MoveStyle},
    text, xqf,
};
use crate::{Rules, Xiangqi};
use core::iter;
use game_core::{Notation, OneByOne, Record, RecordFile, RecordFormat, RecordWriter};

const fn format_of(extension: &'static str, about: &'static str) -> RecordFormat {
    RecordFormat { extension, about }
}

const PGN: RecordFormat = format_of("pgn", "PGN, moves as h2e2");
const ICCS: RecordFormat = format_of("iccs", "PGN, moves as H2-E2");
const WXF: RecordFormat = format_of("wxf", "PGN, moves as C2=5");
const CHINESE: RecordFormat = format_of("chinese", "PGN, moves as 炮二平五");
const TRADITIONAL: RecordFormat = format_of(
    "traditional",
    "PGN, moves as 炮二平五 in traditional characters",
);
const GB18030: RecordFormat = format_of(
    "gb18030",
    "PGN, moves as 炮二平五, in GB18030 in place of UTF-8",
);
const FEN: RecordFormat = format_of("fen", "FEN of each game's end");
const FEN_FEDERATION: RecordFormat = format_of(
    "fenr",
    "FEN of each game's end, Red's turn as r, horses as H, elephants as E",
);

pub(super) const FORMATS: &[RecordFormat] = &[
    PGN,
    ICCS,
    WXF,
    CHINESE,
    TRADITIONAL,
    GB18030,
    FEN,
    FEN_FEDERATION,
];

/// The text of a file, or the bytes of one in XQF.
pub(super) fn decode(bytes: Vec<u8>) -> RecordFile {
    if xqf::is_xqf(&bytes) {
        RecordFile::Binary(bytes)
    } else {
        RecordFile::Text(text::decode(bytes))
    }
}

/// The games of a file in any of the formats that are read, one by one.
pub(super) fn read<'a>(
    file: &'a RecordFile,
    rules: &'a Rules,
) -> Box<dyn Iterator<Item = Result<Record<Xiangqi>, TextError>> + 'a> {
    let text = match file {
        RecordFile::Binary(bytes) => {
            return Box::new(iter::once_with(|| Ok(xqf::read(bytes, rules)?)));
        }
        RecordFile::Text(text) => text,
    };
    let mut positions = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .peekable();
    if positions.peek().is_some_and(|line| is_position(line)) {
        return Box::new(positions.map(|line| Xiangqi::parse_line(line, rules)));
    }
    let mut games = Games::new(text, rules).peekable();
    let error = PgnError {
        line: 1,
        problem: PgnProblem::NoGame,
    };
    let none = games.peek().is_none().then(|| Err(error.into()));
    Box::new(none.into_iter().chain(games.map(|game| Ok(game?.into()))))
}

/// Whether a line begins with the placement of a FEN.
fn is_position(line: &str) -> bool {
    line.split_whitespace()
        .next()
        .is_some_and(|placement| placement.matches('/').count() == 9)
}

/// What writes a file in one of [`FORMATS`].
pub(super) fn writer(format: &RecordFormat) -> Box<dyn RecordWriter<Xiangqi>> {
    fn games(style: MoveStyle, encode: fn(String) -> Vec<u8>) -> Box<dyn RecordWriter<Xiangqi>> {
        let format =
            move |record: &Record<Xiangqi>| encode(Game::from(record.clone()).to_text(style));
        Box::new(OneByOne::new("\n", format))
    }
    fn ends(style: FenStyle) -> Box<dyn RecordWriter<Xiangqi>> {
        Box::new(OneByOne::new("", move |record: &Record<Xiangqi>| {
            (fen(&record.end(), style) + "\n").into_bytes()
        }))
    }
    let utf8 = String::into_bytes;
    match *format {
        ICCS => games(MoveStyle::Iccs, utf8),
        WXF => games(MoveStyle::Wxf, utf8),
        CHINESE => games(MoveStyle::Chinese(Script::Simplified), utf8),
        TRADITIONAL => games(MoveStyle::Chinese(Script::Traditional), utf8),
        GB18030 => games(MoveStyle::Chinese(Script::Simplified), |text| {
            text::encode_gb(&text)
        }),
        FEN => ends(FenStyle::Protocol),
        FEN_FEDERATION => ends(FenStyle::Federation),
        _ => games(MoveStyle::Coordinates, utf8),
    }
}

//! Files of games: which formats there are, and which one a file has.

use super::{
    FenStyle, PgnError, PgnProblem, TextError,
    chinese::Script,
    fen,
    pgn::{Game, Games, MoveStyle},
    text, xqf,
};
use crate::{Rules, Xiangqi};
use game_core::{Notation, Record, RecordFormat};

const fn format_of(extension: &'static str, about: &'static str) -> RecordFormat {
    RecordFormat { extension, about }
}

const PGN: RecordFormat = format_of("pgn", "PGN, moves as h2e2");
const ICCS: RecordFormat = format_of("iccs", "PGN, moves as H2-E2");
const WXF: RecordFormat = format_of("wxf", "PGN, moves as C2=5");
const CHINESE: RecordFormat = format_of("chinese", "PGN, moves as 炮二平五");
const TRADITIONAL: RecordFormat = format_of("traditional", "PGN, moves as 炮二平五 in traditional characters");
const GB18030: RecordFormat = format_of("gb18030", "PGN, moves as 炮二平五, in GB18030 in place of UTF-8");
const FEN: RecordFormat = format_of("fen", "FEN of each game's end");
const FEN_FEDERATION: RecordFormat =
    format_of("fenr", "FEN of each game's end, Red's turn as r, horses as H, elephants as E");

pub(super) const FORMATS: &[RecordFormat] = &[PGN, ICCS, WXF, CHINESE, TRADITIONAL, GB18030, FEN, FEN_FEDERATION];

/// The games of a file in any of the formats that are read.
pub(super) fn parse(bytes: &[u8], rules: &Rules) -> Vec<Result<Record<Xiangqi>, TextError>> {
    if xqf::is_xqf(bytes) {
        return vec![xqf::read(bytes, rules).map_err(TextError::from)];
    }
    let text = text::decode(bytes);
    let positions = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if positions().next().is_some_and(is_position) {
        return positions().map(|line| Xiangqi::parse_line(line, rules)).collect();
    }
    let games: Vec<_> = Games::new(&text, rules).map(|game| Ok(game?.into())).collect();
    let none = || PgnError { line: 1, problem: PgnProblem::NoGame };
    if games.is_empty() { vec![Err(none().into())] } else { games }
}

/// Whether a line begins with the placement of a FEN.
fn is_position(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|placement| placement.matches('/').count() == 9)
}

/// A file of `records` in one of [`FORMATS`].
pub(super) fn format(records: &[Record<Xiangqi>], format: &RecordFormat) -> Vec<u8> {
    let games = |style| {
        let games = records.iter().map(|record| Game::from(record.clone()).to_text(style));
        games.collect::<Vec<_>>().join("\n")
    };
    let ends = |style| records.iter().map(|record| fen(&record.end(), style) + "\n").collect::<String>();
    let text = match *format {
        ICCS => games(MoveStyle::Iccs),
        WXF => games(MoveStyle::Wxf),
        CHINESE => games(MoveStyle::Chinese(Script::Simplified)),
        TRADITIONAL => games(MoveStyle::Chinese(Script::Traditional)),
        GB18030 => return text::encode_gb(&games(MoveStyle::Chinese(Script::Simplified))),
        FEN => ends(FenStyle::Protocol),
        FEN_FEDERATION => ends(FenStyle::Federation),
        _ => games(MoveStyle::Coordinates),
    };
    text.into_bytes()
}

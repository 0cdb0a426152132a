//! Xiangqi: FEN, moves in coordinates, WXF and Chinese, PGN and XQF.

use crate::laws;
use boyi_fuzz::{Draws, target};
use game_core::{Notation, Position};
use xiangqi_movegen::notation::chinese::{self, Script};
use xiangqi_movegen::notation::{FenStyle, MoveError, fen, pgn, read_move, wxf, xqf};
use xiangqi_movegen::{Move, RepetitionRule, Rules, Xiangqi};

const SIGNS: &str = "rnbakcpheRNBAKCPHE123456789/ wbr-0";

const FENS: [&str; 8] = [
    "startpos",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 119 60",
    "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1",
    "3ak4/9/9/9/9/9/9/9/9/3K5 b",
    "2P1k4/3P1P3/2P6/9/9/9/9/9/4A4/3K5 w - - 0 1",
];

const MOVES: [&str; 14] = [
    "h2e2",
    "H2-E2",
    "h9g7",
    "C2=5",
    "H8+7",
    "炮二平五",
    "馬八進七",
    "马8进7",
    "前兵平五",
    "+P=5",
    "P5+1",
    "砲２平５",
    "a0a1",
    "15+1",
];

const MOVE_SIGNS: &str = "abcdefghi0123456789KAERHCPN+=.-炮马兵前后中一二三五九进退平１９";

fn rules(draws: &mut Draws) -> Rules {
    Rules {
        repetition: draws.of(&[
            RepetitionRule::default(),
            RepetitionRule::DrawOnly,
            RepetitionRule::CheckBan,
        ]),
        move_limit: draws.of(&[Rules::default().move_limit, None, Some(10)]),
        ..Rules::default()
    }
}

#[test]
fn positions() {
    target!(1_000, 192, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        let Some(pos) = laws::position::<Xiangqi>(&draws.text(&FENS, SIGNS), &rules) else {
            return;
        };
        for style in [FenStyle::Protocol, FenStyle::Federation] {
            let text = fen(&pos, style);
            assert_eq!(
                Xiangqi::from_fen(&text, &rules).as_ref(),
                Ok(&pos),
                "{text}"
            );
        }
    });
}

#[test]
fn moves_and_lines() {
    target!(1_500, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        let start = draws.text(&FENS, SIGNS);
        let pos = Xiangqi::parse(&start, &rules).unwrap_or_default();
        laws::mv(&pos, &draws.text(&MOVES, MOVE_SIGNS));
        let line = laws::written_line::<Xiangqi>(&mut draws, &start, &rules, &MOVES, MOVE_SIGNS);
        laws::line::<Xiangqi>(&line, &rules);
    });
}

/// Each notation names the moves it reads, and reads those it names, unless it says that a text
/// names several.
#[test]
fn notations() {
    target!(20_000, 192, |bytes| {
        let mut draws = Draws::new(bytes);
        let start = draws.text(&FENS, SIGNS);
        let pos = Xiangqi::parse(&start, &Rules::default()).unwrap_or_default();
        let text = draws.text(&MOVES, MOVE_SIGNS);
        let mut legal: Vec<Move> = Vec::new();
        pos.legal_moves(&mut legal);
        let read = [
            wxf::parse(&pos, &text).map_err(MoveError::from),
            chinese::parse(&pos, &text).map_err(MoveError::from),
            read_move(&pos, &text),
        ];
        for mv in read.into_iter().flatten() {
            assert!(legal.contains(&mv), "{text:?} is {mv} in {pos}");
            assert_eq!(wxf::parse(&pos, &wxf::format(&pos, mv)), Ok(mv), "{pos}");
            for script in [Script::Simplified, Script::Traditional] {
                let written = chinese::format(&pos, mv, script);
                assert_eq!(chinese::parse(&pos, &written), Ok(mv), "{written} in {pos}");
            }
        }
    });
}

const GAMES: &str = include_str!("../../../tests/data/xiangqi/five_games.pgn");

const PGNS: [&str; 4] = [
    "[Event \"x\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 {一 remark} 2. 馬二進三 *\n",
    "[Event \"x\"]\n[FEN \"4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1\"]\n\n1. R9+1 (1. i2i3) K5=4 1-0\n",
    "[Result \"1/2-1/2\"]\n1. h2e2 h9g7 ; rest\n2. h0g2 $1 g6g5 1/2-1/2\n\n[Event \"y\"]\n\n*\n",
    "1. C2=5 h8+7\n% escaped\n2. H2+3 {a} {b}",
];

#[test]
fn pgn_games() {
    target!(8_000, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let mut samples = PGNS.to_vec();
        samples.extend(GAMES.split("\n\n[").next());
        let text = draws.text(&samples, "[]{}();$%.!?\"\\ \n炮二平五h2e2*-1");
        let mut count = 0;
        for game in pgn::games(&text) {
            count += 1;
            let Ok(game) = game else {
                continue;
            };
            let written = game.to_string();
            let again = pgn::first(&written, &Rules::default())
                .unwrap_or_else(|error| panic!("{written:?} is refused: {error}"));
            assert_eq!(again.record.start, game.record.start, "{written:?}");
            assert_eq!(again.record.moves, game.record.moves, "{written:?}");
        }
        assert!(count <= text.len() + 1, "{text:?}");
    });
}

/// An XQF file without keys: a header, and the nodes of a tree of moves.
fn xqf_file(draws: &mut Draws) -> Vec<u8> {
    let mut bytes = vec![0; 1_024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    // The squares of the pieces in the order of the format: ten times the file, and the rank.
    const SQUARES: [u8; 32] = [
        0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69,
        79, 89, 17, 77, 6, 26, 46, 66, 86,
    ];
    bytes[0x10..0x30].copy_from_slice(&SQUARES);
    // h2e2, h9g7, h0g2, b9c7.
    const MOVES: [[u8; 2]; 4] = [[72, 42], [79, 67], [70, 62], [19, 27]];
    let nodes = 1 + draws.below(5);
    for node in 0..nodes {
        let squares = match node {
            0 => [0, 0],
            _ if draws.one_in(4) => draws.of(&MOVES),
            _ => MOVES[node - 1],
        };
        let from = squares[0] + 24;
        let to = squares[1] + 32;
        let flags = if node + 1 < nodes { 0xf0 } else { 0 };
        bytes.extend([from, to, flags, 0]);
        bytes.extend(0_u32.to_le_bytes());
    }
    bytes
}

#[test]
fn xqf_files() {
    target!(20_000, 512, |bytes| {
        let mut draws = Draws::new(bytes);
        let sample = xqf_file(&mut draws);
        let file = draws.file(&[&sample]);
        if let Ok(record) = xqf::read(&file, &Rules::default()) {
            let written = Xiangqi::format_record(&record);
            let again = Xiangqi::parse_record(&written, &Rules::default())
                .unwrap_or_else(|error| panic!("{written:?} is refused: {error}"));
            assert_eq!((again.start, again.moves), (record.start, record.moves));
        }
    });
}

#[test]
fn records() {
    target!(1_500, 512, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        let xqf = xqf_file(&mut draws);
        let mut samples: Vec<&[u8]> = PGNS.iter().map(|text| text.as_bytes()).collect();
        samples.push(&xqf);
        samples.push(b"4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1\n3ak4/9/9/9/9/9/9/9/9/3K5 b\n");
        laws::records::<Xiangqi>(&draws.file(&samples), &rules);
    });
}

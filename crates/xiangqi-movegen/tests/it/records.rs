//! Files of games: every format is written and read back, in every encoding.

use game_core::{Notation, Record};
use xiangqi_movegen::{Rules, Xiangqi};

const FIVE: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/xiangqi/five_games.pgn"
));

fn read(bytes: &[u8]) -> Vec<Record<Xiangqi>> {
    Xiangqi::parse_records(bytes, &Rules::default())
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap()
}

fn write(records: &[Record<Xiangqi>], extension: &str) -> Vec<u8> {
    let format = Xiangqi::FORMATS
        .iter()
        .find(|format| format.extension == extension)
        .expect("a format");
    Xiangqi::format_records(records, format).unwrap()
}

/// Every format writes `records` and reads them back; those of positions, their ends.
fn go_round(records: &[Record<Xiangqi>]) {
    for format in Xiangqi::FORMATS {
        let again = read(&write(records, format.extension));
        assert_eq!(again.len(), records.len(), "{}", format.extension);
        for (again, record) in again.iter().zip(records) {
            if format.extension.starts_with("fen") {
                assert_eq!(
                    (again.start.to_string(), again.moves.len()),
                    (record.end().to_string(), 0)
                );
            } else {
                assert_eq!(again, record, "{}", format.extension);
            }
        }
    }
}

#[test]
fn every_format_goes_round() {
    go_round(&read(FIVE));
    // Black begins, pieces share a file, and all is said that can be.
    go_round(&read(
        "[Event \"第一局 \\\"x\\\"\"]\n[Red \"胡荣华\"]\n[Black \"é\"]\n[Result \"0-1\"]\n[FEN \"4k4/9/9/9/9/9/4p4/4p4/9/3K5 b - - 3 9\"]\n\
         {开始} 9... 后卒平４ {a remark\nof two lines} 10. d0d1 {} 卒５进１ 0-1"
            .as_bytes(),
    ));
}

/// Run it on a collection of games in PGN, all of them legal.
#[test]
#[ignore = "needs the master games: BOYI_MASTER_GAMES=path"]
fn a_collection_goes_round() {
    let path = std::env::var("BOYI_MASTER_GAMES").expect("BOYI_MASTER_GAMES names a PGN file");
    let records = read(&std::fs::read(path).unwrap());
    println!(
        "{} games, {} plies",
        records.len(),
        records
            .iter()
            .map(|record| record.moves.len())
            .sum::<usize>()
    );
    go_round(&records);
}

#[test]
fn moves_look_as_the_format_says() {
    let records = read("{开局} 1. 炮二平五 {当头炮} 马８进７".as_bytes());
    let text = |extension: &str| String::from_utf8(write(&records, extension)).unwrap();
    for (extension, tag, moves) in [
        ("pgn", "ICCS", "1. h2e2 {当头炮} 1... h9g7 *"),
        ("iccs", "ICCS", "1. H2-E2 {当头炮} 1... H9-G7 *"),
        ("wxf", "WXF", "1. C2=5 {当头炮} 1... H8+7 *"),
        ("chinese", "Chinese", "1. 炮二平五 {当头炮} 1... 马８进７ *"),
        (
            "traditional",
            "Chinese",
            "1. 炮二平五 {当头炮} 1... 馬８進７ *",
        ),
    ] {
        let text = text(extension);
        assert!(
            text.contains(&format!("[Format \"{tag}\"]"))
                && text.ends_with(&format!("\n{moves}\n")),
            "{text}"
        );
    }
    assert!(
        write(&records, "gb18030")
            .windows(4)
            .any(|bytes| bytes == b"\xc5\xda\xb6\xfe"),
        "炮二 in GB18030"
    );
    assert_eq!(
        text("fen"),
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\n"
    );
    assert_eq!(
        text("fenr"),
        "rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR r - - 2 2\n"
    );
}

#[test]
fn remarks_belong_to_the_move_before_them() {
    let game = |text: &str| read(text.as_bytes()).remove(0);
    let record = game(
        "[Event \"x\"]\n{before}\n1. {still} h2e2 {a} (1. b2e2 {not this}) {b} h9g7 $1 ; nor this\n* {nor this}",
    );
    let remarks: Vec<_> = record
        .notes
        .iter()
        .map(|note| note.comment.as_deref())
        .collect();
    assert_eq!(
        (remarks.as_slice(), record.tags.get("Annotation")),
        (&[Some("a b")][..], Some("before still"))
    );
    let records = read(
        b"h2e2 {a} 1-0 {after} h2e2 *\n[Event \"y\"]\n{before}\nh2e2 {c}\n[Event \"z\"]\nh2e2",
    );
    let remarks: Vec<_> = records
        .iter()
        .map(|record| record.note(0).and_then(|note| note.comment.as_deref()))
        .collect();
    assert_eq!(remarks, [Some("a"), None, Some("c"), None]);
    let before: Vec<_> = records
        .iter()
        .map(|record| record.tags.get("Annotation"))
        .collect();
    assert_eq!(before, [None, None, Some("before"), None]);
}

#[test]
fn positions_are_read_one_a_line() {
    let text = "\n4k4/9/9/9/9/9/9/9/9/3K5 r\r\n\nrheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w moves h2e2 h9g7\n";
    let records = read(text.as_bytes());
    assert_eq!(
        records
            .iter()
            .map(|record| record.moves.len())
            .collect::<Vec<_>>(),
        [0, 2]
    );
    assert_eq!(records[1].start, Xiangqi::default());
    let read = Xiangqi::parse_records(b"4k4/9/9/9/9/9/9/9/9/3K5 r\nnonsense\n", &Rules::default());
    assert!(read.len() == 2 && read[0].is_ok() && read[1].is_err());
}

//! Files in XQF, written here byte by byte, plain and veiled.

use encoding_rs::GB18030;
use game_core::{Notation, Position, Record};
use proptest::prelude::*;
use xiangqi_movegen::{
    Move, Rules, Xiangqi,
    notation::{XqfError, XqfProblem, xqf},
};

/// A move and what is said of it, the moves that follow it, the main one first.
#[derive(Clone, Default)]
struct Node {
    mv: Option<&'static str>,
    remark: &'static str,
    next: Vec<Node>,
}

fn node(mv: &'static str, remark: &'static str, next: Vec<Node>) -> Node {
    Node {
        mv: Some(mv),
        remark,
        next,
    }
}

/// Writes files as the program does.
struct Writer {
    version: u8,
    /// Sum, squares, from and to; the mask and what is always set.
    key: [u8; 4],
    mask: u8,
    or: [u8; 4],
    /// The squares of the 32 pieces, ten times the file and the rank; 255 for those captured.
    squares: [u8; 32],
    black_first: bool,
    result: u8,
    bytes: Vec<u8>,
}

const START: [u8; 32] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, // red
    9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86, // black
];

impl Writer {
    fn new(version: u8) -> Self {
        let key = if version > 10 {
            [90, 33, 77, 56]
        } else {
            [0; 4]
        };
        Self {
            version,
            key,
            mask: 0x5c,
            or: [3, 80, 129, 6],
            squares: START,
            black_first: false,
            result: 0,
            bytes: vec![0; 1024],
        }
    }

    fn text(&mut self, at: usize, text: &str) {
        let text = GB18030.encode(text).0;
        self.bytes[at] = text.len() as u8;
        self.bytes[at + 1..=at + text.len()].copy_from_slice(&text);
    }

    /// The sums that the keys stand for, by the formula of the program: squares, from, to, and the
    /// remarks' lengths.
    fn sums(&self) -> ([u8; 3], u32) {
        if self.version <= 10 {
            return ([0; 3], 0);
        }
        let formula = |key: u8| {
            let key = u32::from(key);
            ((((key * key) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8
        };
        let squares = formula(self.key[1]) * u32::from(self.key[1]) % 256;
        let from = formula(self.key[2]) % 256 * squares % 256;
        let to = formula(self.key[3]) % 256 * from % 256;
        let remarks = (u32::from(self.key[0]) * 256 + u32::from(self.key[1])) % 32_000 + 767;
        ([squares as u8, from as u8, to as u8], remarks)
    }

    fn write(mut self, root: &Node) -> Vec<u8> {
        let ([add, ..], _) = self.sums();
        self.bytes[..4].copy_from_slice(&[b'X', b'Q', self.version, self.mask]);
        self.bytes[8..12].copy_from_slice(&self.or);
        self.bytes[12..16].copy_from_slice(&self.key);
        for i in 0..32 {
            let from = if self.version >= 12 {
                (i + usize::from(add) + 1) % 32
            } else {
                i
            };
            self.bytes[16 + i] = self.squares[from].wrapping_add(add);
        }
        self.bytes[50] = self.black_first.into();
        self.bytes[51] = self.result;
        self.node(root, false);
        self.bytes
    }

    fn node(&mut self, node: &Node, has_other: bool) {
        let ([_, from, to], remarks) = self.sums();
        let remark = GB18030.encode(node.remark).0.into_owned();
        let squares = node.mv.map_or([0, 0], |mv| {
            let mv: Move = mv.parse().unwrap();
            [mv.from, mv.to].map(|square| square.file() * 10 + square.rank())
        });
        let mut record = vec![
            squares[0].wrapping_add(24).wrapping_add(from),
            squares[1].wrapping_add(32).wrapping_add(to),
        ];
        let continues = !node.next.is_empty();
        let length = remark.len() as u32;
        let bit = |is: bool, bit: u8| if is { bit } else { 0 };
        if self.version <= 10 {
            record.extend([bit(continues, 0xf0) | bit(has_other, 0x0f), 0]);
            record.extend(length.to_le_bytes());
        } else {
            record.extend([
                bit(continues, 0x80) | bit(has_other, 0x40) | bit(length > 0, 0x20),
                0,
            ]);
            if length > 0 {
                record.extend((length + remarks).to_le_bytes());
            }
        }
        record.extend(remark);
        for byte in record {
            let veil = match self.bytes.len() % 32 {
                _ if self.version <= 10 => 0,
                i => {
                    b"[(C) Copyright Mr. Dong Shiwei.]"[i]
                        & (self.key[i % 4] & self.mask | self.or[i % 4])
                }
            };
            self.bytes.push(byte.wrapping_add(veil));
        }
        for (i, next) in node.next.iter().enumerate() {
            self.node(next, i + 1 < node.next.len());
        }
    }
}

/// 1. h2e2 h9g7 (or b9c7; or h7e7 h0g2) 2. h0g2, with remarks.
fn tree() -> Node {
    let others = vec![
        node("h9g7", "屏风马 {usual}", vec![node("h0g2", "", vec![])]),
        node("b9c7", "", vec![]),
        node(
            "h7e7",
            "顺炮",
            vec![node("h0g2", "", vec![]), node("h0i2", "", vec![])],
        ),
    ];
    Node {
        mv: None,
        remark: "全局",
        next: vec![node("h2e2", "当头炮\r\n!", others)],
    }
}

fn read(bytes: &[u8]) -> Result<Record<Xiangqi>, XqfError> {
    xqf::read(bytes, &Rules::default())
}

#[test]
fn every_version_tells_the_same() {
    for version in [1, 10, 11, 12, 18] {
        let mut writer = Writer::new(version);
        for (at, text) in [
            (80, "题"),
            (208, "五羊杯"),
            (272, "1989.1"),
            (288, "广州"),
            (304, "胡荣华"),
            (320, "吕钦"),
            (464, "评"),
        ] {
            writer.text(at, text);
        }
        writer.result = 2;
        let record = read(&writer.write(&tree()))
            .unwrap_or_else(|error| panic!("version {version}: {error}"));
        assert_eq!(record.start, Xiangqi::default());
        assert_eq!(
            record.moves,
            ["h2e2", "h9g7", "h0g2"].map(|mv| mv.parse().unwrap())
        );
        assert_eq!(record.names, [Some("胡荣华".into()), Some("吕钦".into())]);
        let tags: Vec<_> = record.tags.iter().collect();
        let expected = [
            ("Event", "五羊杯"),
            ("Title", "题"),
            ("Date", "1989.1"),
            ("Site", "广州"),
            ("Annotator", "评"),
            ("Annotation", "全局"),
            ("Result", "0-1"),
        ];
        assert_eq!(tags, expected, "version {version}");
        let remark = |ply| record.note(ply).and_then(|note| note.comment.as_deref());
        assert_eq!(remark(0), Some("当头炮\n!"));
        assert_eq!(
            remark(1),
            Some("屏风马 {usual} (b9c7) (h7e7 顺炮 h0g2 (h0i2))")
        );
        assert_eq!(remark(2), None);
    }
}

#[test]
fn an_ending_is_set_up() {
    for version in [10, 18] {
        let mut writer = Writer::new(version);
        writer.squares = [255; 32];
        writer.squares[0] = 55;
        (writer.squares[4], writer.squares[20]) = (30, 49);
        // The piece that moves tells whose turn it is, and without one the header.
        let mv = node("e9e8", "", vec![]);
        let record = read(&writer.write(&Node {
            next: vec![mv],
            ..Node::default()
        }))
        .unwrap();
        assert_eq!(
            record.start.to_string(),
            "4k4/9/9/9/5R3/9/9/9/9/3K5 b - - 0 1"
        );
        let mut writer = Writer {
            squares: START,
            ..Writer::new(version)
        };
        writer.black_first = true;
        let record = read(&writer.write(&Node::default())).unwrap();
        assert!(record.moves.is_empty() && record.start.to_string().contains(" b "));
    }
}

#[test]
fn what_is_wrong_is_told_with_its_byte() {
    let whole = |version| Writer::new(version).write(&tree());
    let error = |bytes: &[u8]| read(bytes).unwrap_err();
    assert_eq!(
        error(b"PGN"),
        XqfError {
            offset: 0,
            problem: XqfProblem::NoXqf
        }
    );
    assert_eq!(
        error(&whole(10)[..1023]),
        XqfError {
            offset: 1023,
            problem: XqfProblem::Short("header")
        }
    );
    assert_eq!(
        error(&whole(19)),
        XqfError {
            offset: 2,
            problem: XqfProblem::Version(19)
        }
    );
    let changed = |at: usize, to: u8| {
        let mut bytes = whole(10);
        bytes[at] = to;
        error(&bytes)
    };
    assert_eq!(
        changed(14, 1),
        XqfError {
            offset: 12,
            problem: XqfProblem::Key
        }
    );
    assert_eq!(
        changed(80, 64),
        XqfError {
            offset: 80,
            problem: XqfProblem::LongText {
                length: 64,
                room: 63
            }
        }
    );
    assert_eq!(
        changed(17, 0).to_string(),
        "byte 17: two pieces stand on a0"
    );
    assert_eq!(
        changed(20, 45).to_string(),
        "byte 16: the position: a red general can never stand on e5"
    );
    // The first move is at 1036, after the first node and its remark of four bytes.
    assert_eq!(
        changed(1036, 0),
        XqfError {
            offset: 1036,
            problem: XqfProblem::OffBoard { from: 232, to: 42 }
        }
    );
    assert_eq!(
        changed(1036, 24 + 71).to_string(),
        "byte 1036: h1e2: there is no piece on h1"
    );
    assert_eq!(
        changed(1031, 1),
        XqfError {
            offset: 1028,
            problem: XqfProblem::LongRemark((1 << 24) + 4)
        }
    );
    for version in [10, 18] {
        let bytes = whole(version);
        for length in 1024..bytes.len() {
            let XqfError { offset, problem } = error(&bytes[..length]);
            assert!(offset <= length, "{problem}");
            assert!(
                matches!(problem, XqfProblem::Short(_) | XqfProblem::LongRemark(_)),
                "{problem}"
            );
        }
        assert!(Xiangqi::parse_records(&bytes, &Rules::default())[0].is_ok());
    }
}

/// Where the header has its texts.
const TITLE: usize = 80;
const EVENT: usize = 208;
const DATE: usize = 272;
const SITE: usize = 288;
const RED: usize = 304;
const BLACK: usize = 320;
const ANNOTATOR: usize = 464;
const AUTHOR: usize = 480;

/// Nothing is known where a text says nothing, so that no format loses it.
#[test]
fn texts_that_say_nothing_are_none() {
    let mut checked = 0;
    for version in [10, 18] {
        for nothing in [
            "",
            " ",
            "?",
            " ? ",
            "\0\0",
            "\u{1}\r\n",
            "????.??.??",
            "\u{3000}",
        ] {
            let mut writer = Writer::new(version);
            let title = ["题", nothing][checked % 2];
            writer.text(TITLE, title);
            for at in [EVENT, DATE, SITE, RED, BLACK, ANNOTATOR, AUTHOR] {
                writer.text(at, nothing);
            }
            let record = read(&writer.write(&tree())).unwrap();
            let event = if title == nothing { None } else { Some("题") };
            assert_eq!(record.tags.get("Event"), event, "{nothing:?}");
            assert_eq!(
                (record.tags.get("Annotator"), record.tags.get("Date")),
                (None, None),
                "{nothing:?}"
            );
            assert_eq!(record.names, [None, None], "{nothing:?}");
            goes_round(&record);
            checked += 1;
        }
        // What is of several lines is one.
        let mut writer = Writer::new(version);
        writer.text(EVENT, "a\r\nb\tc");
        writer.text(RED, "\u{1}胡\0荣华 ");
        let record = read(&writer.write(&tree())).unwrap();
        assert_eq!(
            (record.tags.get("Event"), record.names[0].as_deref()),
            (Some("a  b c"), Some("胡 荣华"))
        );
        goes_round(&record);
    }
}

/// Every format with moves writes a record and reads it back, but for a brace in a remark.
fn goes_round(record: &Record<Xiangqi>) {
    for format in Xiangqi::FORMATS
        .iter()
        .filter(|format| !format.extension.starts_with("fen"))
    {
        let bytes = Xiangqi::format_records(std::slice::from_ref(record), format).unwrap();
        let mut again = Xiangqi::parse_records(&bytes, &Rules::default())
            .remove(0)
            .unwrap();
        again.notes.clone_from(&record.notes);
        assert_eq!(again, *record, "{}", format.extension);
    }
}

#[test]
fn a_file_goes_to_text_and_back() {
    let record = read(&Writer::new(18).write(&tree())).unwrap();
    for format in Xiangqi::FORMATS
        .iter()
        .filter(|format| !format.extension.starts_with("fen"))
    {
        let bytes = Xiangqi::format_records(std::slice::from_ref(&record), format).unwrap();
        let mut again = Xiangqi::parse_records(&bytes, &Rules::default())
            .remove(0)
            .unwrap();
        // A brace would end the remark.
        assert_eq!(
            again.notes[1].comment.as_deref(),
            Some("屏风马 {usual) (b9c7) (h7e7 顺炮 h0g2 (h0i2))")
        );
        again.notes[1] = record.notes[1].clone();
        assert_eq!(again, record, "{}", format.extension);
    }
}

#[test]
fn a_deep_tree_needs_no_stack() {
    // Horses go to and fro, and in place of every move there is another.
    let moves = ["h0g2", "h9g7", "g2h0", "g7h9"].map(|mv| mv.parse::<Move>().unwrap());
    let deep = |tag: u8| {
        let mut bytes = Writer::new(10).write(&Node::default());
        bytes[1026] = 0xf0;
        for ply in 0..50_000 {
            let [from, to] = [moves[ply % 4].from, moves[ply % 4].to]
                .map(|square| square.file() * 10 + square.rank());
            bytes.extend([from + 24, to + 32, tag, 0, 0, 0, 0, 0]);
        }
        bytes
    };
    // Neither ends: the line goes on, or the alternatives do.
    for tag in [0xf0, 0x0f, 0xff] {
        let bytes = deep(tag);
        assert_eq!(
            read(&bytes).unwrap_err(),
            XqfError {
                offset: bytes.len(),
                problem: XqfProblem::Short("moves")
            }
        );
    }
    let mut bytes = deep(0xf0);
    let last = bytes.len() - 6;
    bytes[last] = 0;
    assert_eq!(read(&bytes).unwrap().moves.len(), 50_000);
    // Each variation within another.
    let mut bytes = deep(0xff);
    bytes[last] = 0;
    for _ in 0..50_000 {
        bytes.extend([24, 33, 0, 0, 0, 0, 0, 0]);
    }
    let record = read(&bytes).unwrap();
    assert!(record.notes.iter().all(|note| {
        note.comment
            .as_deref()
            .is_some_and(|text| text.starts_with("(a0a1"))
    }));
}

/// Run it on a folder of files in XQF: each is read, or is wrong; what is read goes to text and
/// back.
#[test]
#[ignore = "needs files: BOYI_XQF=folder"]
fn a_collection_is_read() {
    let folder = std::env::var("BOYI_XQF").expect("BOYI_XQF names a folder");
    let mut read = 0;
    let mut plies = 0;
    let mut remarks = 0;
    let mut refused = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        match xqf::read(&std::fs::read(&path).unwrap(), &Rules::default()) {
            Err(error) => {
                println!("{}: {error}", path.display());
                refused += 1;
            }
            Ok(record) => {
                (read, plies) = (read + 1, plies + record.moves.len());
                remarks += record
                    .notes
                    .iter()
                    .filter(|note| note.comment.is_some())
                    .count();
                let text = Xiangqi::format_record(&record);
                let again = Xiangqi::parse_record(&text, &Rules::default());
                assert!(
                    again
                        .as_ref()
                        .is_ok_and(|again| again.moves == record.moves),
                    "{}: {again:?}\n{text}",
                    path.display()
                );
            }
        }
    }
    println!("{read} read, {plies} plies, {remarks} remarks; {refused} refused");
    assert!(read > 0);
}

proptest! {
    #[test]
    fn no_file_panics(
        version in 0_u8..20,
        at in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
        whole in any::<bool>(),
    ) {
        let mut bytes = Writer::new(version).write(&tree());
        for (at, byte) in at {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if !whole {
            bytes.truncate(cut.index(bytes.len()));
        }
        match read(&bytes) {
            Ok(record) => {
                let mut pos = record.start.clone();
                for mv in record.moves {
                    prop_assert!(
                        pos.unpack(pos.pack(mv)).is_some() && pos.is_legal(mv),
                        "{} in {}",
                        mv,
                        pos,
                    );
                    pos.play(mv);
                }
            }
            Err(error) => prop_assert!(error.offset <= bytes.len()),
        }
        let _ = Xiangqi::parse_records(&bytes, &Rules::default());
    }

    #[test]
    fn no_tree_panics(tail in prop::collection::vec(any::<u8>(), 0..200), version in 0_u8..19) {
        let mut bytes = Writer::new(version).write(&Node::default());
        bytes.truncate(1024);
        bytes.extend(tail);
        let _ = read(&bytes);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Xiangqi::parse_records(&bytes, &Rules::default());
        let _ = Xiangqi::parse_records(&[b"XQ\x0a", &bytes[..]].concat(), &Rules::default());
    }
}

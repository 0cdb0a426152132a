//! Moves in WXF and Chinese: the tables of `tests/data`, and the law that every legal move has a
//! different text.

use game_core::{Notation, Player, Position};
use proptest::prelude::*;
use std::collections::HashMap;
use xiangqi_movegen::{
    Kind, Move, Piece, Square, Xiangqi,
    notation::{
        RelativeError,
        chinese::{self, Script},
        read_move, wxf,
    },
};

const GOOD: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/xiangqi/notation.txt"
));
const BAD: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/xiangqi/notation_bad.txt"
));

/// The fields of each line that is neither empty nor a remark.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(';').map(str::trim).collect())
}

fn parse(pos: &Xiangqi, text: &str) -> Result<Move, RelativeError> {
    if text.is_ascii() {
        wxf::parse(pos, text)
    } else {
        chinese::parse(pos, text)
    }
}

#[test]
fn the_table_is_written_and_read() {
    let mut count = 0;
    for row in rows(GOOD) {
        let [fen, coordinates, in_wxf, simplified, traditional, others] = row[..] else {
            panic!("{row:?}")
        };
        let pos: Xiangqi = fen.parse().unwrap();
        let mv: Move = coordinates.parse().unwrap();
        assert_eq!(wxf::format(&pos, mv), in_wxf, "{mv} in {pos}");
        assert_eq!(
            chinese::format(&pos, mv, Script::Simplified),
            simplified,
            "{mv} in {pos}"
        );
        assert_eq!(
            chinese::format(&pos, mv, Script::Traditional),
            traditional,
            "{mv} in {pos}"
        );
        for text in others
            .split_whitespace()
            .chain([in_wxf, simplified, traditional])
        {
            assert_eq!(parse(&pos, text), Ok(mv), "{text} in {pos}");
            assert_eq!(read_move(&pos, text), Ok(mv), "{text} in {pos}");
        }
        count += 1;
    }
    assert!(count > 60);
}

#[test]
fn bad_texts_are_refused_for_the_right_reason() {
    let mut count = 0;
    for row in rows(BAD) {
        let [fen, expected, texts] = row[..] else {
            panic!("{row:?}")
        };
        let pos: Xiangqi = fen.parse().unwrap();
        for text in texts.split_whitespace() {
            let reason = match parse(&pos, text) {
                Err(RelativeError::Malformed { .. }) => "malformed",
                Err(RelativeError::NoPiece { .. }) => "no piece",
                Err(RelativeError::NotOnFile { .. }) => "not on file",
                Err(RelativeError::NoSuchPlace { .. }) => "no such place",
                Err(RelativeError::CannotMoveSo { .. }) => "cannot move so",
                Err(RelativeError::Ambiguous { .. }) => "ambiguous",
                Err(RelativeError::Illegal { .. }) => "illegal",
                other => panic!("{text} in {pos}: {other:?}"),
            };
            assert_eq!(reason, expected, "{text} in {pos}");
            count += 1;
        }
    }
    assert!(count > 120);
    for empty in ["", " ", "\u{feff}"] {
        assert!(matches!(
            parse(&Xiangqi::default(), empty),
            Err(RelativeError::Malformed { .. })
        ));
    }
}

#[test]
fn errors_say_what_was_wrong() {
    let start = Xiangqi::default();
    let message = |text: &str| parse(&start, text).unwrap_err().to_string();
    assert_eq!(
        message("C5=6"),
        "\"C5=6\": there is no red cannon on file 5"
    );
    assert_eq!(
        message("R1+3"),
        "\"R1+3\" is i0i3, which is no legal move here"
    );
    let doubled: Xiangqi = "3ak4/4a4/9/R8/9/9/R8/9/9/4K4 w".parse().unwrap();
    assert_eq!(
        parse(&doubled, "车九平八").unwrap_err().to_string(),
        "\"车九平八\" may mean a6b6 or a3b3"
    );
}

/// All legal moves of `pos` are written differently in each notation, and each text reads back.
fn law(pos: &Xiangqi) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut seen = HashMap::new();
    for &mv in &moves {
        let in_wxf = wxf::format(pos, mv);
        let simplified = chinese::format(pos, mv, Script::Simplified);
        let traditional = chinese::format(pos, mv, Script::Traditional);
        assert_eq!(
            (
                in_wxf.len(),
                simplified.chars().count(),
                traditional.chars().count()
            ),
            (4, 4, 4)
        );
        let plain = simplified.chars().map(|c| match c {
            '１'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap(),
            _ => c,
        });
        let variants = [
            in_wxf.to_lowercase(),
            in_wxf.replace('=', "."),
            plain.collect(),
        ];
        for text in variants.iter().chain([&in_wxf, &simplified, &traditional]) {
            assert_eq!(parse(pos, text), Ok(mv), "{text} in {pos}");
            assert_eq!(read_move(pos, text), Ok(mv), "{text} in {pos}");
        }
        for (notation, text) in [in_wxf, simplified, traditional].into_iter().enumerate() {
            if let Some(other) = seen.insert((notation, text.clone()), mv) {
                panic!("{text} is {mv} and {other} in {pos}");
            }
        }
    }
}

#[test]
fn the_law_holds_in_the_tables_positions() {
    for row in rows(GOOD) {
        law(&row[0].parse().unwrap());
    }
}

/// A board of these pieces, each on one of its squares; of two on a square the first stays.
fn board(pieces: &[(Piece, usize)], only_files: u16) -> String {
    let mut board: HashMap<Square, Piece> = HashMap::new();
    for &(piece, pick) in pieces {
        let soldier = piece.kind == Kind::Soldier;
        let home: Vec<Square> = piece
            .home()
            .filter(|square| !soldier || only_files >> square.file() & 1 != 0)
            .collect();
        if let Some(&square) = home.get(pick % home.len().max(1)) {
            board.entry(square).or_insert(piece);
        }
    }
    let rank = |rank: u8| -> String {
        let letter = |file| {
            board
                .get(&Square::new(file, rank))
                .map_or('1', |piece| piece.letter())
        };
        (0..9).map(letter).collect()
    };
    (0..10).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Positions with many pieces of a kind on a file: soldiers stand on two or three files only.
fn crowded() -> impl Strategy<Value = Option<Xiangqi>> {
    let all = Player::BOTH
        .into_iter()
        .flat_map(|player| Kind::ALL.map(|kind| Piece::new(player, kind)));
    let pieces: Vec<Piece> = all
        .flat_map(|piece| (0..piece.kind.most()).map(move |_| piece))
        .collect();
    let picks = prop::collection::vec(0_usize..90, pieces.len());
    (
        picks,
        0_usize..9,
        0_usize..9,
        0_usize..9,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(move |(picks, one, two, three, bare, red)| {
            // Bare: soldiers and generals only.
            let kept =
                pieces.iter().copied().zip(picks).filter(|(piece, _)| {
                    !bare || matches!(piece.kind, Kind::Soldier | Kind::General)
                });
            let kept: Vec<_> = kept.collect();
            format!(
                "{} {}",
                board(&kept, 1 << one | 1 << two | 1 << three),
                if red { 'w' } else { 'b' }
            )
            .parse()
            .ok()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_law_holds_in_crowds(pos in crowded().prop_filter_map("no position", |pos| pos)) {
        law(&pos);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), pos in crowded()) {
        let pos = pos.unwrap_or_default();
        let _ = (wxf::parse(&pos, &text), chinese::parse(&pos, &text), read_move(&pos, &text));
    }

    #[test]
    fn what_is_read_is_legal(
        text in "[KAERHCPBNGSae1-9+=.-]{2}[+=.-][0-9]|[前中后一二三四五六七八九1-9１-９]?[车马炮兵卒帅士象]?[前中后一二五九1-9]?[进退平][一二三四五六七八九１-９]",
        pos in crowded(),
    ) {
        let pos = pos.unwrap_or_default();
        if let Ok(mv) = parse(&pos, &text) {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            prop_assert!(moves.contains(&mv), "{} read as {} in {}", text, mv, pos);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_law_holds_along_random_games(picks in prop::collection::vec(any::<prop::sample::Index>(), 150)) {
        let mut pos = Xiangqi::default();
        for pick in picks {
            law(&pos);
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos.play(*pick.get(&moves));
        }
    }
}

/// The general that is attacked, by each kind of piece.
#[test]
fn the_checked_cell_is_the_attacked_generals() {
    let table = [
        ("4k4/9/9/9/9/9/9/4R4/9/3K5 b", "e9"),
        ("4k4/9/9/9/4p4/9/9/4R4/9/3K5 b", ""),
        ("4k4/9/9/9/4p4/9/9/4C4/9/3K5 b", "e9"),
        ("4k4/9/9/4p4/4p4/9/9/4C4/9/3K5 b", ""),
        ("4k4/9/3N5/9/9/9/9/9/9/3K5 b", "e9"),
        ("4k4/3n5/3N5/9/9/9/9/9/9/3K5 b", ""),
        ("4k4/4P4/9/9/9/9/9/9/9/3K5 b", "e9"),
        ("3k5/9/9/9/9/9/9/9/9/4K3r w", "e0"),
        ("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0"),
    ];
    for (fen, checked) in table {
        let pos: Xiangqi = fen.parse().expect("a position");
        let board = pos.board_view();
        let cells = pos.checked_cells();
        let names: Vec<_> = cells.iter().map(|&cell| &*board.cells[cell].name).collect();
        assert_eq!(names.concat(), checked, "{fen}");
    }
}

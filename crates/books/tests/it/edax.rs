//! Books of Edax, their bytes made by hand from the layout.

use books::Tally;
use books::othello::edax::{EdaxBook, EdaxError, Field};
use game_core::{Notation, Player, Position};
use othello_bitboard::{Move, Othello, Symmetry};
use proptest::prelude::*;

const HEADER: usize = 42;

/// A header that declares this many positions.
fn header(positions: u32) -> Vec<u8> {
    let mut bytes = b"XADEKOOB\x04\x06".to_vec();
    bytes.extend([0xea, 0x07, 11, 20, 12, 44, 21, 0]);
    bytes.extend(
        [4, 8, 2, 1, 0, positions]
            .into_iter()
            .flat_map(u32::to_le_bytes),
    );
    bytes
}

/// A position with its lines, its links and its leaf.
fn position(pos: &Othello, lines: [u32; 4], links: &[(i8, u8)], leaf: (i8, u8)) -> Vec<u8> {
    let mut bytes = [pos.own(), pos.opp()]
        .into_iter()
        .flat_map(u64::to_le_bytes)
        .collect::<Vec<_>>();
    bytes.extend(lines.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([3_i16, -127, 127].into_iter().flat_map(i16::to_le_bytes));
    bytes.extend([links.len() as u8, 4]);
    links
        .iter()
        .chain([&leaf])
        .for_each(|&(score, mv)| bytes.extend([score as u8, mv]));
    bytes
}

fn after(moves: &str) -> Othello {
    let moves = Othello::START.parse_moves(moves).expect("legal moves");
    let mut pos = Othello::START;
    for mv in moves {
        pos.play(mv);
    }
    pos
}

fn square(name: &str) -> u8 {
    name.parse::<Move>().expect("a move").into()
}

/// The start, from which e6 leads on, and what comes after it, turned.
fn two() -> Vec<u8> {
    let start = position(
        &Othello::START,
        [0, 0, 1, 3],
        &[(2, square("e6"))],
        (-127, 65),
    );
    let turn = Symmetry::ALL[6];
    let next = after("e6");
    let images: Vec<_> = ["f4", "f6", "d6"]
        .iter()
        .map(|name| u8::from(Move::from(turn.square(name.parse().expect("a square")))))
        .collect();
    let third = position(&after("e6f4"), [5, 0, 0, 0], &[], (7, square("e3")));
    let next = position(
        &next.image(turn),
        [1, 0, 0, 3],
        &[(-2, images[0])],
        (-4, images[1]),
    );
    [header(3), start, next, third].concat()
}

#[test]
fn a_book_is_read() {
    let edax = EdaxBook::read(&two()).expect("a book");
    assert_eq!(
        (
            edax.release,
            edax.level,
            edax.empties,
            edax.date.year,
            edax.date.time
        ),
        (6, 4, 8, 2026, [12, 44, 21])
    );
    let [start, next, _] = &edax.positions[..] else {
        panic!("{edax:?}")
    };
    assert_eq!(
        (start.board, start.score, start.level),
        (Othello::START, [3, -127, 127], 4)
    );
    assert_eq!((start.links.len(), start.leaf), (1, None));
    assert_eq!(
        start.lines,
        Tally {
            losses: 1,
            open: 3,
            ..Tally::default()
        }
    );
    assert_eq!(next.board.turn(), Player::First);

    let book = edax.to_book(100);
    assert_eq!((book.game(), book.len(), book.moves()), ("othello", 3, 4));
    let page = book.page(&Othello::START);
    assert_eq!(
        (page[0].score.get(), page[0].depth),
        (200, 6),
        "two links, and a search of four plies"
    );
    assert_eq!(
        page[0].tally,
        Tally {
            losses: 1,
            open: 3,
            ..Tally::default()
        },
        "what comes after it, seen from here"
    );
    let page = book.page(&after("e6"));
    let told: Vec<_> = page
        .iter()
        .map(|entry| (entry.mv.to_string(), entry.score.get(), entry.depth))
        .collect();
    assert_eq!(
        told,
        [("f4".to_owned(), -200, 5), ("f6".to_owned(), -400, 4)]
    );
    assert_eq!((page[0].tally.losses, page[1].tally.games()), (5, 0));
}

/// What is wrong, and where.
#[test]
fn malformed_files_are_refused() {
    let start = |links: &[(i8, u8)], leaf| {
        [header(1), position(&Othello::START, [0; 4], links, leaf)].concat()
    };
    let d3 = square("d3");
    let c4 = square("c4");
    let illegal = "a1".parse().expect("a move");
    let link = Field::Link(1);
    let leaf = Field::Leaf(1);
    let mut overlap = start(&[], (3, d3));
    overlap[HEADER + 8 + 3] |= 0x10;
    let mut wild = start(&[], (3, d3));
    wild[HEADER + 34..HEADER + 36].copy_from_slice(&999_i16.to_le_bytes());
    let mut old = header(0);
    old[8] = 3;
    let one = position(&Othello::START, [0; 4], &[], (3, d3));
    let other = position(&after("d3"), [0; 4], &[], (3, square("c3")));
    let third = position(&after("f5"), [0; 4], &[], (3, square("d6")));
    for (bytes, error) in [
        (Vec::new(), EdaxError::Magic),
        (b"XADEKOOK\x04\x06".to_vec(), EdaxError::Magic),
        (
            b"XADEKOOB".to_vec(),
            EdaxError::Short {
                offset: 8,
                field: Field::Header,
            },
        ),
        (old, EdaxError::Version { version: 3 }),
        (
            header(0)[..41].to_vec(),
            EdaxError::Short {
                offset: 38,
                field: Field::Header,
            },
        ),
        (
            header(1),
            EdaxError::Count {
                declared: 1,
                found: 0,
            },
        ),
        (
            [header(0), one.clone()].concat(),
            EdaxError::Count {
                declared: 0,
                found: 1,
            },
        ),
        (
            [header(1), vec![0; 3]].concat(),
            EdaxError::Short {
                offset: HEADER,
                field: Field::Position(1),
            },
        ),
        (
            start(&[], (3, d3))[..HEADER + 41].to_vec(),
            EdaxError::Short {
                offset: HEADER + 40,
                field: leaf,
            },
        ),
        (
            overlap,
            EdaxError::Overlap {
                offset: HEADER,
                number: 1,
                square: "e4".parse().expect("a square"),
            },
        ),
        (
            wild,
            EdaxError::Score {
                offset: HEADER + 34,
                score: 999,
                field: Field::Position(1),
            },
        ),
        (
            start(&[], (3, 66)),
            EdaxError::NoMove {
                offset: HEADER + 41,
                byte: 66,
                field: leaf,
            },
        ),
        (
            start(&[(3, 65)], (3, d3)),
            EdaxError::NoMove {
                offset: HEADER + 41,
                byte: 65,
                field: link,
            },
        ),
        (
            start(&[], (3, 0)),
            EdaxError::Illegal {
                offset: HEADER + 41,
                mv: illegal,
                field: leaf,
            },
        ),
        (
            start(&[(0, 64)], (3, d3)),
            EdaxError::Illegal {
                offset: HEADER + 41,
                mv: Move::PASS,
                field: link,
            },
        ),
        (
            start(&[(65, d3)], (3, c4)),
            EdaxError::Score {
                offset: HEADER + 40,
                score: 65,
                field: link,
            },
        ),
        (
            start(&[], (-128, d3)),
            EdaxError::Score {
                offset: HEADER + 40,
                score: -128,
                field: leaf,
            },
        ),
        (
            start(&[(1, d3), (2, d3)], (3, c4)),
            EdaxError::Repeated {
                offset: HEADER + 43,
                mv: "d3".parse().expect("a move"),
                field: link,
            },
        ),
        (
            start(&[(1, d3)], (3, d3)),
            EdaxError::Repeated {
                offset: HEADER + 43,
                mv: "d3".parse().expect("a move"),
                field: leaf,
            },
        ),
        (
            [header(3), one, other, third].concat(),
            EdaxError::Twice {
                offset: HEADER + 84,
                number: 3,
                first: 2,
            },
        ),
    ] {
        assert_eq!(EdaxBook::read(&bytes), Err(error.clone()), "{error}");
    }
    let error = EdaxError::Illegal {
        offset: 83,
        mv: illegal,
        field: link,
    };
    assert_eq!(
        error.to_string(),
        "byte 83: a1 is not legal, in a link of position 1"
    );
}

#[test]
fn a_pass_is_a_move() {
    // Black has no move, White has.
    let stuck: Othello = format!("OX{} X", "-".repeat(62))
        .parse()
        .expect("a position");
    assert!(stuck.must_pass(), "{stuck}");
    let bytes = [header(1), position(&stuck, [0; 4], &[], (5, 64))].concat();
    let book = EdaxBook::read(&bytes).expect("a book").to_book(100);
    let page = book.page(&stuck);
    assert_eq!((page.len(), page[0].mv), (1, Move::PASS));
}

#[test]
fn every_cut_is_refused() {
    let bytes = two();
    for len in 0..bytes.len() {
        assert!(EdaxBook::read(&bytes[..len]).is_err(), "cut after {len}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        bytes: Vec<u8>,
        at in 0_usize..174,
        with: u8,
        count in 0_u32..4,
    ) {
        let _ = EdaxBook::read(&bytes);
        let _ = EdaxBook::read(&[header(count), bytes].concat());
        let mut damaged = two();
        if let Some(byte) = damaged.get_mut(at) {
            *byte = with;
        }
        if let Ok(edax) = EdaxBook::read(&damaged) {
            let book = edax.to_book(i32::MAX);
            prop_assert!(book.len() <= edax.positions.len());
        }
    }
}

//! Texts from outside: what is read, what is refused and how, and that everything written reads
//! back.

use game_core::{Notation, Outcome, Player, Position, conform};
use gomoku_rules::{Error, Gomoku, Rule, Rules};
use proptest::prelude::*;

fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(size, rule).expect("a good size")
}

#[test]
fn set_ups_are_read() {
    let table = [
        ("startpos", "startpos"),
        ("  startpos\n", "startpos"),
        ("X: O: turn:X", "startpos"),
        ("turn:X", "startpos"),
        ("turn:O", "X: O: turn:O"),
        ("X:h8i9 O:g7 turn:X", "X:h8i9 O:g7 turn:X"),
        ("X:h8i9 O:g7", "X:h8i9 O:g7 turn:O"),
        ("X:h8 O:g7", "X:h8 O:g7 turn:X"),
        ("O:g7 X:", "X: O:g7 turn:X"),
        ("O:g7", "X: O:g7 turn:X"),
        ("X:h8", "X:h8 O: turn:O"),
        ("turn:O O:a2,a1 X:h8,i9", "X:h8i9 O:a1a2 turn:O"),
        ("X: h8 i9, j10 O: g7 turn: O", "X:h8i9j10 O:g7 turn:O"),
        ("x:H8 o:G7 TURN:white", "X:h8 O:g7 turn:O"),
        ("X:o15o1a15a1 O:o10", "X:a1o1a15o15 O:o10 turn:O"),
    ];
    for (text, written) in table {
        assert_eq!(
            text.parse::<Gomoku>().map(|pos| pos.to_string()),
            Ok(written.into()),
            "{text:?}"
        );
    }
}

#[test]
fn malformed_set_ups_are_refused() {
    use Error::*;
    let p = |text: &str| text.parse().expect("a point");
    let off = |text: &str| OffBoard {
        text: text.into(),
        size: 15,
    };
    let not = |text: &str| NotAPoint(text.into());
    let table = [
        ("", NoPosition),
        (" \t\n", NoPosition),
        ("Startpos", Stray("Startpos".into())),
        ("startpos h8", Stray("startpos".into())),
        ("h8", Stray("h8".into())),
        ("h8 X:i9", Stray("h8".into())),
        ("Y:h8", Stray("Y:h8".into())),
        ("炮:h8", Stray("炮:h8".into())),
        ("X", Stray("X".into())),
        ("turn", Stray("turn".into())),
        ("X:h8 X:i9", Twice("X:")),
        ("O: O:", Twice("O:")),
        ("turn:X turn:X", Twice("turn:")),
        ("turn:", Turn("".into())),
        ("turn:Z", Turn("Z".into())),
        ("turn:XO", Turn("XO".into())),
        ("turn:X h8", Turn("X h8".into())),
        ("X:h8h8", Occupied(p("h8"))),
        ("X:h8 O:i9h8", Occupied(p("h8"))),
        ("X:p1", off("p1")),
        ("X:a16", off("a16")),
        ("X:t20", off("t20")),
        ("X:z99", off("z99")),
        ("X:h99999999999999999999", off("h99999999999999999999")),
        ("X:h0", not("h0")),
        ("X:h", not("h")),
        ("X:8h", not("8h")),
        ("X:h8i", not("i")),
        ("X:h8?i9", not("?i9")),
        ("X:h8O:g7", not("O:g7")),
        ("X:h8;O:g7", not(";O:g7")),
        ("X:h-8", not("h-8")),
        ("X:h８", not("h８")),
        ("X:é8", not("é8")),
        ("X:h8 moves", not("moves")),
        ("X:a1b1c1d1e1 O:a2b2c2d2e2", TwoWinners),
    ];
    for (text, error) in table {
        assert_eq!(text.parse::<Gomoku>(), Err(error.clone()), "{text:?}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn malformed_moves_are_refused() {
    let pos = Gomoku::parse("X:h8h7h9g8i8 O:i9 turn:X", &rules(15, Rule::Renju)).expect("a set-up");
    let point = |text: &str| text.parse().expect("a point");
    assert_eq!(pos.parse_move("h8"), Err(Error::Occupied(point("h8"))));
    assert_eq!(
        pos.parse_move("p8"),
        Err(Error::OffBoard {
            text: "p8".into(),
            size: 15
        })
    );
    assert_eq!(pos.parse_move(" a1 "), Ok(point("a1")));
    assert_eq!(pos.parse_move("A1"), Ok(point("a1")));
    for bad in [
        "", " ", "h8i9", "a", "1", "a01", "a1 b1", "null", "--", "a1\u{0}", "Ａ1", "pass",
    ] {
        assert!(
            matches!(pos.parse_move(bad), Err(Error::NotAPoint(_))),
            "{bad:?}"
        );
    }
    let forbidden = Gomoku::parse("X:h7h9g8i8 turn:X", &rules(15, Rule::Renju)).expect("a set-up");
    let error = forbidden.parse_move("h8").expect_err("a three-three");
    assert_eq!(error.to_string(), "h8 is forbidden to Black: three-three");
    let over = Gomoku::parse("X:a1b1c1d1e1", &rules(15, Rule::Renju)).expect("a set-up");
    assert_eq!(over.parse_move("h8"), Err(Error::GameOver(point("h8"))));
    assert_eq!(
        (over.decided(), over.reason()),
        (Some(Outcome::Loss), Some("five in a row"))
    );
}

#[test]
fn lists_of_moves_are_read() {
    let start = Gomoku::new(Rules::default());
    for text in ["h8i9h10", "h8 i9 h10", "h8, i9,h10", " H8\nI9h10 "] {
        let moves = start.parse_moves(text).expect(text);
        assert_eq!(
            moves
                .iter()
                .map(|mv| start.format_move(*mv))
                .collect::<Vec<_>>(),
            ["h8", "i9", "h10"]
        );
    }
    assert_eq!(start.parse_moves(""), Ok(vec![]));
    for bad in [
        "h8i9h8",
        "h8i",
        "h8-i9",
        "h8i9p1",
        "8",
        "h8 moves i9",
        "a1a2b1b2c1c2d1d2e1e2",
    ] {
        assert!(start.parse_moves(bad).is_err(), "{bad:?}");
    }
    let record =
        Gomoku::parse_line("X:h8 O:i9 turn:X moves j10 k11", &Rules::default()).expect("a line");
    assert_eq!(record.end().to_string(), "X:h8j10 O:i9k11 turn:X");
}

/// The cells of the row that won: of both rows, where one stone completed two.
#[test]
fn the_deciding_cells_are_those_of_the_five() {
    let named = |pos: &Gomoku| {
        let board = pos.board_view();
        let cells = pos.deciding_cells();
        let names = cells.iter().map(|&cell| board.cells[cell].name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    let table = [
        (Rule::Freestyle, "X:h8h9h10h11 O:a1a2a3a4", ""),
        (
            Rule::Freestyle,
            "X:h8h9h10h11h12i8 O:a1a2a3a4",
            "h12 h11 h10 h9 h8",
        ),
        (
            Rule::Freestyle,
            "X:h8h9h10h11h12i8j8k8l8 O:a1",
            "h12 h11 h10 h9 h8 i8 j8 k8 l8",
        ),
        // More than five do not win here.
        (Rule::Standard, "X:h8h9h10h11h12h13 O:a1", ""),
        (
            Rule::Freestyle,
            "X:h8h9h10h11h12h13 O:a1",
            "h13 h12 h11 h10 h9 h8",
        ),
        (
            Rule::Renju,
            "X:a1 O:a15b14c13d12e11f10",
            "a15 b14 c13 d12 e11 f10",
        ),
        // The opponent shuts this row in.
        (Rule::Caro, "X:d8e8f8g8h8 O:c8i8", ""),
        (Rule::Caro, "X:d8e8f8g8h8 O:c8", "d8 e8 f8 g8 h8"),
        (Rule::Caro, "X:a8b8c8d8e8 O:f8", "a8 b8 c8 d8 e8"),
    ];
    for (rule, text, names) in table {
        let pos = Gomoku::parse(text, &rules(15, rule)).expect("a set-up");
        assert_eq!(named(&pos), names, "{text}");
    }
}

#[test]
fn the_laws_of_notation() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        for (size, text) in [
            (15, "startpos"),
            (20, "X: O: turn:O"),
            (15, "X:h7h9g8i8j8 O:a1c1e1 turn:X"),
            (15, "X:h8i8j8k8 O:h9i9j9k9 turn:X"),
            (15, "X:h8i8j8k8l8 O:h9i9j9k9 turn:O"),
        ] {
            let rules = rules(size, rule);
            let pos = Gomoku::parse(text, &rules).expect(text);
            conform::notation(&pos, &rules, 1).expect("the laws hold");
        }
        let rules = rules(5, rule);
        for text in [
            "startpos",
            "X:a1b1d1a2d2e2b3c3e3a4c4e5 O:c1e1b2a3d3b4d4a5 turn:X",
        ] {
            let pos = Gomoku::parse(text, &rules).expect(text);
            conform::notation(&pos, &rules, 2).expect("the laws hold");
        }
    }
}

/// A game of random legal moves.
fn game() -> impl Strategy<Value = (Gomoku, Vec<gomoku_rules::Point>)> {
    let rule = prop::sample::select(vec![Rule::Freestyle, Rule::Standard, Rule::Renju]);
    (
        5..=20_u8,
        rule,
        prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    )
        .prop_map(|(size, rule, picks)| {
            let start = Gomoku::new(rules(size, rule));
            let mut pos = start.clone();
            let mut played = Vec::new();
            let mut moves = Vec::new();
            for pick in picks {
                moves.clear();
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                // Mostly near the middle, so that rows come up.
                moves.sort_by_key(|mv| {
                    (mv.col().abs_diff(size / 2)).max(mv.row().abs_diff(size / 2))
                });
                moves.truncate(24);
                let mv = *pick.get(&moves);
                pos.play(mv);
                played.push(mv);
            }
            (start, played)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn games_come_back((start, moves) in game()) {
        let mut pos = start.clone();
        let mut trail = Vec::new();
        for &mv in &moves {
            trail.push(pos.clone());
            pos.play(mv);
        }
        // The key, kept move by move, is that of the same stones set up at once.
        let stones = |player| pos.points(player).collect::<Vec<_>>();
        let again = Gomoku::set_up(
            pos.rules(),
            &stones(Player::First),
            &stones(Player::Second),
            pos.turn(),
        );
        prop_assert_eq!(again.as_ref(), Ok(&pos));
        prop_assert_eq!(Gomoku::parse(&pos.to_string(), &pos.rules()), Ok(pos.clone()));
        let record = game_core::Record::new(start, moves.clone());
        prop_assert_eq!(
            Gomoku::parse_record(&Gomoku::format_record(&record), &pos.rules()),
            Ok(record),
        );
        for (&mv, before) in moves.iter().zip(&trail).rev() {
            pos.undo(mv, ());
            prop_assert_eq!(&pos, before);
        }
    }

    #[test]
    fn no_text_panics(text in "[XOturn:a-t0-9 ,炮é\n]{0,40}", any in ".{0,30}") {
        for text in [&text, &any] {
            for size in [5, 15, 20] {
                let rules = rules(size, Rule::Renju);
                if let Ok(pos) = Gomoku::parse(text, &rules) {
                    prop_assert_eq!(Gomoku::parse(&pos.to_string(), &rules), Ok(pos));
                }
                let _ = Gomoku::parse_line(text, &rules);
                let _ = Gomoku::new(rules).parse_moves(text);
                let _ = Gomoku::parse_record(text, &rules);
                let _ = Gomoku::parse_record(&format!("Piskvorky 15x15, 0:0, 0\n{text}"), &rules);
            }
        }
    }
}

//! Texts from outside: read right, or refused with the reason.

use crate::common::random_game;
use game_core::{Notation, Player, Position, Record, Tags};
use othello_bitboard::{
    Error, Move, MoveError, Othello, Square, obf, obf::PositionError, squares, tags,
};
use proptest::prelude::*;

const FFO: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/ffo40-59.obf"
));
const START: &str = "---------------------------OX------XO--------------------------- X";
/// Black, to move, has no move; White has one on c1.
const BLACK_PASSES: &str = "OX-------------------------------------------------------------- X";

fn pos(text: &str) -> Othello {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

#[test]
fn ffo_lists_exactly_the_legal_moves() {
    let problems: Vec<_> = obf::problems(FFO).collect();
    assert_eq!(problems.len(), 20);
    for (number, problem) in problems {
        let problem = problem.unwrap();
        let listed = problem
            .moves
            .iter()
            .fold(0, |all, listed| all | listed.mv.bit());
        assert_eq!(listed, problem.position.moves(), "line {number}");
        assert_eq!(problem.moves.len() as u64, problem.position.count_moves());
        assert_eq!(
            problem.best(),
            problem.moves.first().copied(),
            "the lists are sorted"
        );
        let text = problem.position.to_string();
        assert_eq!(
            FFO.lines()
                .nth(number - 1)
                .unwrap()
                .split(';')
                .next()
                .unwrap(),
            text
        );
    }
}

#[test]
fn positions_in_every_spelling() {
    for text in [
        "startpos",
        "  startpos ",
        "startpos; the usual one",
        START,
        &format!("  {START}\n"),
        &START.replace(' ', ""),
        &START.replace(' ', "  \t"),
        &START.to_lowercase(),
        &START.replace('X', "*"),
        &START.replace('-', "."),
        &format!("{START}; f5:+0; anything at all"),
        &format!("{START};"),
    ] {
        assert_eq!(pos(text), Othello::START, "{text:?}");
    }
    assert_eq!(Othello::START.to_string(), START);
    assert_eq!(Othello::start(&()), Othello::default());
    let white = pos(&START.replace(" X", " O"));
    assert_eq!(
        (white.turn(), white.board(Player::First)),
        (Player::Second, Othello::START.own())
    );
}

#[test]
fn malformed_positions_are_refused() {
    let sign = |found, square: &str| PositionError::Sign {
        found,
        square: square.parse().unwrap(),
    };
    let side = |found: &str| PositionError::Side {
        found: found.into(),
    };
    let dashes = "-".repeat(64);
    for (text, want) in [
        ("", PositionError::Length { found: 0 }),
        (";", PositionError::Length { found: 0 }),
        ("X", PositionError::Length { found: 1 }),
        ("startposs", PositionError::Length { found: 9 }),
        ("STARTPOS", PositionError::Length { found: 8 }),
        ("startpos X", PositionError::Length { found: 8 }),
        (&dashes[1..], PositionError::Length { found: 63 }),
        (
            &format!("{} X", &dashes[1..]),
            PositionError::Length { found: 63 },
        ),
        (&format!("-{dashes} X"), PositionError::Length { found: 65 }),
        (&format!("-{dashes}X"), PositionError::Length { found: 66 }),
        (&format!("{dashes}X X"), PositionError::Length { found: 65 }),
        (&"X".repeat(1000), PositionError::Length { found: 1000 }),
        (&dashes, PositionError::NoSide),
        (&format!("{dashes}; X"), PositionError::NoSide),
        (&format!("{dashes} "), PositionError::NoSide),
        (&format!("{dashes} -"), side("-")),
        (&format!("{dashes}-"), side("-")),
        (&format!("{dashes} x o"), side("x o")),
        (&format!("{dashes} XX"), side("XX")),
        (&format!("{dashes} black"), side("black")),
        (&format!("{dashes} 黑"), side("黑")),
        (&format!("{dashes}黑"), side("黑")),
        (&START.replacen('X', "B", 1), sign('B', "e4")),
        (&START.replacen('-', "0", 1), sign('0', "a1")),
        (&format!("{}● X", &dashes[1..]), sign('●', "h8")),
        (&format!("{} X", "炮".repeat(64)), sign('炮', "a1")),
        (
            &format!("{}é{} X", &dashes[..8], &dashes[9..]),
            sign('é', "a2"),
        ),
        (
            &format!("{}\0{} X", &dashes[..10], &dashes[11..]),
            sign('\0', "c2"),
        ),
    ] {
        assert_eq!(
            text.parse::<Othello>(),
            Err(Error::Position(want)),
            "{text:?}"
        );
    }
    let eight_rows = ["--------"; 8].join(" ") + " X";
    assert_eq!(
        eight_rows.parse::<Othello>(),
        Err(PositionError::Length { found: 8 }.into())
    );
}

#[test]
fn malformed_test_lines_are_refused() {
    use obf::{Problem, ProblemError as E};
    let read = |entries: &str| format!("{START}{entries}").parse::<Problem>();
    assert_eq!(read("").map(|problem| problem.moves.len()), Ok(0));
    assert_eq!(
        read(" ;; ; c4 : 5 ; F5:-64;").map(|problem| problem.moves.len()),
        Ok(2)
    );
    assert_eq!(read("; f5").unwrap_err(), E::NoScore { entry: "f5".into() });
    for (entry, error) in [
        (
            "d4:1",
            MoveError::Occupied {
                square: "d4".parse().unwrap(),
            },
        ),
        (
            "a1:1",
            MoveError::FlipsNothing {
                square: "a1".parse().unwrap(),
            },
        ),
        (
            "pass:1",
            MoveError::MayNotPass {
                square: "d3".parse().unwrap(),
            },
        ),
    ] {
        assert_eq!(
            read(&format!("; {entry}")),
            Err(E::Move {
                entry: entry.into(),
                error
            })
        );
    }
    assert!(matches!(
        read("; :1"),
        Err(E::Move {
            error: MoveError::Text(_),
            ..
        })
    ));
    for entry in [
        "f5:",
        "f5:x",
        "f5:65",
        "f5:-65",
        "f5:1.5",
        "f5:99999999999999999999",
        "f5:+-1",
    ] {
        assert_eq!(
            read(&format!("; {entry}")),
            Err(E::Score {
                entry: entry.into()
            })
        );
    }
    assert_eq!(
        read("; f5:1; F5:2"),
        Err(E::Twice {
            mv: "f5".parse().unwrap()
        })
    );
    assert!(matches!("x".parse::<Problem>(), Err(E::Position(_))));
    // A bad line has its number, and the next one is read.
    let text = format!("# comment\n% too\n\n{START}; f5:0\r\nrubbish\n{START}");
    let lines: Vec<_> = obf::problems(&text)
        .map(|(number, problem)| (number, problem.is_ok()))
        .collect();
    assert_eq!(lines, [(4, true), (5, false), (6, true)]);
}

#[test]
fn moves_in_every_spelling() {
    for text in ["f5", "F5", " f5 "] {
        assert_eq!(Othello::START.parse_move(text), Ok("f5".parse().unwrap()));
    }
    let passing = pos(BLACK_PASSES);
    for text in ["pass", "PASS", "Pass", "--", "ps", "pa", "PS"] {
        assert_eq!(passing.parse_move(text), Ok(Move::PASS));
    }
    assert_eq!(passing.format_move(Move::PASS), "pass");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let passing = pos(BLACK_PASSES);
    let over = pos("X--------------------------------------------------------------O X");
    for (pos, text, want) in [
        (
            Othello::START,
            "d4",
            MoveError::Occupied {
                square: square("d4"),
            },
        ),
        (
            Othello::START,
            "e4",
            MoveError::Occupied {
                square: square("e4"),
            },
        ),
        (
            Othello::START,
            "a1",
            MoveError::FlipsNothing {
                square: square("a1"),
            },
        ),
        (
            Othello::START,
            "e3",
            MoveError::FlipsNothing {
                square: square("e3"),
            },
        ),
        (
            Othello::START,
            "pass",
            MoveError::MayNotPass {
                square: square("d3"),
            },
        ),
        (
            passing,
            "c1",
            MoveError::MustPass {
                square: square("c1"),
            },
        ),
        (
            passing,
            "h8",
            MoveError::MustPass {
                square: square("h8"),
            },
        ),
        (
            passing,
            "a1",
            MoveError::Occupied {
                square: square("a1"),
            },
        ),
        (
            over,
            "b1",
            MoveError::GameOver {
                mv: square("b1").into(),
            },
        ),
        (over, "--", MoveError::GameOver { mv: Move::PASS }),
        (
            over,
            "h8",
            MoveError::Occupied {
                square: square("h8"),
            },
        ),
    ] {
        assert_eq!(pos.parse_move(text), Err(Error::Move(want)), "{text}");
    }
    for text in [
        "",
        " ",
        "f",
        "f5d6",
        "i5",
        "f9",
        "f0",
        "5f",
        "e.4",
        "炮",
        "f炮",
        "-",
        "---",
        "endgame-tables",
        "p",
        "pas",
        "null",
        "\0\0",
    ] {
        let error = Othello::START.parse_move(text).unwrap_err();
        assert!(
            matches!(error, Error::Move(MoveError::Text(_))),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn lists_run_together_or_set_apart() {
    let want = moves("f5 d6 c3 d3 c4");
    for text in [
        "f5d6c3d3c4",
        "f5 d6 c3 d3 c4",
        " F5D6\tc3\nd3c4 ",
        "f5 d6c3 d3c4",
    ] {
        assert_eq!(
            Othello::START.parse_moves(text),
            Ok(want.clone()),
            "{text:?}"
        );
    }
    assert_eq!(Othello::START.parse_moves("  "), Ok(vec![]));
}

#[test]
fn forced_passes_may_be_left_out_of_lists() {
    let passing = pos(BLACK_PASSES);
    for text in [
        "c1", "passc1", "pass c1", "--c1", "-- C1", "PAc1", "psc1", "PASSC1",
    ] {
        assert_eq!(passing.parse_moves(text), Ok(moves("pass c1")), "{text:?}");
    }
    // Not played unless it is written, where nothing follows.
    assert_eq!(passing.parse_moves(""), Ok(vec![]));
    assert_eq!(passing.parse_moves("--"), Ok(vec![Move::PASS]));
}

#[test]
fn malformed_lists_say_which_move_and_where() {
    let error = |text: &str| match Othello::START.parse_moves(text) {
        Err(Error::InList { number, at, error }) => (number, at, error),
        other => panic!("{text:?}: {other:?}"),
    };
    let square = |text: &str| text.parse::<Square>().unwrap();
    assert_eq!(
        error("f5 f5"),
        (
            2,
            3,
            MoveError::Occupied {
                square: square("f5")
            }
        )
    );
    assert_eq!(
        error("f5d6a1"),
        (
            3,
            4,
            MoveError::FlipsNothing {
                square: square("a1")
            }
        )
    );
    assert_eq!(
        error("f5passd6"),
        (
            2,
            2,
            MoveError::MayNotPass {
                square: square("f4")
            }
        )
    );
    for (text, number, at) in [
        ("x", 1, 0),
        ("f5,d6", 2, 2),
        ("f5d6c", 3, 4),
        ("f5 d6 炮3", 3, 6),
        ("f5dé", 2, 2),
        ("1. f5", 1, 0),
    ] {
        let (found_number, found_at, found) = error(text);
        assert_eq!((found_number, found_at), (number, at), "{text:?}");
        assert!(matches!(found, MoveError::Text(_)), "{text:?}: {found}");
    }
    let passing = pos(BLACK_PASSES);
    let list = passing.parse_moves("passc1d1").unwrap_err();
    assert_eq!(
        list.to_string(),
        "move 3, at byte 6: d1 is not possible: the game is over"
    );
    assert!(matches!(
        passing.parse_moves("h8"),
        Err(Error::InList {
            error: MoveError::FlipsNothing { .. },
            ..
        })
    ));
    assert!(matches!(
        passing.parse_moves("pass pass"),
        Err(Error::InList {
            number: 2,
            error: MoveError::MayNotPass { .. },
            ..
        })
    ));
}

#[test]
fn lines_have_a_position_then_moves() {
    for text in [
        "startpos moves f5d6",
        &format!("{START} moves f5 d6"),
        &format!("{START}; note moves f5 d6"),
    ] {
        let record = Othello::parse_line(text, &()).unwrap();
        assert_eq!(
            (record.start, record.moves),
            (Othello::START, moves("f5 d6")),
            "{text:?}"
        );
    }
    assert!(Othello::parse_line("startpos f5", &()).is_err());
    assert!(Othello::parse_line("startpos moves d4", &()).is_err());
}

#[test]
fn records() {
    let read = |text: &str| Othello::parse_record(text, &());
    let names = |black: &str, white: &str| {
        [black, white].map(|name| (!name.is_empty()).then(|| name.to_string()))
    };
    for (text, start, want, players) in [
        ("f5d6", Othello::START, "f5 d6", ["", ""]),
        ("\u{feff}f5d6\r\n", Othello::START, "f5 d6", ["", ""]),
        ("\n\n f5 d6 \nf5f6\n", Othello::START, "f5 d6", ["", ""]),
        (
            "# Black: Ann Lee\n# a comment\n#White:本田\nf5d6\n",
            Othello::START,
            "f5 d6",
            ["Ann Lee", "本田"],
        ),
        (
            "# Black:\n# White: B\nstartpos\nf5d6\n# Black: C\nf5f4\n",
            Othello::START,
            "f5 d6",
            ["", "B"],
        ),
        ("startpos moves f5d6\nf5", Othello::START, "f5 d6", ["", ""]),
        (
            &format!("{BLACK_PASSES}\nc1"),
            pos(BLACK_PASSES),
            "pass c1",
            ["", ""],
        ),
        (
            &format!("{BLACK_PASSES} moves c1\n"),
            pos(BLACK_PASSES),
            "pass c1",
            ["", ""],
        ),
    ] {
        let record = Record {
            names: names(players[0], players[1]),
            ..Record::new(start, moves(want))
        };
        assert_eq!(read(text), Ok(record.clone()), "{text:?}");
        assert_eq!(read(&Othello::format_record(&record)), Ok(record));
    }
    for text in [
        "startpos",
        &format!("{BLACK_PASSES}\n"),
        &format!("{BLACK_PASSES}\n# Black: next\n{START}\nf5"),
    ] {
        let record = read(text).unwrap();
        assert_eq!(
            (record.moves.len(), &record.names),
            (0, &[None, None]),
            "{text:?}"
        );
        assert_eq!(read(&Othello::format_record(&record)), Ok(record));
    }
    for text in ["", "\n \n", "# Black: A\n", "\u{feff}"] {
        assert_eq!(read(text), Err(Error::NoGame), "{text:?}");
    }
    for text in [
        "f5d4",
        "hello",
        "XO\nf5",
        &format!("{START}\nd4"),
        "battlecruiser",
        "12",
    ] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_name_is_one_line_in_a_record() {
    let mut record = Record::new(Othello::START, moves("f5"));
    record.names = [Some("A\nB\r# White: C".into()), Some("  ".into())];
    let read = Othello::parse_record(&Othello::format_record(&record), &()).unwrap();
    assert_eq!(
        (read.names, read.moves),
        ([Some("A B # White: C".into()), None], moves("f5"))
    );
    // Also where the game is on one line with its position.
    let read = Othello::parse_record("# Black: A\n# White: B\nstartpos moves f5d6", &()).unwrap();
    assert_eq!(
        (read.names, read.moves),
        ([Some("A".into()), Some("B".into())], moves("f5 d6"))
    );
}

#[test]
fn a_record_keeps_a_pass_at_its_end() {
    let record = Record::new(pos(BLACK_PASSES), vec![Move::PASS]);
    assert_eq!(
        Othello::format_record(&record),
        format!("{BLACK_PASSES}\npass\n")
    );
    assert_eq!(
        Othello::parse_record(&Othello::format_record(&record), &()),
        Ok(record)
    );
}

/// The moves of a random game.
fn random_moves(seed: u64) -> Vec<Move> {
    let game = random_game(seed);
    let between = |pair: &[Othello]| {
        let disc = pair[0].empty() & !pair[1].empty();
        squares(disc).next().map_or(Move::PASS, Move::from)
    };
    game.windows(2).map(between).collect()
}

#[test]
fn problems_are_written_as_they_were_read() {
    for line in FFO.lines() {
        let problem: obf::Problem = line.parse().unwrap();
        assert_eq!(problem.to_string(), line);
    }
    let bare = format!("{START};");
    assert_eq!(bare.parse::<obf::Problem>().unwrap().to_string(), START);
    let pass = format!("{BLACK_PASSES}; PASS:-64;");
    assert_eq!(pass.parse::<obf::Problem>().unwrap().to_string(), pass);
}

#[test]
fn files_hold_many_games() {
    let file = format!(
        "# Black: A\nf5d6\n\n# a comment\n{START}\n# White: B\nf5 i1\nf5f6\n{BLACK_PASSES}\n# why not\npass\n{START}"
    );
    let records = Othello::parse_records(file.as_bytes(), &());
    let told = |record: &Result<Record<Othello>, Error>| match record {
        Ok(Record {
            start,
            moves,
            names,
            ..
        }) => format!("{} {moves:?} {names:?}", *start == Othello::START),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        records.iter().map(told).collect::<Vec<_>>(),
        [
            "true [f5, d6] [Some(\"A\"), None]",
            "true [] [None, None]",
            "line 7: move 2, at byte 3: \"i1\" is neither a square from a1 to h8 nor a pass",
            "true [f5, f6] [None, None]",
            "false [pass] [None, None]",
            "true [] [None, None]",
        ]
    );
    for empty in ["", "# nothing", "\n\n"] {
        assert_eq!(
            Othello::parse_records(empty.as_bytes(), &()),
            [Err(Error::NoGame)]
        );
    }
    // The lines of a test suite are positions, each a separate game.
    let suite = Othello::parse_records(FFO.as_bytes(), &());
    let positions: Vec<_> = suite
        .iter()
        .map(|record| record.clone().unwrap().start)
        .collect();
    let problems: Vec<_> = obf::problems(FFO)
        .map(|(_, problem)| problem.unwrap().position)
        .collect();
    assert_eq!(positions, problems);
}

#[test]
fn what_is_known_of_a_game_is_kept() {
    // The scores of a suite, and its comments passed over.
    let suite = format!("% a suite\n{FFO}");
    let records: Vec<_> = Othello::parse_records(suite.as_bytes(), &())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let obf = Othello::format_records(&records, &Othello::FORMATS[2]).unwrap();
    assert_eq!(String::from_utf8(obf).unwrap().trim_end(), FFO.trim_end());
    let txt = Othello::format_records(&records, &Othello::FORMATS[0]).unwrap();
    assert_eq!(
        Othello::parse_records(&txt, &()),
        records.iter().cloned().map(Ok).collect::<Vec<_>>()
    );
    // They are those of the first position, not of another.
    let mut record = Record::new(Othello::START, moves("f5"));
    record.tags.set(tags::SCORES, "F5:+0;");
    assert!(
        !Othello::format_records(&[record], &Othello::FORMATS[2])
            .unwrap()
            .contains(&b';')
    );

    let text = "# Black: Ann\n# White: B\n# Event: a: b\n# Date: 1977\n# BlackRating: 1800\n# Result: +4.00\nf5d6\n";
    let record = Othello::parse_record(text, &()).unwrap();
    assert_eq!(
        (record.tags.get(Tags::EVENT), record.tags.iter().count()),
        (Some("a: b"), 4)
    );
    assert_eq!(Othello::format_record(&record), text);
    let mut record = record;
    record.tags.set(Tags::EVENT, " a\n# White: C\r ");
    record.tags.set("Other", "x");
    let again = Othello::parse_record(&Othello::format_record(&record), &()).unwrap();
    assert_eq!(
        (again.tags.get(Tags::EVENT), again.tags.get("Other")),
        (Some("a # White: C"), None)
    );
    assert_eq!(again.names, record.names);
}

#[test]
fn every_format_is_read_back() {
    let over = random_moves(3);
    let names = [Some("Ann".to_owned()), None];
    let records = [
        Record {
            names,
            ..Record::new(Othello::START, over.clone())
        },
        Record::new(Othello::START, over),
    ];
    for format in Othello::FORMATS {
        let bytes = Othello::format_records(&records, format).unwrap();
        let read: Vec<_> = Othello::parse_records(&bytes, &())
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(read.len(), 2, "{format:?}");
        for (read, record) in read.iter().zip(&records) {
            assert_eq!(read.end(), record.end(), "{format:?}");
            let kept = (read.moves == record.moves, read.names == record.names);
            assert_eq!(
                kept,
                (
                    format.extension != "obf",
                    record.names[0].is_none() || !["obf", "wtb"].contains(&format.extension)
                )
            );
        }
    }
}

proptest! {
    #[test]
    fn whole_games_read_back(seed: u64, cut in 0usize..70) {
        let mut game = random_moves(seed);
        game.truncate(cut);
        let record = Record::new(Othello::START, game);
        let text = Othello::format_record(&record);
        prop_assert_eq!(Othello::parse_record(&text, &()), Ok(record.clone()));
        let spelled: Vec<String> = record.moves.iter().map(|mv| mv.to_string()).collect();
        prop_assert_eq!(Othello::START.parse_moves(&spelled.join(" ")), Ok(record.moves.clone()));
        prop_assert_eq!(Othello::START.parse_moves(&spelled.concat()), Ok(record.moves.clone()));
        // From any point of the game on.
        for at in [record.moves.len() / 3, record.moves.len() / 2] {
            let (before, after) = record.moves.split_at(at);
            let start = Record::<Othello>::new(Othello::START, before.to_vec()).end();
            let rest = Record::new(start, after.to_vec());
            prop_assert_eq!(Othello::parse_record(&Othello::format_record(&rest), &()), Ok(rest));
        }
    }

    #[test]
    fn any_board_reads_back(a: u64, b: u64, white: bool) {
        let turn = if white { Player::Second } else { Player::First };
        let board = Othello::new(a & b, a & !b, turn).unwrap();
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn any_text_is_read_or_refused(
        text: String,
        near in "([a-h1-8XOxo*. ;:#%\\-pasé炮\n]|# Date:|# Black:){0,90}",
    ) {
        for text in [&text, &near, &format!("{START}{near}"), &format!("{START};{near}"), &format!("{START}\n{near}")] {
            let _ = text.parse::<Othello>();
            let _ = text.parse::<obf::Problem>();
            let _ = Othello::START.parse_move(text);
            if let Ok(record) = Othello::parse_record(text, &()) {
                prop_assert_eq!(
                    Othello::parse_record(&Othello::format_record(&record), &()),
                    Ok(record),
                );
            }
            if let Ok(moves) = Othello::START.parse_moves(text) {
                let mut pos = Othello::START;
                for mv in moves {
                    prop_assert_eq!(pos.check(mv), Ok(mv));
                    pos.play(mv);
                }
            }
        }
    }
}

//! Games in GGF: read right, or refused with the reason and the place; written as they were read.

use crate::common::random_game;
use game_core::{Notation, Player, Record};
use othello_bitboard::ggf::{self, Clock, Error, Game, Played};
use othello_bitboard::{Move, MoveError, Othello, obf::PositionError, squares};
use proptest::prelude::*;

const START: &str = "8 ---------------------------O*------*O--------------------------- *";

/// As game servers and boards wrote them, one game a line.
const GAMES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/games.ggf"
));

fn with(properties: &str) -> String {
    format!("(;GM[Othello]BO[{START}]{properties};)")
}

fn read(text: &str) -> Result<Game, Error> {
    text.parse()
}

#[test]
fn games_of_all_sorts_are_read() {
    let games: Vec<_> = ggf::games(GAMES)
        .map(|(at, game)| game.unwrap_or_else(|error| panic!("byte {at}: {error}")))
        .collect();
    let plies: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(plies, [8, 0, 62, 44, 3, 44]);

    let nboard = &games[0];
    assert_eq!(
        (nboard.place.as_deref(), nboard.names[0].as_deref()),
        (Some("NBoard"), Some("./program"))
    );
    assert_eq!(nboard.date.as_deref(), Some("2014-02-21 20:52:27 GMT"));
    assert_eq!(
        (nboard.result.as_deref(), nboard.ratings[0].as_deref()),
        (None, None)
    );

    let server = &games[2];
    assert_eq!(
        (server.result.as_deref(), server.ratings[1].as_deref()),
        (Some("+4.00"), Some("2196.37"))
    );
    assert_eq!(
        (server.moves[0].eval, server.moves[0].seconds),
        (Some(-4.0), Some(0.01))
    );
    assert_eq!(
        (server.moves[59].eval, server.moves[59].seconds),
        (None, None)
    );
    let minutes = |minutes: u64| std::time::Duration::from_secs(60 * minutes);
    let clock = Clock {
        main: minutes(5),
        extension: minutes(2),
        ..Clock::default()
    };
    assert_eq!(server.clock(Player::First), Ok(Some(clock)));
    assert_eq!(server.clock(Player::Second), server.clock(Player::First));

    // Once as a server writes it, once with the first pass left out.
    let moves = |game: &Game| Record::from(game.clone()).moves;
    assert_eq!(moves(&games[3]).iter().filter(|mv| mv.is_pass()).count(), 2);
    assert_eq!(
        (games[3].start, moves(&games[3])),
        (games[5].start, moves(&games[5]))
    );
    for game in games {
        assert_eq!(read(&game.to_string()), Ok(game.clone()), "{game}");
        // A record keeps all that a game tells; of one that is over, the result is known.
        let kept = Game::from(&Record::from(game.clone()));
        let result = game.result.clone().or_else(|| kept.result.clone());
        assert_eq!(kept, Game { result, ..game });
    }
}

#[test]
fn what_is_written() {
    let text = "(;GM[Othello]PC[a place]DT[2026]PB[Ann]PW[Bob]RB[1.5]TI[15:00]TY[8]RE[?]\
                BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.50/0.25]W[D6//0.015]B[C3/-2.00]W[D3];)";
    assert_eq!(read(text).map(|game| game.to_string()).as_deref(), Ok(text));
    // Two clocks that differ; the pass; what was not known; and nothing that could end a value.
    let text = "(;GM[Othello]TB[1:00]PB[ a[b\n\tc ]TY[s8r5]RE[-3:t]\
                BO[8 OX------ -------- -------- -------- -------- -------- -------- -------- *]B[pass] W[c1] ;) ";
    let game = read(text).expect("a game");
    assert_eq!(
        game.to_string(),
        "(;GM[Othello]PB[a(b c]TB[1:00]TY[8]RE[-3:t]BO[8 O*-------------------------------------------------------------- *]B[PA]W[C1];)"
    );
    let record = Record {
        names: [Some("x]\n;)".into()), Some(" ".into())],
        ..Record::new(Othello::START, Vec::new())
    };
    assert_eq!(
        Game::from(&record).to_string(),
        format!("(;GM[Othello]PB[x) ;)]TY[8]RE[?]BO[{START}];)")
    );
}

#[test]
fn results_and_times_add_up() {
    let over: Record<Othello> = Othello::parse_record("e6f4e3f6g5d6e7f5c5", &()).expect("a game");
    assert_eq!(Game::from(&over).result.as_deref(), Some("+64.00"));
    let game = read(&with("B[F5//1.5]W[D6//2]B[C3//0.5]W[D3]")).expect("a game");
    assert_eq!(
        (game.spent(Player::First), game.spent(Player::Second)),
        (2.0, 2.0)
    );
    assert_eq!(
        read(&with("TI[soon]")).map(|game| game.clock(Player::First).is_err()),
        Ok(true)
    );
    assert_eq!(
        read(&with("TW[1:00]")).map(|game| game.clock(Player::First)),
        Ok(Ok(None))
    );
}

#[test]
fn what_is_wrong_is_told() {
    let at = with("").find(";)").expect("an end");
    let found = |text: &str| text.to_owned();
    for (properties, error) in [
        (
            "B[F5",
            Error::NotClosed {
                at,
                property: found("B"),
            },
        ),
        (
            "F5]",
            Error::Property {
                at,
                found: found("F5];)"),
            },
        ),
        (
            "[F5]",
            Error::Property {
                at,
                found: found("[F5];)"),
            },
        ),
        (
            "炮[x]",
            Error::Property {
                at,
                found: found("炮[x];)"),
            },
        ),
        (
            "BO[8 x]",
            Error::Board {
                at: at + 3,
                error: PositionError::Length { found: 1 },
            },
        ),
        (
            &format!("BO[{START}]"),
            Error::Twice {
                at,
                property: found("BO"),
            },
        ),
        (
            "GM[Othello]",
            Error::Twice {
                at,
                property: found("GM"),
            },
        ),
        (
            "GM[Go]",
            Error::OtherGame {
                at,
                found: found("Go"),
            },
        ),
        (
            "PB[a]PB[b]",
            Error::Twice {
                at: at + 5,
                property: found("PB"),
            },
        ),
        (
            "TI[1]TW[1]",
            Error::Twice {
                at: at + 5,
                property: found("TW"),
            },
        ),
        (
            "TY[8]TY[8]",
            Error::Twice {
                at: at + 5,
                property: found("TY"),
            },
        ),
        ("TY[8k]", Error::Komi { at: at + 3 }),
        ("TY[8kr22]", Error::Komi { at: at + 3 }),
        ("KB[F5/1]", Error::Komi { at }),
        ("KM[0]", Error::Komi { at }),
        ("TY[8a]", Error::Anti { at: at + 3 }),
        (
            "TY[10]",
            Error::Size {
                at: at + 3,
                found: found("10"),
            },
        ),
        (
            "TY[s88r8]",
            Error::Size {
                at: at + 3,
                found: found("88"),
            },
        ),
        (
            "TY[]",
            Error::Kind {
                at: at + 3,
                found: found(""),
            },
        ),
        (
            "TY[x8]",
            Error::Kind {
                at: at + 3,
                found: found("x8"),
            },
        ),
        (
            "TY[8r1 8]",
            Error::Kind {
                at: at + 3,
                found: found("8r1 8"),
            },
        ),
        (
            "TY[8é]",
            Error::Kind {
                at: at + 3,
                found: found("8é"),
            },
        ),
        (
            "W[F5]",
            Error::Turn {
                number: 1,
                at: at + 2,
                turn: Player::First,
            },
        ),
        (
            "B[F5]B[D6]",
            Error::Turn {
                number: 2,
                at: at + 7,
                turn: Player::Second,
            },
        ),
        (
            "W[炮]",
            Error::Move {
                number: 1,
                at: at + 2,
                error: MoveError::Text("炮".parse::<Move>().unwrap_err()),
            },
        ),
        (
            "B[]",
            Error::Move {
                number: 1,
                at: at + 2,
                error: MoveError::Text("".parse::<Move>().unwrap_err()),
            },
        ),
        (
            "B[PA]",
            Error::Move {
                number: 1,
                at: at + 2,
                error: MoveError::MayNotPass {
                    square: "d3".parse().unwrap(),
                },
            },
        ),
        (
            "B[E4]",
            Error::Move {
                number: 1,
                at: at + 2,
                error: MoveError::Occupied {
                    square: "e4".parse().unwrap(),
                },
            },
        ),
        (
            "B[A1]",
            Error::Move {
                number: 1,
                at: at + 2,
                error: MoveError::FlipsNothing {
                    square: "a1".parse().unwrap(),
                },
            },
        ),
        (
            "B[F5/x]",
            Error::Number {
                number: 1,
                at: at + 2,
                found: found("x"),
            },
        ),
        (
            "B[F5/nan]",
            Error::Number {
                number: 1,
                at: at + 2,
                found: found("nan"),
            },
        ),
        (
            "B[F5/1/1e999]",
            Error::Number {
                number: 1,
                at: at + 2,
                found: found("1e999"),
            },
        ),
        (
            "B[F5/1/-0.5]",
            Error::Time {
                number: 1,
                at: at + 2,
                found: found("-0.5"),
            },
        ),
        (
            "B[F5/1/2/3]",
            Error::Extra {
                number: 1,
                at: at + 2,
                found: found("3"),
            },
        ),
    ] {
        assert_eq!(read(&with(properties)), Err(error), "{properties}");
    }
    let board = |text: &str| read(&format!("(;GM[Othello]BO[{text}];)"));
    assert_eq!(
        board("10 x"),
        Err(Error::Size {
            at: 16,
            found: found("10")
        })
    );
    assert_eq!(
        board(""),
        Err(Error::Size {
            at: 16,
            found: found("")
        })
    );
    assert_eq!(
        board(&START[..START.len() - 2]),
        Err(Error::Board {
            at: 16,
            error: PositionError::NoSide
        })
    );
    let length = |found| {
        Err(Error::Board {
            at: 16,
            error: PositionError::Length { found },
        })
    };
    for (signs, side) in [
        (&START[3..START.len() - 2], " *"),
        (&START[3..START.len() - 2], " \nO "),
    ] {
        assert_eq!(board(&format!("8 {signs}{side}")), length(63));
        assert_eq!(board(&format!("8 --{signs}{side}")), length(65));
        assert!(board(&format!("8 -{signs}{}", side.trim())).is_ok());
    }
    for (text, error) in [
        ("", Error::NoGame),
        ("f5d6", Error::NoGame),
        ("x (;", Error::NoGame),
        ("(;", Error::NotEnded),
        ("12(; ", Error::NotEnded),
        (
            "(;)",
            Error::Property {
                at: 2,
                found: found(")"),
            },
        ),
        ("(;;)", Error::Missing { property: "GM" }),
        ("(;GM[Othello];)", Error::Missing { property: "BO" }),
    ] {
        assert_eq!(read(text), Err(error), "{text}");
    }
    let twice = with("") + "\n " + &with("");
    assert_eq!(
        read(&twice),
        Err(Error::Trailing {
            at: twice.len() / 2 + 1
        })
    );
}

#[test]
fn a_bad_game_ends_nothing() {
    let text = format!(
        "2 {} junk {} (;GM[Othello] {}",
        with("B[F5]"),
        with("B[A1]"),
        with("B[D3]")
    );
    let games: Vec<_> = ggf::games(&text).collect();
    assert_eq!(
        games
            .iter()
            .map(|(_, game)| game.is_ok())
            .collect::<Vec<_>>(),
        [true, false, false, true]
    );
    assert!(games.iter().all(|(at, _)| text[*at..].starts_with("(;")));
    let Err(Error::Move { at, .. }) = games[1].1 else {
        panic!("{games:?}")
    };
    assert_eq!(&text[at..at + 2], "A1");
}

/// Where no bracket closes, each of these would look for one to the end of the text.
#[test]
fn many_games_that_are_not_closed_are_soon_refused() {
    let times = 200_000;
    for (one, end) in [
        ("(;A[", ""),
        ("(;A[", "]"),
        ("(;", ""),
        ("(;A", "["),
        ("(; \n", ""),
        ("(;A[]", ""),
        ("(;A[];)", ""),
    ] {
        let text = one.repeat(times) + end;
        assert!(ggf::games(&text).count() >= 1, "{one}");
        assert!(ggf::games(&text).all(|(_, game)| game.is_err()));
    }
    let text = "(;A[".repeat(times);
    assert_eq!(
        ggf::games(&text).last(),
        Some((
            text.len() - 4,
            Err(Error::NotClosed {
                at: text.len() - 2,
                property: "A".into()
            })
        ))
    );
}

#[test]
fn errors_are_no_longer_than_a_line() {
    let long = "9".repeat(100_000);
    let properties = [
        "{}",
        "A{}[",
        "GM[{}]",
        "BO[{}]",
        "BO[8 {}]",
        "TY[{}]",
        "TY[x{}]",
        "B[{}]",
        "B[F5/x{}]",
        "B[F5///{}]",
    ];
    let board = format!("BO[{START}{long}]");
    for property in properties
        .map(|property| property.replace("{}", &long))
        .iter()
        .chain([&"A".repeat(100_000), &board])
    {
        let error = read(&format!("(;GM[Othello]{property};)"))
            .unwrap_err()
            .to_string();
        assert!(error.len() < 160, "{error}");
    }
    let error = read(&format!("(;{}[", "A".repeat(100_000)))
        .unwrap_err()
        .to_string();
    assert!(error.len() < 160, "{error}");
}

#[test]
fn records_are_read_by_what_they_hold() {
    let record = Othello::parse_record(
        &format!("\u{feff}\n 1 {}", with("PW[Bob]B[F5/1]W[D6]")),
        &(),
    )
    .expect("a record");
    let moves: Vec<_> = record.moves.iter().map(|mv| mv.to_string()).collect();
    assert_eq!(
        (moves.join(" ").as_str(), record.names),
        ("f5 d6", [None, Some("Bob".to_owned())])
    );
    assert!(matches!(
        Othello::parse_record("(;GM[Go];)", &()),
        Err(othello_bitboard::Error::Ggf(_))
    ));
}

/// The moves of a random game, with values and times.
fn random_moves(seed: u64, amounts: &[(Option<f64>, Option<f64>)]) -> Vec<Played> {
    let game = random_game(seed);
    let between = |(pair, (eval, seconds)): (&[Othello], &(Option<f64>, Option<f64>))| {
        let disc = pair[0].empty() & !pair[1].empty();
        let mv = squares(disc).next().map_or(Move::PASS, Move::from);
        Played {
            mv,
            eval: *eval,
            seconds: seconds.map(f64::abs),
        }
    };
    game.windows(2)
        .zip(amounts.iter().cycle())
        .map(between)
        .collect()
}

fn amount() -> impl Strategy<Value = Option<f64>> {
    proptest::option::of(prop_oneof![
        -64.0..64.0,
        (-6400i32..6400).prop_map(|n| f64::from(n) / 100.0),
        prop::num::f64::NORMAL
    ])
}

proptest! {
    #[test]
    fn whole_games_read_back(
        seed: u64,
        cut in 0usize..70,
        amounts in proptest::collection::vec((amount(), amount()), 1..20),
        texts in proptest::collection::vec(proptest::option::of("[ -~é炮\n]{0,12}"), 9),
    ) {
        let mut moves = random_moves(seed, &amounts);
        moves.truncate(cut);
        let text = |i: usize| texts[i].clone();
        let game = Game {
            place: text(0),
            date: text(1),
            names: [text(2), text(3)],
            ratings: [text(4), text(5)],
            times: [text(6), text(7)],
            result: text(8),
            start: Othello::START,
            moves,
        };
        // Whatever the texts hold, what is read of them is written as it was read.
        let read: Game = game.to_string().parse().unwrap();
        prop_assert_eq!(&read.moves, &game.moves);
        prop_assert_eq!(read.to_string().parse::<Game>(), Ok(read));
        let record = Record::from(game);
        let bytes = Othello::format_records(std::slice::from_ref(&record), &Othello::FORMATS[1]).unwrap();
        let again = Othello::parse_records(&bytes, &()).remove(0).unwrap();
        prop_assert_eq!(again.moves, record.moves);
    }

    #[test]
    fn any_text_is_read_or_refused(
        text: String,
        near in "[()\\[\\];A-Z0-9*O/. 炮-]{0,40}",
        at in 0..GAMES.len(),
        cut: bool,
    ) {
        let at = (0..=at).rev().find(|&at| GAMES.is_char_boundary(at)).unwrap_or(0);
        let rest = if cut { "" } else { &GAMES[at..] };
        for text in [&text, &near, &with(&near), &format!("{}{near}{rest}", &GAMES[..at])] {
            if let Ok(game) = text.parse::<Game>() {
                prop_assert_eq!(game.to_string().parse::<Game>(), Ok(game));
            }
            for (at, game) in ggf::games(text) {
                prop_assert!(text[at..].starts_with("(;"));
                if let Err(error) = game {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
            let _ = Othello::parse_records(text.as_bytes(), &());
        }
    }
}

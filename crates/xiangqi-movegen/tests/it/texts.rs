//! FENs, coordinates and diagrams: what is read, and what is refused and why.

use game_core::{Glyphs, Notation, Player, Position};
use xiangqi_movegen::{
    Kind, Piece, Rules, Square, Xiangqi,
    notation::{FenError, MoveError, TextError},
};

const BARE: &str = "4k4/9/9/9/9/9/9/9/9/3K5";

fn fen_error(text: &str) -> FenError {
    match text.parse::<Xiangqi>() {
        Err(TextError::Fen(error)) => error,
        other => panic!("{text:?} gives {other:?}"),
    }
}

#[test]
fn malformed_fens_are_refused_for_the_right_reason() {
    use FenError::*;
    type Reason = fn(&FenError) -> bool;
    let cases: &[(&str, Reason)] = &[
        ("", |e| matches!(e, Empty)),
        (" \t\n", |e| matches!(e, Empty)),
        ("hello", |e| matches!(e, RankCount { found: 1 })),
        ("4k4/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, RankCount { found: 9 })
        }),
        ("4k4/9/9/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, RankCount { found: 11 })
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5/ w", |e| {
            matches!(e, RankCount { found: 11 })
        }),
        ("4k4//9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, FileCount { rank: 8, found: 0 })
        }),
        ("4k3/9/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, FileCount { rank: 9, found: 8 })
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K6 w", |e| {
            matches!(e, FileCount { rank: 0, found: 10 })
        }),
        ("4k4/9/9/99999/9/9/9/9/9/3K5 w", |e| {
            matches!(e, FileCount { rank: 6, found: 45 })
        }),
        ("4k4/rrrrrrrrrr/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, FileCount { rank: 8, found: 10 })
        }),
        ("4k4/x8/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(
                e,
                UnknownLetter {
                    letter: 'x',
                    rank: 8
                }
            )
        }),
        ("4k4/9/9/9/0R8/9/9/9/9/3K5 w", |e| {
            matches!(
                e,
                UnknownLetter {
                    letter: '0',
                    rank: 5
                }
            )
        }),
        ("4k4/9/9/9/車8/9/9/9/9/3K5 w", |e| {
            matches!(
                e,
                UnknownLetter {
                    letter: '車',
                    rank: 5
                }
            )
        }),
        ("4k4/9/9/9/٣6/9/9/9/9/3K5 w", |e| {
            matches!(
                e,
                UnknownLetter {
                    letter: '٣',
                    rank: 5
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/9/9 w", |e| {
            matches!(
                e,
                Generals {
                    player: Player::First,
                    found: 0
                }
            )
        }),
        ("9/9/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(
                e,
                Generals {
                    player: Player::Second,
                    found: 0
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/5K3/3K5 w", |e| {
            matches!(
                e,
                Generals {
                    player: Player::First,
                    found: 2
                }
            )
        }),
        ("4k4/9/9/9/RRR6/9/9/9/9/3K5 w", |e| {
            matches!(e, TooMany { found: 3, .. })
        }),
        ("4k4/9/9/9/9/p1p1p1p1p/9/p8/9/3K5 w", |e| {
            matches!(e, TooMany { found: 6, .. })
        }),
        ("4k4/9/9/9/9/9/9/3A1A3/4A4/3K5 w", |e| {
            matches!(e, TooMany { found: 3, .. })
        }),
        ("4k4/9/9/9/9/9/9/9/9/2K6 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("9/9/9/4k4/9/9/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/9/9/9/3A5/4K4 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/9/9/9/9/2A1K4 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/9/9/9/2B6/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/2B6/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/2b6/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/9/9/P8/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/9/1P7/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/9/9/7P1/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/p8/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        ("4k4/9/9/1p7/9/9/9/9/9/3K5 w", |e| {
            matches!(e, Misplaced { .. })
        }),
        (BARE, |e| matches!(e, NoSide)),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", |e| matches!(e, Side(_))),
        ("4k4/9/9/9/9/9/9/9/9/3K5 wb", |e| matches!(e, Side(_))),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w KQkq -", |e| matches!(e, Dash(_))),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - e3", |e| matches!(e, Dash(_))),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w 0 1", |e| matches!(e, Dash(_))),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", |e| {
            matches!(
                e,
                Counter {
                    field: "halfmove clock",
                    ..
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1", |e| {
            matches!(
                e,
                Counter {
                    field: "halfmove clock",
                    ..
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - +1 1", |e| {
            matches!(
                e,
                Counter {
                    field: "halfmove clock",
                    ..
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 65536 1", |e| {
            matches!(
                e,
                Counter {
                    field: "halfmove clock",
                    ..
                }
            )
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1.5", |e| {
            matches!(
                e,
                Counter {
                    field: "move number",
                    ..
                }
            )
        }),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 99999999999999999999",
            |e| {
                matches!(
                    e,
                    Counter {
                        field: "move number",
                        ..
                    }
                )
            },
        ),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 x", |e| {
            matches!(e, Trailing(_))
        }),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves h2e2", |e| {
            matches!(e, Trailing(_))
        }),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
        ("4k4/9/9/9/9/9/9/9/9/4K4 b", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
        ("4k4/4R4/9/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
        ("4k4/9/9/9/9/9/9/9/3p5/3K5 b", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
        ("4k4/9/5N3/9/9/9/9/9/9/3K5 w", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
        ("3k5/9/9/3n5/9/3C5/9/9/9/4K4 w", |e| {
            matches!(e, GeneralEnPrise { .. })
        }),
    ];
    for (text, expected) in cases {
        let error = fen_error(text);
        assert!(expected(&error), "{text:?} gives {error:?}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn errors_say_what_and_where() {
    let said = |text: &str| fen_error(text).to_string();
    assert_eq!(
        said("4k4/9/9/9/9/2b6/9/9/9/3K5 w"),
        "a black elephant can never stand on c4"
    );
    assert_eq!(
        said("4k4/9/9/9/RRR6/9/9/9/9/3K5 w"),
        "there are 3 of the red chariot, and 2 at most"
    );
    assert_eq!(
        said("9/9/9/9/9/9/9/9/9/3K5 w"),
        "black has 0 generals, not 1"
    );
    assert_eq!(
        said("4k4/9/9/9/9/9/9/9/9/4K4 w"),
        "the side to move could capture the general on e9"
    );
    assert_eq!(
        said("4k4/9/9/9/9/9/9/9/9/3K5 w - - 70000 1"),
        "\"70000\" is no halfmove clock: a number up to 65535"
    );
}

#[test]
fn dialects_are_read() {
    let start = Xiangqi::default();
    for text in [
        "startpos",
        " startpos ",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
        "  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR   w  -  -  0  1\r\n",
        "rnbakabnr/54/1c5c1/p1p1p1p1p/9/111111111/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ] {
        assert_eq!(text.parse::<Xiangqi>().as_ref(), Ok(&start), "{text}");
    }
    let black: Xiangqi = format!("{BARE} b - - 7 42").parse().unwrap();
    assert_eq!(
        (black.turn(), black.halfmove_clock(), black.move_number()),
        (Player::Second, 7, 42)
    );
    assert_eq!(black.to_string(), format!("{BARE} b - - 7 42"));
}

#[test]
fn move_numbers_and_clocks_run_on() {
    let line = "startpos moves h2e2 h9g7 e2e6 c6c5 h0g2";
    let pos = Xiangqi::parse_line(line, &Rules::default()).unwrap().end();
    assert!(pos.to_string().ends_with(" b - - 2 3"), "{pos}");
    let mut pos: Xiangqi = format!("{BARE} b - - 65535 65535").parse().unwrap();
    let before = pos.clone();
    let mv = pos.parse_move("e9e8").unwrap();
    let undo = pos.play(mv);
    assert!(pos.to_string().ends_with(" w - - 65535 65535"), "{pos}");
    pos.undo(mv, undo);
    assert_eq!(pos, before);
}

#[test]
fn pieces_are_accepted_at_home_and_nowhere_else() {
    let lone = |piece: Piece, square: Square| {
        let sign = |at: Square| match at {
            _ if at == square => piece.letter(),
            // Generals out of the way of nearly everything.
            _ if at == Square::new(3, 1) => 'K',
            _ if at == Square::new(5, 8) => 'k',
            _ => '1',
        };
        let row = |rank: u8| -> String {
            (0..Square::FILES)
                .map(|file| sign(Square::new(file, rank)))
                .collect()
        };
        let rows: Vec<String> = (0..Square::RANKS).rev().map(row).collect();
        // It is the other side's move, so that a check is no obstacle.
        format!(
            "{} {}",
            rows.join("/"),
            if piece.player == Player::First {
                'b'
            } else {
                'w'
            }
        )
    };
    for player in Player::BOTH {
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::General) {
            let piece = Piece::new(player, kind);
            for square in Square::all()
                .filter(|square| ![(3, 1), (5, 8)].contains(&(square.file(), square.rank())))
            {
                let read = lone(piece, square).parse::<Xiangqi>();
                assert_eq!(
                    read.is_ok(),
                    piece.home().contains(square),
                    "{piece} on {square}: {read:?}"
                );
            }
        }
    }
    assert_eq!(
        Kind::ALL.map(|kind| Piece::new(Player::First, kind).home().len()),
        [9, 5, 7, 90, 90, 90, 55]
    );
}

#[test]
fn refused_moves_say_why() {
    let refused = |fen: &str, text: &str| match fen.parse::<Xiangqi>().unwrap().parse_move(text) {
        Err(TextError::Move(error)) => error,
        other => panic!("{text:?} gives {other:?}"),
    };
    let start = Xiangqi::START;
    for text in [
        "", "h2", "h2e", "h2e2e2", "h2 e2", "j0a0", "h2e10", "H2--E2", "a0a0", "h2e-", "0-0",
        "NULL",
    ] {
        assert!(
            matches!(refused(start, text), MoveError::Unreadable(_)),
            "{text:?}"
        );
    }
    for text in ["h2-e", "C2+", "C2+0", "C5=2", "炮", "炮二平", "炮五平二"] {
        assert!(
            matches!(
                refused(start, text),
                MoveError::Relative(_) | MoveError::Unreadable(_)
            ),
            "{text:?}"
        );
    }
    assert!(matches!(refused(start, "e5e6"), MoveError::NoPiece { .. }));
    assert!(matches!(refused(start, "h7e7"), MoveError::NotYours { .. }));
    assert!(matches!(refused(start, "a0b0"), MoveError::OwnPiece { .. }));
    for text in [
        "a0a4", "b0d1", "c0c1", "e0d1", "d0d1", "h2h8", "a3b3", "a3a2", "e3e5", "h2g3", "b2b8",
    ] {
        assert!(
            matches!(
                refused(start, text),
                MoveError::CannotMoveSo { .. } | MoveError::OwnPiece { .. }
            ),
            "{text}"
        );
    }
    assert!(matches!(
        refused("4k4/9/9/9/9/9/9/9/4N4/4K4 w", "e1f3"),
        MoveError::GeneralsFace { .. }
    ));
    assert!(matches!(
        refused("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0e0"),
        MoveError::GeneralsFace { .. }
    ));
    assert!(matches!(
        refused("4k4/9/9/9/4r4/9/9/9/4N4/4K4 w", "e1f3"),
        MoveError::LeavesInCheck { .. }
    ));
    // Off the file of two screens, and onto the file of none.
    assert!(matches!(
        refused("3k5/9/9/9/4c4/4p4/9/4N4/9/4K4 w", "e2g3"),
        MoveError::LeavesInCheck { .. }
    ));
    assert!(matches!(
        refused("3k5/9/9/9/4c4/9/9/2N6/9/4K4 w", "c2e3"),
        MoveError::LeavesInCheck { .. }
    ));
    let error = refused(start, "b0d1").to_string();
    assert_eq!(error, "b0d1: the red horse cannot move so");
}

#[test]
fn coordinates_are_read_in_every_dress() {
    let start = Xiangqi::default();
    let mv = start.parse_move("h2e2").unwrap();
    for text in ["H2E2", "h2-e2", "H2-E2", "C2=5", "炮二平五"] {
        assert_eq!(start.parse_move(text), Ok(mv), "{text}");
    }
    assert_eq!(start.format_move(mv), "h2e2");
    assert_eq!(start.parse_moves(" h2e2\n H9-G7 ").unwrap().len(), 2);
    assert!(start.parse_moves("h2e2 h2e2").is_err());
}

#[test]
fn diagrams_show_both_players() {
    let start = Xiangqi::default();
    let native = start.diagram(None, Glyphs::Native);
    let letters = start.diagram(start.parse_move("h2e2").ok(), Glyphs::Letters);
    assert!(native.contains('帥') && native.contains('將') && native.contains("楚 河"));
    assert!(
        letters.is_ascii() && letters.contains("river") && letters.contains("(C)"),
        "{letters}"
    );
}

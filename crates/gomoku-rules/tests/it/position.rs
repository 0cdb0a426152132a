//! Positions: the laws every game keeps, set-ups, and how games end.

use game_core::{Notation, Outcome, Player, Position, conform, perft};
use gomoku_rules::{Error, Gomoku, Point, Rule, Rules};

fn all_rules(size: u8) -> [Rules; 4] {
    Rule::ALL.map(|rule| Rules::new(size, rule).expect("a good size"))
}

#[test]
fn perft_of_the_empty_board() {
    for rules in all_rules(15) {
        let start = Gomoku::new(rules);
        assert_eq!(
            [perft(&start, 1), perft(&start, 2), perft(&start, 3)],
            [225, 225 * 224, 225 * 224 * 223]
        );
    }
}

#[test]
fn the_default_is_the_empty_board_of_fifteen() {
    assert_eq!(
        Gomoku::default(),
        Gomoku::parse("startpos", &Rules::default()).expect("every game knows it")
    );
    assert_eq!(Gomoku::default().count_moves(), 225);
}

#[test]
fn keys_are_frozen() {
    let pos: Gomoku = "X:h8i9 O:g7 turn:O".parse().expect("a set-up");
    assert_eq!(Gomoku::new(Rules::default()).key(), 0xa4ec_cbc6_75b8_e87f);
    assert_eq!(pos.key(), 0xbecd_fb07_5419_c2d4);
}

#[test]
fn the_null_move_passes() {
    let start: Gomoku = "X:h8 O:h9".parse().expect("a set-up");
    let mut pos = start.clone();
    pos.play(Point::NULL);
    assert_eq!((pos.turn(), pos.stones()), (Player::Second, 2));
    assert_ne!(pos.key(), start.key());
    pos.undo(Point::NULL, ());
    assert_eq!(pos, start);
    assert_eq!(start.unpack(start.pack(Point::NULL)), None);
    assert!(start.slot(Point::NULL) < Gomoku::SLOTS);
}

#[test]
fn the_laws_hold_under_every_rule() {
    for rules in all_rules(15) {
        for text in [
            "startpos",
            "X:h7h9g8i8j8 O:a1c1e1 turn:X",
            "X:h8i8j8k8 O:h9i9j9k9 turn:X",
            "X:h8i8j8k8m8 O:h9 turn:O",
        ] {
            let pos = Gomoku::parse(text, &rules).expect(text);
            conform::position(&pos, 1).expect("the laws hold");
        }
    }
    // Few points left: the laws to the end of the game.
    let ends = [
        "X:a1b1d1a2d2e2b3c3e3a4c4e5 O:c1e1b2a3d3b4d4a5 turn:X",
        "X:a1b1c1d1a2b2c2d2e3 O:a3b3c3d3a4b4c4e4 turn:X",
        "X:a1b2c3d4b4c4 O:a2a3a4d1c1b1e2 turn:O",
    ];
    for rules in all_rules(5) {
        for text in ends {
            let pos = Gomoku::parse(text, &rules).expect(text);
            conform::position(&pos, 4).expect("the laws hold");
        }
    }
}

#[test]
fn black_without_a_legal_point_has_drawn() {
    // The only empty point, d1, would make six.
    let rows = ["XXX.XX", "OOXOOX", "XXOXXO", "OOXOOX", "XXOXXO", "OOXOOX"];
    let stones = |sign| {
        let on = |(row, line): (u8, &str)| {
            let signs = line.chars().zip(0..).filter(move |&(c, _)| c == sign);
            signs
                .map(move |(_, col)| Point::new(col, row).expect("on the board"))
                .collect::<Vec<_>>()
        };
        (0..).zip(rows).flat_map(on).collect::<Vec<_>>()
    };
    for (rules, outcome) in all_rules(6)
        .into_iter()
        .zip([None, None, Some(Outcome::Draw), None])
    {
        let pos =
            Gomoku::set_up(rules, &stones('X'), &stones('O'), Player::First).expect("a set-up");
        assert_eq!(pos.decided(), None);
        assert_eq!(pos.outcome(), outcome, "{rules:?}");
        assert_eq!(pos.reason(), outcome.map(|_| "no legal point"));
    }
    for (rules, outcome) in all_rules(6).into_iter().zip([Outcome::Loss, Outcome::Draw]) {
        let mut full =
            Gomoku::set_up(rules, &stones('X'), &stones('O'), Player::First).expect("a set-up");
        full.play(Point::new(3, 0).expect("on the board"));
        assert_eq!(full.decided(), Some(outcome), "{rules:?}");
    }
}

#[test]
fn a_set_up_must_make_sense() {
    let point = |text: &str| text.parse::<Point>().expect(text);
    let rules = Rules::default();
    let set_up =
        |black: &[Point], white: &[Point]| Gomoku::set_up(rules, black, white, Player::First);
    assert_eq!(
        set_up(&[point("h8")], &[point("h8")]),
        Err(Error::Occupied(point("h8")))
    );
    assert_eq!(
        set_up(&[point("h8"), point("h8")], &[]),
        Err(Error::Occupied(point("h8")))
    );
    assert!(matches!(
        set_up(&[point("p1")], &[]),
        Err(Error::OffBoard { size: 15, .. })
    ));
    assert!(matches!(
        set_up(&[], &[Point::NULL]),
        Err(Error::OffBoard { .. })
    ));
    let row = |row| {
        (2..7)
            .filter_map(|col| Point::new(col, row))
            .collect::<Vec<_>>()
    };
    assert_eq!(set_up(&row(3), &row(5)), Err(Error::TwoWinners));
    assert_eq!(
        set_up(&row(3), &[]).map(|pos| pos.winner()),
        Ok(Some(Player::First))
    );
}

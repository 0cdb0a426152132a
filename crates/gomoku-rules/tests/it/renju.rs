//! Renju's forbidden points against labelled boards and against a reference that follows the letter
//! of the rules.

use crate::reference;
use crate::reference::Board;
use game_core::{Notation, Player, Position};
use gomoku_rules::{Error, Gomoku, Point, Rule, Rules};
use proptest::prelude::*;
use std::collections::BTreeMap;

const CASES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/gomoku/renju_forbidden.txt"
));

fn renju(size: u8) -> Rules {
    Rules::new(size, Rule::Renju).expect("a good size")
}

#[test]
fn labelled_boards() {
    let mut cases = 0;
    for case in CASES
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        let fields: Vec<&str> = case.split(" | ").collect();
        let [id, size, "renju", turn, black, white, forbidden, tricky] = fields[..] else {
            panic!("{case}")
        };
        let text = format!("X:{black} O:{white} turn:{turn}");
        let pos = Gomoku::parse(&text, &renju(size.parse().expect(id))).expect(id);
        let list = |field: &str| -> BTreeMap<String, String> {
            let pairs = field.split(',').filter(|&item| item != "none");
            pairs
                .map(|item| item.trim().split_once('=').expect(id))
                .map(|(point, kind)| (point.into(), kind.into()))
                .collect()
        };
        let found: BTreeMap<String, String> = pos
            .forbidden()
            .into_iter()
            .map(|(point, kind)| (point, kind.into()))
            .collect();
        assert_eq!(
            found,
            list(forbidden),
            "{id}\n{}",
            pos.diagram(None, game_core::Glyphs::Letters)
        );
        for point in list(tricky).keys() {
            assert!(pos.parse_move(point).is_ok(), "{id}: {point} is allowed");
        }
        for (point, kind) in found {
            let refused = pos.parse_move(&point);
            assert!(
                matches!(refused, Err(Error::Forbidden { kind: k, .. }) if k.short() == kind),
                "{id}: {point} {refused:?}"
            );
            assert!(!pos.is_legal(point.parse().expect(id)));
        }
        assert_eq!(
            pos.count_moves(),
            u64::from(pos.rules().area() - pos.stones()) - pos.forbidden().len() as u64
        );
        cases += 1;
    }
    assert_eq!(cases, 180);
}

#[test]
fn white_may_play_anywhere() {
    let text = "X:h7h9g8i8 O:a1a2a3a4a5b1 turn:";
    // White's own five decides the game; without it he may play where Black may not.
    assert!(
        Gomoku::parse(&format!("{text}O"), &renju(15))
            .expect("a set-up")
            .winner()
            .is_some()
    );
    let pos = Gomoku::parse("X:h7h9g8i8 O:a1 turn:O", &renju(15)).expect("a set-up");
    assert!(pos.forbidden().is_empty());
    assert!(pos.parse_move("h8").is_ok());
    assert!(pos.forbidden_at("h8".parse().expect("a point")).is_some());
    // Overlines win for White alone.
    for (text, winner) in [
        ("O:a1b1c1e1f1 turn:O", Some(Player::Second)),
        ("X:a1b1c1e1f1 turn:X", None),
    ] {
        let mut pos = Gomoku::parse(text, &renju(15)).expect("a set-up");
        pos.play("d1".parse().expect("a point"));
        assert_eq!(pos.winner(), winner, "{text}");
    }
}

/// A board grown from a few clusters: stones crowd together, also at the edges.
fn crowded() -> impl Strategy<Value = Board> {
    let cluster = (
        0..20_i32,
        0..20_i32,
        2..5_i32,
        prop::collection::vec((0..9_i32, 0..9_i32, 0..5_u8), 4..26),
    );
    (5..=20_usize, prop::collection::vec(cluster, 1..3)).prop_map(|(size, clusters)| {
        let mut board = vec![vec!['.'; size]; size];
        for (x, y, radius, stones) in clusters {
            for (dx, dy, who) in stones {
                let near = |at: i32, by: i32| {
                    (at % size as i32 + by % (2 * radius + 1) - radius).clamp(0, size as i32 - 1)
                        as usize
                };
                board[near(y, dy)][near(x, dx)] = if who < 4 { 'X' } else { 'O' };
            }
        }
        board
    })
}

fn points(board: &Board, stone: char) -> Vec<Point> {
    let all = (0..board.len()).flat_map(|y| (0..board.len()).map(move |x| (x, y)));
    all.filter(|&(x, y)| board[y][x] == stone)
        .filter_map(|(x, y)| Point::new(x as u8, y as u8))
        .collect()
}

/// Compares every point of a board with the reference.
fn follows_the_letter(board: &Board) -> Result<(), TestCaseError> {
    if let Ok(pos) = Gomoku::set_up(
        renju(board.len() as u8),
        &points(board, 'X'),
        &points(board, 'O'),
        Player::First,
    ) {
        for point in pos.empty() {
            let at = (i32::from(point.col()), i32::from(point.row()));
            let found = pos.forbidden_at(point).map(|kind| kind.short());
            prop_assert_eq!(
                found,
                reference::forbidden(board, at),
                "{} in {}",
                point,
                pos
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn the_letter_of_the_rules(board in crowded()) {
        follows_the_letter(&board)?;
    }

    #[test]
    #[ignore = "the reference takes minutes over ten thousand boards"]
    fn the_letter_of_the_rules_at_length(boards in prop::collection::vec(crowded(), 50)) {
        for board in &boards {
            follows_the_letter(board)?;
        }
    }

    #[test]
    fn winning_points_are_where_a_stone_wins(board in crowded()) {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let rules = Rules::new(board.len() as u8, rule).expect("a good size");
            let Ok(pos) = Gomoku::set_up(rules, &points(&board, 'X'), &points(&board, 'O'), Player::First) else { continue };
            for (player, stone) in Player::BOTH.into_iter().zip(['X', 'O']) {
                let mut found = Vec::new();
                pos.winning_points(player, &mut found);
                found.sort();
                found.dedup();
                let slow: Vec<Point> = pos.empty().filter(|&point| {
                    let at = (i32::from(point.col()), i32::from(point.row()));
                    let mut board = board.clone();
                    board[at.1 as usize][at.0 as usize] = stone;
                    reference::wins(&board, at, stone, rule.exact(player))
                }).collect();
                prop_assert_eq!(&found, &slow);
                // And playing there says so.
                let mut pos = Gomoku::set_up(rules, &points(&board, 'X'), &points(&board, 'O'), player).expect("as before");
                if pos.decided().is_none() {
                    for point in pos.clone().empty() {
                        pos.play(point);
                        prop_assert_eq!(pos.winner(), slow.contains(&point).then_some(player));
                        pos.undo(point, ());
                    }
                }
            }
        }
    }
}

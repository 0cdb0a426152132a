//! Positions labelled with their wins by fours.

use game_core::{Notation, Player, Position};
use gomoku_rules::{Gomoku, Point, Rule, Rules};

const CASES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/gomoku/vcf.txt"
));

/// A labelled position.
pub struct Case {
    /// Its name.
    pub id: &'static str,
    pub pos: Gomoku,
    /// The moves that led there.
    pub moves: Vec<Point>,
    /// The plies of the shortest win by fours, if there is one.
    pub plies: Option<usize>,
    /// The first moves that keep that length.
    pub firsts: Vec<Point>,
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, size, rule, moves, turn, expect, info] = fields[..] else {
            panic!("{line}")
        };
        let rule = match rule {
            "free" => Rule::Freestyle,
            "std" => Rule::Standard,
            rule => rule.parse().expect(id),
        };
        let rules = Rules::new(size.parse().expect(id), rule).expect(id);
        let mut pos = Gomoku::new(rules);
        let moves = pos.parse_moves(moves).expect(id);
        for &mv in &moves {
            pos.play(mv);
        }
        assert_eq!(
            pos.turn(),
            if turn == "X" {
                Player::First
            } else {
                Player::Second
            },
            "{id}"
        );
        let plies = match expect.strip_prefix("vcf=").expect(id) {
            "none" => None,
            plies => Some(plies.parse().expect(id)),
        };
        let firsts = info
            .split(' ')
            .find_map(|word| word.strip_prefix("firsts="))
            .unwrap_or_default();
        Case {
            id,
            pos,
            moves,
            plies,
            firsts: firsts
                .split(',')
                .filter_map(|point| point.parse().ok())
                .collect(),
        }
    };
    CASES
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(read)
        .collect()
}

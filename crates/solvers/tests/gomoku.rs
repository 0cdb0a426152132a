//! Wins by threats, against labelled positions and against brute force.

#![cfg(feature = "gomoku")]

use game_core::{Notation, Player, Position};
use gomoku_rules::{Gomoku, Point, Rule, Rules};
use solvers::{
    Limits,
    gomoku::{Goal, Vcf, Verdict},
};

const CASES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/gomoku/vcf.txt"));

/// A labelled position: its name, and the plies of the shortest win by fours, if there is one.
struct Case {
    id: &'static str,
    pos: Gomoku,
    plies: Option<usize>,
    /// The first moves that keep that length.
    firsts: Vec<Point>,
}

fn cases() -> Vec<Case> {
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, size, rule, moves, turn, expect, info] = fields[..] else { panic!("{line}") };
        let rule = match rule {
            "free" => Rule::Freestyle,
            "std" => Rule::Standard,
            rule => rule.parse().expect(id),
        };
        let rules = Rules::new(size.parse().expect(id), rule).expect(id);
        let mut pos = Gomoku::new(rules);
        for mv in pos.parse_moves(moves).expect(id) {
            pos.play(mv);
        }
        assert_eq!(pos.turn(), if turn == "X" { Player::First } else { Player::Second }, "{id}");
        let plies = match expect.strip_prefix("vcf=").expect(id) {
            "none" => None,
            plies => Some(plies.parse().expect(id)),
        };
        let firsts = info.split(' ').find_map(|word| word.strip_prefix("firsts=")).unwrap_or_default();
        Case { id, pos, plies, firsts: firsts.split(',').filter_map(|point| point.parse().ok()).collect() }
    };
    CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(read).collect()
}

/// Plays `line` out: every move is legal, the first player's all make fours or five, and the last one wins.
fn replay(pos: &Gomoku, line: &[Point], id: &str) {
    let (mut pos, attacker) = (pos.clone(), pos.turn());
    for (ply, &mv) in line.iter().enumerate() {
        assert!(pos.decided().is_none() && pos.is_empty(mv) && pos.is_legal(mv), "{id}: {mv} in {line:?}");
        pos.play(mv);
        let mut wins = Vec::new();
        pos.winning_points(attacker, &mut wins);
        assert!(ply % 2 == 1 || !wins.is_empty() || pos.winner() == Some(attacker), "{id}: {mv} in {line:?} is no four");
    }
    assert_eq!(pos.winner(), Some(attacker), "{id}: {line:?}");
}

#[test]
fn labelled_positions() {
    let (mut any, mut shortest) = (Vcf::default(), Vcf::with_bytes(1 << 12));
    let cases = cases();
    assert_eq!(cases.len(), 42);
    for Case { id, pos, plies, firsts } in cases {
        let found = any.solve(&pos, Goal::Any, &Limits::default());
        let best = shortest.solve(&pos, Goal::Shortest, &Limits::default());
        println!("{id} {} {} {}", found.nodes, best.nodes, found.line.len());
        match plies {
            None => assert!(found.verdict == Verdict::None && best.verdict == Verdict::None, "{id}: {found:?}"),
            Some(plies) => {
                assert!(found.verdict == Verdict::Win && found.line.len() >= plies, "{id}: {found:?}");
                assert_eq!((best.verdict, best.line.len(), best.minimal), (Verdict::Win, plies, true), "{id}");
                assert!(firsts.contains(&best.line[0]), "{id}: {:?}", best.line);
                replay(&pos, &found.line, id);
                replay(&pos, &best.line, id);
            }
        }
    }
}

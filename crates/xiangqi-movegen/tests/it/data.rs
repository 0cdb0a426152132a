//! The data files: perft counts, repetition verdicts, mates.

use game_core::{Notation, Outcome, Player, Position, perft};
use std::{fs, path::Path};
use xiangqi_movegen::{Move, Xiangqi};

fn lines(file: &str) -> Vec<(usize, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fields = |line: &str| {
        line.split(';')
            .map(|field| field.trim().to_owned())
            .collect()
    };
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(i, line)| (i + 1, fields(line)))
        .collect()
}

fn check_perft(depths: std::ops::RangeInclusive<u32>) {
    let mut checked = 0;
    for (line, fields) in lines("../../tests/data/xiangqi/perft.txt") {
        let pos: Xiangqi = fields[0]
            .parse()
            .unwrap_or_else(|error| panic!("line {line}: {error}"));
        for field in fields[1..].iter().filter(|field| field.starts_with('D')) {
            let (depth, nodes) = field[1..].split_once(' ').expect("a depth and a count");
            let depth: u32 = depth.parse().unwrap();
            let nodes: u64 = nodes.parse().unwrap();
            if depths.contains(&depth) {
                assert_eq!(
                    perft(&pos, depth),
                    nodes,
                    "line {line}, depth {depth}: {pos}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn perft_to_depth_4() {
    check_perft(1..=4);
}

#[test]
#[ignore = "270 million leaves: run in release"]
fn perft_at_depth_5() {
    check_perft(5..=5);
}

/// Who wins, as the data file spells it; nobody while the game goes on.
fn verdict(pos: &Xiangqi) -> &'static str {
    match pos.outcome().map(|outcome| outcome.winner(pos.turn())) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Player::First)) => "red",
        Some(Some(Player::Second)) => "black",
    }
}

/// Plays the lines of a file: a position, moves, a verdict, and perhaps its reason.
fn check_verdicts(file: &str, has_reason: bool) {
    let lines = lines(file);
    assert!(lines.len() > 30);
    for (line, fields) in lines {
        let mut pos: Xiangqi = fields[0]
            .parse()
            .unwrap_or_else(|error| panic!("line {line}: {error}"));
        for word in fields[1].split_whitespace() {
            let mv: Move = word.parse().unwrap();
            assert!(
                pos.unpack(pos.pack(mv)).is_some_and(|mv| pos.is_legal(mv)),
                "line {line}: {mv}"
            );
            pos.play(mv);
        }
        assert_eq!(
            verdict(&pos),
            fields[2],
            "{file}, line {line}: {:?}",
            pos.ending()
        );
        if has_reason {
            assert_eq!(
                pos.reason().unwrap_or("-"),
                fields[3],
                "{file}, line {line}"
            );
        }
    }
}

#[test]
fn repetitions_are_judged_as_the_referees_judge_them() {
    check_verdicts("../../tests/data/xiangqi/repetition.txt", false);
    check_verdicts("tests/data/repetition.txt", true);
}

#[test]
fn quiet_games_end_as_the_referee_ends_them() {
    check_verdicts("tests/data/endings.txt", true);
}

#[test]
fn mates_in_one_are_there() {
    let mut checked = 0;
    for (line, fields) in lines("../../tests/data/xiangqi/mates.txt") {
        let mut pos: Xiangqi = fields[0]
            .parse()
            .unwrap_or_else(|error| panic!("line {line}: {error}"));
        assert_eq!(pos.outcome(), None, "line {line}");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.retain(|&mv| {
            let undo = pos.play(mv);
            let mated = pos.outcome() == Some(Outcome::Loss);
            pos.undo(mv, undo);
            mated
        });
        assert_eq!(!moves.is_empty(), fields[1] == "1", "line {line}");
        let found = pos.mate_in_one();
        assert!(
            found.map_or(moves.is_empty(), |mv| moves.contains(&mv)),
            "line {line}: {found:?}"
        );
        let checks = moves.iter().any(|&mv| pos.gives_check(mv));
        assert_eq!(
            found.is_some_and(|mv| pos.gives_check(mv)),
            checks,
            "line {line}"
        );
        checked += usize::from(!moves.is_empty());
    }
    assert!(checked > 20);
}

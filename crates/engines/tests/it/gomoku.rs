//! What an engine of gomoku must never miss, and the wins by fours that it finds.

#![cfg(feature = "gomoku")]

use engines::{EngineConfig, SearchRequest, Settings, game};
use search::{Limits, Report};

const CASES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/gomoku/vcf.txt"
));
const DEPTH: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/gomoku/depth.txt"
));

fn think(rule: &str, text: &str, nodes: u64) -> Report<String> {
    think_with("aspiration,hash=1", rule, text, Limits::nodes(nodes))
}

fn think_with(config: &str, rule: &str, text: &str, limits: Limits) -> Report<String> {
    let settings: Settings = vec![("rule".to_owned(), rule.to_owned())];
    let config: EngineConfig = config.parse().expect("a searcher");
    let mut engine = game("gomoku")
        .expect("a game")
        .engine(&settings, &config, 1)
        .expect("a rule");
    let question = SearchRequest::new(limits).with_instant(false);
    engine
        .think(&text.into(), &question, &Default::default(), &mut |_| {})
        .expect(text)
}

#[test]
fn threats_are_made_and_answered() {
    let table = [
        // Five before anything else.
        ("freestyle", "X:h8i8j8k8 O:h9i9j9k9 turn:X", "g8 l8"),
        ("standard", "X:d8e8f8g8m9 O:h9i9j9k9 turn:O", "g9"),
        // A four is stopped.
        ("freestyle", "X:h8i8j8k8 O:g8i9j9 turn:O", "l8"),
        ("freestyle", "X:h8i8k8l8 O:i9j9k9 turn:O", "j8"),
        // Three in a row becomes a straight four, though the opponent has one too.
        ("freestyle", "X:h8i8j8 O:h10i10j10 turn:X", "g8 k8"),
        // It is stopped at its ends, or where it would jump.
        ("freestyle", "X:h8i8j8 O:h10i11 turn:O", "f8 g8 k8 l8"),
        ("freestyle", "X:h8i8k8 O:h10i11 turn:O", "g8 j8 l8"),
        // A four and a three at once, a four-four, a three-three.
        ("freestyle", "X:h8i8j8k5k6 O:g8a1a15o1 turn:X", "k8"),
        ("freestyle", "X:h8i8j8k5k6k7 O:g8k4a15o1a1 turn:X", "k8"),
        ("freestyle", "X:h8i8j6j7 O:a15o1c3d12 turn:X", "j8"),
        // Black may not play the four-four that White may; White wins where Black is forbidden to
        // block.
        ("renju", "X:g8k4a15o1a1 O:h8i8j8k5k6k7 turn:O", "k8"),
        // A four that is shut at one end has a second answer.
        ("caro", "X:d8e8f8g8 O:c8a1 turn:O", "h8 i8"),
        ("caro", "X:a8b8c8d8 O:f8h1j1 turn:X", "e8"),
        ("caro", "X:d8e8f8g8a1a2a3a4 O:c8i8 turn:X", "a5"),
    ];
    for (rule, text, moves) in table {
        let best = think(rule, text, 5_000).best().expect(text);
        assert!(
            moves.split(' ').any(|mv| mv == best),
            "{rule} {text}: {best}"
        );
    }
    let best = think("renju", "X:h8i8j8k5k6k7 O:g8k4a15o1a1c13 turn:X", 5_000).best();
    assert_ne!(best.as_deref(), Some("k8"), "forbidden");
}

#[test]
fn wins_by_fours_are_found() {
    for line in CASES.lines().filter(|line| line.starts_with("VP")) {
        let fields: Vec<&str> = line.split(" | ").collect();
        if fields[5] == "vcf=none" {
            continue;
        }
        let rule = match fields[2] {
            "free" => "freestyle",
            "std" => "standard",
            rule => rule,
        };
        let report = think(rule, &format!("startpos moves {}", fields[3]), 30_000);
        // A win with open threes in it may be shorter, and another by fours longer.
        let end = report.score().plies_to_end();
        assert!(
            end.is_some_and(|end| end % 2 == 1),
            "{line}: {}",
            report.score()
        );
    }
}

/// What depth is measured on can be searched: no game of it is over, and none is won at a glance.
#[test]
fn positions_to_measure_depth_on_are_open() {
    let lines: Vec<_> = DEPTH
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(lines.len(), 20);
    for (i, line) in lines.iter().enumerate() {
        let report = think("freestyle", line, 3_000);
        assert!(
            !report.score().is_decisive() && report.depth >= 2,
            "{line}: {}",
            report.score()
        );
        assert!(!lines[..i].contains(line), "{line}");
    }
}

#[test]
fn the_beam_goes_by_the_rule() {
    for rule in ["freestyle", "standard", "renju", "caro"] {
        let nodes = |beam: &str| {
            let config = format!("aspiration,hash=1{beam}");
            think_with(
                &config,
                rule,
                "startpos moves h8i9h10g9i7",
                Limits::depth(6),
            )
            .nodes
        };
        let own = nodes("");
        let others = [",beam=off", ",beam=16"].map(nodes);
        assert_ne!(others[0], others[1], "{rule}");
        assert_eq!(own, others[usize::from(rule == "caro")], "{rule}");
    }
}

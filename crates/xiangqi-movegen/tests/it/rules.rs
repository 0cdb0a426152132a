//! How games end: repetition under each rule, the move limit, bare material, and what comes before
//! what.

use game_core::{Adjudication, Notation, Outcome, Position};
use xiangqi_movegen::{Move, Reason, RepetitionRule, Rules, Xiangqi};

fn rules(repetition: RepetitionRule) -> Rules {
    Rules {
        repetition,
        ..Rules::default()
    }
}

/// The position after `line`, a FEN and moves.
fn after(line: &str, rules: &Rules) -> Xiangqi {
    Xiangqi::parse_line(line, rules)
        .unwrap_or_else(|error| panic!("{line}: {error}"))
        .end()
}

fn twice(fen: &str, round: &str) -> String {
    format!("{fen} moves {round} {round}")
}

/// A chariot checks forever; the general goes to and fro.
const CHECKS: (&str, &str) = (
    "3a1k3/1R6P/5a3/4c4/9/9/9/B2AK2R1/5r3/Nn7 b",
    "f1f2 e2e1 f2f1 e1e2",
);
/// A chariot chases an unprotected soldier that has crossed the river.
const CHASES: (&str, &str) = (
    "2b6/5k3/9/1R7/9/5p3/9/9/2p6/3K2Bp1 w",
    "b6c6 c1b1 c6b6 b1c1",
);

#[test]
fn each_rule_judges_repetition_its_own_way() {
    use Reason::{PerpetualChase, PerpetualCheck, Repetition};
    use RepetitionRule::{AsianCore, CheckBan, DrawOnly};
    // Both culprits are the side that began, which is to move again.
    for (rule, (fen, round), outcome, reason) in [
        (DrawOnly, CHECKS, Outcome::Draw, Repetition),
        (CheckBan, CHECKS, Outcome::Loss, PerpetualCheck),
        (AsianCore, CHECKS, Outcome::Loss, PerpetualCheck),
        (DrawOnly, CHASES, Outcome::Draw, Repetition),
        (CheckBan, CHASES, Outcome::Draw, Repetition),
        (AsianCore, CHASES, Outcome::Loss, PerpetualChase),
    ] {
        let pos = after(&twice(fen, round), &rules(rule));
        assert_eq!(
            pos.adjudicate(),
            Some(Adjudication { outcome, reach: 8 }),
            "{rule:?} {fen}"
        );
        assert_eq!(
            (pos.ending(), pos.outcome()),
            (Some(reason), Some(outcome)),
            "{rule:?} {fen}"
        );
    }
}

#[test]
fn only_the_third_occurrence_counts_and_a_capture_begins_anew() {
    let (fen, round) = CHASES;
    let mut pos = after(fen, &Rules::default());
    for (ply, word) in format!("{round} {round}").split_whitespace().enumerate() {
        assert_eq!(pos.adjudicate(), None, "after {ply} plies");
        assert_eq!(pos.occurrences(), 1 + ply / 4);
        assert_eq!(pos.last_occurrence(), (ply >= 4).then_some(4));
        let mv = pos.parse_move(word).unwrap();
        pos.play(mv);
    }
    assert_eq!(pos.occurrences(), 3);
    // The position after the capture occurs for the first time.
    let line =
        "3k5/9/9/9/9/p8/P8/9/9/4K4 w moves e0e1 d9d8 e1e0 d8d9 a3a4 d9d8 e0e1 d8d9 e1e0 d9d8";
    assert_eq!(after(line, &Rules::default()).occurrences(), 2);
    assert_eq!(
        after(&format!("{line} e0e1 d8d9"), &Rules::default()).ending(),
        None
    );
    assert_eq!(
        after(&format!("{line} e0e1 d8d9 e1e0"), &Rules::default()).ending(),
        Some(Reason::Repetition)
    );
}

#[test]
fn both_checking_for_ever_is_a_draw() {
    // Each move parries a check and gives one.
    let fen = "4k4/3ca4/9/3C5/4R1b2/1n3rp2/9/1p2BA3/3KA4/9 w";
    let round = "d6e6 e8d7 e6d6 d7e8";
    let mut pos: Xiangqi = fen.parse().unwrap();
    for word in format!("{round} {round}").split_whitespace() {
        assert!(pos.in_check() && pos.adjudicate().is_none());
        let mv = pos.parse_move(word).unwrap();
        pos.play(mv);
    }
    assert_eq!(
        (pos.outcome(), pos.ending()),
        (Some(Outcome::Draw), Some(Reason::Repetition))
    );
}

#[test]
fn no_verdict_reaches_through_a_null_move() {
    let (fen, round) = CHASES;
    let mut pos = after(&format!("{fen} moves {round}"), &Rules::default());
    assert_eq!(pos.occurrences(), 2);
    let first = pos.play(Move::NULL);
    let second = pos.play(Move::NULL);
    assert_eq!((pos.occurrences(), pos.last_occurrence()), (1, None));
    for word in round.split_whitespace() {
        let mv = pos.parse_move(word).unwrap();
        pos.play(mv);
    }
    assert_eq!((pos.occurrences(), pos.adjudicate()), (2, None));
    for word in ["b1c1", "c6b6", "c1b1", "b6c6"] {
        let mv = pos.moves_back().next().unwrap();
        assert_eq!(mv.to_string(), word);
        pos.undo(mv, None);
    }
    pos.undo(Move::NULL, second);
    pos.undo(Move::NULL, first);
    assert_eq!(pos.occurrences(), 2);
}

#[test]
fn the_move_limit_is_a_draw_unless_there_is_no_move() {
    let quiet = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 80";
    let start: Xiangqi = quiet.parse().unwrap();
    assert_eq!(start.outcome(), None);
    let pos = after(&format!("{quiet} moves a1b1"), &Rules::default());
    assert_eq!(
        pos.adjudicate(),
        Some(Adjudication {
            outcome: Outcome::Draw,
            reach: 120
        })
    );
    assert_eq!(pos.ending(), Some(Reason::MoveLimit));
    // A soldier's move does not begin the count anew, a capture does.
    assert_eq!(
        after(
            "4k4/9/9/9/9/9/P8/9/9/3K5 w - - 119 80 moves a3a4",
            &Rules::default()
        )
        .ending(),
        Some(Reason::MoveLimit)
    );
    let captured = after(
        "4k4/9/9/9/9/9/9/R7p/R8/3K5 w - - 119 80 moves a2i2",
        &Rules::default(),
    );
    assert_eq!((captured.ending(), captured.halfmove_clock()), (None, 0));
    // Mate on the last ply.
    let mated = after(
        "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 119 80 moves b1b9",
        &Rules::default(),
    );
    assert_eq!(mated.ending(), Some(Reason::Checkmate), "{mated}");
    assert_eq!(
        (mated.adjudicate(), mated.outcome()),
        (None, Some(Outcome::Loss))
    );
    // Other limits.
    let limit = |move_limit| Rules {
        move_limit,
        ..Rules::default()
    };
    assert_eq!(
        after(&format!("{quiet} moves a1b1"), &limit(None)).ending(),
        None
    );
    assert_eq!(
        after(&format!("{quiet} moves a1b1"), &limit(Some(121))).ending(),
        None
    );
    assert_eq!(
        after(quiet, &limit(Some(100))).ending(),
        Some(Reason::MoveLimit)
    );
}

#[test]
fn checks_beyond_the_credit_do_not_count() {
    let round = "a1a9 e9e8 a9a8 e8e9";
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    // Checks 1 to 4 and their replies, then two quiet moves, then the same again: a1a9 from a8 is
    // one check a ply.
    let line = format!("{fen} moves {round} a8a9 e9e8 a9a8 e8e9");
    let credit = |check_credit| Rules {
        check_credit,
        repetition: RepetitionRule::DrawOnly,
        ..Rules::default()
    };
    assert_eq!(after(&line, &credit(None)).halfmove_clock(), 8);
    assert_eq!(after(&line, &credit(Some(10))).halfmove_clock(), 8);
    assert_eq!(after(&line, &credit(Some(3))).halfmove_clock(), 6);
    assert_eq!(after(&line, &credit(Some(0))).halfmove_clock(), 0);
    assert_eq!(
        after(&format!("{line} a8b8 e9f9"), &credit(Some(0))).halfmove_clock(),
        2
    );
}

#[test]
fn material_that_cannot_win_is_a_draw() {
    let ending = |fen: &str| fen.parse::<Xiangqi>().unwrap().ending();
    let draw = Some(Reason::InsufficientMaterial);
    for (fen, expected) in [
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", draw),
        ("2bakab2/9/9/9/9/9/9/4B4/4A4/2BA1K3 w", draw),
        // A cannon without an advisor of its side.
        ("4k4/9/9/9/9/9/9/9/C8/3K5 w", draw),
        ("3ak4/9/9/9/9/9/9/9/C8/5K3 w", draw),
        ("3aka3/9/9/9/9/9/9/9/C8/5K3 b", draw),
        ("2bk1ab2/9/9/9/9/9/9/9/C8/4K4 w", draw),
        ("4k4/9/c8/9/9/9/9/9/C8/3K5 w", draw),
        // Two elephants may serve as screens only for a mate at once.
        ("3ak4/9/9/9/9/9/9/9/C8/2B2KB2 w", draw),
        // Enough.
        ("4k4/9/9/9/9/9/9/9/C3A4/3K5 w", None),
        ("3aka3/9/9/9/9/9/9/9/C8/2B2K3 w", None),
        ("4k4/9/9/9/9/9/9/9/N8/3K5 w", None),
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w", None),
        ("4k4/9/9/9/P8/9/9/9/9/3K5 w", None),
        ("P3k4/9/9/9/9/9/9/9/9/3K5 b", None),
        ("4k4/9/9/9/9/9/9/9/CC7/3K5 w", None),
        ("4k4/9/c8/9/9/9/9/9/C3A4/3K5 w", None),
    ] {
        assert_eq!(ending(fen), expected, "{fen}");
    }
    let pos: Xiangqi = "4k4/9/9/9/9/9/9/9/9/3K5 w".parse().unwrap();
    assert_eq!(
        pos.adjudicate(),
        Some(Adjudication {
            outcome: Outcome::Draw,
            reach: 0
        })
    );
}

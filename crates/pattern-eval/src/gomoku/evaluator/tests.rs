use super::*;
use game_core::{Notation, conform};
use gomoku_rules::{Rule, Rules};
use proptest::prelude::*;

const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(size, rule).expect("a good size")
}

fn evaluated(text: &str, rules: Rules) -> i32 {
    let pos = Gomoku::parse(text, &rules).expect(text);
    let mut shapes = Shapes::new();
    shapes.reset(&pos);
    let value = shapes.evaluate(&pos);
    let terms: f64 = shapes.terms(&pos).iter().map(|term| term.value).sum();
    assert_eq!(Score::eval(terms as i32), value, "{text}");
    value.get()
}

#[test]
fn sums_by_hand() {
    let table = [
        ("startpos", 0),
        // A one on each of four lines.
        ("X:h8 turn:X", 4 * 20),
        ("X:h8 turn:O", -4 * 20),
        // None: every line through the corner is cut off.
        ("X:a1 turn:X", 0),
        // On the edge only the row has room, and so in the second row.
        ("X:h1 turn:X", 20),
        ("X:h2 turn:X", 20),
        ("X:c3 turn:X", 4 * 20),
        // A two along the row, a one on each other line of each stone.
        ("X:h8i8 turn:X", 120 + 6 * 20),
        ("X:h8j8 turn:X", 120 + 6 * 20),
        // A broken three and its reflection; 01010 is in neither.
        ("X:h8i8k8 turn:X", 720 + 9 * 20),
        ("X:h8j8k8 turn:X", 720 + 9 * 20),
        // An open three, beside nothing else.
        ("X:h8i8j8 turn:X", 720 + 9 * 20),
        // A three shut on one side is no shape of the table.
        ("X:h8i8j8 O:g8 turn:X", 9 * 20 - 3 * 20),
        // An open four counts itself and both its halves.
        ("X:h8i8j8k8 turn:X", 4320 + 2 * 720 + 12 * 20),
        ("X:h8i8j8k8 O:g8 turn:X", 720 + 12 * 20 - 3 * 20),
        ("X:h8i8j8k8 O:g8 turn:O", -(720 + 12 * 20 - 3 * 20)),
        ("X:a1b1c1d1 turn:X", 720),
    ];
    for rule in RULES {
        for (text, value) in table {
            assert_eq!(evaluated(text, rules(15, rule)), value, "{text} {rule}");
        }
    }
    assert_eq!(evaluated("X:c3 turn:X", rules(5, Rule::Freestyle)), 80);
    assert_eq!(evaluated("X:t20s20r20q20 turn:X", rules(20, Rule::Freestyle)), 720);
}

#[test]
fn every_weight_is_the_value_of_its_shape() {
    // All the shapes that there can be before the end.
    let pos: Gomoku = "X:c3d2e2h8i8j8k5l5m5n5d13e13f13g13 O:j5 turn:X".parse().expect("a set-up");
    let judged = |shapes: Shapes| {
        let mut shapes = shapes;
        shapes.reset(&pos);
        let (value, terms) = (shapes.evaluate(&pos).get(), shapes.terms(&pos));
        assert_eq!(f64::from(value), terms.iter().map(|term| term.value).sum::<f64>());
        (value, terms)
    };
    let (value, terms) = judged(Shapes::new());
    for (i, weight) in Shapes::WEIGHTS.iter().enumerate() {
        assert_eq!((weight.name.replace('_', " ").as_str(), weight.value), (SHAPES[i].name, SHAPES[i].value));
        let net = (terms[i].value + terms[SHAPES.len() + i].value) as i32 / weight.value;
        assert!(net != 0, "{} are on the board", weight.name);
        for by in [-weight.value - 1, -1, 1, 100] {
            let mut values: Vec<_> = Shapes::WEIGHTS.iter().map(|weight| weight.value).collect();
            values[i] += by;
            assert_eq!(judged(Shapes::new().with_weights(&values)).0, value + net * by, "{} by {by}", weight.name);
        }
        assert!(weight.takes(weight.value) && !weight.takes(weight.least - 1) && !weight.takes(weight.most + 1));
    }
    let same: Vec<_> = Shapes::WEIGHTS.iter().map(|weight| weight.value).collect();
    assert!(std::sync::Arc::ptr_eq(&Shapes::new().automaton, &Shapes::new().with_weights(&same).automaton), "one for all");
}

#[test]
fn the_greatest_weights_are_exact() {
    for bound in [|weight: &Weight| weight.most, |weight: &Weight| weight.least] {
        let weights: Vec<_> = Shapes::WEIGHTS.iter().map(bound).collect();
        let pos: Gomoku = "X:h8i8j8k8h9i9j9k9h10i10j10k10 O:a1 turn:X".parse().expect("a set-up");
        let mut shapes = Shapes::new().with_weights(&weights);
        conform::evaluator(&pos, &shapes, 1).expect("the laws hold");
        shapes.reset(&pos);
        let terms: f64 = shapes.terms(&pos).iter().map(|term| term.value).sum();
        assert_eq!(terms, f64::from(shapes.sums[0] - shapes.sums[1]), "nothing overflows");
        assert!(terms.abs() > 30_000.0);
    }
}

#[test]
fn values_stay_in_range() {
    let text = "X:a1b1c1d1f1g1h1i1k1l1m1n1a3b3c3d3f3g3h3i3k3l3m3n3a5b5c5d5f5g5h5i5k5l5m5n5a9b9c9d9f9g9h9i9 turn:";
    assert!(evaluated(&format!("{text}X"), rules(15, Rule::Freestyle)) > 20_000);
    assert!(evaluated(&format!("{text}O"), rules(15, Rule::Freestyle)) < -20_000);
    // A dead row of six is worth nothing where five must be exact.
    let six = "X:a1b1c1d1e1f1 turn:X";
    assert_eq!(evaluated(six, rules(15, Rule::Standard)), 0);
    assert_eq!(evaluated(six, rules(15, Rule::Renju)), 0);
    assert_eq!(evaluated("O:a1b1c1d1e1 turn:O", rules(15, Rule::Renju)), 30_000);
}

#[test]
fn the_laws_hold() {
    for rule in RULES {
        for (size, text, depth) in [
            (15, "startpos", 1),
            (15, "X:h7h9g8i8j8 O:a1c1e1 turn:X", 1),
            (15, "X:h8i8j8k8 O:h9i9j9k9 turn:X", 1),
            (20, "X:t20s19r18a1b2c3 O:j10k10l10m11 turn:O", 1),
            (6, "X:a1b1c1e1f1a2b3 O:c3d3e3c4d4 turn:X", 2),
            (5, "X:a1b1d1a2d2e2b3c3e3a4c4e5 O:c1e1b2a3d3b4d4a5 turn:X", 4),
        ] {
            let pos = Gomoku::parse(text, &rules(size, rule)).expect(text);
            conform::evaluator(&pos, &Shapes::new(), depth).expect("the laws hold");
        }
    }
}

#[test]
fn the_null_move_changes_the_sign_only() {
    let mut pos: Gomoku = "X:h8i8 O:a1 turn:X".parse().expect("a set-up");
    let mut shapes = Shapes::new();
    shapes.reset(&pos);
    let before = shapes.evaluate(&pos);
    pos.play(Point::NULL);
    shapes.played(&pos, Point::NULL, &());
    assert_eq!(shapes.evaluate(&pos), -before);
    shapes.undone(&pos, Point::NULL, &());
    pos.undo(Point::NULL, ());
    assert_eq!(shapes.evaluate(&pos), before);
}

#[test]
fn a_dead_row_of_six_makes_no_five() {
    let rules = rules(15, Rule::Standard);
    let pos = Gomoku::parse("X:f3f4f5f6f7f8 O:a1c1e1g1i1k1 turn:X", &rules).expect("a set-up");
    let point = "f2".parse().expect("a point");
    assert_eq!(pos.decided(), None);
    assert_eq!(Shapes::new().gain(&pos, point, Player::First), 20, "a one along the row, and no more");
}

#[test]
fn moves_are_valued_by_what_they_add() {
    let pos: Gomoku = "X:h8i8j8k8 O:h10i10j10 turn:O".parse().expect("a set-up");
    let shapes = Shapes::new();
    let point = |text: &str| text.parse::<Point>().expect(text);
    let gain = |text, player| shapes.gain(&pos, point(text), player);
    assert!(gain("g8", Player::First) > 40_000 && gain("l8", Player::First) > 40_000);
    assert_eq!(gain("a1", Player::First), 0);
    // From an open three to an open four, and a one on a diagonal; the column and the other diagonal meet Black.
    assert_eq!(gain("k10", Player::Second), 4320 + 2 * 720 - 720 + 20);
    let best = pos.empty().max_by_key(|&point| shapes.move_value(&pos, point));
    assert!([Some(point("g8")), Some(point("l8"))].contains(&best));
}

/// Stones of either player in turn, crowded into a corner.
fn game() -> impl Strategy<Value = (Rules, Vec<(u8, u8)>)> {
    (5..=20_u8, prop::sample::select(RULES.to_vec()), prop::collection::vec((0..7_u8, 0..7_u8), 0..40))
        .prop_map(|(size, rule, stones)| (rules(size, rule), stones))
}

proptest! {
    #[test]
    fn kept_in_step((rules, stones) in game()) {
        let (mut pos, mut kept, mut played) = (Gomoku::start(&rules), Shapes::new(), Vec::new());
        let mut trail = Vec::new();
        for point in stones.into_iter().filter_map(|(col, row)| Point::new(col, row)) {
            if pos.decided().is_some() || !pos.is_empty(point) {
                continue;
            }
            trail.push(kept.lines);
            pos.play(point);
            kept.played(&pos, point, &());
            played.push(point);

            let mut fresh = Shapes::new();
            fresh.reset(&pos);
            prop_assert_eq!(&kept.lines, &fresh.lines);
            prop_assert_eq!((kept.sums, kept.threats), (fresh.sums, fresh.threats));
            for player in Player::BOTH {
                let (mut cheap, mut scanned) = (Vec::new(), Vec::new());
                kept.five_points(player, &mut cheap);
                pos.winning_points(player, &mut scanned);
                cheap.sort();
                scanned.sort();
                scanned.dedup();
                prop_assert_eq!(kept.can_make_five(player), !cheap.is_empty());
                for point in pos.empty().filter(|_| pos.decided().is_none()) {
                    prop_assert_eq!(kept.gain(&pos, point, player) > 40_000, scanned.contains(&point), "{} in {}", point, &pos);
                }
                prop_assert_eq!(cheap, scanned);
            }
            // The same stones in the other colours are worth the opposite, where both play by one rule.
            if rules.rule() != Rule::Renju {
                let stones = |player| pos.points(player).collect::<Vec<_>>();
                let swapped = Gomoku::set_up(rules, &stones(Player::Second), &stones(Player::First), pos.turn());
                let swapped = swapped.expect("the same stones");
                let mut other = Shapes::new();
                other.reset(&swapped);
                prop_assert_eq!(other.evaluate(&swapped), -kept.evaluate(&pos));
            }
            let terms: f64 = kept.terms(&pos).iter().map(|term| term.value).sum();
            prop_assert_eq!(Score::eval(terms as i32), kept.evaluate(&pos));
        }
        // Half of the way back from what was remembered, half by looking again.
        let half = played.len() / 2;
        while let Some(point) = played.pop() {
            if played.len() == half {
                kept.reset(&pos);
            }
            kept.undone(&pos, point, &());
            pos.undo(point, ());
            prop_assert_eq!(Some(kept.lines), trail.pop());
        }
        prop_assert_eq!((kept.sums, kept.threats), ([0; 2], [0; 2]));
    }
}

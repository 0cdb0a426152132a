use super::*;
use crate::{
    Explain, Weight, Weighted,
    gomoku::{weights::DEFAULTS, window::searched},
};
use game_core::{Notation, conform};
use gomoku_rules::{Forbidden, Rule, Rules, line::Direction};
use proptest::prelude::*;

/// Black's stone on h8 makes threes along the row and the column; the row's can become straight
/// only at f8, which makes a second four in the column and so is forbidden, until a white stone on
/// f7 takes that.
const FALSE_THREE: &str = "X:g8i8h9h10f9f10f11 O:k8f12 turn:O";
/// Black's stone on h8 makes a straight four, a three, and another equally false three; White's on
/// f9 makes it real.
const FORBIDDING: &str = "X:g8i8h9h10h11i7j6f5f6f7 O:k8f4h13e6 turn:O";

/// What a forbidden point counts for Black.
const FORBIDDEN: i32 = DEFAULTS[13];

const RULES: [Rule; 4] = Rule::ALL;

fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(size, rule).expect("a good size")
}

fn parsed(text: &str, rules: Rules) -> Gomoku {
    Gomoku::parse(text, &rules).expect(text)
}

fn at(pos: &Gomoku) -> Patterns {
    let mut patterns = Patterns::default();
    patterns.reset(pos);
    patterns
}

fn points(texts: &[&str]) -> PointSet {
    texts
        .iter()
        .map(|text| text.parse::<Point>().expect(text))
        .collect()
}

/// The library's shape on the line through `point`, from the board.
fn oracle(pos: &Gomoku, point: Point, direction: Direction, player: Player) -> Shape {
    let place = Place::of(point, direction);
    let on_board = pos.lines().on_board(place.line);
    let first = on_board.trailing_zeros();
    let read = |bit: u32| {
        let stone = |player| pos.lines().stones(place.line, player) >> bit & 1 == 1;
        if stone(player) {
            b'1'
        } else if stone(!player) {
            b'2'
        } else {
            b'0'
        }
    };
    let line: Vec<u8> = (first..first + on_board.count_ones()).map(read).collect();
    searched(
        &line,
        (place.bit - first) as usize,
        Five::of(pos.rules().rule(), player),
    )
}

/// Plays random moves of `seed` near the middle until a side has won.
fn game(rules: Rules, seed: u64, moves: usize) -> Vec<Point> {
    let mut pos = Gomoku::new(rules);
    let mut state = seed;
    let mut played = Vec::new();
    let radius = u64::from(rules.size()).min(9);
    let corner = (u64::from(rules.size()) - radius) / 2;
    while played.len() < moves && pos.decided().is_none() {
        state = game_core::zobrist::mix(state);
        let [col, row] = [state % radius + corner, state / 64 % radius + corner];
        let point = Point::new(col as u8, row as u8).expect("on the board");
        if pos.is_empty(point) && pos.is_legal(point) {
            pos.play(point);
            played.push(point);
        } else if played.len() as u64 > radius * radius / 2 {
            break;
        }
    }
    played
}

/// The whole state, for comparisons.
fn kept(patterns: &Patterns, pos: &Gomoku) -> impl PartialEq + std::fmt::Debug + use<> {
    let cells: Vec<_> = patterns
        .cells
        .iter()
        .map(|cell| (cell.shapes, cell.worth))
        .collect();
    (cells, patterns.totals.kept(), patterns.near(pos))
}

#[test]
fn a_game_is_followed_to_its_end_and_back() {
    for (seed, rule) in (1..=20).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let rules = rules([15, 20, 7, 5][seed as usize % 4], rule);
        let mut pos = Gomoku::new(rules);
        let mut patterns = Patterns::default();
        patterns.reset(&pos);
        let mut before = Vec::new();
        for mv in game(rules, seed, 40) {
            before.push((pos.clone(), format!("{:?}", kept(&patterns, &pos)), mv));
            pos.play(mv);
            patterns.played(&pos, mv, &());
            assert!(
                kept(&patterns, &pos) == kept(&at(&pos), &pos),
                "{pos} after {mv}"
            );
            for point in pos.empty() {
                for player in Player::BOTH {
                    let want =
                        Direction::ALL.map(|direction| oracle(&pos, point, direction, player));
                    assert_eq!(
                        patterns.shapes(point, player),
                        want,
                        "{pos}: {player:?} on {point}"
                    );
                }
            }
        }
        for (old, kept_then, mv) in before.into_iter().rev() {
            patterns.undone(&pos, mv, &());
            pos.undo(mv, ());
            assert_eq!(pos, old);
            assert_eq!(
                format!("{:?}", kept(&patterns, &pos)),
                kept_then,
                "{pos} without {mv}"
            );
        }
        assert!(patterns.past.len() == 0 && patterns.moves.is_empty());
    }
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
            conform::evaluator(
                &parsed(text, rules(size, rule)),
                &Patterns::default(),
                depth,
            )
            .expect("the laws hold");
        }
    }
}

/// The fives are those of the rules, under every rule.
#[test]
fn fives_are_the_points_that_win() {
    for (seed, rule) in (1..=40).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let rules = rules(15, rule);
        let mut pos = Gomoku::new(rules);
        for mv in game(rules, seed, 45) {
            pos.play(mv);
        }
        if pos.decided().is_some() {
            continue;
        }
        let patterns = at(&pos);
        for player in Player::BOTH {
            let mut want = Vec::new();
            pos.winning_points(player, &mut want);
            want.sort_unstable();
            want.dedup();
            assert!(
                patterns.points(player, Threat::Five).iter().eq(want),
                "{pos}"
            );
        }
    }
}

#[test]
fn threats_on_the_board() {
    use Threat::*;
    let table = [
        ("X:h8i8j8 turn:X", StraightFour),
        ("X:h8i8j8 O:g8 turn:X", Four),
        ("X:h8i8j8k10 O:g8 turn:X", FourTwo),
        ("X:h8i8j8k9k10 O:g8 turn:X", FourThree),
        ("X:h8i8 turn:X", Three),
        ("X:h8i8g9g10 turn:X", DoubleThree),
        ("X:h8 turn:X", Two),
        ("X:h8i8j8k8 O:g8 turn:X", Five),
        ("X:h8i8j8k9k10k11 O:g8k12 turn:X", StraightFour),
        ("X:a1b1 turn:X", Two),
        ("turn:X", Nothing),
    ];
    for rule in RULES {
        for (text, want) in table {
            let pos = parsed(text, rules(15, rule));
            let patterns = at(&pos);
            // A move forbidden to Black in renju leaves the next best.
            let want = match want {
                StraightFour if rule == Rule::Renju && text.contains("k11") => FourTwo,
                DoubleThree if rule == Rule::Renju => ThreeTwo,
                want => want,
            };
            let best = patterns.best(Player::First);
            assert_eq!(best, want, "{text} {rule}");
            // Every point of the best threat has it.
            let all = pos
                .empty()
                .filter(|&point| patterns.threat(point, Player::First).0 == best)
                .count();
            assert_eq!(
                patterns.count(Player::First, best) as usize,
                if best == Nothing { 0 } else { all }
            );
        }
    }
    // A four-four and a three-three that Black may not make.
    let pos = parsed("X:h8i8j8k9k10k11 O:g8k12 turn:X", rules(15, Rule::Renju));
    assert_eq!(
        at(&pos).threat("k8".parse().expect("a point"), Player::First),
        (Forbidden, FORBIDDEN)
    );
    let pos = parsed("X:h8i8g9g10 turn:X", rules(15, Rule::Renju));
    assert_eq!(
        at(&pos).threat("g8".parse().expect("a point"), Player::First),
        (Forbidden, FORBIDDEN)
    );
}

/// While one of the threes is not real Black may play the point; a distant white stone makes it
/// forbidden and worthless.
#[test]
fn a_three_three_is_forbidden_if_both_are_real() {
    let point = |text: &str| text.parse::<Point>().expect(text);
    let mut pos = parsed(FALSE_THREE, rules(15, Rule::Renju));
    let mut patterns = Patterns::default();
    patterns.reset(&pos);
    let before = kept(&patterns, &pos);
    assert_eq!(pos.forbidden_at(point("h8")), None);
    assert_eq!(
        patterns.threat(point("h8"), Player::First).0,
        Threat::DoubleThree
    );
    let before_it = patterns.count(Player::First, Threat::DoubleThree);
    let allowed = patterns.evaluate(&pos);
    for mv in ["f7", "o1"] {
        pos.play(point(mv));
        patterns.played(&pos, point(mv), &());
        assert_eq!(pos.forbidden_at(point("h8")), Some(Forbidden::ThreeThree));
        assert_eq!(
            patterns.threat(point("h8"), Player::First),
            (Threat::Forbidden, FORBIDDEN),
            "{mv}"
        );
        assert!(patterns.count(Player::First, Threat::DoubleThree) < before_it);
    }
    for mv in ["o1", "f7"] {
        patterns.undone(&pos, point(mv), &());
        pos.undo(point(mv), ());
    }
    assert!(kept(&patterns, &pos) == before);
    assert_eq!(patterns.evaluate(&pos), allowed);
}

/// The evaluator's forbidden points are those of the rules, after any moves played and taken back.
#[test]
fn forbidden_is_what_the_rules_forbid() {
    let mut forbidden = 0;
    let mut false_threes = 0;
    for seed in 1..=150 {
        let rules = rules([15, 9][seed as usize % 2], Rule::Renju);
        let mut pos = Gomoku::new(rules);
        let mut patterns = Patterns::default();
        patterns.reset(&pos);
        let moves = game(rules, seed, 60);
        for back in [false, true] {
            for &mv in if back {
                moves.iter().rev().collect::<Vec<_>>()
            } else {
                moves.iter().collect()
            } {
                if back {
                    patterns.undone(&pos, mv, &());
                    pos.undo(mv, ());
                } else {
                    pos.play(mv);
                    patterns.played(&pos, mv, &());
                }
                for point in pos.empty() {
                    let (threat, _) = patterns.threat(point, Player::First);
                    let is_forbidden = pos.forbidden_at(point).is_some();
                    assert_eq!(threat == Threat::Forbidden, is_forbidden, "{pos} {point}");
                    forbidden += u32::from(is_forbidden);
                    let threes = patterns
                        .shapes(point, Player::First)
                        .into_iter()
                        .filter(|&shape| shape == Shape::OpenThree);
                    false_threes +=
                        u32::from(threes.count() > 1 && !is_forbidden && threat != Threat::Five);
                    assert_ne!(patterns.threat(point, Player::Second).0, Threat::Forbidden);
                }
            }
        }
    }
    assert!(
        forbidden > 1000 && false_threes > 10,
        "{forbidden} {false_threes}"
    );
}

#[test]
fn defences_by_hand() {
    let table = [
        // Room on both sides: only the ends.
        ("X:h8i8j8 turn:O", Some(&["g8", "k8"][..])),
        // A wall two cells away: the far end too.
        ("X:h8i8j8 O:l8 turn:O", Some(&["f8", "g8", "k8"])),
        ("X:b1c1d1 turn:O", Some(&["a1", "e1", "f1"])),
        // A broken three.
        ("X:h8i8k8 turn:O", Some(&["g8", "j8", "l8"])),
        // Two threes: no single stone.
        ("X:h8i8j8c3d3e3 turn:O", Some(&[])),
        // A four-four: its point, or any cell of either four.
        ("X:h8i8j8k9k10k11 O:g8k12 turn:O", Some(&["k7", "k8", "l8"])),
        ("X:h8i8 turn:O", None),
    ];
    for (text, want) in table {
        for rule in [Rule::Freestyle, Rule::Standard] {
            let pos = parsed(text, rules(15, rule));
            assert_eq!(
                at(&pos).defences(&pos, Player::First),
                want.map(points),
                "{text} {rule}"
            );
        }
    }
    // Where Black may not play he threatens nothing.
    let pos = parsed("X:h8i8j8k9k10k11 O:g8k12 turn:O", rules(15, Rule::Renju));
    assert_eq!(at(&pos).defences(&pos, Player::First), None);
}

/// After any other move than a defence one of the straight fours can still be made, and after a
/// defence none of them can: by the rules, too, where they forbid Black what a stone some way off
/// has left.
#[test]
fn defences_are_all_that_defends() {
    let mut seen = 0;
    let mut forbidding = 0;
    let games = (1..=60)
        .flat_map(|seed| RULES.map(|rule| (rules(15, rule), game(rules(15, rule), seed, 30))));
    let made = (parsed(FORBIDDING, rules(15, Rule::Renju)), Vec::new());
    for (start, moves) in games
        .map(|(rules, moves)| (Gomoku::new(rules), moves))
        .chain([made])
    {
        let mut pos = start;
        let mut patterns = Patterns::default();
        patterns.reset(&pos);
        for mv in std::iter::once(None).chain(moves.into_iter().map(Some)) {
            if let Some(mv) = mv {
                pos.play(mv);
                patterns.played(&pos, mv, &());
            }
            let attacker = !pos.turn();
            let Some(defences) = patterns.defences(&pos, attacker) else {
                continue;
            };
            if pos.decided().is_some() {
                break;
            }
            seen += 1;
            let threatened = *patterns.points(attacker, Threat::StraightFour);
            let moves: Vec<Point> = pos.empty().filter(|&point| pos.is_legal(point)).collect();
            for point in moves {
                pos.play(point);
                patterns.played(&pos, point, &());
                let left = patterns
                    .points(attacker, Threat::StraightFour)
                    .and(&threatened);
                assert_eq!(
                    left.is_empty(),
                    defences.contains(point),
                    "{pos} after {point}"
                );
                forbidding += u32::from(
                    threatened
                        .iter()
                        .any(|at| patterns.threat(at, attacker).0 == Threat::Forbidden),
                );
                patterns.undone(&pos, point, &());
                pos.undo(point, ());
            }
        }
    }
    assert!(seen > 30 && forbidding > 0, "{seen} {forbidding}");
}

#[test]
fn near_the_stones() {
    let near = |text: &str, radius| {
        let pos = parsed(text, Rules::default());
        let mut patterns = Patterns::with_radius(radius);
        patterns.reset(&pos);
        patterns
            .near(&pos)
            .iter()
            .filter(|&point| pos.is_empty(point))
            .count()
    };
    assert_eq!(near("startpos", 2), 1);
    assert_eq!(near("X:h8", 3), 8);
    assert_eq!(near("X:a1", 3), 3);
    assert_eq!(near("X:h8i9", 0), 0);
    assert_eq!(near("X:a1 O:o15", 3), 2 * (4 * 4 - 1));
    assert_eq!(near("X:a1 O:o15", 2), 2 * (3 * 3 - 1));
    assert_eq!(near("X:h8i9", u32::MAX), 10 * 10 - 2 - 2);
}

#[test]
fn every_weight_counts() {
    let boards = [
        "X:h8i8j8c3d3e4e5l12 O:g8k12m2m3 turn:X",
        "X:h8i8g9g10 O:c3c4 turn:X",
        "X:h8i8j8k9k10 O:g8 turn:X",
        "X:h8i8j8k9k10 O:g8 turn:O",
        "X:h8i8j8h9 O:g8 turn:X",
        "X:h8i8j8h9 O:g8 turn:O",
        "X:h8i8j8 O:g8 turn:X",
        "X:h8i8j8 O:g8 turn:O",
        "X:h8i8g9g10 O:a1 turn:O",
        "X:h8i8 turn:X",
        "X:h8i8 turn:O",
        "X:h8i8h9 O:g8 turn:X",
        "X:h8i8h9 O:g8 turn:O",
        "X:h8i8k10 O:g8a1a2 turn:X",
        "X:h8i8k10 O:g8a1a2 turn:O",
        "X:h8i8h10h11 O:h12 turn:X",
        "X:h8i8h10h11 O:h12 turn:O",
        "X:h8i8j8 turn:O",
        "X:a3b3c3d8e8f8 turn:O",
        "X:a1b2 O:c3 turn:O",
    ];
    let judged = |pos: &Gomoku, patterns: Patterns| {
        let mut patterns = patterns;
        patterns.reset(pos);
        let value = patterns.evaluate(pos).get();
        let terms = patterns.terms(pos);
        assert_eq!(
            f64::from(value),
            terms.iter().map(|term| term.value).sum::<f64>(),
            "{pos}"
        );
        (value, terms)
    };
    let renju = [
        FALSE_THREE,
        "X:h8i8g9g10 turn:X",
        "X:h8i8j8k9k10k11 O:g8k12 turn:X",
    ]
    .map(|text| (text, rules(15, Rule::Renju)));
    let boards = boards
        .map(|text| (text, Rules::default()))
        .into_iter()
        .chain(renju);
    let boards: Vec<_> = boards.map(|(text, rules)| parsed(text, rules)).collect();
    for (i, weight) in Patterns::WEIGHTS.iter().enumerate() {
        let mut changed = false;
        for pos in &boards {
            let (value, terms) = judged(pos, Patterns::default());
            assert_eq!(terms[i].name, weight.name);
            let mut values = DEFAULTS;
            values[i] += 7;
            let by = (terms[i].value / f64::from(weight.value)) as i32 * 7;
            assert_eq!(
                judged(pos, Patterns::default().with_weights(&values)).0,
                value + by,
                "{} in {pos}",
                weight.name
            );
            changed |= by != 0;
        }
        assert!(changed, "{} is worth something somewhere", weight.name);
        assert!(weight.value != 0 && weight.takes(weight.value) && !weight.takes(weight.most + 1));
    }
    let same = Patterns::default().with_weights(&DEFAULTS);
    assert!(
        Arc::ptr_eq(&Patterns::default().judgement, &same.judgement),
        "one for all"
    );
}

#[test]
fn the_greatest_weights_are_exact() {
    for bound in [
        |weight: &Weight| weight.most,
        |weight: &Weight| weight.least,
    ] {
        let weights: Vec<_> = Patterns::WEIGHTS.iter().map(bound).collect();
        let pos = parsed("X:h8i8j8h9i9j9h10i10j10 O:a1 turn:X", Rules::default());
        let mut patterns = Patterns::default().with_weights(&weights);
        conform::evaluator(&pos, &patterns, 1).expect("the laws hold");
        patterns.reset(&pos);
        let terms: f64 = patterns.terms(&pos).iter().map(|term| term.value).sum();
        let turn = patterns
            .judgement
            .turn(patterns.best(Player::First), patterns.best(Player::Second));
        assert_eq!(
            terms,
            f64::from(patterns.totals.tally.sum(0) - patterns.totals.tally.sum(1) + turn),
            "nothing overflows"
        );
    }
}

#[test]
fn the_null_move_changes_nothing_but_the_turn() {
    let mut pos = parsed("X:h8i8 O:a1 turn:X", Rules::default());
    let mut patterns = at(&pos);
    let before = patterns.clone();
    pos.play(Point::NULL);
    patterns.played(&pos, Point::NULL, &());
    assert!(kept(&patterns, &pos) == kept(&before, &pos));
    patterns.undone(&pos, Point::NULL, &());
    pos.undo(Point::NULL, ());
    assert!(kept(&patterns, &pos) == kept(&before, &pos));
}

/// The tables of one rule and one set of weights, in bytes.
#[test]
fn the_tables_are_small() {
    let windows: usize = [Five::OrMore, Five::Exactly, Five::Open]
        .map(|five| Table::shared(five).bytes())
        .into_iter()
        .sum();
    let judgement = Judgement::shared().bytes();
    assert!(windows + judgement < 1 << 20, "{windows} + {judgement}");
    assert!(size_of::<Patterns>() < 1 << 15, "{}", size_of::<Patterns>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn near_is_near(
        size in 5..=20_u8,
        radius in 0..=4_u32,
        stones in prop::collection::btree_set((0..20_u8, 0..20_u8), 2..9),
    ) {
        let rules = rules(size, Rule::Freestyle);
        let mut pos = Gomoku::new(rules);
        let mut patterns = Patterns::with_radius(radius);
        patterns.reset(&pos);
        for point in stones.into_iter().filter_map(|(col, row)| Point::new(col % size, row % size)) {
            if pos.is_empty(point) && pos.decided().is_none() {
                pos.play(point);
                patterns.played(&pos, point, &());
            }
        }
        prop_assume!(pos.stones() >= 2);
        let all: Vec<Point> = Player::BOTH.into_iter().flat_map(|player| pos.points(player)).collect();
        let near = |a: &Point, b: &Point| a.col().abs_diff(b.col()).max(a.row().abs_diff(b.row())) <= radius as u8;
        let slow: PointSet = pos.empty().filter(|point| all.iter().any(|stone| near(point, stone))).collect();
        let found: PointSet = patterns.near(&pos).iter().filter(|&point| pos.is_empty(point)).collect();
        prop_assert_eq!(found, slow);
    }
}

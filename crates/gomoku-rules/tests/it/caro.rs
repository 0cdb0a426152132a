//! Caro: which rows win, against a table and against the definition read off the board.

use game_core::{Notation, Outcome, Player, Position};
use gomoku_rules::{Gomoku, Point, Rule, Rules};
use proptest::prelude::*;

fn caro(size: u8) -> Rules {
    Rules::new(size, Rule::Caro).expect("a good size")
}

/// Whether the stone of `player` on `point` stands in a row of exactly five without an opponent's
/// stone at both ends, point by point.
fn wins(pos: &Gomoku, point: Point, player: Player) -> bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(dx, dy)| {
            let stone = |steps: i32| {
                let col = u8::try_from(i32::from(point.col()) + steps * dx).ok()?;
                let row = u8::try_from(i32::from(point.row()) + steps * dy).ok()?;
                pos.stone(Point::new(col, row)?)
            };
            let along = |sign: i32| {
                (1..)
                    .take_while(|&i| stone(sign * i) == Some(player))
                    .count() as i32
            };
            let (up, down) = (along(1), along(-1));
            let taken = |end: i32| stone(end) == Some(!player);
            stone(0) == Some(player) && up + down == 4 && !(taken(up + 1) && taken(-down - 1))
        })
}

#[test]
fn rows_by_hand() {
    // What Black's move makes of the position.
    let table = [
        ("X:d8e8f8g8", "h8", true, "free at both ends"),
        ("X:d8e8f8g8 O:c8", "h8", true, "shut at one end"),
        ("X:d8e8f8g8 O:i8", "h8", true, "shut at the other"),
        ("X:d8e8f8g8 O:c8i8", "h8", false, "shut in"),
        ("X:d8e8g8h8 O:c8i8", "f8", false, "shut in, from within"),
        ("X:d8e8f8g8i8 O:c8", "h8", false, "six"),
        ("X:a8b8c8d8", "e8", true, "at the edge"),
        ("X:a8b8c8d8 O:f8", "e8", true, "the edge shuts in no row"),
        ("X:o1o2o3o4 O:o6", "o5", true, "nor does another edge"),
        ("X:a1b2c3d4 O:f6", "e5", true, "nor the corner"),
        ("X:a5b4c3d2", "e1", true, "from edge to edge"),
        (
            "X:d8e8f8g8h4h5h6h7 O:c8i8",
            "h8",
            true,
            "one row shut in, another not",
        ),
    ];
    for (text, mv, want, why) in table {
        let mut pos = Gomoku::parse(&format!("{text} turn:X"), &caro(15)).expect(text);
        let mv = pos.parse_move(mv).expect(mv);
        let mut points = Vec::new();
        pos.winning_points(Player::First, &mut points);
        assert_eq!(points.contains(&mv), want, "{why}");
        pos.play(mv);
        assert_eq!(pos.decided(), want.then_some(Outcome::Loss), "{why}");
        let set_up = Gomoku::parse(&pos.to_string(), &caro(15)).expect(text);
        assert_eq!(set_up.winner(), pos.winner(), "{why}, set up");
    }
}

#[test]
fn a_four_may_have_a_second_answer() {
    let table = [
        ("X:d8e8f8g8", "h8", "h8"),
        ("X:d8e8f8g8 O:c8", "h8", "h8 i8"),
        ("X:d8e8g8h8 O:i8", "f8", "c8 f8"),
        ("X:a8b8c8d8", "e8", "e8"),
        ("X:a8b8c8d8 O:f8", "e8", "e8"),
    ];
    for (text, five, want) in table {
        let pos = Gomoku::parse(&format!("{text} turn:O"), &caro(15)).expect(text);
        let mut stops = Vec::new();
        let five = five.parse().expect(five);
        pos.stops(five, Player::First, |point| stops.push(point));
        stops.sort_by_key(|point| point.col());
        let stops: Vec<_> = stops.iter().map(Point::to_string).collect();
        assert_eq!(stops.join(" "), want, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Random crowded boards: the rules' winner, winning points and answers are those of the
    /// definition.
    #[test]
    fn the_definition_is_kept(size in 5..=9_u8, cells in prop::collection::vec(0..5_u8, 81)) {
        let rules = caro(size);
        let stones = |wanted: &[u8]| -> Vec<Point> {
            let points = rules.points().zip(&cells);
            points.filter(|(_, cell)| wanted.contains(cell)).map(|(point, _)| point).collect()
        };
        let Ok(pos) = Gomoku::set_up(rules, &stones(&[1, 2]), &stones(&[3, 4]), Player::First) else {
            return Ok(());
        };
        for player in Player::BOTH {
            let five = pos.points(player).any(|point| wins(&pos, point, player));
            prop_assert_eq!(pos.winner() == Some(player), five);
        }
        if pos.decided().is_some() {
            return Ok(());
        }
        for player in Player::BOTH {
            let mut found = Vec::new();
            pos.winning_points(player, &mut found);
            for point in pos.empty() {
                let put = |pos: &Gomoku, point: Point, player: Player| {
                    let mut next = pos.clone();
                    if next.turn() != player {
                        next.play(Point::NULL);
                    }
                    next.play(point);
                    next
                };
                let next = put(&pos, point, player);
                let five = wins(&next, point, player);
                prop_assert_eq!(next.winner() == Some(player), five, "{} in {}", point, pos);
                prop_assert_eq!(found.contains(&point), five, "{} in {}", point, pos);
                if !five {
                    continue;
                }
                let mut stops = Vec::new();
                pos.stops(point, player, |stop| stops.push(stop));
                for answer in pos.empty() {
                    let answered = put(&pos, answer, !player);
                    let stopped = answer == point || {
                        let next = put(&answered, point, player);
                        !wins(&next, point, player)
                    };
                    if stopped {
                        prop_assert!(stops.contains(&answer), "{} at {} in {}", answer, point, pos);
                    }
                }
            }
        }
    }
}

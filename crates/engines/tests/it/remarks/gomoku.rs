//! The shapes of gomoku, against the points that win at once.

use super::{Said, Tallies, flipped, positions};
use engines::game;
use game_core::{Notation, Outcome, Player, Position};
use gomoku_rules::{Gomoku, Point};
use std::collections::BTreeSet;

fn fives(pos: &Gomoku, player: Player) -> Vec<Point> {
    let mut points = Vec::new();
    pos.winning_points(player, &mut points);
    points
}

/// The new points where a stone of `player` makes five once it has one at `point`.
fn made(pos: &Gomoku, player: Player, point: Point) -> (Gomoku, Vec<Point>) {
    let before = fives(pos, player);
    let mut after = if pos.turn() == player {
        pos.clone()
    } else {
        flipped(pos, TURNS).expect("a position")
    };
    after.play(point);
    let new = fives(&after, player)
        .into_iter()
        .filter(|five| !before.contains(five));
    let new = new.collect();
    (after, new)
}

const TURNS: [&str; 2] = ["turn:X", "turn:O"];

#[test]
fn gomoku_names_the_shapes_that_are_there() {
    let game = game("gomoku").expect("built in");
    let mut tallies = Tallies::default();
    for (number, session) in positions(game).iter().enumerate() {
        let pos: Gomoku =
            Gomoku::parse(&session.view().position, &Default::default()).expect("a position");
        let [own, other] = [pos.turn(), !pos.turn()];
        let [own_five, five] = [own, other].map(|player| fives(&pos, player));
        for (place, mv) in session.legal_moves().iter().enumerate() {
            let point: Point = mv.parse().expect("a point");
            // A part of all moves is enough, another from position to position, and the rare ones.
            let is_sampled = (place + number) % 6 == 0 || own_five.contains(&point);
            if !is_sampled && !crosses(&pos, point) {
                continue;
            }
            let said = Said::of(session.as_ref(), mv);
            let says = |kind| said.says(kind);
            let (after, new) = made(&pos, own, point);
            let wins = after.decided() == Some(Outcome::Loss);
            tallies.add("five", says("five"), wins);
            tallies.add("stops-five", says("stops-five"), five.contains(&point));
            let (theirs, would) = made(&pos, other, point);
            let would_win = theirs.decided() == Some(Outcome::Loss);
            let stops = says("stops-straight-four") || says("stops-double-four");
            // With a five at hand, one more four at the same point is not seen by its fives.
            let stops = stops && five.is_empty();
            let would = if five.is_empty() { would } else { Vec::new() };
            tallies.add("stops-straight-four", stops, !would_win && would.len() > 1);
            if wins || !own_five.is_empty() {
                continue;
            }
            let makes_two = says("straight-four") || says("double-four");
            tallies.add("straight-four", makes_two, new.len() > 1);
            let makes_one = says("four") || says("four-three");
            tallies.add("four", makes_one, new.len() == 1);
            tallies.add(
                "leaves-five",
                says("leaves-five"),
                !fives(&after, other).is_empty(),
            );
            if says("three") || says("four-three") || says("double-three") {
                let lines = open_threes(&after, own, point);
                tallies.add("three", true, !lines.is_empty());
                if says("double-three") {
                    tallies.add("double-three", true, lines.len() > 1);
                }
            }
            if says("four-three") {
                tallies.add("four-three", true, makes_four_three(&pos, own, point));
            }
            // What a stone of the opponent's would have made there; its fives hide a four.
            if five.is_empty() {
                if says("stops-four-three") {
                    let would = makes_four_three(&pos, other, point);
                    tallies.add("stops-four-three", true, would);
                }
                if says("stops-double-three") {
                    let lines = open_threes(&theirs, other, point);
                    tallies.add("stops-double-three", true, lines.len() > 1);
                }
            }
            if says("wins-by-fours") {
                tallies.add("wins-by-fours", true, wins_by_fours(&after));
            }
            if let Some(threat) = said.after("threatens ") {
                let (_, point) = threat.split_once(" at ").expect("a point");
                let point: Point = point.parse().expect("a point");
                let again = flipped(&after, TURNS).expect("a position");
                if threat.starts_with("two fours") {
                    let (_, fours) = made(&again, own, point);
                    tallies.add("threatens-double-four", true, fours.len() > 1);
                } else {
                    let is_true = makes_four_three(&again, own, point);
                    tallies.add("threatens-four-three", true, is_true);
                }
            }
            if says("leaves-straight-four") {
                tallies.add("leaves-straight-four", true, can_make_two(&after, other));
            }
        }
    }
    tallies.check(200, 0.99);
}

/// Whether two lines through an empty point have two stones of one player's each within three, or
/// three beside one of the other's.
fn crosses(pos: &Gomoku, point: Point) -> bool {
    let at = |step: [i32; 2], by: i32| {
        let place = [i32::from(point.col()), i32::from(point.row())];
        let [col, row] = [0, 1].map(|axis| u8::try_from(place[axis] + by * step[axis]).ok());
        pos.stone(Point::new(col?, row?)?)
    };
    let lines = [[1, 0], [0, 1], [1, 1], [1, -1]].map(|step| {
        let stones = [-3, -2, -1, 1, 2, 3].map(|by| at(step, by));
        [Player::First, Player::Second].map(|player| {
            let of = |player| {
                stones
                    .iter()
                    .filter(|&&stone| stone == Some(player))
                    .count()
            };
            (2..=3).contains(&of(player)) && of(!player) + 2 <= of(player)
        })
    });
    [0, 1]
        .iter()
        .any(|&player| lines.iter().filter(|line| line[player]).count() > 1)
}

/// Whether a stone of `player` makes a four, and an open three that is still there when the four is
/// answered.
fn makes_four_three(pos: &Gomoku, player: Player, point: Point) -> bool {
    let (mut after, fours) = made(pos, player, point);
    let [five] = fours[..] else {
        return false;
    };
    after.play(five);
    can_make_two(&after, player)
}

/// Whether one more stone of `player` makes two points that win at once.
fn can_make_two(pos: &Gomoku, player: Player) -> bool {
    pos.empty()
        .any(|point| made(pos, player, point).1.len() > 1)
}

/// The lines through `point` on which one more stone of `player`, who has just played there, makes
/// two points that win at once, as steps of columns and rows.
fn open_threes(after: &Gomoku, player: Player, point: Point) -> BTreeSet<[i32; 2]> {
    let again = flipped(after, TURNS).expect("a position");
    let line_of = |next: &Point| {
        let step = step(point, *next)?;
        let (_, fives) = made(&again, player, *next);
        let along = |five: &&Point| self::step(point, **five) == Some(step);
        (fives.iter().filter(along).count() > 1).then_some(step)
    };
    again.empty().filter_map(|next| line_of(&next)).collect()
}

/// The step from one point to another on a line with it, at most five away, whichever way.
fn step(from: Point, to: Point) -> Option<[i32; 2]> {
    let apart = [
        i32::from(to.col()) - i32::from(from.col()),
        i32::from(to.row()) - i32::from(from.row()),
    ];
    let [columns, rows] = apart.map(i32::abs);
    let is_on_line = columns == 0 || rows == 0 || columns == rows;
    let step = apart.map(i32::signum);
    (is_on_line && (1..=5).contains(&columns.max(rows))).then(|| step.max(step.map(|by| -by)))
}

/// Whether the player who has just made a four wins by further fours, whatever the answers: each
/// answer but the one is a five lost.
fn wins_by_fours(after: &Gomoku) -> bool {
    let (opponent, own) = (after.turn(), !after.turn());
    if !fives(after, opponent).is_empty() {
        return false;
    }
    let points: BTreeSet<_> = fives(after, own).into_iter().collect();
    let mut points = points.into_iter();
    let (Some(only), None) = (points.next(), points.next()) else {
        // Two fives cannot be stopped by one stone; none is no four.
        return !fives(after, own).is_empty();
    };
    let mut answered = after.clone();
    answered.play(only);
    let must_stop = fives(&answered, opponent);
    let mut fours = answered.empty().filter(|point| {
        let stops = must_stop.iter().all(|five| five == point);
        stops && !made(&answered, own, *point).1.is_empty()
    });
    fours.any(|four| {
        let mut next = answered.clone();
        next.play(four);
        wins_by_fours(&next)
    })
}

//! The threats of an attacker's move, and the answers to them.

use crate::gomoku::{
    board::{Board, Fives},
    vcf::final_answer,
};
use game_core::Player;
use gomoku_rules::Point;

/// The threat that the defender faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// Nothing.
    None,
    /// Nothing stops it: the defender, who is to move, loses in this many plies.
    Lost(u32),
    /// A four, with one answer.
    Four,
    /// Open threes: any other answer loses in [`LOST`](Self::LOST) plies.
    Three,
}

impl Threat {
    /// The plies if the defender allows a straight four: answer, four, answer, five.
    pub(super) const LOST: u32 = 4;
    /// The plies if the defender cannot stop a five: answer, five.
    const FIVE: u32 = 2;
}

/// An open three that is a threat: the straight four that it would make is allowed.
#[derive(Clone, Copy, Debug)]
struct OpenThree {
    /// The points that make the straight four and, after that, five: a stone on any of them stops
    /// it.
    points: [Point; 3],
    /// Whether a stone elsewhere may make the straight four forbidden, so the rules must be asked
    /// after it.
    brittle: bool,
}

/// The threat of `attacker`, whose last stone was `last`. Appends all answers that do not lose
/// within its plies.
///
/// Against threes these are the points that stop every open three at once, and the defender's own
/// fours. After any other answer one of the threes becomes a straight four: the defender cannot
/// make five first without a four, and can stop only one of the two fives that follow.
pub(super) fn threat(
    board: &mut Board,
    attacker: Player,
    last: Point,
    answers: &mut Vec<Point>,
) -> Threat {
    let defender = !attacker;
    let start = answers.len();
    let lost = |board: &Board, plies| {
        if board.anywhere(defender).is_some() {
            Threat::Lost(plies)
        } else {
            Threat::None
        }
    };
    match board.fives_at(last, attacker) {
        Fives::One(five) if board.allows(defender, five) => {
            answers.push(five);
            return Threat::Four;
        }
        Fives::One(_) | Fives::Many(_) => return lost(board, Threat::FIVE),
        Fives::None => {}
    }
    let mut common: Option<[Option<Point>; 3]> = None;
    let mut brittle = false;
    each_threat(board, attacker, |three| {
        brittle |= three.brittle;
        common = Some(match common {
            None => three.points.map(Some),
            Some(common) => common.map(|point| point.filter(|point| three.points.contains(point))),
        });
    });
    let Some(common) = common else {
        return Threat::None;
    };
    let answer = |answers: &mut Vec<Point>, point| {
        if !answers[start..].contains(&point) && board.allows(defender, point) {
            answers.push(point);
        }
    };
    common
        .into_iter()
        .flatten()
        .for_each(|point| answer(answers, point));
    board.each_four(defender, u128::MAX, |_, point, _| answer(answers, point));
    if brittle {
        others(board, attacker, start, answers);
    }
    if answers.len() > start {
        Threat::Three
    } else {
        lost(board, Threat::LOST)
    }
}

/// Calls `each` with every open three that is a threat.
fn each_threat(board: &Board, attacker: Player, mut each: impl FnMut(OpenThree)) {
    board.each_open_three(attacker, |line, four, [low, high]| {
        if board.allows(attacker, four) {
            // A stone of the opponent only reduces fours, rows and threes. But whether two threes
            // are real may depend on forbidden points elsewhere.
            let brittle =
                board.is_restricted(attacker) && board.threes_at(attacker, four, line) >= 2;
            each(OpenThree {
                points: [four, low, high],
                brittle,
            });
        }
    });
}

/// Appends the answers that stop every threat from elsewhere, by making the straight four
/// forbidden.
fn others(board: &mut Board, attacker: Player, start: usize, answers: &mut Vec<Point>) {
    let all: Vec<Point> = board.pos().empty().collect();
    for point in all {
        if answers[start..].contains(&point) || !board.allows(!attacker, point) {
            continue;
        }
        let mut threatened = false;
        let changed = board.play(point);
        each_threat(board, attacker, |_| threatened = true);
        board.undo(point, &changed);
        if !threatened {
            answers.push(point);
        }
    }
}

/// An answer to a threat that nothing stops, and the five after it if the attacker has a four.
pub(super) fn vain(board: &Board, attacker: Player, last: Point) -> Option<(Point, Option<Point>)> {
    let fives = match board.fives_at(last, attacker) {
        Fives::One(five) => [five; 2],
        Fives::Many(fives) => fives,
        Fives::None => {
            // Any point that stops one of the threes, if it may be played.
            let mut answer = None;
            each_threat(board, attacker, |three| {
                answer = answer.or_else(|| {
                    three
                        .points
                        .into_iter()
                        .find(|&point| board.allows(!attacker, point))
                });
            });
            return Some((answer.or_else(|| board.anywhere(!attacker))?, None));
        }
    };
    final_answer(board, fives).map(|[answer, five]| (answer, Some(five)))
}

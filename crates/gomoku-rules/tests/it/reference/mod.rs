//! Renju's forbidden points, slowly and to the letter of the rules: a board of characters, and
//! every definition asked as it is written, with nothing shared with the crate.

use std::collections::BTreeSet;

/// A board: `X`, `O` or `.` by row and column.
pub type Board = Vec<Vec<char>>;
type At = (i32, i32);

const DIRECTIONS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn get(board: &Board, (x, y): At) -> char {
    let inside = |n: i32| (0..board.len() as i32).contains(&n);
    if inside(x) && inside(y) {
        board[y as usize][x as usize]
    } else {
        '#'
    }
}

/// The board with one more stone.
fn with(board: &Board, (x, y): At, stone: char) -> Board {
    let mut board = board.clone();
    board[y as usize][x as usize] = stone;
    board
}

/// The unbroken row of `stone` through `at`, from end to end.
fn row(board: &Board, at: At, (dx, dy): At, stone: char) -> Vec<At> {
    let along = |sign: i32| {
        (1..)
            .map(move |i| (at.0 + sign * i * dx, at.1 + sign * i * dy))
            .take_while(|&at| get(board, at) == stone)
            .collect::<Vec<_>>()
    };
    assert_eq!(get(board, at), stone);
    let mut row = along(-1);
    row.reverse();
    row.push(at);
    row.extend(along(1));
    row
}

/// Whether the stone at `at` stands in a row that wins: of exactly five, or of five or more.
pub fn wins(board: &Board, at: At, stone: char, exact: bool) -> bool {
    let lengths = DIRECTIONS.map(|direction| row(board, at, direction, stone).len());
    lengths
        .iter()
        .any(|&length| if exact { length == 5 } else { length >= 5 })
}

/// The empty points of the whole line through `at`.
fn empty_on_line(board: &Board, at: At, (dx, dy): At) -> Vec<At> {
    (-20..=20)
        .map(|i| (at.0 + i * dx, at.1 + i * dy))
        .filter(|&p| get(board, p) == '.')
        .collect()
}

/// The fours that hold the stone at `at`, each as its four stones, with the points that make each a
/// five.
fn fours(board: &Board, at: At, direction: At) -> Vec<(BTreeSet<At>, BTreeSet<At>)> {
    let mut fours: Vec<(BTreeSet<At>, BTreeSet<At>)> = Vec::new();
    for point in empty_on_line(board, at, direction) {
        let five = row(&with(board, point, 'X'), point, direction, 'X');
        if five.len() != 5 || !five.contains(&at) {
            continue;
        }
        let stones: BTreeSet<At> = five.into_iter().filter(|&p| p != point).collect();
        match fours.iter_mut().find(|(other, _)| *other == stones) {
            Some((_, points)) => {
                points.insert(point);
            }
            None => fours.push((stones, BTreeSet::from([point]))),
        }
    }
    fours
}

/// Whether the stones at `at` and `point` stand in one straight four.
fn straight_four(board: &Board, at: At, point: At, direction: At) -> bool {
    fours(board, at, direction)
        .iter()
        .any(|(stones, ends)| stones.contains(&point) && ends.len() == 2)
}

/// What is forbidden about a black stone at the empty point `at`.
pub fn forbidden(board: &Board, at: At) -> Option<&'static str> {
    let board = with(board, at, 'X');
    if wins(&board, at, 'X', true) {
        return None;
    }
    if DIRECTIONS
        .iter()
        .any(|&direction| row(&board, at, direction, 'X').len() > 5)
    {
        return Some("OL");
    }
    if DIRECTIONS
        .iter()
        .map(|&direction| fours(&board, at, direction).len())
        .sum::<usize>()
        >= 2
    {
        return Some("44");
    }
    // A three can become a straight four by a stone that makes no five and is not forbidden.
    let real_three = |direction: At| {
        fours(&board, at, direction).is_empty()
            && empty_on_line(&board, at, direction)
                .into_iter()
                .any(|point| {
                    let next = with(&board, point, 'X');
                    straight_four(&next, at, point, direction)
                        && !wins(&next, point, 'X', true)
                        && forbidden(&board, point).is_none()
                })
    };
    (DIRECTIONS
        .into_iter()
        .filter(|&direction| real_three(direction))
        .count()
        >= 2)
        .then_some("33")
}

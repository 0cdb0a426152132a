//! The points near the stones.

use super::Patterns;
use crate::gomoku::points::PointSet;
use game_core::Player;
use gomoku_rules::{Gomoku, Point};
use std::ops::Range;

impl Patterns {
    /// The points within the radius of a stone, in king's steps, including occupied ones. With one
    /// stone on the board the radius is 1, and on an empty board only the centre is near.
    #[inline]
    pub fn near(&self, pos: &Gomoku) -> PointSet {
        match pos.stones() {
            0 => {
                let middle = pos.rules().size() / 2;
                Point::new(middle, middle).into_iter().collect()
            }
            1 => near_to(pos, self.radius.min(1)),
            _ => self.near,
        }
    }
}

/// The points within `radius` of a stone.
pub(super) fn near_to(pos: &Gomoku, radius: u32) -> PointSet {
    let stones = Player::BOTH
        .into_iter()
        .flat_map(|player| pos.points(player));
    let mut near = PointSet::default();
    for point in stones {
        let (rows, span) = reach_of(pos, point, radius);
        near.rows[rows].iter_mut().for_each(|row| *row |= span);
    }
    near
}

/// The rows within `radius` of a point, and the columns as bits.
#[inline]
pub(super) fn reach_of(pos: &Gomoku, point: Point, radius: u32) -> (Range<usize>, u32) {
    let row = usize::from(point.row());
    let radius_rows = radius as usize;
    let rows =
        row.saturating_sub(radius_rows)..usize::from(pos.rules().size()).min(row + radius_rows + 1);
    let span = ((1_u64 << (2 * radius + 1)) - 1) << point.col() >> radius;
    (rows, span as u32 & pos.lines().on_board(0))
}

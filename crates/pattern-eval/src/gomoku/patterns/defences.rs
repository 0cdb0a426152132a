//! The moves that stop a threatened straight four.

use super::{Patterns, around, cell};
use crate::gomoku::{points::PointSet, shape::Shape, threat::Threat};
use game_core::{Player, Position};
use gomoku_rules::{Gomoku, Point, line::Place};

impl Patterns {
    /// The empty points where a stone of the opponent prevents all straight fours and double fours
    /// that `player` could make next, which have no answer once they are made. Legality is not
    /// checked.
    ///
    /// Points forbidden to `player` are no threats, and a stone that makes one forbidden is a
    /// defence too. `None` if there is no threat.
    pub fn defences(&self, pos: &Gomoku, player: Player) -> Option<PointSet> {
        let mut all: Option<PointSet> = None;
        for point in self.points(player, Threat::StraightFour).iter() {
            let defences = self.defences_at(pos, player, point);
            all = Some(all.map_or(defences, |all| all.and(&defences)));
        }
        all
    }

    /// The points where a stone prevents a straight four or double four of `player` on `point`.
    fn defences_at(&self, pos: &Gomoku, player: Player, point: Point) -> PointSet {
        let i = player.index();
        let shapes = cell::halves(self.cells[cell::number(point)].shapes)[player.index()];
        let mut defences = PointSet::default();
        defences.insert(point);
        for (direction, place) in Place::all(point).into_iter().enumerate() {
            let shift = 4 * direction as u32;
            if shapes >> shift & 15 < Shape::Four as u16 {
                continue;
            }
            let mut cells = around(pos, place, self.reach);
            while cells != 0 {
                let bit = cells & cells.wrapping_neg();
                cells ^= bit;
                let mut stones = Player::BOTH.map(|player| pos.lines().stones(place.line, player));
                stones[1 - i] |= bit;
                let cut = self.cut(pos, place.line, stones);
                let shape = self.tables[i].shape(cut.windows(place.bit)[i]);
                let left = shapes & !(15 << shift) | (shape as u16) << shift;
                if self.judgement.points(self.renju[i])[usize::from(left)].threat()
                    < Threat::StraightFour
                {
                    defences.insert(
                        Place {
                            bit: bit.trailing_zeros(),
                            ..place
                        }
                        .point(),
                    );
                }
            }
        }
        if self.cells[cell::number(point)].worth[i].is_doubtful() {
            forbid(pos, player, point, &mut defences);
        }
        defences
    }
}

/// Adds the points where a stone of the opponent makes `point` forbidden to `player`: one of the
/// threes there may become real through a stone on another line. This is so rare that every point
/// is tried.
#[cold]
fn forbid(pos: &Gomoku, player: Player, point: Point, defences: &mut PointSet) {
    let mut pos = pos.clone();
    if pos.turn() == player {
        pos.play(Point::NULL);
    }
    for stone in PointSet::of_rows(|row| pos.lines().empty(row)).iter() {
        pos.play(stone);
        if pos.forbidden_at(point).is_some() {
            defences.insert(stone);
        }
        pos.undo(stone, ());
    }
}

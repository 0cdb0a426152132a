//! The search for continuous fours.

use super::{Memory, table::Table};
use crate::gomoku::{
    board::{Board, Fives, through},
    meter::{Meter, Stopped},
    root::Root,
};
use game_core::{Player, Position};
use gomoku_rules::{Gomoku, Point};

/// A point that makes a four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    point: Point,
    /// The point that then makes five.
    five: Point,
    rank: Rank,
}

/// The order of fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Far,
    /// On a line with the last four's stone.
    Near,
    /// Two fours at once.
    Double,
}

/// The result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Win,
    /// No win by this many fours.
    NotSoon,
    /// No win by any number.
    Never,
}

/// Depth-first search for a win by fours.
pub(in crate::gomoku) struct Search<'a, 'b> {
    board: &'a mut Board,
    attacker: Player,
    table: &'a mut Table,
    stack: &'a mut Vec<Four>,
    pub(in crate::gomoku) line: &'a mut Vec<Point>,
    meter: &'a mut Meter<'b>,
}

impl<'a, 'b> Search<'a, 'b> {
    /// In the table: there is no win by any number.
    const NEVER: u16 = u16::MAX;

    pub(in crate::gomoku) fn new(
        memory: &'a mut Memory,
        board: &'a mut Board,
        meter: &'a mut Meter<'b>,
    ) -> Self {
        let Memory { table, stack, line } = memory;
        let attacker = board.turn();
        Self {
            board,
            attacker,
            table,
            stack,
            line,
            meter,
        }
    }

    /// Whether the attacker wins, who cannot make five at once, must play on `must` if there is
    /// such a point, and whose last stone was `last`. Appends a win's line from its end.
    fn attack(
        &mut self,
        key: u64,
        must: Option<Point>,
        last: Point,
        fours: u16,
    ) -> Result<Found, Stopped> {
        self.meter.count()?;
        let start = self.stack.len();
        self.collect(start, must, last);
        let found = self.each(key, start, fours);
        self.stack.truncate(start);
        match found? {
            Found::Win => {}
            Found::NotSoon => self.table.store(key, fours),
            Found::Never => self.table.store(key, Self::NEVER),
        }
        found
    }

    /// The known result of a position by its key.
    #[inline(always)]
    fn known(&self, key: u64, fours: u16) -> Option<Found> {
        let known = self.table.probe(key);
        let found = if known == Self::NEVER {
            Found::Never
        } else {
            Found::NotSoon
        };
        (known >= fours).then_some(found)
    }

    /// Tries the fours from `start` on, the best first.
    fn each(&mut self, key: u64, start: usize, fours: u16) -> Result<Found, Stopped> {
        let mut found = Found::Never;
        for rank in [Rank::Double, Rank::Near, Rank::Far] {
            for at in start..self.stack.len() {
                let four = self.stack[at];
                if four.rank != rank {
                    continue;
                }
                match self.four(key, four, fours)? {
                    Found::Win => return Ok(Found::Win),
                    Found::NotSoon => found = Found::NotSoon,
                    Found::Never => {}
                }
            }
        }
        Ok(found)
    }

    /// The result of a four.
    fn four(&mut self, key: u64, four: Four, fours: u16) -> Result<Found, Stopped> {
        let defender = !self.attacker;
        // A last four must leave no answer.
        if fours == 1 && four.rank != Rank::Double && !self.board.is_restricted(defender) {
            return Ok(Found::NotSoon);
        }
        // Most fours transpose to a known position, so nothing needs to be played. But an answer
        // that was allowed there may be forbidden here.
        let next = key
            ^ Gomoku::stone_key(four.point, self.attacker)
            ^ Gomoku::stone_key(four.five, defender);
        let known = if four.rank == Rank::Double || fours == 1 {
            None
        } else {
            self.known(next, fours - 1)
        };
        if let Some(found) = known
            && !self.board.is_restricted(defender)
        {
            return Ok(found);
        }
        if !self.board.allows(self.attacker, four.point) {
            return Ok(Found::Never);
        }
        let changed = self.board.play(four.point);
        let found = match self.board.fives_at(four.point, self.attacker) {
            Fives::Many(fives) => self.last(fives),
            _ if !self.board.allows(defender, four.five) => self.last([four.five; 2]),
            _ if fours == 1 => Ok(Found::NotSoon),
            _ => match known {
                Some(found) => Ok(found),
                None => self.answer(next, four, fours),
            },
        };
        self.board.undo(four.point, &changed);
        if found == Ok(Found::Win) {
            self.line.push(four.point);
        }
        found
    }

    /// The defender's only answer.
    fn answer(&mut self, key: u64, four: Four, fours: u16) -> Result<Found, Stopped> {
        let changed = self.board.play(four.five);
        let found = match self.board.fives_at(four.five, !self.attacker) {
            Fives::None => self.attack(key, None, four.point, fours - 1),
            Fives::One(must) => self.attack(key, Some(must), four.point, fours - 1),
            Fives::Many(_) => Ok(Found::Never),
        };
        self.board.undo(four.five, &changed);
        if found == Ok(Found::Win) {
            self.line.push(four.five);
        }
        found
    }

    /// The defender cannot stop both of `fives`, or may not stop the one: a win, unless there is no
    /// legal point at all.
    fn last(&mut self, fives: [Point; 2]) -> Result<Found, Stopped> {
        let Some([answer, five]) = final_answer(self.board, fives) else {
            return Ok(Found::Never);
        };
        self.line.extend([five, answer]);
        Ok(Found::Win)
    }

    /// Appends the attacker's fours, each point once.
    fn collect(&mut self, start: usize, must: Option<Point>, last: Point) {
        let near = through(last);
        let within = must.map_or(u128::MAX, through);
        let stack = &mut *self.stack;
        self.board
            .each_four(self.attacker, within, |line, point, five| {
                if must.is_some_and(|must| must != point) {
                    return;
                }
                let rank = if near >> line & 1 == 1 {
                    Rank::Near
                } else {
                    Rank::Far
                };
                match stack[start..].iter_mut().find(|four| four.point == point) {
                    Some(known) if known.five != five => known.rank = Rank::Double,
                    Some(known) => known.rank = known.rank.max(rank),
                    None => stack.push(Four { point, five, rank }),
                }
            });
    }
}

impl Root for Search<'_, '_> {
    /// The most fours; the value above means no win by any number.
    const ENDLESS: u16 = u16::MAX - 1;

    fn below(plies: usize) -> impl Iterator<Item = u16> {
        1..(plies / 2) as u16
    }

    /// Whether the attacker, who is to move, wins by at most this many fours; if so, `line` has the
    /// win.
    fn root(&mut self, fours: u16) -> Result<bool, Stopped> {
        self.line.clear();
        self.stack.clear();
        if let Fives::One(five) | Fives::Many([five, _]) = self.board.fives(self.attacker) {
            self.line.push(five);
            return Ok(true);
        }
        if !self.board.has_four(self.attacker) {
            return Ok(false);
        }
        let key = self.board.pos().key();
        let found = match (self.known(key, fours), self.board.fives(!self.attacker)) {
            (Some(found), _) => found,
            (None, Fives::None) => self.attack(key, None, Point::NULL, fours)?,
            (None, Fives::One(must)) => self.attack(key, Some(must), Point::NULL, fours)?,
            (None, Fives::Many(_)) => Found::Never,
        };
        self.line.reverse();
        Ok(found == Found::Win)
    }

    fn line(&mut self) -> &mut Vec<Point> {
        self.line
    }
}

/// An answer of the player to move, who cannot stop both of the opponent's `fives`, and the five
/// after it; `None` without a legal point.
pub(in crate::gomoku) fn final_answer(board: &Board, fives: [Point; 2]) -> Option<[Point; 2]> {
    let [first, second] = fives;
    let player = board.turn();
    if first != second && board.allows(player, first) {
        Some([first, second])
    } else if first != second && board.allows(player, second) {
        Some([second, first])
    } else {
        Some([board.anywhere(player)?, first])
    }
}

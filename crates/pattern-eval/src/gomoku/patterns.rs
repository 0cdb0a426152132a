use super::{
    points::PointSet,
    shape::Shape,
    threat::Threat,
    weights::{self, Judgement, WEIGHTS},
    window::{Cut, REACH, Table},
};
use crate::{Explain, Term, Weight, Weighted};
use game_core::{Evaluator, Player, Position, Score};
use gomoku_rules::{Gomoku, MAX_SIZE, Point, Rule, Rules, line::Place};
use std::sync::Arc;

/// Cells are numbered in rows of 32, so that a step along each direction is a step in the numbers.
const CELLS: usize = 32 * MAX_SIZE as usize;
const STEPS: [i32; 4] = [1, 32, 33, -31];

/// What a stone of either player would make of every empty point, kept up to date move by move; and what that is worth.
///
/// For each point, direction and player a [`Shape`], looked up by what stands in the window around the point; for each point
/// and player the [`Threat`] that the four shapes are together; the points by threat, for a search to choose its moves from;
/// and the points near the stones. A move changes what lies within four cells of it along four lines (five where only exactly
/// five win), at some hundred nanoseconds with all that depends on it; taking it back costs less.
///
/// The value is the sum of what the points are worth, and of what the best threats are worth to whoever is to move, by
/// [weights](Weighted) known by name.
///
/// Cloning copies some kilobytes and shares the tables. Nothing is allocated after the first moves.
///
/// ```
/// use game_core::{Evaluator, Line, Notation, Player};
/// use gomoku_rules::{Gomoku, Rules};
/// use pattern_eval::gomoku::{Patterns, Shape, Threat};
/// let pos = Gomoku::parse("X:h8i8j8 O:a1a2 turn:X", &Rules::default())?;
/// let mut patterns = Patterns::default();
/// let mut line = Line::new(pos, &mut patterns);
/// assert_eq!(line.eval().best(Player::First), Threat::StraightFour, "within a move");
/// assert_eq!(line.eval().shapes("k8".parse()?, Player::First)[0], Shape::StraightFour);
/// let four = line.play("k8".parse()?);
/// let fives: Vec<_> = four.eval().points(Player::First, Threat::Five).iter().collect();
/// assert_eq!(fives, ["g8".parse()?, "l8".parse()?]);
/// drop(four);
/// assert!(line.eval().points(Player::First, Threat::Five).is_empty());
/// # Ok::<(), gomoku_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    judgement: Arc<Judgement>,
    /// By player.
    tables: [&'static Table; 2],
    /// By player, whether renju forbids him anything.
    renju: [bool; 2],
    /// How far a shape may reach from a stone.
    reach: u32,
    /// How far from a stone a point is near, in a king's steps.
    radius: u32,
    /// By cell: the first player's four shapes in the low half, four bits each, and the second player's in the high one.
    shapes: [u32; CELLS],
    sums: [i32; 2],
    /// By player and threat, how many points there are, and a bit for each threat that there is.
    counts: [[u16; 16]; 2],
    present: [u32; 2],
    /// By player: the points of [`Threat::Five`], of [`Threat::StraightFour`], and of other fours.
    points: [[PointSet; 3]; 2],
    /// The points near a stone, the stones among them.
    near: PointSet,
    /// What was before, cell by cell, for every move played since the reset.
    past: Vec<(u16, u32)>,
    moves: Vec<Mark>,
}

/// Where a move's changes begin, and the rows of points near it before.
#[derive(Clone, Copy, Debug)]
struct Mark {
    changes: u32,
    near: [u32; 2 * Patterns::RADII as usize + 1],
}

/// The set of a threat among a player's, if it has one.
const fn set_of(threat: u32) -> Option<usize> {
    match Threat::of(threat) {
        Threat::Five => Some(0),
        Threat::StraightFour => Some(1),
        Threat::FourThree | Threat::FourTwo | Threat::Four => Some(2),
        _ => None,
    }
}

#[inline]
fn cell(point: Point) -> usize {
    usize::from(point.row()) << 5 | usize::from(point.col())
}

#[inline]
fn halves(shapes: u32) -> [u16; 2] {
    [shapes as u16, (shapes >> 16) as u16]
}

impl Patterns {
    /// The radius of what is near, by default: every point that touches a line of threes.
    pub const RADIUS: u32 = 2;
    /// The greatest radius.
    pub const RADII: u32 = 4;

    /// Patterns that take points for near up to `radius`, at most [`RADII`](Self::RADII), from a stone.
    pub fn with_radius(radius: u32) -> Self {
        let rules = Rules::default();
        let mut patterns = Self {
            judgement: Judgement::shared(),
            tables: [Table::shared(false); 2],
            renju: [false; 2],
            reach: REACH - 1,
            radius: radius.min(Self::RADII),
            shapes: [0; CELLS],
            sums: [0; 2],
            counts: [[0; 16]; 2],
            present: [0; 2],
            points: [[PointSet::default(); 3]; 2],
            near: PointSet::default(),
            past: Vec::with_capacity(1 << 12),
            moves: Vec::with_capacity(Point::INDICES),
        };
        patterns.reset(&Gomoku::new(rules));
        patterns
    }

    /// The greatest threat that `player` can make with one stone.
    #[inline]
    pub fn best(&self, player: Player) -> Threat {
        Threat::of(self.present[player.index()].checked_ilog2().unwrap_or(0))
    }

    /// The points where a stone of `player` makes a five; a straight four or two fours; or, whichever of them is asked for,
    /// one four with or without more. Of other threats there is no set.
    ///
    /// # Panics
    /// If `threat` is less than [`Threat::Four`].
    #[inline]
    pub fn points(&self, player: Player, threat: Threat) -> &PointSet {
        let set = set_of(threat as u32).expect("a four or more");
        &self.points[player.index()][set]
    }

    /// How many points there are at which a stone of `player` makes just this threat.
    #[inline]
    pub fn count(&self, player: Player, threat: Threat) -> u32 {
        self.counts[player.index()][threat as usize].into()
    }

    /// What a stone of `player` on `point` makes along each [`Direction`](gomoku_rules::line::Direction); nothing where there is one already.
    #[inline]
    pub fn shapes(&self, point: Point, player: Player) -> [Shape; 4] {
        weights::unpack(halves(self.shapes[cell(point)])[player.index()])
    }

    /// What a stone of `player` on `point` threatens, and what the evaluation counts the point for.
    #[inline]
    pub fn threat(&self, point: Point, player: Player) -> (Threat, i32) {
        let i = player.index();
        let (threat, value) = self.judgement.point(halves(self.shapes[cell(point)])[i], self.renju[i]);
        (Threat::of(threat), value)
    }

    /// The points within the radius of a stone, a king's steps away at most, those with a stone among them. With one stone
    /// on the board the radius is 1, and on an empty board the centre alone is near.
    #[inline]
    pub fn near(&self, pos: &Gomoku) -> PointSet {
        match pos.stones() {
            0 => {
                let middle = pos.rules().size() / 2;
                Point::new(middle, middle).into_iter().collect()
            }
            1 => self.near_to(pos, self.radius.min(1)),
            _ => self.near,
        }
    }

    /// The empty points where a stone of his opponent takes from `player` all the straight fours and double fours that he
    /// could make next: none has an answer once it is made. Those that may be played at all are told by the rules.
    ///
    /// Points that are forbidden to `player` threaten nothing. `None` if nothing is threatened.
    pub fn defences(&self, pos: &Gomoku, player: Player) -> Option<PointSet> {
        let mut all: Option<PointSet> = None;
        for point in self.points(player, Threat::StraightFour).iter() {
            if player == Player::First && pos.forbidden_at(point).is_some() {
                continue;
            }
            let defences = self.defences_at(pos, player, point);
            all = Some(all.map_or(defences, |all| all.and(&defences)));
        }
        all
    }

    /// Where a stone keeps `player` from making a straight four or a double four on `point`.
    fn defences_at(&self, pos: &Gomoku, player: Player, point: Point) -> PointSet {
        let (i, shapes) = (player.index(), halves(self.shapes[cell(point)])[player.index()]);
        let mut defences = PointSet::default();
        defences.insert(point);
        for (direction, place) in Place::all(point).into_iter().enumerate() {
            let shift = 4 * direction as u32;
            if shapes >> shift & 15 < Shape::Four as u16 {
                continue;
            }
            let mut cells = self.around(pos, place);
            while cells != 0 {
                let bit = cells & cells.wrapping_neg();
                cells ^= bit;
                let mut stones = Player::BOTH.map(|player| pos.lines().stones(place.line, player));
                stones[1 - i] |= bit;
                let cut = Cut::new(stones, pos.lines().on_board(place.line), self.reach);
                let shape = self.tables[i].shape(cut.windows(place.bit)[i]);
                let left = shapes & !(15 << shift) | (shape as u16) << shift;
                if self.judgement.point(left, self.renju[i]).0 < Threat::StraightFour as u32 {
                    defences.insert(Place { bit: bit.trailing_zeros(), ..place }.point());
                }
            }
        }
        defences
    }

    /// The empty points of a place's line whose windows it is in, as bits; itself left out.
    #[inline]
    fn around(&self, pos: &Gomoku, place: Place) -> u32 {
        let window = ((1_u64 << (2 * self.reach + 1)) - 1) << place.bit >> self.reach;
        pos.lines().empty(place.line) & window as u32 & !(1 << place.bit)
    }

    fn near_to(&self, pos: &Gomoku, radius: u32) -> PointSet {
        let stones = Player::BOTH.into_iter().flat_map(|player| pos.points(player));
        let mut near = PointSet::default();
        for point in stones {
            let (rows, span) = reach_of(pos, point, radius);
            near.rows[rows].iter_mut().for_each(|row| *row |= span);
        }
        near
    }

    /// The line of a place, to read windows from.
    #[inline]
    fn look(&self, pos: &Gomoku, place: Place) -> Cut {
        let stones = Player::BOTH.map(|player| pos.lines().stones(place.line, player));
        Cut::new(stones, pos.lines().on_board(place.line), self.reach)
    }

    /// Both players' shapes on the point `bit` of a line, as they are kept.
    #[inline]
    fn shapes_at(&self, cut: &Cut, bit: u32) -> u32 {
        let [first, second] = cut.windows(bit);
        self.tables[0].shape(first) | self.tables[1].shape(second) << 16
    }

    /// Gives `cell` these shapes, and returns those it had.
    #[inline]
    fn set(&mut self, cell: usize, shapes: u32) -> u32 {
        let old = std::mem::replace(&mut self.shapes[cell], shapes);
        for (i, (was, is)) in halves(old).into_iter().zip(halves(shapes)).enumerate() {
            if was == is {
                continue;
            }
            let (was, less) = self.judgement.point(was, self.renju[i]);
            let (is, more) = self.judgement.point(is, self.renju[i]);
            self.sums[i] += more - less;
            if was != is {
                self.moved(i, cell, was, is);
            }
        }
        old
    }

    /// A point has become one of another threat.
    #[inline]
    fn moved(&mut self, i: usize, cell: usize, was: u32, is: u32) {
        let counts = &mut self.counts[i];
        counts[was as usize & 15] -= 1;
        counts[is as usize & 15] += 1;
        self.present[i] = self.present[i] & !(1 << was) | u32::from(counts[was as usize & 15] != 0) << was | 1 << is;
        let (was, is) = (set_of(was), set_of(is));
        if was != is {
            for set in [was, is].into_iter().flatten() {
                self.points[i][set].toggle(cell);
            }
        }
    }
}

/// The rows within `radius` of a point, and the columns as bits.
#[inline]
fn reach_of(pos: &Gomoku, point: Point, radius: u32) -> (std::ops::Range<usize>, u32) {
    let (row, radius_rows) = (usize::from(point.row()), radius as usize);
    let rows = row.saturating_sub(radius_rows)..usize::from(pos.rules().size()).min(row + radius_rows + 1);
    let span = ((1_u64 << (2 * radius + 1)) - 1) << point.col() >> radius;
    (rows, span as u32 & pos.lines().on_board(0))
}

impl Default for Patterns {
    fn default() -> Self {
        Self::with_radius(Self::RADIUS)
    }
}

impl Evaluator<Gomoku> for Patterns {
    fn reset(&mut self, pos: &Gomoku) {
        let rule = pos.rules().rule();
        self.tables = Player::BOTH.map(|player| Table::shared(rule.exact(player)));
        self.renju = Player::BOTH.map(|player| rule == Rule::Renju && player == Player::First);
        self.reach = if rule == Rule::Freestyle { REACH - 1 } else { REACH };
        self.shapes = [0; CELLS];
        self.sums = [0; 2];
        self.points = [[PointSet::default(); 3]; 2];
        // Every cell counts, beyond the board too: where there is nothing to be made.
        self.counts = [[0; 16]; 2];
        self.counts.iter_mut().for_each(|counts| counts[Threat::Nothing as usize] = CELLS as u16);
        self.present = [1; 2];
        self.near = self.near_to(pos, self.radius);
        self.past.clear();
        self.moves.clear();
        for point in pos.empty() {
            let along = |(direction, place)| self.shapes_at(&self.look(pos, place), place.bit) << (4 * direction);
            let shapes = Place::all(point).into_iter().enumerate().map(along).fold(0, |all, shapes| all | shapes);
            self.set(cell(point), shapes);
        }
    }

    #[inline]
    fn played(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let mut mark = Mark { changes: self.past.len() as u32, near: Default::default() };
        let (rows, span) = reach_of(pos, mv, self.radius);
        for (row, kept) in self.near.rows[rows].iter_mut().zip(&mut mark.near) {
            *kept = *row;
            *row |= span;
        }
        self.moves.push(mark);
        let here = cell(mv);
        let old = self.set(here, 0);
        self.past.push((here as u16, old));
        for (direction, place) in Place::all(mv).into_iter().enumerate() {
            let cut = self.look(pos, place);
            let mut bits = self.around(pos, place);
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let at = (here as i32 + (bit as i32 - place.bit as i32) * STEPS[direction]) as usize;
                let shift = 4 * direction as u32;
                let old = self.shapes[at];
                let new = old & !(0x000f_000f << shift) | self.shapes_at(&cut, bit) << shift;
                if new != old {
                    self.past.push((at as u16, old));
                    self.set(at, new);
                }
            }
        }
    }

    #[inline]
    fn undone(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let Some(mark) = self.moves.pop() else {
            // Nothing is remembered of moves from before the reset.
            let mut before = pos.clone();
            before.undo(mv, ());
            return self.reset(&before);
        };
        let (rows, _) = reach_of(pos, mv, self.radius);
        for (row, kept) in self.near.rows[rows].iter_mut().zip(mark.near) {
            *row = kept;
        }
        while self.past.len() > mark.changes as usize
            && let Some((cell, shapes)) = self.past.pop()
        {
            self.set(cell.into(), shapes);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> Score {
        let (own, other) = (pos.turn(), !pos.turn());
        let points = self.sums[own.index()] - self.sums[other.index()];
        Score::eval(points + self.judgement.turn(self.best(own), self.best(other)))
    }
}

impl Explain<Gomoku> for Patterns {
    fn terms(&mut self, pos: &Gomoku) -> Vec<Term> {
        let mut counts = [0; WEIGHTS.len()];
        for (player, sign) in [(pos.turn(), 1), (!pos.turn(), -1)] {
            for point in pos.empty() {
                let (threat, _) = self.threat(point, player);
                if threat != Threat::Forbidden {
                    let lines = self.shapes(point, player).into_iter().filter_map(weights::of_shape);
                    lines.chain(weights::of_threat(threat)).for_each(|index| counts[index] += sign);
                }
            }
        }
        weights::of_turn(self.best(pos.turn()), self.best(!pos.turn())).for_each(|index| counts[index] += 1);
        let valued = WEIGHTS.iter().zip(self.judgement.values).zip(counts);
        valued.map(|((weight, value), count)| Term { name: weight.name, value: f64::from(count * value) }).collect()
    }
}

impl Weighted for Patterns {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn with_weights(self, values: &[i32]) -> Self {
        let mut all = self.judgement.values;
        all.iter_mut().zip(values).for_each(|(value, &given)| *value = given);
        Self { judgement: Judgement::valued(all), ..self }
    }
}

#[cfg(test)]
mod tests;

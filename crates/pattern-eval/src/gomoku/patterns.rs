use super::{
    points::PointSet,
    shape::Shape,
    threat::Threat,
    weights::{self, Judgement, WEIGHTS},
    window::{Cut, REACH, SEEN, Table},
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
    /// By direction and cell: the windows around an empty point, the first player's in the low half. Those around a stone are
    /// what they were when it was put there.
    windows: [[u32; CELLS]; 4],
    /// By cell: the first player's four shapes in the low half, four bits each, and the second player's in the high one.
    shapes: [u32; CELLS],
    /// By cell and player: the threat in the low byte, and above it what the point is worth.
    worth: [[i32; 2]; CELLS],
    totals: Totals,
    /// The points near a stone, the stones among them.
    near: PointSet,
    /// What was before, cell by cell, for every move played since the reset.
    past: Vec<Past>,
    moves: Vec<Mark>,
}

/// What all the points are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Totals {
    tally: Tally,
    /// By player: the points of [`Threat::Five`], of [`Threat::StraightFour`], and of other fours.
    points: [[PointSet; 3]; 2],
}

/// By player, what the points are worth together, and how many there are of each threat.
///
/// The counts share a word, eleven bits each, so that they are kept in registers while a line is gone along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tally {
    sums: [i32; 2],
    counts: [u128; 2],
}

/// What a cell was before a move.
#[derive(Clone, Copy, Debug)]
struct Past {
    cell: u16,
    shapes: u32,
    worth: [i32; 2],
}

/// Where a move's changes begin, and what there was before it: the totals, and the rows of points near it.
#[derive(Clone, Copy, Debug)]
struct Mark {
    changes: u32,
    totals: Totals,
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
            windows: [[0; CELLS]; 4],
            shapes: [0; CELLS],
            worth: [[0; 2]; CELLS],
            totals: Totals::NONE,
            near: PointSet::default(),
            past: Vec::with_capacity(1 << 12),
            moves: Vec::with_capacity(Point::INDICES),
        };
        patterns.reset(&Gomoku::new(rules));
        patterns
    }

    /// The same patterns, with points taken for near up to `radius`, at most [`RADII`](Self::RADII), from a stone. The next
    /// [reset](Evaluator::reset) heeds it.
    pub fn within(self, radius: u32) -> Self {
        Self { radius: radius.min(Self::RADII), ..self }
    }

    /// The greatest threat that `player` can make with one stone.
    #[inline]
    pub fn best(&self, player: Player) -> Threat {
        self.totals.tally.best(player.index())
    }

    /// The points where a stone of `player` makes a five; a straight four or two fours; or, whichever of them is asked for,
    /// one four with or without more. Of other threats there is no set.
    ///
    /// # Panics
    /// If `threat` is less than [`Threat::Four`].
    #[inline]
    pub fn points(&self, player: Player, threat: Threat) -> &PointSet {
        let set = set_of(threat as u32).expect("a four or more");
        &self.totals.points[player.index()][set]
    }

    /// How many points there are at which a stone of `player` makes just this threat; of [`Threat::Nothing`] they are not
    /// counted.
    #[inline]
    pub fn count(&self, player: Player, threat: Threat) -> u32 {
        self.totals.tally.count(player.index(), threat)
    }

    /// What a stone of `player` on `point` makes along each [`Direction`](gomoku_rules::line::Direction); nothing where there is one already.
    #[inline]
    pub fn shapes(&self, point: Point, player: Player) -> [Shape; 4] {
        weights::unpack(halves(self.shapes[cell(point)])[player.index()])
    }

    /// What a stone of `player` on `point` threatens, and what the evaluation counts the point for.
    #[inline]
    pub fn threat(&self, point: Point, player: Player) -> (Threat, i32) {
        let worth = self.worth[cell(point)][player.index()];
        (Threat::of((worth & 0xff) as u32), worth >> 8)
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
                if (self.judgement.point(left, self.renju[i]) & 0xff) < Threat::StraightFour as i32 {
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

    /// Both players' shapes where these are their windows.
    #[inline]
    fn shapes_in(&self, windows: u32) -> u32 {
        let [first, second] = halves(windows);
        self.tables[0].shape(first) | self.tables[1].shape(second) << 16
    }

    /// Gives `cell` these shapes, and remembers what it was.
    #[inline(always)]
    fn change(&mut self, cell: usize, shapes: u32, tally: &mut Tally) {
        let (old, was) = (self.shapes[cell], self.worth[cell]);
        self.past.push(Past { cell: cell as u16, shapes: old, worth: was });
        self.set(cell, shapes, tally);
    }

    /// Gives `cell` these shapes.
    #[inline(always)]
    fn set(&mut self, cell: usize, shapes: u32, tally: &mut Tally) {
        self.shapes[cell] = shapes;
        // Most often both players' change, so that to ask would cost more than it saves.
        let worth = self.judgement.points(shapes, self.renju);
        let was = std::mem::replace(&mut self.worth[cell], worth);
        tally.change(was, worth);
        for i in [0, 1] {
            let (was, is) = (was[i] as u32 & 15, worth[i] as u32 & 15);
            if was.max(is) >= Threat::Four as u32 && was != is {
                self.totals.moved(i, cell, was, is);
            }
        }
    }

    /// A stone of `player` comes on a place's point: the windows of the empty points around it on that line see it.
    #[inline]
    fn see(&mut self, pos: &Gomoku, direction: usize, place: Place, player: Player, tally: &mut Tally) {
        let (here, shift) = (cell(place.point()) as i32, 4 * direction as u32);
        let mut bits = self.around(pos, place);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let away = bit as i32 - place.bit as i32;
            let at = (here + away * STEPS[direction]) as usize;
            let windows = &mut self.windows[direction][at];
            *windows += SEEN[player.index()][(REACH as i32 - away) as usize];
            let windows = *windows;
            let new = self.shapes[at] & !(0x000f_000f << shift) | self.shapes_in(windows) << shift;
            if new != self.shapes[at] {
                self.change(at, new, tally);
            }
        }
    }

    /// It is gone again.
    #[inline]
    fn forget(&mut self, pos: &Gomoku, direction: usize, place: Place, player: Player) {
        let here = cell(place.point()) as i32;
        let mut bits = self.around(pos, place);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let away = bit as i32 - place.bit as i32;
            let at = (here + away * STEPS[direction]) as usize;
            self.windows[direction][at] -= SEEN[player.index()][(REACH as i32 - away) as usize];
        }
    }
}

impl Totals {
    /// Of no points at all.
    const NONE: Self =
        Self { tally: Tally { sums: [0; 2], counts: [0; 2] }, points: [[PointSet { rows: [0; MAX_SIZE as usize] }; 3]; 2] };

    /// A four or more has come or gone.
    #[inline(never)]
    fn moved(&mut self, i: usize, cell: usize, was: u32, is: u32) {
        let (was, is) = (set_of(was), set_of(is));
        if was != is {
            for set in [was, is].into_iter().flatten() {
                self.points[i][set].toggle(cell);
            }
        }
    }
}

impl Tally {
    /// The bits of a count: as many as there are points, and more.
    const BITS: u32 = 11;
    const LANE: u128 = (1 << Self::BITS) - 1;
    /// One point of each threat; of those of none there is no count.
    const ONE: [u128; 16] = {
        let mut one = [0; 16];
        let mut threat = 1;
        while threat < Threat::ALL.len() {
            one[threat] = 1 << ((threat as u32 - 1) * Self::BITS);
            threat += 1;
        }
        one
    };

    /// A point is worth something else to both players, and may be of other threats.
    #[inline(always)]
    fn change(&mut self, was: [i32; 2], is: [i32; 2]) {
        for i in [0, 1] {
            self.sums[i] += (is[i] >> 8) - (was[i] >> 8);
            let (came, went) = (Self::ONE[is[i] as usize & 15], Self::ONE[was[i] as usize & 15]);
            self.counts[i] = self.counts[i].wrapping_add(came).wrapping_sub(went);
        }
    }

    #[inline]
    fn count(&self, i: usize, threat: Threat) -> u32 {
        match threat {
            Threat::Nothing => 0,
            threat => (self.counts[i] >> ((threat as u32 - 1) * Self::BITS) & Self::LANE) as u32,
        }
    }

    /// The greatest threat of which a player has any.
    #[inline]
    fn best(&self, i: usize) -> Threat {
        self.counts[i].checked_ilog2().map_or(Threat::Nothing, |bit| Threat::of(bit / Self::BITS + 1))
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
        self.windows = [[0; CELLS]; 4];
        self.shapes = [0; CELLS];
        self.worth = [[0; 2]; CELLS];
        self.totals = Totals::NONE;
        self.near = self.near_to(pos, self.radius);
        self.past.clear();
        self.moves.clear();
        let mut tally = self.totals.tally;
        for point in pos.empty() {
            let mut shapes = 0;
            for (direction, place) in Place::all(point).into_iter().enumerate() {
                let [first, second] = self.look(pos, place).windows(place.bit);
                let windows = u32::from(first) | u32::from(second) << 16;
                self.windows[direction][cell(point)] = windows;
                shapes |= self.shapes_in(windows) << (4 * direction);
            }
            self.set(cell(point), shapes, &mut tally);
        }
        self.totals.tally = tally;
    }

    #[inline]
    fn played(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let mut mark = Mark { changes: self.past.len() as u32, totals: self.totals, near: Default::default() };
        let (rows, span) = reach_of(pos, mv, self.radius);
        for (row, kept) in self.near.rows[rows].iter_mut().zip(&mut mark.near) {
            *kept = *row;
            *row |= span;
        }
        self.moves.push(mark);
        let mut tally = self.totals.tally;
        self.change(cell(mv), 0, &mut tally);
        let player = !pos.turn();
        for (direction, place) in Place::all(mv).into_iter().enumerate() {
            self.see(pos, direction, place, player, &mut tally);
        }
        self.totals.tally = tally;
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
        self.totals = mark.totals;
        for Past { cell, shapes, worth } in self.past.drain(mark.changes as usize..).rev() {
            self.shapes[usize::from(cell)] = shapes;
            self.worth[usize::from(cell)] = worth;
        }
        let player = !pos.turn();
        for (direction, place) in Place::all(mv).into_iter().enumerate() {
            self.forget(pos, direction, place, player);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> Score {
        let (own, other) = (pos.turn(), !pos.turn());
        let points = self.totals.tally.sums[own.index()] - self.totals.tally.sums[other.index()];
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

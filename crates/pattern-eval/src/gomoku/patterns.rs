mod cell;
mod defences;
mod explain;
mod near;
mod tally;

use super::{
    judgement::{Judgement, Worth, unpack},
    points::PointSet,
    shape::Shape,
    threat::Threat,
    window::{Cut, Five, REACH, SEEN, Table},
};
use cell::{CELLS, Cell, Past, STEPS, halves, number};
use game_core::{Evaluator, Player, Position, Score};
use gomoku_rules::{Gomoku, Point, Rule, Rules, line::Place};
use near::{near_to, reach_of};
use std::sync::Arc;
use tally::{Before, Tally, Totals, set_of};

/// The shapes that a stone of either player would make at every empty point, updated move by move,
/// and their value.
///
/// It keeps, for each point, direction and player, a [`Shape`], looked up by the window around the
/// point; for each point and player the [`Threat`] that the four shapes make together; the points
/// by threat, from which a search chooses its moves; and the points near the stones. A move changes
/// cells within four of it along four lines (five where only exactly five win), in some hundred
/// nanoseconds; taking it back is faster.
///
/// The score is the sum of the points' values and of the value of the best threats for the player
/// to move, by named [weights](crate::Weighted).
///
/// Cloning copies some kilobytes and shares the tables. Nothing is allocated after the first moves.
///
/// ```
/// use game_core::{Evaluator, Node, Notation, Player};
/// use gomoku_rules::{Gomoku, Rules};
/// use pattern_eval::gomoku::{Patterns, Shape, Threat};
/// let pos = Gomoku::parse("X:h8i8j8 O:a1a2 turn:X", &Rules::default())?;
/// let mut patterns = Patterns::default();
/// let mut line = Node::new(pos, &mut patterns);
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
    /// By player, whether renju forbids points.
    renju: [bool; 2],
    /// Whether the edge shuts in no row.
    open: bool,
    /// The reach of a shape from a stone.
    reach: u32,
    /// The distance in king's steps within which a point is near a stone.
    radius: u32,
    cells: [Cell; CELLS],
    totals: Totals,
    /// The points near a stone, the stones among them.
    near: PointSet,
    /// The earlier values of the cells changed by every move since the reset.
    past: Past,
    moves: Vec<Mark>,
}

/// Where a move's changes begin, and the totals and rows of near points before it.
#[derive(Clone, Copy, Debug)]
struct Mark {
    changes: usize,
    tally: Tally,
    fours: Before,
    near: [u32; 2 * Patterns::RADII as usize + 1],
}

impl Patterns {
    /// The radius of what is near, by default: every point that touches a line of threes.
    pub const RADIUS: u32 = 2;
    /// The greatest radius.
    pub const RADII: u32 = 4;

    /// Patterns in which points within `radius`, at most [`RADII`](Self::RADII), of a stone are
    /// near.
    pub fn with_radius(radius: u32) -> Self {
        let mut patterns = Self {
            judgement: Judgement::shared(),
            tables: [Table::shared(Five::OrMore); 2],
            renju: [false; 2],
            open: false,
            reach: REACH - 1,
            radius: radius.min(Self::RADII),
            cells: Cell::NONE,
            totals: Totals::none(),
            near: PointSet::default(),
            past: Past::none(),
            moves: Vec::with_capacity(Point::INDICES),
        };
        patterns.reset(&Gomoku::new(Rules::default()));
        patterns
    }

    /// The same patterns with another `radius`, at most [`RADII`](Self::RADII), from the next
    /// [reset](Evaluator::reset) on.
    pub fn within(self, radius: u32) -> Self {
        Self {
            radius: radius.min(Self::RADII),
            ..self
        }
    }

    /// The greatest threat that `player` can make with one stone.
    #[inline]
    pub fn best(&self, player: Player) -> Threat {
        self.totals.best(player.index())
    }

    /// The points where a stone of `player` makes a five; a straight four or two fours; or, for the
    /// lesser fours, one four with or without more. There are no sets for other threats.
    ///
    /// # Panics
    /// If `threat` is less than [`Threat::Four`].
    #[inline]
    pub fn points(&self, player: Player, threat: Threat) -> &PointSet {
        self.totals
            .fours
            .set(player.index(), set_of(threat).expect("a four or more"))
    }

    /// The number of points at which a stone of `player` makes exactly this threat; not counted for
    /// [`Threat::Nothing`].
    #[inline]
    pub fn count(&self, player: Player, threat: Threat) -> u32 {
        self.totals.count(player.index(), threat)
    }

    /// What a stone of `player` on `point` makes along each
    /// [`Direction`](gomoku_rules::line::Direction); nothing on an occupied point.
    #[inline]
    pub fn shapes(&self, point: Point, player: Player) -> [Shape; 4] {
        unpack(halves(self.cells[number(point)].shapes)[player.index()])
    }

    /// Whether renju forbids points to Black.
    #[inline]
    pub(super) fn is_renju(&self) -> bool {
        self.renju[Player::First.index()]
    }

    /// Both players' shapes at an empty point, four bits each: the first player's in the low half.
    /// 0 on an occupied point.
    #[inline]
    pub(super) fn packed_shapes(&self, point: Point) -> u32 {
        self.cells[number(point)].shapes
    }

    /// The [packed shapes](Self::packed_shapes) of every point that the last move changed, before it
    /// and now.
    #[inline]
    pub(super) fn changed_shapes(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = self
            .moves
            .last()
            .map_or(self.past.len(), |mark| mark.changes);
        self.past
            .since(from)
            .iter()
            .map(|cell| [cell.shapes, self.cells[cell.number as usize].shapes])
    }

    /// The threat of a stone of `player` on `point`, and the point's value in the evaluation. A
    /// point that the rules of renju forbid is [`Threat::Forbidden`].
    #[inline]
    pub fn threat(&self, point: Point, player: Player) -> (Threat, i32) {
        let worth = self.cells[number(point)].worth[player.index()];
        (worth.threat(), worth.value())
    }

    /// The windows of a line with these stones on it.
    #[inline]
    fn cut(&self, pos: &Gomoku, line: usize, stones: [u32; 2]) -> Cut {
        Cut::new(stones, pos.lines().on_board(line), self.reach, self.open)
    }

    /// Puts a stone of `player` on `mv`: its cell and the windows of the empty points around it
    /// change.
    ///
    /// First all the shapes, then their values: each loop stays in registers.
    #[inline(always)]
    fn see(&mut self, pos: &Gomoku, mv: Point, player: Player) {
        let Self {
            tables,
            reach,
            cells,
            past,
            ..
        } = self;
        let here = number(mv);
        let mut seen = Seen {
            tables: *tables,
            by: &SEEN[player.index()],
            cells,
            before: past.room(),
            count: 0,
        };
        let [row, column, diagonal, anti] =
            Place::all(mv).map(|place| (place.bit, around(pos, place, *reach)));
        seen.keep(here);
        seen.cells[here].shapes = 0;
        seen.on_line::<0>(here, row);
        seen.on_line::<1>(here, column);
        seen.on_line::<2>(here, diagonal);
        seen.on_line::<3>(here, anti);
        let count = seen.count;
        self.weigh(count);
    }

    /// Weighs the last `count` of the cells that have changed.
    #[inline(always)]
    fn weigh(&mut self, count: usize) {
        let Self {
            judgement,
            renju,
            cells,
            totals: Totals { tally: all, fours },
            past,
            ..
        } = self;
        let points = renju.map(|renju| judgement.points(renju));
        let mut tally = *all;
        for &Cell {
            number, worth: was, ..
        } in past.keep(count)
        {
            let cell = &mut cells[number as usize];
            let [first, second] = halves(cell.shapes).map(usize::from);
            let is = [points[0][first], points[1][second]];
            cell.worth = is;
            // Usually both players' values change, so a check would cost more than it saves.
            tally.change(was, is);
            if Worth::any_noted(was, is) {
                fours.change(number as usize, was, is);
            }
        }
        *all = tally;
    }

    /// Asks the rules about the doubtful points, which a distant stone may have changed.
    #[inline]
    fn judge(&mut self, pos: &Gomoku) {
        if self.renju[0] && !self.totals.fours.doubtful().is_empty() {
            self.judge_all(pos);
        }
    }

    #[cold]
    fn judge_all(&mut self, pos: &Gomoku) {
        for point in self.totals.fours.doubtful().clone().iter() {
            let cell = &mut self.cells[number(point)];
            let [was, other] = cell.worth;
            let allowed = self.judgement.points(true)[usize::from(halves(cell.shapes)[0])];
            let is = if pos.forbidden_at(point).is_some() {
                self.judgement.three_three
            } else {
                allowed
            };
            if is != was {
                self.past.room()[0] = *cell;
                self.past.keep(1);
                cell.worth = [is, other];
                self.totals.change(number(point), [was, other], cell.worth);
            }
        }
    }
}

/// A new stone for the points around it, and their earlier cells.
struct Seen<'a> {
    tables: [&'static Table; 2],
    /// What the stone adds to a window.
    by: &'a [u32; 16],
    cells: &'a mut [Cell; CELLS],
    before: &'a mut [Cell; Past::ROOM],
    count: usize,
}

impl Seen<'_> {
    #[inline(always)]
    fn keep(&mut self, index: usize) {
        self.before[self.count % Past::ROOM] = self.cells[index];
        self.count += 1;
    }

    /// The points of these bits see the stone on the cell `here`, `at` that bit of the same line.
    #[inline(always)]
    fn on_line<const DIRECTION: usize>(&mut self, here: usize, (at, bits): (u32, u32)) {
        let first = here as i32 - at as i32 * STEPS[DIRECTION];
        let shift = 4 * DIRECTION;
        let mut bits = bits;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let index = (first + bit as i32 * STEPS[DIRECTION]) as usize;
            self.keep(index);
            let cell = &mut self.cells[index];
            cell.windows[DIRECTION] += self.by[(REACH + at - bit) as usize % 16];
            let made = made(self.tables, cell.windows[DIRECTION]);
            cell.shapes = cell.shapes & !(0x000f_000f << shift) | made << shift;
        }
    }
}

/// Both players' shapes where these are their windows.
#[inline(always)]
fn made(tables: [&Table; 2], windows: u32) -> u32 {
    let [first, second] = halves(windows);
    tables[0].shape(first) | tables[1].shape(second) << 16
}

/// The empty points of a place's line whose windows of `reach` it is in, as bits; itself left out.
#[inline(always)]
fn around(pos: &Gomoku, place: Place, reach: u32) -> u32 {
    let window = ((1_u64 << (2 * reach + 1)) - 1) << place.bit >> reach;
    pos.lines().empty(place.line) & window as u32 & !(1 << place.bit)
}

impl Default for Patterns {
    fn default() -> Self {
        Self::with_radius(Self::RADIUS)
    }
}

/// For a guide, which reads the patterns of any evaluator that keeps them.
impl AsRef<Self> for Patterns {
    #[inline]
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Evaluator<Gomoku> for Patterns {
    fn reset(&mut self, pos: &Gomoku) {
        let rule = pos.rules().rule();
        let fives = Player::BOTH.map(|player| Five::of(rule, player));
        self.tables = fives.map(Table::shared);
        self.renju = Player::BOTH.map(|player| rule == Rule::Renju && player == Player::First);
        self.open = rule.shuts_in();
        self.reach = fives[0].reach().max(fives[1].reach());
        self.cells = Cell::NONE;
        self.totals.clear();
        self.near = near_to(pos, self.radius);
        self.moves.clear();
        for point in pos.empty() {
            for (direction, place) in Place::all(point).into_iter().enumerate() {
                let stones = Player::BOTH.map(|player| pos.lines().stones(place.line, player));
                let [first, second] = self.cut(pos, place.line, stones).windows(place.bit);
                let cell = &mut self.cells[number(point)];
                cell.windows[direction] = u32::from(first) | u32::from(second) << 16;
                cell.shapes |= made(self.tables, cell.windows[direction]) << (4 * direction);
            }
            let points = self.renju.map(|renju| self.judgement.points(renju));
            let cell = &mut self.cells[number(point)];
            let [first, second] = halves(cell.shapes).map(usize::from);
            cell.worth = [points[0][first], points[1][second]];
            self.totals
                .change(number(point), [Worth::NOTHING; 2], cell.worth);
        }
        self.judge(pos);
        self.past.clear();
    }

    #[inline]
    fn played(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let Totals { tally, fours } = &self.totals;
        let changes = self.past.len();
        let mut near = [0; 2 * Self::RADII as usize + 1];
        let (rows, span) = reach_of(pos, mv, self.radius);
        for (row, kept) in self.near.rows[rows].iter_mut().zip(&mut near) {
            *kept = *row;
            *row |= span;
        }
        self.moves.push(Mark {
            changes,
            tally: *tally,
            fours: fours.mark(),
            near,
        });
        self.see(pos, mv, !pos.turn());
        self.judge(pos);
    }

    #[inline]
    fn undone(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let Some(mark) = self.moves.pop() else {
            // Moves from before the reset have no saved cells.
            let mut before = pos.clone();
            before.undo(mv, ());
            return self.reset(&before);
        };
        let (rows, _) = reach_of(pos, mv, self.radius);
        for (row, kept) in self.near.rows[rows].iter_mut().zip(mark.near) {
            *row = kept;
        }
        self.totals.tally = mark.tally;
        self.totals.fours.take_back(mark.fours);
        self.past.take_back(mark.changes, &mut self.cells);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> Score {
        let own = pos.turn();
        let other = !pos.turn();
        let points = self.totals.tally.sum(own.index()) - self.totals.tally.sum(other.index());
        Score::eval(points + self.judgement.turn(self.best(own), self.best(other)))
    }
}

#[cfg(test)]
mod tests;

use super::{
    automaton::{Automaton, DEFAULTS, live},
    table::SHAPES,
};
use crate::{Explain, Term, Weight, Weighted};
use game_core::{Evaluator, Player, Position, Score};
use gomoku_rules::{
    Gomoku, Point,
    line::{LINES, Place, fives},
};
use std::sync::Arc;

/// The sum of the [`SHAPES`] on all lines, own minus opponent's, kept up to date by re-scoring the four lines of a move.
///
/// Where a player wins by exactly five, his rows of six or more count as blocked: they can never win.
///
/// Along the way it knows where either player can make five, which a search asks at every node. Cloning copies a few
/// kilobytes and shares the tables; after the first moves nothing is allocated any more.
///
/// ```
/// use game_core::{Evaluator, Line, Notation, Player};
/// use gomoku_rules::{Gomoku, Rules};
/// use pattern_eval::gomoku::Shapes;
/// let pos = Gomoku::parse("X:h8i8j8 O:a1a2 turn:X", &Rules::default())?;
/// let mut shapes = Shapes::new();
/// let mut line = Line::new(pos, &mut shapes);
/// let four = line.play("k8".parse()?);
/// let mut points = Vec::new();
/// four.eval().five_points(Player::First, &mut points);
/// assert_eq!(points, ["g8".parse()?, "l8".parse()?]);
/// drop(four);
/// assert!(!line.eval().can_make_five(Player::First));
/// # Ok::<(), gomoku_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shapes {
    automaton: Arc<Automaton>,
    lines: [LineState; LINES],
    /// Each player's sum over the lines.
    sums: [i32; 2],
    /// The lines on which each player can make five, as a set of bits.
    threats: [u128; 2],
    /// For each move played since the reset, what was known of its four lines before.
    past: Vec<[LineState; 4]>,
}

/// What is known of a line, for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LineState {
    scores: [i32; 2],
    /// The points that make five.
    fives: [u32; 2],
}

impl Shapes {
    /// An evaluator of the empty board; a search resets it to where it begins.
    pub fn new() -> Self {
        Self::with_values(DEFAULTS)
    }

    /// The same with a value of one's own for each of [`SHAPES`], within 100,000 of nothing. Other values than the default
    /// ones take a table of their own, made in a millisecond or two and shared by all clones.
    pub fn with_values(values: [i32; SHAPES.len()]) -> Self {
        Self {
            automaton: Automaton::valued(values),
            lines: [LineState::default(); LINES],
            sums: [0; 2],
            threats: [0; 2],
            past: Vec::with_capacity(Point::INDICES),
        }
    }

    /// Whether `player` could win with one more stone, were it his turn.
    #[inline]
    pub fn can_make_five(&self, player: Player) -> bool {
        self.threats[player.index()] != 0
    }

    /// Appends the points where one more stone of `player` wins, each once.
    ///
    /// All of them are legal under renju: a five is never forbidden. Takes time by the number of such points, not by the
    /// size of the board; allocates nothing but room in `points`.
    #[inline]
    pub fn five_points(&self, player: Player, points: &mut Vec<Point>) {
        let first = points.len();
        let mut lines = self.threats[player.index()];
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let mut bits = self.lines[line].fives[player.index()];
            while bits != 0 {
                let point = Place { line, bit: bits.trailing_zeros() }.point();
                bits &= bits - 1;
                if !points[first..].contains(&point) {
                    points.push(point);
                }
            }
        }
    }

    /// What a stone of `player` on the empty `point` would add to his shapes within four cells of it, along four lines.
    ///
    /// By the default values it is more than 40,000 exactly where it makes five, as long as nobody has. Does not ask whether the point is forbidden.
    #[inline]
    pub fn gain(&self, pos: &Gomoku, point: Point, player: Player) -> i32 {
        let exact = pos.rules().rule().exact(player);
        let lines = pos.lines();
        let gain = |place: Place| {
            let (own, empty) = (lines.stones(place.line, player), lines.empty(place.line));
            self.automaton.gain(own, empty, place.bit, exact)
        };
        Place::all(point).into_iter().map(gain).sum()
    }

    /// The value of the empty `point` for ordering moves: what either player's stone there would add.
    ///
    /// The source summed both sides' shapes in the windows of nine cells around the point. Only what the stone adds is
    /// counted here, so that a point is not praised for what stands beside it already.
    #[inline]
    pub fn move_value(&self, pos: &Gomoku, point: Point) -> i32 {
        self.gain(pos, point, Player::First) + self.gain(pos, point, Player::Second)
    }

    /// What there is to know of `line`, as if the points of `without` were empty.
    #[inline]
    fn look(&self, pos: &Gomoku, line: usize, without: u32) -> LineState {
        let empty = pos.lines().empty(line) | without;
        let own = Player::BOTH.map(|player| pos.lines().stones(line, player) & !without);
        let exact = Player::BOTH.map(|player| pos.rules().rule().exact(player));
        let living = [0, 1].map(|i| live(own[i], exact[i]));
        LineState {
            scores: self.automaton.scores(living, empty, u32::from(pos.rules().size()).div_ceil(3)),
            fives: [0, 1].map(|i| fives(own[i], empty, exact[i])),
        }
    }

    /// Replaces what is known of `line`, and returns what was.
    #[inline]
    fn update(&mut self, line: usize, state: LineState) -> LineState {
        let old = std::mem::replace(&mut self.lines[line], state);
        for i in [0, 1] {
            self.sums[i] += state.scores[i] - old.scores[i];
            self.threats[i] = self.threats[i] & !(1 << line) | u128::from(state.fives[i] != 0) << line;
        }
        old
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Gomoku> for Shapes {
    fn reset(&mut self, pos: &Gomoku) {
        self.past.clear();
        for line in 0..LINES {
            self.update(line, self.look(pos, line, 0));
        }
    }

    #[inline]
    fn played(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let states = Place::all(mv).map(|Place { line, .. }| (line, self.look(pos, line, 0)));
        let old = states.map(|(line, state)| self.update(line, state));
        self.past.push(old);
    }

    #[inline]
    fn undone(&mut self, pos: &Gomoku, mv: Point, (): &()) {
        if mv.is_null() {
            return;
        }
        let places = Place::all(mv);
        // Nothing is remembered of moves from before the reset.
        let old = self.past.pop().unwrap_or_else(|| places.map(|Place { line, bit }| self.look(pos, line, 1 << bit)));
        for (Place { line, .. }, state) in places.into_iter().zip(old) {
            self.update(line, state);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> Score {
        let turn = pos.turn();
        Score::eval(self.sums[turn.index()] - self.sums[(!turn).index()])
    }
}

impl Explain<Gomoku> for Shapes {
    fn terms(&mut self, pos: &Gomoku) -> Vec<Term> {
        let counts = |player: Player| {
            let mut counts = [0; SHAPES.len()];
            for line in 0..LINES {
                let own = live(pos.lines().stones(line, player), pos.rules().rule().exact(player));
                for (sum, count) in counts.iter_mut().zip(self.automaton.count(own, pos.lines().empty(line))) {
                    *sum += count;
                }
            }
            counts
        };
        let term = |name, count: i32, value: i32| Term { name, value: f64::from(count * value) };
        let (own, other) = (counts(pos.turn()), counts(!pos.turn()));
        let valued = || SHAPES.iter().zip(self.automaton.values);
        let own = valued().zip(own).map(|((shape, value), count)| term(shape.name, count, value));
        let other = valued().zip(other).map(|((shape, value), count)| term(shape.against, -count, value));
        own.chain(other).collect()
    }
}

/// All but the fives: whoever has one has won, and nothing is judged any more.
impl Weighted for Shapes {
    const WEIGHTS: &'static [Weight] = &[
        weight(0, "ones", "a stone with room on both sides, along each line"),
        weight(1, "twos", "two that could be an open three"),
        weight(2, "threes", "three that could be an open four"),
        weight(3, "fours", "four that could be five"),
        weight(4, "open_fours", "four that could be five at either end, besides the fours within"),
    ];

    fn with_weights(self, values: &[i32]) -> Self {
        let mut all = self.automaton.values;
        all[..Self::WEIGHTS.len()].iter_mut().zip(values).for_each(|(value, &given)| *value = given);
        Self::with_values(all)
    }
}

/// The value of the shape `index` as it may be changed.
const fn weight(index: usize, name: &'static str, about: &'static str) -> Weight {
    Weight { name, value: DEFAULTS[index], least: -20_000, most: 20_000, about }
}

#[cfg(test)]
mod tests;

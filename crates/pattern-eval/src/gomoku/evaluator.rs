use super::{
    automaton::{Automaton, live},
    table::SHAPES,
};
use crate::{Explain, Term};
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
        Self {
            automaton: Automaton::shared(),
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
    /// More than 40,000 exactly where it makes five, as long as nobody has. Does not ask whether the point is forbidden.
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
        let own = SHAPES.iter().zip(own).map(|(shape, count)| term(shape.name, count, shape.value));
        let other = SHAPES.iter().zip(other).map(|(shape, count)| term(shape.against, -count, shape.value));
        own.chain(other).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Notation, conform};
    use gomoku_rules::{Rule, Rules};
    use proptest::prelude::*;

    const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    fn rules(size: u8, rule: Rule) -> Rules {
        Rules::new(size, rule).expect("a good size")
    }

    fn evaluated(text: &str, rules: Rules) -> i32 {
        let pos = Gomoku::parse(text, &rules).expect(text);
        let mut shapes = Shapes::new();
        shapes.reset(&pos);
        let value = shapes.evaluate(&pos);
        let terms: f64 = shapes.terms(&pos).iter().map(|term| term.value).sum();
        assert_eq!(Score::eval(terms as i32), value, "{text}");
        value.get()
    }

    #[test]
    fn sums_by_hand() {
        let table = [
            ("startpos", 0),
            // A one on each of four lines.
            ("X:h8 turn:X", 4 * 20),
            ("X:h8 turn:O", -4 * 20),
            // None: every line through the corner is cut off.
            ("X:a1 turn:X", 0),
            // On the edge only the row has room, and so in the second row.
            ("X:h1 turn:X", 20),
            ("X:h2 turn:X", 20),
            ("X:c3 turn:X", 4 * 20),
            // A two along the row, a one on each other line of each stone.
            ("X:h8i8 turn:X", 120 + 6 * 20),
            ("X:h8j8 turn:X", 120 + 6 * 20),
            // A broken three and its reflection; 01010 is in neither.
            ("X:h8i8k8 turn:X", 720 + 9 * 20),
            ("X:h8j8k8 turn:X", 720 + 9 * 20),
            // An open three, beside nothing else.
            ("X:h8i8j8 turn:X", 720 + 9 * 20),
            // A three shut on one side is no shape of the table.
            ("X:h8i8j8 O:g8 turn:X", 9 * 20 - 3 * 20),
            // An open four counts itself and both its halves.
            ("X:h8i8j8k8 turn:X", 4320 + 2 * 720 + 12 * 20),
            ("X:h8i8j8k8 O:g8 turn:X", 720 + 12 * 20 - 3 * 20),
            ("X:h8i8j8k8 O:g8 turn:O", -(720 + 12 * 20 - 3 * 20)),
            ("X:a1b1c1d1 turn:X", 720),
        ];
        for rule in RULES {
            for (text, value) in table {
                assert_eq!(evaluated(text, rules(15, rule)), value, "{text} {rule}");
            }
        }
        assert_eq!(evaluated("X:c3 turn:X", rules(5, Rule::Freestyle)), 80);
        assert_eq!(evaluated("X:t20s20r20q20 turn:X", rules(20, Rule::Freestyle)), 720);
    }

    #[test]
    fn values_stay_in_range() {
        let text = "X:a1b1c1d1f1g1h1i1k1l1m1n1a3b3c3d3f3g3h3i3k3l3m3n3a5b5c5d5f5g5h5i5k5l5m5n5a9b9c9d9f9g9h9i9 turn:";
        assert!(evaluated(&format!("{text}X"), rules(15, Rule::Freestyle)) > 20_000);
        assert!(evaluated(&format!("{text}O"), rules(15, Rule::Freestyle)) < -20_000);
        // A dead row of six is worth nothing where five must be exact.
        let six = "X:a1b1c1d1e1f1 turn:X";
        assert_eq!(evaluated(six, rules(15, Rule::Standard)), 0);
        assert_eq!(evaluated(six, rules(15, Rule::Renju)), 0);
        assert_eq!(evaluated("O:a1b1c1d1e1 turn:O", rules(15, Rule::Renju)), 30_000);
    }

    #[test]
    fn the_laws_hold() {
        for rule in RULES {
            for (size, text, depth) in [
                (15, "startpos", 1),
                (15, "X:h7h9g8i8j8 O:a1c1e1 turn:X", 1),
                (15, "X:h8i8j8k8 O:h9i9j9k9 turn:X", 1),
                (20, "X:t20s19r18a1b2c3 O:j10k10l10m11 turn:O", 1),
                (6, "X:a1b1c1e1f1a2b3 O:c3d3e3c4d4 turn:X", 2),
                (5, "X:a1b1d1a2d2e2b3c3e3a4c4e5 O:c1e1b2a3d3b4d4a5 turn:X", 4),
            ] {
                let pos = Gomoku::parse(text, &rules(size, rule)).expect(text);
                conform::evaluator(&pos, &Shapes::new(), depth).expect("the laws hold");
            }
        }
    }

    #[test]
    fn the_null_move_changes_the_sign_only() {
        let mut pos: Gomoku = "X:h8i8 O:a1 turn:X".parse().expect("a set-up");
        let mut shapes = Shapes::new();
        shapes.reset(&pos);
        let before = shapes.evaluate(&pos);
        pos.play(Point::NULL);
        shapes.played(&pos, Point::NULL, &());
        assert_eq!(shapes.evaluate(&pos), -before);
        shapes.undone(&pos, Point::NULL, &());
        pos.undo(Point::NULL, ());
        assert_eq!(shapes.evaluate(&pos), before);
    }

    #[test]
    fn a_dead_row_of_six_makes_no_five() {
        let rules = rules(15, Rule::Standard);
        let pos = Gomoku::parse("X:f3f4f5f6f7f8 O:a1c1e1g1i1k1 turn:X", &rules).expect("a set-up");
        let point = "f2".parse().expect("a point");
        assert_eq!(pos.decided(), None);
        assert_eq!(Shapes::new().gain(&pos, point, Player::First), 20, "a one along the row, and no more");
    }

    #[test]
    fn moves_are_valued_by_what_they_add() {
        let pos: Gomoku = "X:h8i8j8k8 O:h10i10j10 turn:O".parse().expect("a set-up");
        let shapes = Shapes::new();
        let point = |text: &str| text.parse::<Point>().expect(text);
        let gain = |text, player| shapes.gain(&pos, point(text), player);
        assert!(gain("g8", Player::First) > 40_000 && gain("l8", Player::First) > 40_000);
        assert_eq!(gain("a1", Player::First), 0);
        // From an open three to an open four, and a one on a diagonal; the column and the other diagonal meet Black.
        assert_eq!(gain("k10", Player::Second), 4320 + 2 * 720 - 720 + 20);
        let best = pos.empty().max_by_key(|&point| shapes.move_value(&pos, point));
        assert!([Some(point("g8")), Some(point("l8"))].contains(&best));
    }

    /// Stones of either player in turn, crowded into a corner.
    fn game() -> impl Strategy<Value = (Rules, Vec<(u8, u8)>)> {
        (5..=20_u8, prop::sample::select(RULES.to_vec()), prop::collection::vec((0..7_u8, 0..7_u8), 0..40))
            .prop_map(|(size, rule, stones)| (rules(size, rule), stones))
    }

    proptest! {
        #[test]
        fn kept_in_step((rules, stones) in game()) {
            let (mut pos, mut kept, mut played) = (Gomoku::start(&rules), Shapes::new(), Vec::new());
            let mut trail = Vec::new();
            for point in stones.into_iter().filter_map(|(col, row)| Point::new(col, row)) {
                if pos.decided().is_some() || !pos.is_empty(point) {
                    continue;
                }
                trail.push(kept.lines);
                pos.play(point);
                kept.played(&pos, point, &());
                played.push(point);

                let mut fresh = Shapes::new();
                fresh.reset(&pos);
                prop_assert_eq!(&kept.lines, &fresh.lines);
                prop_assert_eq!((kept.sums, kept.threats), (fresh.sums, fresh.threats));
                for player in Player::BOTH {
                    let (mut cheap, mut scanned) = (Vec::new(), Vec::new());
                    kept.five_points(player, &mut cheap);
                    pos.winning_points(player, &mut scanned);
                    cheap.sort();
                    scanned.sort();
                    scanned.dedup();
                    prop_assert_eq!(kept.can_make_five(player), !cheap.is_empty());
                    for point in pos.empty().filter(|_| pos.decided().is_none()) {
                        prop_assert_eq!(kept.gain(&pos, point, player) > 40_000, scanned.contains(&point), "{} in {}", point, &pos);
                    }
                    prop_assert_eq!(cheap, scanned);
                }
                // The same stones in the other colours are worth the opposite, where both play by one rule.
                if rules.rule() != Rule::Renju {
                    let stones = |player| pos.points(player).collect::<Vec<_>>();
                    let swapped = Gomoku::set_up(rules, &stones(Player::Second), &stones(Player::First), pos.turn());
                    let swapped = swapped.expect("the same stones");
                    let mut other = Shapes::new();
                    other.reset(&swapped);
                    prop_assert_eq!(other.evaluate(&swapped), -kept.evaluate(&pos));
                }
                let terms: f64 = kept.terms(&pos).iter().map(|term| term.value).sum();
                prop_assert_eq!(Score::eval(terms as i32), kept.evaluate(&pos));
            }
            // Half of the way back from what was remembered, half by looking again.
            let half = played.len() / 2;
            while let Some(point) = played.pop() {
                if played.len() == half {
                    kept.reset(&pos);
                }
                kept.undone(&pos, point, &());
                pos.undo(point, ());
                prop_assert_eq!(Some(kept.lines), trail.pop());
            }
            prop_assert_eq!((kept.sums, kept.threats), ([0; 2], [0; 2]));
        }
    }
}

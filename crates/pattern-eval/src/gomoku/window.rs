//! The window around a point on a line, and the table of the shapes that a stone in its middle
//! makes.

use super::shape::{OVERLINE, SHAPES, Shape};
use aho_corasick::{
    Anchored,
    automaton::{Automaton as _, StateID},
    dfa::DFA,
};
use game_core::Player;
use gomoku_rules::Rule;
use std::sync::LazyLock;

/// The reach of a shape from its stone: four cells where any five counts, and one more where it
/// must be exact.
pub(super) const REACH: u32 = 5;
/// A window: the point and this many cells on either side.
const CELLS: usize = 2 * REACH as usize + 1;
/// The windows' number, and the bits of all of a window's cells.
const WINDOWS: usize = 3_usize.pow(2 * REACH);
const MASK: u32 = (1 << CELLS) - 1;

/// The place value of each cell's digit, to the base 3. The outermost cells come last, so that they
/// can be left out where they do not matter, which leaves a table of 6,561 windows. The middle cell
/// is empty, for the stone.
const WEIGHTS: [u16; CELLS] = [6561, 1, 3, 9, 27, 0, 81, 243, 729, 2187, 19683];

/// The number of a window in which these cells are 1 and all others 0.
const NUMBERS: [u16; 1 << CELLS] = {
    let mut numbers = [0; 1 << CELLS];
    let mut bits = 0;
    while bits < numbers.len() {
        let mut cell = 0;
        while cell < CELLS {
            if bits >> cell & 1 == 1 {
                numbers[bits] += WEIGHTS[cell];
            }
            cell += 1;
        }
        bits += 1;
    }
    numbers
};

/// What a stone of either player in the cell of this number adds to both players' windows, the
/// first's in the low half; zero for cells beyond.
pub(super) static SEEN: [[u32; 16]; 2] = {
    let mut seen = [[0; 16]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let own = WEIGHTS[cell] as u32;
        let other = 2 * WEIGHTS[cell] as u32;
        seen[0][cell] = own | other << 16;
        seen[1][cell] = other | own << 16;
        cell += 1;
    }
    seen
};

/// Which rows of five count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Five {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
    /// Exactly five that the opponent has not shut in at both ends.
    Open,
}

impl Five {
    /// Those of `player` under `rule`.
    pub(super) fn of(rule: Rule, player: Player) -> Self {
        match (rule.exact(player), rule.shuts_in()) {
            (false, _) => Self::OrMore,
            (true, false) => Self::Exactly,
            (true, true) => Self::Open,
        }
    }

    /// The cells on either side of a stone that its shapes depend on.
    pub(super) fn reach(self) -> u32 {
        match self {
            Self::OrMore => REACH - 1,
            Self::Exactly | Self::Open => REACH,
        }
    }
}

/// A line from which the windows of its points are read: each player's stones, and the cells beyond
/// the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    stones: [u32; 2],
    beyond: u32,
    mask: u32,
}

impl Cut {
    /// The line of these words of bits, its windows cut down to `reach` cells on either side. If
    /// `open` the edge shuts in no row: the first cell beyond the board is taken for an empty one,
    /// and what lies further for blocked.
    #[inline]
    pub(super) fn new(stones: [u32; 2], on_board: u32, reach: u32, open: bool) -> Self {
        // Room below the line for the cells that the first windows reach.
        let line = on_board << REACH;
        let beyond = if open {
            !(line | line << 1 | line >> 1)
        } else {
            !line
        };
        let mask = MASK >> (REACH - reach) & MASK << (REACH - reach);
        Self {
            stones: stones.map(|stones| stones << REACH),
            beyond,
            mask,
        }
    }

    /// Both players' windows around `bit`, each as a number: own stones are 1, what blocks them 2.
    #[inline]
    pub(super) fn windows(&self, bit: u32) -> [u16; 2] {
        let number = |word: u32| NUMBERS[(word >> bit & self.mask) as usize];
        let [first, second] = self.stones.map(number);
        let beyond = number(self.beyond);
        [first + 2 * (second + beyond), second + 2 * (first + beyond)]
    }
}

/// The shape that a stone in the middle makes, by the number of the window: compiled from
/// [`SHAPES`].
pub(super) struct Table(Box<[u8; 1 << 16]>);

impl Table {
    /// The table for such fives; built on the first call, in a few milliseconds.
    pub(super) fn shared(five: Five) -> &'static Self {
        static TABLES: [LazyLock<Table>; 3] = [
            LazyLock::new(|| Table::compile(Five::OrMore)),
            LazyLock::new(|| Table::compile(Five::Exactly)),
            LazyLock::new(|| Table::compile(Five::Open)),
        ];
        &TABLES[five as usize]
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The number of the shape that a stone in the middle of `window` makes.
    #[inline]
    pub(super) fn shape(&self, window: u16) -> u32 {
        self.0[usize::from(window)].into()
    }

    /// Runs the automaton over every window, sharing common prefixes.
    fn compile(five: Five) -> Self {
        let dfa = DFA::new(forms(five).map(|(form, _)| form)).expect("some hundred short patterns");
        let start = dfa
            .start_state(Anchored::No)
            .expect("a DFA searches from anywhere by default");
        let shapes = forms(five).map(|(_, shape)| shape).collect();
        let mut table = Self(vec![0; 1 << 16].try_into().expect("as long as it is"));
        let mut walk = Walk {
            dfa,
            shapes,
            table: &mut table.0,
        };
        walk.on(start, 0, 0, Shape::Nothing);
        debug_assert!(table.0[WINDOWS..].iter().all(|&shape| shape == 0));
        table
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

/// The shapes that a stone of either player would make at each empty point of a line, with the
/// point's bit.
///
/// `stones` are the players', and `on_board` the points that there are, as bits; `exact` where only
/// exactly five win. Some nanoseconds a point, once the tables are built.
///
/// ```
/// use pattern_eval::gomoku::{Shape, line_shapes};
/// let line: Vec<_> = line_shapes([0b0111000, 0b1000000], 0x7fff, false).collect();
/// assert_eq!(line[2], (2, [Shape::Four, Shape::Nothing]), "shut on one side");
/// assert_eq!(line[3].0, 7);
/// ```
pub fn line_shapes(
    stones: [u32; 2],
    on_board: u32,
    exact: bool,
) -> impl Iterator<Item = (u32, [Shape; 2])> {
    let five = if exact { Five::Exactly } else { Five::OrMore };
    let table = Table::shared(five);
    let cut = Cut::new(stones, on_board, five.reach(), false);
    let mut empty = on_board & !(stones[0] | stones[1]);
    std::iter::from_fn(move || {
        let bit = (empty != 0).then(|| empty.trailing_zeros())?;
        empty &= empty - 1;
        Some((
            bit,
            cut.windows(bit)
                .map(|window| Shape::of(table.shape(window))),
        ))
    })
}

struct Walk<'a> {
    dfa: DFA,
    shapes: Vec<Shape>,
    table: &'a mut [u8; 1 << 16],
}

impl Walk<'_> {
    /// Goes on from `cell`, having found `best` before.
    fn on(&mut self, state: StateID, cell: usize, window: u16, best: Shape) {
        const MIDDLE: usize = REACH as usize;
        if cell == CELLS {
            self.table[usize::from(window)] = best as u8;
            return;
        }
        let cells: &[(u8, u16)] = if cell == MIDDLE {
            &[(b'1', 0)]
        } else {
            &[(b'0', 0), (b'1', 1), (b'2', 2)]
        };
        for &(byte, digit) in cells {
            let state = self.dfa.next_state(Anchored::No, state, byte);
            let mut best = best;
            if cell >= MIDDLE && self.dfa.is_match(state) {
                for i in 0..self.dfa.match_len(state) {
                    let pattern = self.dfa.match_pattern(state, i);
                    if cell + 1 - self.dfa.pattern_len(pattern) <= MIDDLE {
                        best = best.max(self.shapes[pattern.as_usize()]);
                    }
                }
            }
            self.on(state, cell + 1, window + digit * WEIGHTS[cell], best);
        }
    }
}

/// Every form as it stands in a text of `0`, `1` and `2`, a blocked cell. For exactly five both
/// ends are part of the form: an empty or a blocked cell. Where a row may be shut in one of the two
/// ends of a five is free, and both of every form that holds two: the answer to one of them stands
/// at an end of the other.
fn forms(five: Five) -> impl Iterator<Item = (String, Shape)> {
    let ends = move |form: &str| -> &'static [[&'static str; 2]] {
        const FREE: [&str; 2] = ["0", "0"];
        match five {
            Five::OrMore => &[["", ""]],
            Five::Exactly => &[FREE, ["0", "2"], ["2", "0"], ["2", "2"]],
            Five::Open if form.len() > 5 => &[FREE],
            Five::Open => &[FREE, ["0", "2"], ["2", "0"]],
        }
    };
    let all = SHAPES
        .iter()
        .flat_map(|&(shape, forms)| forms.iter().map(move |&form| (form, shape)));
    let guarded = all.flat_map(move |(form, shape)| {
        ends(form)
            .iter()
            .map(move |[low, high]| (format!("{low}{form}{high}"), shape))
    });
    let overline = (five != Five::OrMore).then(|| (OVERLINE.to_owned(), Shape::Overline));
    guarded.chain(overline)
}

/// The shape of a stone on `at` in a line, a text of `0`, `1` and `2`, between its edges, by plain
/// search: the oracle of the table.
#[cfg(test)]
pub(super) fn searched(line: &[u8], at: usize, five: Five) -> Shape {
    use aho_corasick::{AhoCorasick, Match};
    static SEARCHES: [LazyLock<(AhoCorasick, Vec<Shape>)>; 3] = [
        LazyLock::new(|| search(Five::OrMore)),
        LazyLock::new(|| search(Five::Exactly)),
        LazyLock::new(|| search(Five::Open)),
    ];
    fn search(five: Five) -> (AhoCorasick, Vec<Shape>) {
        let search = AhoCorasick::new(forms(five).map(|(form, _)| form))
            .expect("some hundred short patterns");
        (search, forms(five).map(|(_, shape)| shape).collect())
    }
    let (search, shapes) = &*SEARCHES[five as usize];
    let edges: [&[u8]; 2] = match five {
        Five::Open => [b"20", b"02"],
        Five::OrMore | Five::Exactly => [b"2", b"2"],
    };
    let mut text = [edges[0], line, edges[1]].concat();
    let at = at + edges[0].len();
    text[at] = b'1';
    // Within the stone's window.
    let low = at - (REACH as usize).min(at);
    let high = at + REACH as usize;
    let holds = |found: &Match| {
        (low..=at).contains(&found.start()) && (at + 1..=high + 1).contains(&found.end())
    };
    search
        .find_overlapping_iter(&text)
        .filter(holds)
        .map(|found| shapes[found.pattern().as_usize()])
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A line of up to 20 cells as text.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(b"000111122".to_vec()), 1..=20)
    }

    fn bits(line: &[u8], wanted: u8) -> u32 {
        (0..).zip(line).fold(0, |bits, (at, &cell)| {
            bits | u32::from(cell == wanted) << at
        })
    }

    /// The shapes that both players' stones would make on `at`.
    fn looked_up(line: &[u8], at: usize, exact: bool) -> [Shape; 2] {
        let on_board = (1 << line.len()) - 1;
        let mut shapes = line_shapes([bits(line, b'1'), bits(line, b'2')], on_board, exact);
        shapes
            .find(|&(bit, _)| bit == at as u32)
            .expect("an empty point")
            .1
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn the_table_knows_what_the_library_finds(line in line(), exact in any::<bool>()) {
            let swapped: Vec<u8> = line.iter().map(|cell| match cell { b'1' => b'2', b'2' => b'1', other => *other }).collect();
            for at in (0..line.len()).filter(|&at| line[at] == b'0') {
                let five = if exact { Five::Exactly } else { Five::OrMore };
                let want = [&line, &swapped].map(|line| searched(line, at, five));
                prop_assert_eq!(
                    looked_up(&line, at, exact),
                    want,
                    "{} at {}",
                    String::from_utf8_lossy(&line),
                    at,
                );
            }
        }
    }

    #[test]
    fn shapes_by_hand() {
        use Shape::*;
        // `Q` is the stone put, `X` its friends, `O` its opponents; the line ends where the text
        // does.
        let table = [
            ("Q....", One, One),
            ("Q...", Nothing, Nothing),
            (".Q....", OpenOne, OpenOne),
            ("O.Q...O", One, One),
            ("..Q...O", OpenOne, OpenOne),
            ("..QX...", OpenTwo, OpenTwo),
            ("OQX....", Two, Two),
            (".X..Q..", OpenTwo, OpenTwo),
            (".X...Q.", Two, Two),
            ("..XQX..", OpenThree, OpenThree),
            ("O.XQX.O", Three, Three),
            (".XX.Q.", OpenThree, OpenThree),
            ("OXX.Q..", Three, Three),
            (".XXQX.", StraightFour, StraightFour),
            ("OXXQX.", Four, Four),
            ("X.XQX.X", DoubleFour, DoubleFour),
            ("XX.QX.XX", DoubleFour, DoubleFour),
            ("XXX.Q.XXX", DoubleFour, DoubleFour),
            ("XXQXX", Five, Five),
            (".XXQXXX.", Five, Overline),
            ("XXXQXXX", Five, Overline),
            // Six of what would be five.
            (".XXXQ.X.", StraightFour, Four),
            ("X.XXQX..", StraightFour, Four),
            ("X..QXX..X", OpenThree, Three),
            ("X.XXQ.X", DoubleFour, DoubleFour),
            (".X.XQX.X.X.", DoubleFour, DoubleFour),
        ];
        for (text, free, exact) in table {
            let at = text.find('Q').expect("a stone to put");
            let line: Vec<u8> = text
                .bytes()
                .map(|c| match c {
                    b'X' => b'1',
                    b'O' => b'2',
                    _ => b'0',
                })
                .collect();
            assert_eq!(
                [false, true].map(|exact| looked_up(&line, at, exact)[0]),
                [free, exact],
                "{text}"
            );
        }
    }
}

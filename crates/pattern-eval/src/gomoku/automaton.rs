use super::table::{SHAPES, forms};
use aho_corasick::{
    AhoCorasick, Anchored,
    automaton::{Automaton as _, StateID},
    dfa::DFA,
};
use std::sync::{Arc, LazyLock};

/// The shape table as an automaton with a value for each shape, compiled for lines given as words of bits.
///
/// A. V. Aho and M. J. Corasick's automaton (1975) finds every occurrence of every form in one pass over a line. Its
/// states are few, so the moves of three cells at a time, and what they score, fit in a table of a few kilobytes.
#[derive(Debug)]
pub(super) struct Automaton {
    /// What each of [`SHAPES`] is worth.
    pub(super) values: Values,
    /// By state and three cells, see [`cells`]: the score, then the next state in the low byte.
    steps: Vec<[i32; 64]>,
    /// What a stone adds in the middle of nine cells, by the four cells below and above; see [`cells`].
    /// First where any five counts, then where only an exact one does.
    gains: [Vec<i32>; 2],
    /// For those who want the occurrences one by one.
    search: AhoCorasick,
}

/// A value for each of [`SHAPES`].
pub(super) type Values = [i32; SHAPES.len()];

/// The values that [`SHAPES`] have of themselves.
pub(super) const DEFAULTS: Values = {
    let mut values = [0; SHAPES.len()];
    let mut i = 0;
    while i < values.len() {
        values[i] = SHAPES[i].value;
        i += 1;
    }
    values
};

/// The digits of four cells to the base 3, as one number below 81, by their bits of own stones and of empty points.
const BASE_3: [u8; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (own, empty) = (bits & 15, bits >> 4);
        let (mut cell, mut weight) = (0, 1);
        while cell < 4 {
            if own >> cell & 1 == 1 {
                numbers[bits] += weight;
            } else if empty >> cell & 1 == 0 {
                numbers[bits] += 2 * weight;
            }
            cell += 1;
            weight *= 3;
        }
        bits += 1;
    }
    numbers
};

/// Four neighbouring cells from bit `from` as a number below 81.
#[inline]
fn cells(own: u32, empty: u32, from: u32) -> usize {
    BASE_3[((own >> from & 15) | (empty >> from & 15) << 4) as usize].into()
}

/// `own` without the stones in rows of six or more, where such rows are worth nothing and never will be.
#[inline]
pub(super) fn live(own: u32, exact: bool) -> u32 {
    let three = own & own >> 1 & own >> 2;
    let six = three & three >> 3;
    if !exact || six == 0 {
        return own;
    }
    let three = six | six << 1 | six << 2;
    own & !(three | three << 3)
}

impl Automaton {
    /// The automaton of [`SHAPES`] and their own values, compiled on the first call.
    pub(super) fn shared() -> Arc<Self> {
        static SHARED: LazyLock<Arc<Automaton>> = LazyLock::new(|| Arc::new(Automaton::compile(DEFAULTS)));
        Arc::clone(&SHARED)
    }

    /// The automaton of [`SHAPES`] with these values: the shared one, or one compiled anew in a millisecond or two.
    pub(super) fn valued(values: Values) -> Arc<Self> {
        if values == DEFAULTS { Self::shared() } else { Arc::new(Self::compile(values)) }
    }

    fn compile(values: Values) -> Self {
        let patterns = || forms().map(|(form, _)| form);
        let dfa = DFA::new(patterns()).expect("thirteen short patterns");
        let search = AhoCorasick::new(patterns()).expect("thirteen short patterns");
        let mut automaton = Self { values, steps: three_at_a_time(&dfa, &values), gains: [Vec::new(), Vec::new()], search };
        automaton.gains = [false, true].map(|exact| automaton.gains(exact));
        automaton
    }

    /// The sum of the values of all shapes on a line whose first `3 * chunks` bits hold all there is.
    fn score(&self, own: u32, empty: u32, chunks: u32) -> i32 {
        self.scores([own, 0], empty, chunks)[0]
    }

    /// The two players' [`score`](Self::score)s, for the price of little more than one: neither waits for the other.
    #[inline]
    pub(super) fn scores(&self, own: [u32; 2], empty: u32, chunks: u32) -> [i32; 2] {
        let (mut own, mut empty, mut states, mut sums) = (own, empty, [0; 2], [0; 2]);
        for _ in 0..chunks {
            for i in [0, 1] {
                let step = self.steps[states[i]][(own[i] & 7 | (empty & 7) << 3) as usize];
                own[i] >>= 3;
                states[i] = (step & 0xff) as usize;
                sums[i] += step >> 8;
            }
            empty >>= 3;
        }
        sums
    }

    /// What a stone on `bit`, an empty point, would add to the shapes within four cells of it.
    #[inline]
    pub(super) fn gain(&self, own: u32, empty: u32, bit: u32, exact: bool) -> i32 {
        // A dead row may reach beyond the window: its stones must look dead inside it too.
        let own = live(own, exact);
        // Four bits of room below the line: cell `bit - 4` is at `bit`.
        let below = cells(own << 4, empty << 4, bit);
        self.gains[usize::from(exact)][below + 81 * cells(own, empty, bit + 1)]
    }

    fn gains(&self, exact: bool) -> Vec<i32> {
        let all = |number: usize| (0..4).map(move |cell| number / 3_usize.pow(cell) % 3);
        (0..81 * 81)
            .map(|index| {
                let [mut own, mut empty] = [0, 0];
                for (cell, digit) in all(index % 81).chain([0]).chain(all(index / 81)).enumerate() {
                    own |= u32::from(digit == 1) << cell;
                    empty |= u32::from(digit == 0) << cell;
                }
                let with = self.score(live(own | 1 << 4, exact), empty & !(1 << 4), 3);
                with - self.score(live(own, exact), empty, 3)
            })
            .collect()
    }

    /// How often each of [`SHAPES`] occurs on a line. Searches the line as text.
    pub(super) fn count(&self, own: u32, empty: u32) -> [i32; SHAPES.len()] {
        let text: Vec<u8> = (0..u32::BITS)
            .map(|bit| {
                if own >> bit & 1 == 1 {
                    b'1'
                } else if empty >> bit & 1 == 1 {
                    b'0'
                } else {
                    b'2'
                }
            })
            .collect();
        let shapes: Vec<usize> = forms().map(|(_, shape)| shape).collect();
        let mut counts = [0; SHAPES.len()];
        for found in self.search.find_overlapping_iter(&text) {
            counts[shapes[found.pattern().as_usize()]] += 1;
        }
        counts
    }
}

/// The automaton's moves by three cells, over its states in the order they are met.
fn three_at_a_time(dfa: &DFA, values: &Values) -> Vec<[i32; 64]> {
    let values: Vec<i32> = forms().map(|(_, shape)| values[shape]).collect();
    let start = dfa.start_state(Anchored::No).expect("a DFA searches from anywhere by default");
    let mut states: Vec<StateID> = vec![start];
    let mut steps = Vec::new();
    while let Some(&from) = states.get(steps.len()) {
        let row = std::array::from_fn(|cells| {
            let (mut state, mut sum) = (from, 0);
            for cell in 0..3 {
                let byte = if cells >> cell & 1 == 1 {
                    b'1'
                } else if cells >> (3 + cell) & 1 == 1 {
                    b'0'
                } else {
                    b'2'
                };
                state = dfa.next_state(Anchored::No, state, byte);
                if dfa.is_match(state) {
                    sum += (0..dfa.match_len(state)).map(|i| values[dfa.match_pattern(state, i).as_usize()]).sum::<i32>();
                }
            }
            let to = states.iter().position(|&known| known == state).unwrap_or_else(|| {
                states.push(state);
                states.len() - 1
            });
            debug_assert!(to < 256 && sum.abs() < 1 << 23);
            sum << 8 | to as i32
        });
        steps.push(row);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A line of up to 20 cells: own stones and empty points.
    fn line() -> impl Strategy<Value = (u32, u32)> {
        prop::collection::vec(0..5_u8, 0..=20).prop_map(|cells| {
            let bits =
                |wanted: &[u8]| (0..).zip(&cells).fold(0, |bits, (at, cell)| bits | u32::from(wanted.contains(cell)) << at);
            (bits(&[0, 1]), bits(&[2, 3]))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]
        #[test]
        fn the_table_finds_what_the_library_finds((own, empty) in line()) {
            let automaton = Automaton::shared();
            let counts = automaton.count(own, empty);
            let sum: i32 = counts.iter().zip(&SHAPES).map(|(count, shape)| count * shape.value).sum();
            prop_assert_eq!(automaton.score(own, empty, 7), sum);
        }

        #[test]
        fn a_gain_is_a_difference((own, empty) in line(), exact in any::<bool>()) {
            let automaton = Automaton::shared();
            for bit in (0..20).filter(|bit| empty >> bit & 1 == 1) {
                // The nine cells around the bit, in the low bits of a line of their own.
                let window = |bits: u32| ((bits << 4) >> bit) & 0x1ff;
                let (own, empty) = (window(own), window(empty));
                let with = automaton.score(live(own | 16, exact), empty & !16, 7);
                let without = automaton.score(live(own, exact), empty, 7);
                prop_assert_eq!(automaton.gain(own, empty, 4, exact), with - without);
            }
        }
    }

    #[test]
    fn rows_of_six_are_dead_where_five_must_be_exact() {
        assert_eq!(live(0b0111_1101, true), 0b0111_1101);
        assert_eq!(live(0b1111_1101, true), 0b0000_0001);
        assert_eq!(live(0b11_1111_1011, true), 0b11);
        assert_eq!(live(0b11_1111_1011, false), 0b11_1111_1011);
        assert_eq!(live(0b1_1111, true), 0b1_1111);
    }

    #[test]
    fn the_automaton_is_small() {
        assert!(Automaton::shared().steps.len() < 64);
    }
}

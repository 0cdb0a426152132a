//! Finds the fours and threes of a line, for both players at once.
//!
//! Every five in a row lies in a *window* of five neighbouring points that the opponent has not
//! entered. A window with one stone missing is a four, with two missing it holds two points that
//! make one. Two neighbouring windows that share their stones have an empty point at either end:
//! four stones there are a straight four, three an open three.

/// Both players' words of a line in one: Black's in the low half, White's in the high half.
pub(super) type Pair = u64;

/// The half of `player`, counted from 0.
#[inline(always)]
pub(super) const fn half(pair: Pair, player: usize) -> u32 {
    (pair >> (32 * player)) as u32
}

/// The windows of a line, each at the bit where it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Windows {
    /// Four stones, one point empty: one more makes five.
    pub(super) four: Pair,
    /// Three stones, two points empty: one more makes a four.
    pub(super) three: Pair,
    /// Three stones among the four inner ones of six otherwise empty points: one more makes a
    /// straight four.
    pub(super) open_three: Pair,
    /// Two stones there: one more makes an open three.
    pub(super) open_two: Pair,
}

impl Windows {
    /// The windows among `stones` and the `empty` points, the same in both halves. In the halves
    /// marked by `exact` only a row of exactly five counts, so a window next to a stone of the same
    /// colour does not.
    #[inline(always)]
    pub(super) const fn of(stones: Pair, empty: Pair, exact: Pair) -> Self {
        let free = stones | empty;
        let pairs = free & free >> 1;
        let beside = (stones << 1 | stones >> 5) & exact;
        let windows = pairs & pairs >> 2 & free >> 4 & !beside;
        // A column of two full adders counts the stones of every window.
        let a = stones;
        let b = stones >> 1;
        let c = stones >> 2;
        let d = stones >> 3;
        let e = stones >> 4;
        let half = a ^ b ^ c;
        let carry = a & b | c & (a ^ b);
        let odd = half ^ d ^ e;
        let other = half & d | e & (half ^ d);
        let both = windows & carry & other;
        let either = windows & (carry ^ other);
        let two = either & !odd;
        let three = either & odd;
        let ends = empty & empty >> 5;
        Self {
            four: both & !odd,
            three,
            open_three: three & three >> 1 & ends,
            open_two: two & two >> 1 & ends,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::line::{fives, run};

    /// The points of six from `from` that are empty.
    fn holes(empty: u32, from: u32, length: u32) -> u32 {
        empty & ((1 << length) - 1) << from
    }

    /// For every line of ten points the windows agree with the definitions.
    #[test]
    fn windows_of_all_lines_of_ten() {
        const SIZE: u32 = 10;
        for n in 0..3_u32.pow(SIZE) {
            let cell = |bit| n / 3_u32.pow(bit) % 3;
            let word = |wanted| {
                (0..SIZE)
                    .filter(|&bit| cell(bit) == wanted)
                    .fold(0, |word, bit| word | 1_u32 << bit)
            };
            let empty = word(0);
            let stones = [word(1), word(2)];
            for exact in [[false, false], [true, true], [true, false]] {
                let marks = exact.map(|exact| if exact { u64::from(u32::MAX) } else { 0 });
                let found = Windows::of(
                    u64::from(stones[0]) | u64::from(stones[1]) << 32,
                    u64::from(empty) | u64::from(empty) << 32,
                    marks[0] | marks[1] << 32,
                );
                for player in [0, 1] {
                    let own = stones[player];
                    let exact = exact[player];
                    // The fives that one more stone makes now, and after each stone.
                    let now = fives(own, empty, exact);
                    let mut covered = 0;
                    for from in (0..SIZE).filter(|from| half(found.four, player) >> from & 1 == 1) {
                        covered |= holes(empty, from, 5);
                    }
                    assert_eq!(covered, now, "{n} {exact}");
                    if now != 0 {
                        continue;
                    }
                    let makers = |windows: u64, length| {
                        let from = (0..SIZE).filter(|from| half(windows, player) >> from & 1 == 1);
                        from.fold(0, |points, from| points | holes(empty, from, length))
                    };
                    let inner = |windows: u64| {
                        let from = (0..SIZE).filter(|from| half(windows, player) >> from & 1 == 1);
                        from.fold(0, |points, from| points | holes(empty, from + 1, 4))
                    };
                    let each = |good: &dyn Fn(u32, u32) -> bool| {
                        let points = (0..SIZE).filter(|bit| empty >> bit & 1 == 1);
                        points
                            .filter(|&bit| good(own | 1 << bit, bit))
                            .fold(0, |points, bit| points | 1 << bit)
                    };
                    let four = |own: u32, bit: u32| fives(own, empty & !(1 << bit), exact) != 0;
                    assert_eq!(makers(found.three, 5), each(&four), "{n} {exact}");
                    let straight_among = |own: u32, empty: u32, bit: u32| {
                        let ends = fives(own, empty & !(1 << bit), exact);
                        run(own, bit) == 4
                            && (0..SIZE).any(|end| {
                                // Both ends of the row of four that holds the stone.
                                ends >> end & 1 == 1
                                    && end + 5 < 32
                                    && ends >> (end + 5) & 1 == 1
                                    && (end + 1..end + 5).contains(&bit)
                            })
                    };
                    let straight = |own: u32, bit: u32| straight_among(own, empty, bit);
                    assert_eq!(inner(found.open_three), each(&straight), "{n} {exact}");
                    // An open three is a straight four but for one point.
                    let open = |own: u32, bit: u32| {
                        let left = empty & !(1 << bit);
                        let row = |last: u32| {
                            let whole = own | 1 << last;
                            // The stone is in the same row of four as the last one.
                            let from = bit.min(last);
                            let to = bit.max(last);
                            (from..=to).all(|bit| whole >> bit & 1 == 1)
                        };
                        let mut lasts = (0..SIZE).filter(|&last| left >> last & 1 == 1);
                        lasts.any(|last| row(last) && straight_among(own | 1 << last, left, last))
                    };
                    assert_eq!(inner(found.open_two), each(&open), "{n} {exact}");
                }
            }
        }
    }
}

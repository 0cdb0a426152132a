//! Sets of squares that the terms count.

/// The 28 squares on the rim of the board.
pub(super) const EDGE: u64 = 0xff81_8181_8181_81ff;

/// The number of pairs of a disc and one of the eight directions in which an unbroken run of
/// `discs` leads from the disc to the edge.
///
/// A disc on the edge is such a run in the directions that leave the board: three, or five in a
/// corner.
#[inline]
pub(super) fn tied_to_edge(discs: u64) -> i32 {
    // Every run ends in a disc on the edge.
    if discs & EDGE == 0 {
        return 0;
    }
    let mut count = 0;
    for (shift, off) in OFF {
        // Doubling: tied for one step, then two, then four more.
        let mut up = discs;
        let mut down = discs;
        for (k, (above, below)) in off.into_iter().enumerate() {
            up &= up >> (shift << k) | above;
            down &= down << (shift << k) | below;
        }
        count += (up.count_ones() + down.count_ones()) as i32;
    }
    count
}

/// For each line: the shift of one step towards higher indices, and the squares from which 1, 2 and
/// 4 steps up and down leave the board.
const OFF: [(u32, [(u64, u64); 3]); 4] = [off(1, 0), off(-1, 1), off(0, 1), off(1, 1)];

const fn off(dx: i32, dy: i32) -> (u32, [(u64, u64); 3]) {
    let mut off = [(0, 0); 3];
    let mut square = 0;
    while square < 64 {
        let mut k = 0;
        while k < 3 {
            let steps = 1 << k;
            if leaves(square % 8 + steps * dx, square / 8 + steps * dy) {
                off[k].0 |= 1 << square;
            }
            if leaves(square % 8 - steps * dx, square / 8 - steps * dy) {
                off[k].1 |= 1 << square;
            }
            k += 1;
        }
        square += 1;
    }
    ((8 * dy + dx) as u32, off)
}

const fn leaves(column: i32, row: i32) -> bool {
    column < 0 || column > 7 || row < 0 || row > 7
}

/// 1000 times the larger of two counts up to 64 over their sum, rounded down, with the sign of the
/// difference.
#[inline]
pub(super) fn share(own: u32, opp: u32) -> i32 {
    // Division by a table of inverses rounded up: exact, for fractions are multiples of 1/128 at
    // the least.
    let larger = own.max(opp);
    let share = ((u64::from(larger) * INVERSE[(own + opp) as usize & 127]) >> 32) as i32;
    share * (own.cmp(&opp) as i32)
}

const INVERSE: [u64; 128] = {
    let mut inverse = [0; 128];
    let mut n = 1;
    while n < 128 {
        inverse[n] = (1000u64 << 32).div_ceil(n as u64);
        n += 1;
    }
    inverse
};

#[cfg(test)]
mod tests {
    use super::*;
    use othello_bitboard::{Square, spread, squares};
    use proptest::prelude::*;

    #[test]
    fn shares_are_exact() {
        for own in 0..=63u32 {
            for opp in 0..=64 {
                let want = match own.cmp(&opp) {
                    core::cmp::Ordering::Less => -(1000 * opp as i32 / (own + opp) as i32),
                    core::cmp::Ordering::Equal => 0,
                    core::cmp::Ordering::Greater => 1000 * own as i32 / (own + opp) as i32,
                };
                assert_eq!(share(own, opp), want, "{own} {opp}");
            }
        }
    }

    fn step(from: Square, dx: i8, dy: i8) -> Option<Square> {
        Square::at(
            from.column().checked_add_signed(dx)?,
            from.row().checked_add_signed(dy)?,
        )
    }

    const AROUND: [(i8, i8); 8] = [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ];

    proptest! {
        #[test]
        fn fast_counts_equal_slow_ones(a: u64, b: u64) {
            for discs in [a, b, a & b, a | b, !(a & b & 0xff), EDGE, u64::MAX, 0] {
                let mut tied = 0;
                let mut near = discs;
                for square in squares(discs) {
                    for (dx, dy) in AROUND {
                        near |= step(square, dx, dy).map_or(0, Square::bit);
                        let mut at = Some(square);
                        while let Some(next) = at.filter(|at| discs & at.bit() != 0) {
                            at = step(next, dx, dy);
                        }
                        tied += i32::from(at.is_none());
                    }
                }
                prop_assert_eq!(spread(discs), near);
                prop_assert_eq!(tied_to_edge(discs), tied);
            }
        }
    }
}

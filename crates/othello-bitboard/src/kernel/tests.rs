use super::{Kernel, Routine, SimdLevel};
use crate::{Square, bits, movegen::reference, perft};
use proptest::prelude::*;

/// Asks a kernel for everything about a board: moves, then flips on every empty square.
struct Everything;

impl Routine<()> for Everything {
    type Output = (u64, Vec<u64>);

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, (): ()) -> (u64, Vec<u64>) {
        let flips = |square: Square| {
            if (own | opp) & square.bit() == 0 {
                kernel.flips(square, own, opp)
            } else {
                0
            }
        };
        (kernel.moves(own, opp), Square::all().map(flips).collect())
    }
}

/// Plays moves in one batch, and counts the replies.
struct Together;

impl Routine<&[(u64, u64, u64)]> for Together {
    type Output = (Vec<(u64, u64, u64)>, u64);

    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        _: u64,
        _: u64,
        moves: &[(u64, u64, u64)],
    ) -> Self::Output {
        let mut batch = super::Batch::EMPTY;
        for &(own, opp, bit) in moves {
            batch.push(own, opp, kernel.mark(bit));
        }
        let count = kernel.count(&mut batch.clone());
        kernel.advance(&mut batch);
        ((0..moves.len()).map(|i| batch.get(i)).collect(), count)
    }
}

fn agree(own: u64, opp: u64) -> Result<(), TestCaseError> {
    let want: Vec<u64> = Square::all()
        .map(|square| {
            if (own | opp) & square.bit() == 0 {
                reference::flips(square, own, opp)
            } else {
                0
            }
        })
        .collect();
    let places = reference::moves(own, opp);
    for level in SimdLevel::available() {
        let (moves, flips) = level.call(&mut Everything, own, opp, ());
        prop_assert_eq!(moves, places, "moves, {}", level);
        prop_assert_eq!(&flips, &want, "flips, {}", level);
        // A batch takes legal moves, and a square that turns nothing will do.
        let played: Vec<_> = bits(!(own | opp)).map(|bit| (own, opp, bit)).collect();
        let (after, count) = level.call(&mut Together, 0, 0, &played);
        let children: Vec<_> = bits(!(own | opp))
            .map(|bit| {
                let flips = want[bit.trailing_zeros() as usize];
                let (own, opp) = (opp ^ flips, own ^ flips | bit);
                (own, opp, reference::moves(own, opp))
            })
            .collect();
        let replies: u64 = children
            .iter()
            .map(|&(_, _, moves)| u64::from(moves.count_ones()).max(1))
            .sum();
        prop_assert_eq!(after, children, "batch, {}", level);
        prop_assert_eq!(count, replies, "count, {}", level);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_level_equals_the_reference(a: u64, b: u64, c: u64) {
        // Boards thin, even and crowded.
        for (own, opp) in [(a, b & !a), (a & b, c & !(a & b)), (a & b & c, !a & b), (a & b, !(a & b)), (a & b & c, !a)] {
            agree(own, opp)?;
        }
    }
}

#[test]
fn long_runs_in_every_direction() {
    for from in Square::all() {
        for to in Square::all().filter(|&to| to != from) {
            agree(to.bit(), !(to.bit() | from.bit())).unwrap();
        }
    }
}

/// Perft from the definition, with the flips and moves of the rule.
fn slow_perft(own: u64, opp: u64, depth: u32) -> u64 {
    let places = reference::moves(own, opp);
    match depth {
        0 => 1,
        _ if places != 0 => bits(places)
            .map(|bit| {
                let square = Square::new(bit.trailing_zeros() as u8).expect("a bit is a square");
                let flips = reference::flips(square, own, opp);
                slow_perft(opp ^ flips, own ^ flips | bit, depth - 1)
            })
            .sum(),
        _ if reference::moves(opp, own) != 0 => slow_perft(opp, own, depth - 1),
        _ => 1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn perft_of_every_level_equals_the_reference(a: u64, b: u64, c: u64) {
        // Many passes and ends with few empty squares, many moves in the open.
        let crowded = a | b | c | c.rotate_left(17);
        for (own, opp, depths) in [(a & crowded, !a & crowded, [5, 40]), (a & b & c, !a & b, [2, 3])] {
            prop_assume!((!(own | opp)).count_ones() < 8 || depths[1] < 40);
            for depth in [0, 1].into_iter().chain(depths) {
                let want = slow_perft(own, opp, depth);
                for level in SimdLevel::available() {
                    prop_assert_eq!(
                        perft(level, own, opp, depth),
                        want,
                        "depth {}, {}",
                        depth,
                        level,
                    );
                }
            }
        }
    }
}

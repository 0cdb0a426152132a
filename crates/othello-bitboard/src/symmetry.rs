use crate::Square;

/// One of the eight ways to turn or mirror the board, under which the rules stay the same.
///
/// ```
/// use othello_bitboard::{Square, Symmetry};
///
/// let f5: Square = "f5".parse()?;
/// let images: Vec<String> = Symmetry::ALL.iter().map(|s| s.square(f5).to_string()).collect();
/// assert_eq!(images, ["f5", "c5", "f4", "c4", "e6", "e3", "d6", "d3"]);
/// # Ok::<(), othello_bitboard::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Where `bits` come to lie: columns mirrored, then rows mirrored, then both axes exchanged, as the symmetry has it.
    pub const fn bits(self, mut bits: u64) -> u64 {
        if self.0 & 1 != 0 {
            bits = bits.reverse_bits().swap_bytes();
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 4 != 0 {
            bits = transposed(bits);
        }
        bits
    }

    /// Where `square` comes to lie: the one square of its bitboard's image.
    pub const fn square(self, square: Square) -> Square {
        match Square::new(self.bits(square.bit()).trailing_zeros() as u8) {
            Some(image) => image,
            None => square,
        }
    }
}

/// Columns exchanged with rows, by swapping blocks of 4, of 2 and of 1.
const fn transposed(mut bits: u64) -> u64 {
    let blocks = [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)];
    let mut i = 0;
    while i < blocks.len() {
        let (shift, mask) = blocks[i];
        let differ = (bits ^ bits >> shift) & mask;
        bits ^= differ ^ differ << shift;
        i += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{flips, moves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_rules_do_not_see_a_symmetry(a: u64, b: u64, c: u64) {
            let (own, opp) = (a & b, c & !(a & b));
            for symmetry in Symmetry::ALL {
                let (own2, opp2) = (symmetry.bits(own), symmetry.bits(opp));
                prop_assert_eq!(moves(own2, opp2), symmetry.bits(moves(own, opp)));
                for square in Square::all() {
                    let image = symmetry.square(square);
                    prop_assert_eq!(symmetry.bits(square.bit()), image.bit());
                    prop_assert_eq!(flips(image, own2, opp2), symmetry.bits(flips(square, own, opp)));
                }
            }
        }
    }

    #[test]
    fn the_eight_differ() {
        let mut images = Symmetry::ALL.map(|symmetry| symmetry.bits(0b10));
        images.sort_unstable();
        assert!(images.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(Symmetry::ALL[0].bits(0x1234_5678_9abc_def0), 0x1234_5678_9abc_def0);
    }
}

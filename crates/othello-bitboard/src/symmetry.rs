use crate::{Othello, Square};

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
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// Where `bits` come to lie: columns mirrored, then rows mirrored, then both axes exchanged, as
    /// the symmetry has it.
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

    /// [`bits`](Self::bits) of all eight, in the order of [`ALL`](Self::ALL): cheaper than one by
    /// one.
    #[inline]
    pub(crate) const fn images(bits: u64) -> [u64; 8] {
        const fn mirrored(bits: u64) -> [u64; 4] {
            let rows = bits.swap_bytes();
            let both = bits.reverse_bits();
            [bits, both.swap_bytes(), rows, both]
        }
        let [a, b, c, d] = mirrored(bits);
        let [e, f, g, h] = mirrored(transposed(bits));
        // To mirror columns and then exchange the axes is to exchange the axes and then mirror
        // rows.
        [a, b, c, d, e, g, f, h]
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use othello_bitboard::Symmetry;
    /// for symmetry in Symmetry::ALL {
    ///     assert_eq!(symmetry.inverse().bits(symmetry.bits(0x1234_5678)), 0x1234_5678);
    /// }
    /// ```
    #[inline]
    pub const fn inverse(self) -> Self {
        // Mirrors and half turns undo themselves, the two quarter turns each other.
        Self(match self.0 {
            5 => 6,
            6 => 5,
            other => other,
        })
    }

    /// Where `square` comes to lie: the one square of its bitboard's image.
    pub const fn square(self, square: Square) -> Square {
        match Square::new(self.bits(square.bit()).trailing_zeros() as u8) {
            Some(image) => image,
            None => square,
        }
    }
}

impl Othello {
    /// The smallest of the eight images of the board under turns and mirrors, and the symmetry that
    /// leads to it.
    ///
    /// Two positions have the same one exactly when a symmetry makes one of the other. Some 20 ns.
    ///
    /// ```
    /// use game_core::{Notation, Position};
    /// use othello_bitboard::Othello;
    ///
    /// // Black's four first moves are one.
    /// let mut images = Vec::new();
    /// for name in ["d3", "c4", "f5", "e6"] {
    ///     let mut pos = Othello::START;
    ///     pos.play(pos.parse_move(name)?);
    ///     let (canonical, symmetry) = pos.canonical();
    ///     assert_eq!(pos.image(symmetry), canonical);
    ///     assert_eq!(canonical.image(symmetry.inverse()), pos);
    ///     images.push(canonical);
    /// }
    /// images.dedup();
    /// assert_eq!(images.len(), 1);
    /// # Ok::<(), othello_bitboard::Error>(())
    /// ```
    #[inline]
    pub fn canonical(&self) -> (Self, Symmetry) {
        let own = Symmetry::images(self.own);
        let opp = Symmetry::images(self.opp);
        let mut best = (own[0], opp[0], 0);
        for i in 1..8 {
            best = best.min((own[i], opp[i], i));
        }
        (
            Self {
                own: best.0,
                opp: best.1,
                turn: self.turn,
            },
            Symmetry::ALL[best.2],
        )
    }

    /// The position turned or mirrored.
    #[inline]
    pub const fn image(&self, symmetry: Symmetry) -> Self {
        Self {
            own: symmetry.bits(self.own),
            opp: symmetry.bits(self.opp),
            turn: self.turn,
        }
    }
}

/// Columns exchanged with rows, by swapping blocks of 4, of 2 and of 1.
const fn transposed(mut bits: u64) -> u64 {
    let blocks = [
        (28, 0x0000_0000_f0f0_f0f0),
        (14, 0x0000_cccc_0000_cccc),
        (7, 0x00aa_00aa_00aa_00aa),
    ];
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
    use game_core::Player;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_rules_do_not_see_a_symmetry(a: u64, b: u64, c: u64) {
            let own = a & b;
            let opp = c & !(a & b);
            for symmetry in Symmetry::ALL {
                let own2 = symmetry.bits(own);
                let opp2 = symmetry.bits(opp);
                prop_assert_eq!(moves(own2, opp2), symmetry.bits(moves(own, opp)));
                for square in Square::all() {
                    let image = symmetry.square(square);
                    prop_assert_eq!(symmetry.bits(square.bit()), image.bit());
                    prop_assert_eq!(
                        flips(image, own2, opp2),
                        symmetry.bits(flips(square, own, opp)),
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        fn canonical_is_the_same_for_all_images(a: u64, b: u64) {
            let pos = Othello::new(a & b, a & !b, Player::Second).unwrap();
            let images = Symmetry::ALL.map(|symmetry| symmetry.bits(a));
            prop_assert_eq!(Symmetry::images(a), images);
            for symmetry in Symmetry::ALL {
                let (canonical, way) = pos.image(symmetry).canonical();
                prop_assert_eq!(canonical, pos.canonical().0);
                prop_assert_eq!(pos.image(symmetry).image(way), canonical);
                prop_assert!((canonical.own(), canonical.opp()) <= (pos.own(), pos.opp()));
                prop_assert_eq!(symmetry.inverse().bits(symmetry.bits(b)), b);
            }
        }
    }

    #[test]
    fn the_eight_differ() {
        let mut images = Symmetry::ALL.map(|symmetry| symmetry.bits(0b10));
        images.sort_unstable();
        assert!(images.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(
            Symmetry::ALL[0].bits(0x1234_5678_9abc_def0),
            0x1234_5678_9abc_def0
        );
    }
}

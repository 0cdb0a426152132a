//! The places of the patterns, computed at compile time.

use othello_bitboard::{Square, Symmetry};

/// The most squares that a pattern has.
const MOST: usize = 10;

/// The number of patterns on the board, including symmetric images.
pub(super) const PLACES: usize = 46;

/// [`PLACES`] filled up to whole vectors of eight.
pub(super) const LANES: usize = PLACES.next_multiple_of(8);

/// A number for every place, aligned as vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0; LANES]);

    #[inline(always)]
    pub(super) fn add(&mut self, by: &Self) {
        self.0
            .iter_mut()
            .zip(&by.0)
            .for_each(|(lane, by)| *lane = lane.wrapping_add(*by));
    }

    #[inline(always)]
    pub(super) fn sub(&mut self, by: &Self) {
        self.0
            .iter_mut()
            .zip(&by.0)
            .for_each(|(lane, by)| *lane = lane.wrapping_sub(*by));
    }

    #[inline(always)]
    pub(super) fn double(&mut self) {
        self.0
            .iter_mut()
            .for_each(|lane| *lane = lane.wrapping_mul(2));
    }

    #[inline(always)]
    pub(super) fn negate(&mut self) {
        self.0
            .iter_mut()
            .for_each(|lane| *lane = lane.wrapping_neg());
    }
}

/// A pattern: a name, and its squares in one place. The symmetries of the board give the other
/// places, which share its weights.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    squares: [u8; MOST],
    len: usize,
}

impl Shape {
    const fn new(name: &'static str, squares: &str) -> Self {
        let text = squares.as_bytes();
        let mut shape = Self {
            name,
            squares: [0; MOST],
            len: text.len() / 2,
        };
        let mut i = 0;
        while i < shape.len {
            shape.squares[i] = (text[2 * i + 1] - b'1') * 8 + (text[2 * i] - b'a');
            i += 1;
        }
        shape
    }

    /// How many squares it has.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no squares; always false.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of fillings: 3 to the power of the number of squares.
    pub const fn fillings(&self) -> usize {
        3_usize.pow(self.len as u32)
    }

    /// Its squares as `symmetry` moves them.
    const fn image(&self, symmetry: Symmetry) -> [u8; MOST] {
        let mut image = [0; MOST];
        let mut i = 0;
        while i < self.len {
            image[i] = symmetry.bits(1 << self.squares[i]).trailing_zeros() as u8;
            i += 1;
        }
        image
    }

    const fn set(&self, squares: &[u8; MOST]) -> u64 {
        let mut set = 0;
        let mut i = 0;
        while i < self.len {
            set |= 1 << squares[i];
            i += 1;
        }
        set
    }

    /// The least filling that equals `filling` under a symmetry that keeps the pattern's place;
    /// both count from 0.
    pub(super) fn canonical(&self, filling: usize) -> usize {
        let home = self.set(&self.squares);
        let images = Symmetry::ALL
            .iter()
            .map(|&symmetry| self.image(symmetry))
            .filter(|image| self.set(image) == home);
        let moved = |image: [u8; MOST]| {
            let mut rest = filling;
            let digits = image[..self.len].iter().map(|to| {
                let digit = rest % 3;
                rest /= 3;
                let at = self.squares[..self.len]
                    .iter()
                    .position(|square| square == to)
                    .unwrap_or_default();
                digit * 3_usize.pow(at as u32)
            });
            digits.sum()
        };
        images.map(moved).min().unwrap_or(filling)
    }
}

/// The patterns of M. Buro's Logistello: corners, edges, rows and diagonals.
pub const SHAPES: [Shape; 11] = [
    Shape::new("corner 3x3", "a1b1c1a2b2c2a3b3c3"),
    Shape::new("corner 2x5", "a1b1c1d1e1a2b2c2d2e2"),
    Shape::new("edge and X", "b2a1b1c1d1e1f1g1h1g2"),
    Shape::new("row 2", "a2b2c2d2e2f2g2h2"),
    Shape::new("row 3", "a3b3c3d3e3f3g3h3"),
    Shape::new("row 4", "a4b4c4d4e4f4g4h4"),
    Shape::new("diagonal 8", "a1b2c3d4e5f6g7h8"),
    Shape::new("diagonal 7", "a2b3c4d5e6f7g8"),
    Shape::new("diagonal 6", "a3b4c5d6e7f8"),
    Shape::new("diagonal 5", "a4b5c6d7e8"),
    Shape::new("diagonal 4", "a5b6c7d8"),
];

/// A pattern in one of its places.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Which of [`SHAPES`].
    pub shape: usize,
    squares: [u8; MOST],
}

/// Every pattern in every place, each set of squares once.
pub(super) const ALL: [Place; PLACES] = {
    let mut places = [Place {
        shape: 0,
        squares: [0; MOST],
    }; PLACES];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            let squares = SHAPES[shape].image(Symmetry::ALL[symmetry]);
            let mut known = false;
            let mut i = first;
            while i < count {
                known |= SHAPES[shape].set(&places[i].squares) == SHAPES[shape].set(&squares);
                i += 1;
            }
            if !known {
                places[count] = Place { shape, squares };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == PLACES);
    places
};

/// What a black disc on a square adds to the number of every place: a power of 3, or 0.
pub(super) static DISC: [Lanes; 64] = {
    let mut disc = [Lanes::ZERO; 64];
    let mut place = 0;
    while place < PLACES {
        let Place { shape, squares } = ALL[place];
        let mut i = 0;
        let mut power = 1_i16;
        while i < SHAPES[shape].len {
            disc[squares[i] as usize].0[place] = power;
            // The last power is unused and would overflow.
            power = power.wrapping_mul(3);
            i += 1;
        }
        place += 1;
    }
    disc
};

/// The discs of `square` in every place.
#[inline]
pub(super) fn disc(square: Square) -> &'static Lanes {
    &DISC[square.index()]
}

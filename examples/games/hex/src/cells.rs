//! Sets of cells, and the steps between cells.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::LazyLock;

/// The least and the greatest size of a board.
pub const SIZES: (u8, u8) = (3, 19);

/// Cells of a row, and one that is none, so that no step leads round the edge: the cell in row `r`
/// and column `c` is bit `STRIDE * r + c`, whatever the size of the board.
pub const STRIDE: u16 = 20;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cells([u64; Cells::WORDS]);

/// A step to one of the six neighbours of a cell, as a distance in bits.
pub type Step = i16;

/// The six steps, each beside the next all the way round: to the right, down right, down left, to
/// the left, up left, up right. Each row lies half a cell further to the right than the one above.
pub const STEPS: [Step; 6] = [1, 20, 19, -1, -20, -19];

impl Cells {
    const WORDS: usize = 6;

    /// More than the bit of any cell.
    pub const COUNT: usize = 64 * Self::WORDS;

    /// No cell.
    pub const NONE: Self = Self([0; Self::WORDS]);

    /// The cell with that bit alone.
    pub const fn one(cell: u16) -> Self {
        Self::NONE.with(cell)
    }

    /// These cells and one more.
    pub const fn with(mut self, cell: u16) -> Self {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
        self
    }

    /// Whether the cell is in the set.
    pub const fn has(&self, cell: u16) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// How many cells there are.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells, in the order of their bits.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let cell = first + word.trailing_zeros() as u16;
                    word &= word - 1;
                    cell
                })
            })
        })
    }

    /// The cells one step further, cells that are none among them.
    #[inline]
    pub fn shifted(self, step: Step) -> Self {
        let by = step.unsigned_abs();
        let words = self.0;
        // What is shifted out of a word goes into the one beside it.
        Self(if step > 0 {
            std::array::from_fn(|at| {
                let below = if at > 0 { words[at - 1] } else { 0 };
                words[at] << by | below >> (64 - by)
            })
        } else {
            std::array::from_fn(|at| {
                let above = words.get(at + 1).copied().unwrap_or(0);
                words[at] >> by | above << (64 - by)
            })
        })
    }

    /// The neighbours of the cells, some of the cells themselves among them.
    #[inline]
    pub fn neighbours(self) -> Self {
        STEPS
            .iter()
            .fold(Self::NONE, |found, &step| found | self.shifted(step))
    }

    /// The neighbours of the cells, and those cells that are two steps away by two ways, both over
    /// `empty` cells: who loses one has the other (a bridge).
    #[inline]
    pub fn linked(self, empty: Self) -> Self {
        let steps = STEPS.map(|step| self.shifted(step));
        let mut found = steps.iter().fold(Self::NONE, |found, &cells| found | cells);
        for (at, &carriers) in steps.iter().enumerate() {
            let beside = (at + 1) % STEPS.len();
            let one = (carriers & empty).shifted(STEPS[beside]);
            let other = (steps[beside] & empty).shifted(STEPS[at]);
            found = found | (one & other);
        }
        found
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        let mut words = self.0;
        words
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word &= other);
        Self(words)
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        let mut words = self.0;
        words
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word |= other);
        Self(words)
    }
}

/// Everything else, cells that are none among it.
impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// An edge of the board.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its cells.
    pub cells: Cells,
    /// The steps that lead from its cells to those of the next row or column.
    inwards: [Step; 2],
}

impl Edge {
    /// The cells of the edge, and those of the second row that both `empty` neighbours on the edge
    /// join to it: who loses one has the other.
    pub fn reach(&self, empty: Cells) -> Cells {
        let [one, other] = self.inwards.map(|step| (self.cells & empty).shifted(step));
        self.cells | one & other
    }
}

/// The board and the edges of one size.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// All cells.
    pub board: Cells,
    /// Each player's first edge and last edge: top and bottom, left and right.
    pub edges: [[Edge; 2]; 2],
}

impl Geometry {
    /// That of a board of `size`, which is within [`SIZES`].
    pub fn of(size: u8) -> &'static Self {
        static ALL: LazyLock<Vec<Geometry>> = LazyLock::new(|| {
            let (_, most) = SIZES;
            (0..=most).map(Geometry::new).collect()
        });
        &ALL[usize::from(size)]
    }

    fn new(size: u8) -> Self {
        let size = u16::from(size);
        let far = size.saturating_sub(1);
        let set = |cell: &dyn Fn(u16) -> u16| (0..size).map(cell).fold(Cells::NONE, Cells::with);
        let row = |row: u16| set(&move |column| STRIDE * row + column);
        let column = |column: u16| set(&move |row| STRIDE * row + column);
        let edge = |cells, inwards| Edge { cells, inwards };
        Self {
            board: (0..size).map(row).fold(Cells::NONE, Cells::bitor),
            edges: [
                [edge(row(0), [20, 19]), edge(row(far), [-20, -19])],
                [edge(column(0), [1, -19]), edge(column(far), [-1, 19])],
            ],
        }
    }
}

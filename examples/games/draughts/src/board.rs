//! The 32 dark squares as bits, and the steps between them.

use engines::game_core::Player;
use std::fmt;

/// A dark square, by its number less one: square 1 is at the left of the top row, on Black's side,
/// and square 32 at the right of the bottom row.
///
/// ```
/// use draughts::Square;
/// let square = Square::new(18).expect("there are 32");
/// assert_eq!((square.row(), square.column(), square.to_string()), (4, 3, "18".to_owned()));
/// assert!(Square::new(0).is_none() && Square::new(33).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 32;

    /// The square of that number, from 1 to 32.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= 32 {
            Some(Self(number - 1))
        } else {
            None
        }
    }

    /// All squares, from 1 to 32.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number less one: from 0 to 31.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// The column of the whole chequered board, 0 at the left.
    pub const fn column(self) -> usize {
        2 * (self.index() % 4) + (1 - self.row() % 2)
    }

    /// Its bit: see [`BOARD`].
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 + self.0 / 8)
    }

    /// The square with this bit.
    pub(crate) const fn of_bit(bit: u64) -> Self {
        let place = bit.trailing_zeros() as u8;
        Self(place - place / 9)
    }

    pub(crate) const fn of_index(index: u16) -> Self {
        Self(index as u8 % 32)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// The bits of all squares. After every eight comes one that is no square: so each step along a
/// diagonal is a shift by 4 or by 5 bits, from whatever row, and a step off the board leads to no
/// square.
pub const BOARD: u64 = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;

/// The top row, where White's men are crowned, and the bottom row, where Black's are.
pub const TOP: u64 = 0xf;
/// See [`TOP`].
pub const BOTTOM: u64 = 0xf << 31;

/// A step along a diagonal: by how many bits, towards square 32 where it is positive.
pub type Step = i8;

/// All steps, those of Black's men first.
const STEPS: [Step; 4] = [4, 5, -4, -5];

/// The steps of a man or a king of `player`.
pub const fn steps(player: Player, is_king: bool) -> &'static [Step] {
    match (is_king, player) {
        (true, _) => &STEPS,
        (false, Player::First) => STEPS.split_at(2).0,
        (false, Player::Second) => STEPS.split_at(2).1,
    }
}

/// Every square of `bits` moved by `step`; mask the result with squares of the board.
pub const fn shift(bits: u64, step: Step) -> u64 {
    if step > 0 {
        bits << step
    } else {
        bits >> -step
    }
}

/// Where a player's men are crowned.
pub const fn crown_row(player: Player) -> u64 {
    match player {
        Player::First => BOTTOM,
        Player::Second => TOP,
    }
}

/// The squares of a set, from square 1 on.
pub fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = Square::of_bit(bits);
            bits &= bits - 1;
            square
        })
    })
}

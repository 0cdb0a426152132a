//! The twelve squares as bits, the kinds of pieces, and the squares that each reaches.

use engines::game_core::Player;
use std::fmt;

/// A square by its number: a1 is 0, b1 is 1, c4 is 11.
///
/// ```
/// use animal_shogi::Square;
/// let square = Square::named("b3").expect("there is one");
/// assert_eq!((square.column(), square.row(), square.to_string()), (1, 2, "b3".to_owned()));
/// assert!(Square::named("d1").is_none() && Square::named("a5").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// All squares, from a1 to c4.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The square of that number.
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number as u8))
    }

    /// The square of that name, as `b3`.
    pub fn named(name: &str) -> Option<Self> {
        let [letter @ b'a'..=b'c', digit @ b'1'..=b'4'] = name.as_bytes() else {
            return None;
        };
        Some(Self(3 * (digit - b'1') + letter - b'a'))
    }

    /// The number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> usize {
        self.index() % 3
    }

    /// The row, 0 at the first player's side.
    pub const fn row(self) -> usize {
        self.index() / 3
    }

    /// Its bit. A row is an octal digit of a set of squares.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The square in a mirror: column a becomes column c.
    pub(crate) const fn mirrored(self) -> Self {
        Self((3 * self.row() + 2 - self.column()) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row() + 1)
    }
}

/// All squares.
pub const BOARD: u16 = 0o7777;

/// The row that the lion of `player` wants to reach, and where its chicks become hens.
pub const fn goal(player: Player) -> u16 {
    match player {
        Player::First => 0o7000,
        Player::Second => 0o0007,
    }
}

/// A set of squares in a mirror.
pub(crate) const fn mirrored(bits: u16) -> u16 {
    (bits & 0o1111) << 2 | bits & 0o2222 | (bits & 0o4444) >> 2
}

/// The squares of a set, from a1 on.
pub(crate) fn squares(mut bits: u16) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = Square(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            square
        })
    })
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One square forwards; becomes a hen on the last row.
    Chick,
    /// One square along a diagonal.
    Elephant,
    /// One square along a row or a column.
    Giraffe,
    /// A promoted chick: one square in any direction but diagonally backwards.
    Hen,
    /// One square in any direction. Who takes the other's wins.
    Lion,
}

impl Kind {
    /// All kinds. Those that can be in hand come first.
    pub const ALL: [Self; 5] = [
        Self::Chick,
        Self::Elephant,
        Self::Giraffe,
        Self::Hen,
        Self::Lion,
    ];

    /// The kinds that can be in hand.
    pub const IN_HAND: [Self; 3] = [Self::Chick, Self::Elephant, Self::Giraffe];

    /// Its number in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter: `C`, `E`, `G`, `H` or `L`.
    pub const fn letter(self) -> char {
        ['C', 'E', 'G', 'H', 'L'][self as usize]
    }

    /// The kind of that letter, in upper or lower case.
    pub fn of_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// What it is in the hand of the player who takes it; nothing for a lion.
    pub(crate) const fn taken(self) -> Option<Self> {
        match self {
            Self::Hen => Some(Self::Chick),
            Self::Lion => None,
            other => Some(other),
        }
    }

    /// How far to the right and how far forwards it goes, in each of its steps.
    const fn steps(self) -> &'static [[i8; 2]] {
        // Forwards, and aside and back; then the diagonals forwards, and back.
        const ALL: [[i8; 2]; 8] = [
            [0, 1],
            [-1, 0],
            [1, 0],
            [0, -1],
            [-1, 1],
            [1, 1],
            [-1, -1],
            [1, -1],
        ];
        match self {
            Self::Chick => ALL.split_at(1).0,
            Self::Elephant => ALL.split_at(4).1,
            Self::Giraffe => ALL.split_at(4).0,
            Self::Hen => ALL.split_at(6).0,
            Self::Lion => &ALL,
        }
    }
}

/// The squares that a piece reaches on an empty board: by player, kind and square.
static REACHED: [[[u16; Square::COUNT]; 5]; 2] = {
    let mut all = [[[0; Square::COUNT]; 5]; 2];
    let mut at = 0;
    while at < 5 * Square::COUNT {
        let (kind, square) = (at / Square::COUNT, at % Square::COUNT);
        let steps = Kind::ALL[kind].steps();
        let mut step = 0;
        while step < steps.len() {
            let [right, forwards] = steps[step];
            let column = (square % 3) as i8 + right;
            let mut player = 0;
            while player < 2 {
                let up = if player == 0 { forwards } else { -forwards };
                let row = (square / 3) as i8 + up;
                if 0 <= column && column < 3 && 0 <= row && row < 4 {
                    all[player][kind][square] |= 1 << (3 * row + column);
                }
                player += 1;
            }
            step += 1;
        }
        at += 1;
    }
    all
};

/// The squares that a piece of `player` on `square` reaches on an empty board; also those from
/// which one of the opponent's reaches it.
pub fn reached(player: Player, kind: Kind, square: Square) -> u16 {
    REACHED[player.index()][kind.index()][square.index()]
}

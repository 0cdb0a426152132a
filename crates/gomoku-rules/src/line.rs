//! The lines of the board as words of bits: what shapes, fives and forbidden points are read from.
//!
//! Every row, column and diagonal of the largest board has a number below [`LINES`]; on a smaller
//! board some are empty. A point lies on four lines, at one bit of each; neighbours on a line are
//! neighbouring bits.

use crate::{MAX_SIZE, Point, Rule};
use core::fmt;
use game_core::Player;

/// Lines of the largest board: 20 rows, 20 columns and 39 diagonals each way.
pub const LINES: usize = 118;

const MAX: u32 = MAX_SIZE as u32;

/// One of the four ways a line can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, `a` to `t`.
    Row,
    /// Up a column.
    Column,
    /// Up and to the right.
    Diagonal,
    /// Down and to the right.
    AntiDiagonal,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Diagonal, Self::AntiDiagonal];

    /// The number of this direction's first line.
    #[inline]
    const fn first(self) -> u32 {
        match self {
            Self::Row => 0,
            Self::Column => MAX,
            Self::Diagonal => 2 * MAX,
            Self::AntiDiagonal => 4 * MAX - 1,
        }
    }
}

/// Where a point lies on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line's number, below [`LINES`].
    pub line: usize,
    /// The point's bit on it, below [`MAX_SIZE`].
    pub bit: u32,
}

impl Place {
    /// Where `point` lies on its line in `direction`. `point` must not be [`Point::NULL`].
    #[inline]
    pub const fn of(point: Point, direction: Direction) -> Self {
        let col = point.col() as u32;
        let row = point.row() as u32;
        let (along, bit) = match direction {
            Direction::Row => (row, col),
            Direction::Column => (col, row),
            Direction::Diagonal => (MAX - 1 + col - row, col),
            Direction::AntiDiagonal => (col + row, col),
        };
        Self {
            line: (direction.first() + along) as usize,
            bit,
        }
    }

    /// The four places of `point`, in the order of [`Direction::ALL`].
    #[inline]
    pub const fn all(point: Point) -> [Self; 4] {
        [
            Self::of(point, Direction::Row),
            Self::of(point, Direction::Column),
            Self::of(point, Direction::Diagonal),
            Self::of(point, Direction::AntiDiagonal),
        ]
    }

    /// The point at this place: the inverse of [`of`](Self::of). The place must be on the largest
    /// board: of any other nothing is promised, it may panic.
    #[inline]
    pub const fn point(self) -> Point {
        let line = self.line as u32;
        let bit = self.bit;
        if line < MAX {
            Point::at(bit, line)
        } else if line < 2 * MAX {
            Point::at(line - MAX, bit)
        } else if line < 4 * MAX - 1 {
            Point::at(bit, bit + MAX - 1 - (line - 2 * MAX))
        } else {
            Point::at(bit, line - (4 * MAX - 1) - bit)
        }
    }
}

/// The bits of each line that are on the board, for boards of every size.
const ON_BOARD: [[u32; LINES]; MAX_SIZE as usize + 1] = {
    let mut masks = [[0; LINES]; MAX_SIZE as usize + 1];
    let mut size = 0;
    while size <= MAX {
        let mut at = 0;
        while at < size * size {
            let places = Place::all(Point::at(at % size, at / size));
            let mut i = 0;
            while i < places.len() {
                masks[size as usize][places[i].line] |= 1 << places[i].bit;
                i += 1;
            }
            at += 1;
        }
        size += 1;
    }
    masks
};

/// The stones of a board, line by line: a word for each player.
///
/// ```
/// use game_core::{Notation, Player};
/// use gomoku_rules::{Gomoku, line::{Direction, Place}};
/// let pos: Gomoku = "X:h8i8 O:j8".parse()?;
/// let place = Place::of("h8".parse()?, Direction::Row);
/// assert_eq!(pos.lines().stones(place.line, Player::First), 0b11 << place.bit);
/// assert_eq!(pos.lines().empty(place.line).count_ones(), 12);
/// # Ok::<(), gomoku_rules::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lines {
    stones: [[u32; 2]; LINES],
    size: u8,
}

impl Lines {
    /// An empty board of `size`, at most [`MAX_SIZE`].
    pub(crate) const fn new(size: u8) -> Self {
        Self {
            stones: [[0; 2]; LINES],
            size,
        }
    }

    /// The bits of `line` that are on the board: an unbroken run, or nothing.
    ///
    /// # Panics
    /// If `line` is not below [`LINES`].
    #[inline]
    pub const fn on_board(&self, line: usize) -> u32 {
        ON_BOARD[self.size as usize][line]
    }

    /// The stones of `player` on `line`.
    ///
    /// # Panics
    /// If `line` is not below [`LINES`].
    #[inline]
    pub const fn stones(&self, line: usize, player: Player) -> u32 {
        self.stones[line][player.index()]
    }

    /// The empty points of `line`.
    ///
    /// # Panics
    /// If `line` is not below [`LINES`].
    #[inline]
    pub const fn empty(&self, line: usize) -> u32 {
        let [black, white] = self.stones[line];
        self.on_board(line) & !(black | white)
    }

    /// Whether a row of `player` through `point` wins under `rule`; false where there is no stone.
    #[inline]
    pub(crate) fn wins(&self, rule: Rule, point: Point, player: Player) -> bool {
        Place::all(point).into_iter().any(|Place { line, bit }| {
            let stones = self.stones(line, player);
            // Most lines hold no five at all.
            let two = stones & stones >> 1;
            two & two >> 2 & stones >> 4 != 0
                && rule.wins(player, run(stones, bit))
                && !(rule.shuts_in() && is_shut_in(stones, self.stones(line, !player), bit))
        })
    }

    /// Puts a stone of `player` on `point`, or takes it away.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, player: Player) {
        for Place { line, bit } in Place::all(point) {
            self.stones[line][player.index()] ^= 1 << bit;
        }
    }
}

impl fmt::Debug for Lines {
    /// The rows only: the other lines follow from them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(&self.stones[..self.size.into()])
            .finish()
    }
}

/// The length of the unbroken row of `stones` through `bit`, 0 to 31; 0 if there is no stone.
#[inline]
pub const fn run(stones: u32, bit: u32) -> u32 {
    let up = (stones >> bit).trailing_ones();
    let down = (stones << (31 - bit)).leading_ones();
    (up + down).saturating_sub(1)
}

/// The bits next to the row of `stones` through `bit`, a stone: below and above it; none where the
/// line of words ends.
#[inline]
pub(crate) const fn beside(stones: u32, bit: u32) -> [u32; 2] {
    let up = bit + (stones >> bit).trailing_ones();
    let down = (stones << (31 - bit)).leading_ones();
    let below = if down <= bit { 1 << (bit - down) } else { 0 };
    [below, 1 << up]
}

/// Whether `others` stand at both ends of the row of `stones` through `bit`, a stone.
#[inline]
pub(crate) const fn is_shut_in(stones: u32, others: u32, bit: u32) -> bool {
    let [below, above] = beside(stones, bit);
    others & below != 0 && others & above != 0
}

/// The points of `empty` where one more stone makes a row of five on this line: of exactly five if
/// `exact`.
///
/// ```
/// use gomoku_rules::line::fives;
/// assert_eq!(fives(0b0_0111_1000, 0b1_1000_0111, false), 0b0_1000_0100);
/// assert_eq!(fives(0b1_0111_1000, 0b0_1000_0111, true), 0b0_0000_0100, "the other end makes six");
/// ```
#[inline]
pub const fn fives(stones: u32, empty: u32, exact: bool) -> u32 {
    // Rows of two, three and four stones that begin at each bit; 0 to 4 of the four stones stand
    // below the hole.
    let two = stones & stones >> 1;
    let four = two & two >> 2;
    let three = two & stones >> 2;
    let holes = (four >> 1
        | stones << 1 & three >> 1
        | two << 2 & two >> 1
        | three << 3 & stones >> 1
        | four << 4)
        & empty;
    if !exact {
        return holes;
    }
    let mut left = holes;
    let mut made = 0;
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        if run(stones | 1 << bit, bit) == 5 {
            made |= 1 << bit;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_points_are_inverse() {
        for col in 0..MAX {
            for row in 0..MAX {
                let point = Point::at(col, row);
                for (place, direction) in Place::all(point).into_iter().zip(Direction::ALL) {
                    assert_eq!(place, Place::of(point, direction));
                    assert_eq!(place.point(), point, "{direction:?}");
                    assert!(place.line < LINES && place.bit < MAX);
                }
            }
        }
    }

    #[test]
    fn neighbours_are_neighbouring_bits() {
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        for (direction, (dx, dy)) in Direction::ALL.into_iter().zip(steps) {
            for col in 0..19_i32 {
                for row in 1..19_i32 {
                    let here = Place::of(Point::at(col as u32, row as u32), direction);
                    let next =
                        Place::of(Point::at((col + dx) as u32, (row + dy) as u32), direction);
                    assert_eq!(
                        next,
                        Place {
                            bit: here.bit + 1,
                            ..here
                        },
                        "{direction:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn lines_that_can_hold_five() {
        for (size, want) in [(5, 12), (15, 72), (20, 102)] {
            let lines = Lines::new(size);
            assert_eq!(
                (0..LINES)
                    .filter(|&line| lines.on_board(line).count_ones() >= 5)
                    .count(),
                want
            );
        }
    }

    #[test]
    fn fives_are_found_on_every_line_of_twelve() {
        for stones in 0_u32..1 << 12 {
            let empty = !stones & 0xfff & !(stones >> 3 & 0x421);
            for exact in [false, true] {
                let slow = (0..12)
                    .filter(|&bit| empty >> bit & 1 == 1)
                    .filter(|&bit| {
                        let length = run(stones | 1 << bit, bit);
                        if exact { length == 5 } else { length >= 5 }
                    })
                    .fold(0, |made, bit| made | 1 << bit);
                assert_eq!(fives(stones, empty, exact), slow, "{stones:012b} {exact}");
            }
        }
    }
}

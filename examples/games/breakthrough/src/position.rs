//! Positions, moves and the end of the game.

use engines::Symmetric;
use engines::game_core::{Outcome, Player, Position, zobrist};

/// A move: one square forwards, straight to an empty square or along a diagonal, where it may take.
/// Squares are numbered from 0, along the rows: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A position of Breakthrough (D. Troyka, 2000) on eight by eight squares. White is
/// [`Player::First`] and plays upwards. Who comes to the last row, or takes the last piece, wins.
///
/// ```
/// use breakthrough::Breakthrough;
/// use engines::game_core::{Outcome, Position, perft};
/// assert_eq!(perft(&Breakthrough::START, 3), 11_132);
/// let pos: Breakthrough = "3P4/8/8/8/8/3p4/8/8 b".parse()?;
/// assert_eq!(pos.decided(), Some(Outcome::Loss));
/// # Ok::<(), breakthrough::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pieces: [u64; 2],
    turn: Player,
}

/// The squares of a file, a being 0.
const fn file(index: u32) -> u64 {
    0x0101_0101_0101_0101 << index
}

/// The row that `player` wants to come to.
pub(crate) const fn goal(player: Player) -> u64 {
    match player {
        Player::First => 0xff << 56,
        Player::Second => 0xff,
    }
}

/// `pieces` of `player` one row forwards, and `right` files to the right: -1, 0 or 1. Those that
/// would leave the board are gone.
pub(crate) const fn forwards(pieces: u64, player: Player, right: i32) -> u64 {
    let inside = match right {
        -1 => pieces & !file(0),
        1 => pieces & !file(7),
        _ => pieces,
    };
    match player {
        Player::First if right < 0 => inside << 7,
        Player::First if right > 0 => inside << 9,
        Player::First => inside << 8,
        Player::Second if right < 0 => inside >> 9,
        Player::Second if right > 0 => inside >> 7,
        Player::Second => inside >> 8,
    }
}

/// The squares of a set, from a1 on.
pub(crate) fn squares(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            square
        })
    })
}

impl Breakthrough {
    /// The initial position: each side on its two rows.
    pub const START: Self = Self {
        pieces: [0xffff, 0xffff << 48],
        turn: Player::First,
    };

    /// The position with these pieces, White's first.
    pub(crate) const fn set_up(pieces: [u64; 2], turn: Player) -> Self {
        Self { pieces, turn }
    }

    /// The pieces of `player`, one bit a square.
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// How many rows the foremost piece of `player` is away from the goal; `None` without pieces.
    pub fn distance(&self, player: Player) -> Option<u32> {
        let own = self.pieces(player);
        let rows = match player {
            Player::First => own.leading_zeros() / 8,
            Player::Second => own.trailing_zeros() / 8,
        };
        (own != 0).then_some(rows)
    }

    /// The squares to which the player to move can go, `right` files to the right.
    fn reached(&self, right: i32) -> u64 {
        let [own, other] = [self.turn, !self.turn].map(|player| self.pieces(player));
        let barred = if right == 0 { own | other } else { own };
        forwards(own, self.turn, right) & !barred
    }

    /// Appends the moves to squares of `to`.
    pub(crate) fn generate_to(&self, to: u64, moves: &mut Vec<Move>) {
        for right in [-1, 0, 1] {
            let back = match self.turn {
                Player::First => -8 - right,
                Player::Second => 8 - right,
            };
            let targets = squares(self.reached(right) & to);
            moves.extend(targets.map(|to| Move {
                from: to.wrapping_add_signed(back as i8),
                to,
            }));
        }
    }

    /// The board in a mirror: file a becomes file h.
    fn mirrored(&self) -> Self {
        let pieces = self.pieces.map(|bits| bits.reverse_bits().swap_bytes());
        Self { pieces, ..*self }
    }
}

impl Position for Breakthrough {
    type Move = Move;
    type Undo = Self;
    const SLOTS: usize = 64 * 64;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        let [white, black] = self.pieces;
        zobrist::mix(white ^ zobrist::mix(black ^ zobrist::mix(self.turn as u64)))
    }

    fn decided(&self) -> Option<Outcome> {
        let [own, other] = [self.turn, !self.turn].map(|player| self.pieces(player));
        (other & goal(!self.turn) != 0 || own == 0).then_some(Outcome::Loss)
    }

    /// Never asked: the foremost piece of a side has no piece of its own before it on a diagonal.
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        self.generate_to(u64::MAX, moves);
    }

    fn count_moves(&self) -> u64 {
        let counts = [-1, 0, 1].map(|right| u64::from(self.reached(right).count_ones()));
        counts.iter().sum()
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        let [from, to] = [mv.from, mv.to].map(|square| 1 << square);
        let own = &mut self.pieces[self.turn.index()];
        *own = *own & !from | to;
        self.turn = !self.turn;
        self.pieces[self.turn.index()] &= !to;
        before
    }

    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn pack(&self, mv: Move) -> u16 {
        u16::from(mv.from) | u16::from(mv.to) << 6
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        let mv = Move {
            from: (bits & 63) as u8,
            to: (bits >> 6 & 63) as u8,
        };
        let to = 1_u64 << mv.to;
        let own = 1_u64 << mv.from & self.pieces(self.turn);
        let reaches = |right| forwards(own, self.turn, right) & self.reached(right) & to != 0;
        (bits >> 12 == 0 && [-1, 0, 1].into_iter().any(reaches)).then_some(mv)
    }

    fn slot(&self, mv: Move) -> usize {
        usize::from(mv.from) << 6 | usize::from(mv.to)
    }
}

/// A position and its mirror image are one to a book.
impl Symmetric for Breakthrough {
    fn canonical_form(&self) -> (Self, usize) {
        let mirrored = self.mirrored();
        if mirrored.pieces < self.pieces {
            (mirrored, 1)
        } else {
            (*self, 0)
        }
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        let flip = if symmetry == 1 { 7 } else { 0 };
        Move {
            from: mv.from ^ flip,
            to: mv.to ^ flip,
        }
    }
}

use crate::{Bitboard, Square};
use core::fmt;
use game_core::Player;

/// What a piece is, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// 帥 將: one step along the lines of the palace.
    General,
    /// 仕 士: one step along the diagonals of the palace.
    Advisor,
    /// 相 象: two steps diagonally on its own side of the river, if the point between (its eye) is
    /// free.
    Elephant,
    /// 傌 馬: one step along a line (its leg must be free), then one diagonally outward.
    Horse,
    /// 俥 車: any distance along a line.
    Chariot,
    /// 炮 砲: moves as a chariot, captures over exactly one piece (the screen).
    Cannon,
    /// 兵 卒: one step forward, and across the river also sideways.
    Soldier,
}

impl Kind {
    /// Every kind, in the order of their values as integers.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// 0 to 6: an index into an array by kind.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of them a player starts with, and can have at most.
    pub const fn most(self) -> usize {
        match self {
            Self::General => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }

    /// The lower-case letter of the FEN (`k a b r c n p`).
    pub const fn letter(self) -> char {
        match self {
            Self::General => 'k',
            Self::Advisor => 'a',
            Self::Elephant => 'b',
            Self::Horse => 'n',
            Self::Chariot => 'r',
            Self::Cannon => 'c',
            Self::Soldier => 'p',
        }
    }

    /// The kind that a letter of either case means in any of the common dialects: also `g`, `e` and
    /// `h` for general, elephant and horse.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'k' | 'g' => Self::General,
            'a' => Self::Advisor,
            'b' | 'e' => Self::Elephant,
            'r' => Self::Chariot,
            'c' => Self::Cannon,
            'n' | 'h' => Self::Horse,
            'p' => Self::Soldier,
            _ => return None,
        })
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        }
    }
}

/// A piece: whose, and what.
///
/// ```
/// use game_core::Player;
/// use xiangqi_movegen::{Kind, Piece};
/// let piece = Piece::from_letter('n').unwrap();
/// assert_eq!(piece, Piece { player: Player::Second, kind: Kind::Horse });
/// assert_eq!((piece.letter(), piece.glyph()), ('n', '馬'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Who owns it.
    pub player: Player,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of `player`.
    #[inline]
    pub const fn new(player: Player, kind: Kind) -> Self {
        Self { player, kind }
    }

    /// From 0 to 13: an index into an array by piece, Red's first.
    #[inline]
    pub const fn index(self) -> usize {
        self.player.index() * Kind::ALL.len() + self.kind.index()
    }

    /// The letter of the FEN, upper case for Red.
    pub const fn letter(self) -> char {
        match self.player {
            Player::First => self.kind.letter().to_ascii_uppercase(),
            Player::Second => self.kind.letter(),
        }
    }

    /// The piece that a letter of a FEN means; see [`Kind::from_letter`].
    pub const fn from_letter(letter: char) -> Option<Self> {
        match Kind::from_letter(letter) {
            Some(kind) if letter.is_ascii_uppercase() => Some(Self::new(Player::First, kind)),
            Some(kind) => Some(Self::new(Player::Second, kind)),
            None => None,
        }
    }

    /// The squares where such a piece can ever stand: the palace, its own side of the river, or for
    /// a soldier the two ranks before its own files' start and all beyond the river.
    pub fn home(self) -> Bitboard {
        let can_stand = |square: &Square| {
            let file = square.file();
            let rank = square.rank_from(self.player);
            match self.kind {
                Kind::General => (3..=5).contains(&file) && rank <= 2,
                Kind::Advisor => (3..=5).contains(&file) && rank <= 2 && (file + rank) % 2 == 1,
                Kind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
                Kind::Soldier => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
                Kind::Chariot | Kind::Cannon | Kind::Horse => true,
            }
        };
        Square::all().filter(can_stand).collect()
    }

    /// The character on the piece, which differs between the players even without colour.
    pub const fn glyph(self) -> char {
        const GLYPHS: [[char; 7]; 2] = [
            ['帥', '仕', '相', '傌', '俥', '炮', '兵'],
            ['將', '士', '象', '馬', '車', '砲', '卒'],
        ];
        GLYPHS[self.player.index()][self.kind.index()]
    }
}

impl fmt::Display for Piece {
    /// Writes `red horse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", player_name(self.player), self.kind.name())
    }
}

/// What xiangqi calls a player.
pub(crate) const fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for player in Player::BOTH {
            for (i, kind) in Kind::ALL.into_iter().enumerate() {
                let piece = Piece::new(player, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
                assert_eq!(kind.index(), i);
            }
        }
        assert_eq!(Piece::from_letter('E'), Piece::from_letter('B'));
        assert_eq!(Piece::from_letter('x'), None);
    }
}

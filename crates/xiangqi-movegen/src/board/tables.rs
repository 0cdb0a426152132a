//! What each piece reaches, computed by the compiler from the rules of movement.

use super::Bitboard;
use crate::Square;
use game_core::Player;

/// The steps along a line, as (files, ranks).
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A point that must be free, and what is reached past it; nothing where there is no such point.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    /// The leg or the eye.
    pub at: Bitboard,
    /// What it opens.
    pub opens: Bitboard,
}

/// One entry for each square.
type PerSquare<T> = [T; Square::COUNT];

/// A general's steps, inside either palace.
pub(super) const GENERAL: PerSquare<Bitboard> = steps_in_palace(STRAIGHT);
/// An advisor's steps, inside either palace.
pub(super) const ADVISOR: PerSquare<Bitboard> = steps_in_palace(DIAGONAL);
/// The eyes of an elephant and where it gets past them, on its own side of the river.
pub(super) const ELEPHANT: PerSquare<[Gate; 4]> = elephant_gates();
/// The legs of a horse and where it gets past them.
pub(super) const HORSE: PerSquare<[Gate; 4]> = horse_gates(false);
/// The legs of the horses that attack a square, and where those horses stand.
pub(super) const HORSE_TO: PerSquare<[Gate; 4]> = horse_gates(true);
/// Where the horses that could attack a square stand, whatever their legs.
pub(super) const HORSE_REACH: PerSquare<Bitboard> = horses_to(false);
/// The legs of the horses that could attack a square.
pub(super) const HORSE_LEGS: PerSquare<Bitboard> = horses_to(true);
/// What a player's soldier attacks: the steps it may make.
pub(super) const SOLDIER: [PerSquare<Bitboard>; 2] = [
    soldier(Player::First, false),
    soldier(Player::Second, false),
];
/// Where the soldiers of a player stand that attack a square.
pub(super) const SOLDIER_TO: [PerSquare<Bitboard>; 2] =
    [soldier(Player::First, true), soldier(Player::Second, true)];
/// The squares where a change of occupancy can give or parry a check on a general: its rank, its
/// file, and the legs of the horses that attack it.
pub(super) const ZONE: PerSquare<Bitboard> = zone();

/// What a piece on a rank or a file reaches along it.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The free points up to the first piece either way, and those pieces: a chariot's attacks.
    pub slide: u16,
    /// The points beyond the first piece either way up to the second piece, and that piece: a
    /// cannon's attacks.
    pub jump: u16,
}

/// By place on the line and occupancy of the line. A file has ten points; a rank's nine are the
/// same with the tenth empty.
pub(super) static LINE: [[Reach; 1 << 10]; 10] = lines();

/// The bits of a file's occupancy, moved to where file `a` has them on a board.
pub(super) static SPREAD: [u128; 1 << 10] = spread();

const fn steps_in_palace(steps: [(i8, i8); 4]) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let from = Square::at(i);
        let mut d = 0;
        while d < 4 {
            if let Some(to) = from.offset(steps[d].0, steps[d].1)
                && in_palace(from)
                && in_palace(to)
            {
                table[i] = table[i].with(to);
            }
            d += 1;
        }
        i += 1;
    }
    table
}

const fn in_palace(square: Square) -> bool {
    matches!(square.file(), 3..=5) && matches!(square.rank(), 0..=2 | 7..=9)
}

const SHUT: Gate = Gate {
    at: Bitboard::EMPTY,
    opens: Bitboard::EMPTY,
};

const fn elephant_gates() -> PerSquare<[Gate; 4]> {
    let mut table = [[SHUT; 4]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let from = Square::at(i);
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = DIAGONAL[d];
            if let Some(eye) = from.offset(files, ranks)
                && let Some(to) = from.offset(2 * files, 2 * ranks)
                && (from.rank() < 5) == (to.rank() < 5)
            {
                table[i][d] = Gate {
                    at: Bitboard::of(eye),
                    opens: Bitboard::of(to),
                };
            }
            d += 1;
        }
        i += 1;
    }
    table
}

/// The horse's gates from a square; or, reversed, to it: then the leg is the diagonal neighbour of
/// the square.
const fn horse_gates(reversed: bool) -> PerSquare<[Gate; 4]> {
    let mut table = [[SHUT; 4]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let from = Square::at(i);
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = if reversed { DIAGONAL[d] } else { STRAIGHT[d] };
            let jumps = if reversed {
                [(2 * files, ranks), (files, 2 * ranks)]
            } else {
                [
                    (2 * files + ranks, 2 * ranks + files),
                    (2 * files - ranks, 2 * ranks - files),
                ]
            };
            if let Some(leg) = from.offset(files, ranks) {
                let mut gate = Gate {
                    at: Bitboard::of(leg),
                    opens: Bitboard::EMPTY,
                };
                let mut j = 0;
                while j < 2 {
                    if let Some(to) = from.offset(jumps[j].0, jumps[j].1) {
                        gate.opens = gate.opens.with(to);
                    }
                    j += 1;
                }
                table[i][d] = gate;
            }
            d += 1;
        }
        i += 1;
    }
    table
}

/// Where the horses that could attack a square stand; or, instead, their legs.
const fn horses_to(legs: bool) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mut bits = 0;
        let mut d = 0;
        while d < 4 {
            let Gate { at, opens } = HORSE_TO[i][d];
            bits |= if legs { at.bits() } else { opens.bits() };
            d += 1;
        }
        table[i] = Bitboard::from_bits(bits);
        i += 1;
    }
    table
}

const fn soldier(player: Player, reversed: bool) -> PerSquare<Bitboard> {
    let forward = match player {
        Player::First => 1,
        Player::Second => -1,
    };
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let from = Square::at(i);
        let steps = [(0, forward), (1, 0), (-1, 0)];
        let mut d = 0;
        while d < if from.is_across_river(player) { 3 } else { 1 } {
            if let Some(to) = from.offset(steps[d].0, steps[d].1) {
                let (key, value) = if reversed { (to, from) } else { (from, to) };
                table[key.index()] = table[key.index()].with(value);
            }
            d += 1;
        }
        i += 1;
    }
    table
}

const fn zone() -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let at = Square::at(i);
        let lines = rank_of(at).bits() | file_of(at).bits();
        table[i] = Bitboard::from_bits(lines | HORSE_LEGS[i].bits());
        i += 1;
    }
    table
}

/// The squares of `square`'s rank.
#[inline]
pub(super) const fn rank_of(square: Square) -> Bitboard {
    Bitboard::from_bits(0x1ff << (square.rank() * Square::FILES))
}

/// The squares of `square`'s file.
#[inline]
pub(super) const fn file_of(square: Square) -> Bitboard {
    Bitboard::from_bits(FILE_A << square.file())
}

/// The squares of file `a`.
pub(super) const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < Square::RANKS {
        bits |= 1 << (rank * Square::FILES);
        rank += 1;
    }
    bits
};

const fn lines() -> [[Reach; 1 << 10]; 10] {
    let mut table = [[Reach { slide: 0, jump: 0 }; 1 << 10]; 10];
    let mut place = 0;
    while place < 10 {
        let mut occupied = 0;
        while occupied < 1 << 10 {
            table[place][occupied] = reach(place as i8, occupied);
            occupied += 1;
        }
        place += 1;
    }
    table
}

const fn reach(place: i8, occupied: usize) -> Reach {
    let mut reach = Reach { slide: 0, jump: 0 };
    let mut step = -1;
    while step <= 1 {
        let mut met = 0;
        let mut at = place + step;
        while at >= 0 && at < 10 && met < 2 {
            let bit = 1_u16 << at;
            if met == 0 {
                reach.slide |= bit;
            } else {
                reach.jump |= bit;
            }
            met += occupied >> at & 1;
            at += step;
        }
        step += 2;
    }
    reach
}

const fn spread() -> [u128; 1 << 10] {
    let mut table = [0; 1 << 10];
    let mut bits = 0;
    while bits < 1 << 10 {
        let mut rank = 0;
        while rank < 10 {
            if bits >> rank & 1 != 0 {
                table[bits] |= 1 << (rank * Square::FILES);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
}

//! What a piece attacks from a square, and who attacks a square.

use super::{Bitboard, Board, tables};
use crate::{Kind, Move, Square};
use game_core::Player;
use tables::{Gate, LINE, SPREAD};

/// What a chariot and what a cannon attack from one square.
#[derive(Clone, Copy)]
struct Lines {
    slide: Bitboard,
    jump: Bitboard,
}

impl Bitboard {
    /// The occupancy of `square`'s rank, bit by file.
    #[inline]
    fn rank_bits(self, square: Square) -> usize {
        (self.bits() >> (square.rank() * Square::FILES)) as usize & 0x1ff
    }

    /// The occupancy of `square`'s file, bit by rank.
    #[inline]
    fn file_bits(self, square: Square) -> usize {
        /// Brings bits 0, 9, 18, 27 and 36 together as bits 32 to 36: bit 9r times bit 32 - 8r is
        /// bit 32 + r, and no other product falls there.
        const GATHER: u64 = 1 << 32 | 1 << 24 | 1 << 16 | 1 << 8 | 1;
        let file = self.bits() >> square.file() & tables::FILE_A;
        let low = file as u64 & 0x1f_ffff_ffff;
        let high = (file >> 45) as u64;
        let gather = |bits: u64| (bits.wrapping_mul(GATHER) >> 32) as usize & 0x1f;
        gather(low) | gather(high) << 5
    }
}

/// What a chariot and a cannon on `square` attack, whatever stands there itself.
// Inlined, it computes only what is asked for.
#[inline(always)]
fn lines(square: Square, occupied: Bitboard) -> Lines {
    let rank = LINE[square.file() as usize][occupied.rank_bits(square)];
    let file = LINE[square.rank() as usize][occupied.file_bits(square)];
    let on_board = |rank: u16, file: u16| {
        let rank = u128::from(rank & 0x1ff) << (square.rank() * Square::FILES);
        Bitboard::from_bits(rank | SPREAD[file as usize] << square.file())
    };
    Lines {
        slide: on_board(rank.slide, file.slide),
        jump: on_board(rank.jump, file.jump),
    }
}

/// What the gates open that are free.
#[inline]
fn through(gates: &[Gate; 4], occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for gate in gates {
        if !gate.at.meets(occupied) {
            reached |= gate.opens;
        }
    }
    reached
}

impl Bitboard {
    /// The squares strictly between two that share a rank or a file; none for any others.
    ///
    /// ```
    /// use xiangqi_movegen::Bitboard;
    /// assert_eq!(Bitboard::between("e0".parse()?, "e3".parse()?).len(), 2);
    /// assert!(Bitboard::between("e0".parse()?, "f1".parse()?).is_empty());
    /// # Ok::<(), xiangqi_movegen::SquareTextError>(())
    /// ```
    #[inline]
    pub fn between(a: Square, b: Square) -> Self {
        between(a, b)
    }
}

#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    let low = a.index().min(b.index());
    let high = a.index().max(b.index());
    let line = if a.file() == b.file() {
        tables::file_of(a)
    } else if a.rank() == b.rank() {
        tables::rank_of(a)
    } else {
        return Bitboard::EMPTY;
    };
    line & Bitboard::from_bits((1 << high) - (2 << low))
}

/// The squares `player`'s `kind` attacks from `from` on a board so occupied: where it could capture
/// what stood there. A cannon moves elsewhere than it attacks: see [`moves_of`].
#[inline(always)]
pub(crate) fn attacks_of(player: Player, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::General => tables::GENERAL[from.index()],
        Kind::Advisor => tables::ADVISOR[from.index()],
        Kind::Elephant => through(&tables::ELEPHANT[from.index()], occupied),
        Kind::Horse => through(&tables::HORSE[from.index()], occupied),
        Kind::Chariot => lines(from, occupied).slide,
        Kind::Cannon => lines(from, occupied).jump,
        Kind::Soldier => tables::SOLDIER[player.index()][from.index()],
    }
}

/// The squares from which `player`'s `kind` attacks a general on `general`.
#[inline]
pub(crate) fn checking_squares(
    player: Player,
    kind: Kind,
    general: Square,
    occupied: Bitboard,
) -> Bitboard {
    match kind {
        Kind::Horse => through(&tables::HORSE_TO[general.index()], occupied),
        Kind::Soldier => tables::SOLDIER_TO[player.index()][general.index()],
        _ => attacks_of(player, kind, general, occupied),
    }
}

/// The squares `player`'s `kind` reaches from `from`, whatever stands there: attacks, and for a
/// cannon free squares.
#[inline]
pub(crate) fn moves_of(player: Player, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    if kind == Kind::Cannon {
        let lines = lines(from, occupied);
        lines.jump & occupied | lines.slide & !occupied
    } else {
        attacks_of(player, kind, from, occupied)
    }
}

/// Squares outside which none of `player`'s `pieces` of one `kind` can move: all of them at once,
/// and cheaper than one by one, for it counts steps across the board's edges too.
#[inline(always)]
pub(crate) fn range(player: Player, kind: Kind, pieces: Bitboard) -> Bitboard {
    const RANK: u8 = Square::FILES;
    let bits = pieces.bits();
    let around = |a: u8, b: u8| bits << a | bits >> a | bits << b | bits >> b;
    Bitboard::from_bits(match kind {
        Kind::General => around(1, RANK),
        Kind::Advisor => around(RANK - 1, RANK + 1),
        Kind::Elephant => around(2 * (RANK - 1), 2 * (RANK + 1)),
        Kind::Soldier => match player {
            Player::First => bits << 1 | bits >> 1 | bits << RANK,
            Player::Second => bits << 1 | bits >> 1 | bits >> RANK,
        },
        Kind::Horse | Kind::Chariot | Kind::Cannon => return Bitboard::ALL,
    })
}

/// The pieces whose move can expose a general that is not in check, and where no piece may step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exposure {
    /// The pieces between the general and an attacker: the only ones that can expose it by leaving.
    pub blockers: Bitboard,
    /// The free squares between the general and a cannon: a piece that steps there becomes its
    /// screen.
    pub screens: Bitboard,
}

impl Board {
    /// The squares that the piece on `from` attacks: where it could capture what stood there. For a
    /// cannon those are the points beyond its screens, to which it cannot move while they are free.
    /// None for an empty square.
    #[inline]
    pub fn attacks(&self, from: Square) -> Bitboard {
        self.piece_at(from).map_or(Bitboard::EMPTY, |piece| {
            attacks_of(piece.player, piece.kind, from, self.occupied())
        })
    }

    /// The squares that the piece on `from` reaches, whatever stands there: those it attacks, and
    /// for a cannon the free ones it can move to. None for an empty square.
    #[inline]
    pub fn reaches(&self, from: Square) -> Bitboard {
        self.piece_at(from).map_or(Bitboard::EMPTY, |piece| {
            moves_of(piece.player, piece.kind, from, self.occupied())
        })
    }

    /// What [`attacks`](Self::attacks) and [`reaches`](Self::reaches) would tell of `player`'s
    /// `kind` on `from`, whatever stands there: cheaper than to ask for both, and for either where
    /// the kind is known beforehand.
    #[inline(always)]
    pub fn attacks_and_reaches(
        &self,
        player: Player,
        kind: Kind,
        from: Square,
    ) -> (Bitboard, Bitboard) {
        let occupied = self.occupied();
        if kind == Kind::Cannon {
            let lines = lines(from, occupied);
            return (lines.jump, lines.jump & occupied | lines.slide & !occupied);
        }
        let attacks = attacks_of(player, kind, from, occupied);
        (attacks, attacks)
    }

    /// The pieces of both players that attack `square`, if the squares `occupied` were occupied
    /// instead of those that are. Only pieces on `occupied` squares count. Generals attack their
    /// neighbours here, not each other.
    ///
    /// For exchanges on `square` take the pieces that have moved out of `occupied`: a cannon behind
    /// its screen, a chariot behind a chariot and a horse whose leg is freed come in by themselves.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let at = square.index();
        let lines = lines(square, occupied);
        let mut found =
            lines.slide & self.kind(Kind::Chariot) | lines.jump & self.kind(Kind::Cannon);
        if tables::HORSE_REACH[at].meets(self.kind(Kind::Horse)) {
            found |= through(&tables::HORSE_TO[at], occupied) & self.kind(Kind::Horse);
        }
        for player in Player::BOTH {
            found |= tables::SOLDIER_TO[player.index()][at] & self.pieces(player, Kind::Soldier);
        }
        found |= tables::GENERAL[at] & self.kind(Kind::General)
            | tables::ADVISOR[at] & self.kind(Kind::Advisor);
        found |= through(&tables::ELEPHANT[at], occupied) & self.kind(Kind::Elephant);
        found & occupied
    }

    /// The pieces of `by` that would attack the other general on `square`, if the squares
    /// `occupied` were occupied; a general attacks it along an open file.
    #[inline]
    pub(crate) fn attackers_of_general(
        &self,
        square: Square,
        by: Player,
        occupied: Bitboard,
    ) -> Bitboard {
        let at = square.index();
        let lines = lines(square, occupied);
        let mut found = lines.slide & self.kind(Kind::Chariot)
            | lines.jump & self.kind(Kind::Cannon)
            | lines.slide & tables::file_of(square) & self.kind(Kind::General)
            | tables::SOLDIER_TO[by.index()][at] & self.kind(Kind::Soldier);
        if tables::HORSE_REACH[at].meets(self.kind(Kind::Horse)) {
            found |= through(&tables::HORSE_TO[at], occupied) & self.kind(Kind::Horse);
        }
        found & self.of(by)
    }

    /// The pieces of the other side that give check to `player`'s general, or face it on an open
    /// file.
    #[inline]
    pub fn checkers(&self, player: Player) -> Bitboard {
        self.attackers_of_general(self.general(player), !player, self.occupied())
    }

    /// Whether `player`'s general is attacked after `player`'s `mv`. `checked` says whether it is
    /// now: if not, most moves are answered by a look at the squares alone.
    #[inline]
    pub(crate) fn exposes(&self, player: Player, mv: Move, checked: bool) -> bool {
        let general = self.general(player);
        if general != mv.from && !checked {
            let moved = Bitboard::of(mv.from).with(mv.to);
            if !tables::ZONE[general.index()].meets(moved)
                || !self.sensitive(player, general).meets(moved)
            {
                return false;
            }
        }
        !self.attackers_after(player, mv).is_empty()
    }

    /// The part of `general`'s zone where a change of occupancy can expose `player`'s general to
    /// one of the pieces that stand there.
    #[inline]
    fn sensitive(&self, player: Player, general: Square) -> Bitboard {
        let enemies = self.of(!player);
        let (file, rank) = (tables::file_of(general), tables::rank_of(general));
        let sliders = self.kind(Kind::Chariot) | self.kind(Kind::Cannon);
        let mut sensitive = Bitboard::EMPTY;
        if (enemies & (sliders | self.kind(Kind::General))).meets(file) {
            sensitive |= file;
        }
        if (enemies & sliders).meets(rank) {
            sensitive |= rank;
        }
        if (enemies & self.kind(Kind::Horse)).meets(tables::HORSE_REACH[general.index()]) {
            sensitive |= tables::HORSE_LEGS[general.index()];
        }
        sensitive
    }

    /// Whether `player`'s `mv` exposes its general to another attack than by the `checkers` that it
    /// has now, whether or not the move answers those.
    pub(crate) fn exposes_anew(&self, player: Player, mv: Move, checkers: Bitboard) -> bool {
        !(self.attackers_after(player, mv) & !checkers).is_empty()
    }

    /// What attacks `player`'s general after `player`'s `mv`.
    #[inline]
    fn attackers_after(&self, player: Player, mv: Move) -> Bitboard {
        let general = self.general(player);
        let at = if general == mv.from { mv.to } else { general };
        let occupied = self.occupied().without(mv.from).with(mv.to);
        self.attackers_of_general(at, !player, occupied)
            .without(mv.to)
    }

    /// What can expose `player`'s general, which is not in check.
    pub(crate) fn exposure(&self, player: Player) -> Exposure {
        let general = self.general(player);
        let occupied = self.occupied();
        let enemies = self.of(!player);
        let cannons = self.kind(Kind::Cannon) & enemies;
        let mut found = Exposure {
            blockers: Bitboard::EMPTY,
            screens: Bitboard::EMPTY,
        };
        let on_lines = (tables::file_of(general) | tables::rank_of(general))
            & enemies
            & (self.kind(Kind::Chariot) | cannons)
            | tables::file_of(general) & enemies & self.kind(Kind::General);
        for sniper in on_lines {
            let between = between(general, sniper);
            let blockers = between & occupied;
            if !cannons.contains(sniper) {
                if !blockers.has_several() {
                    found.blockers |= blockers;
                }
            } else if blockers.is_empty() {
                found.screens |= between;
            } else if blockers.len() == 2 {
                found.blockers |= blockers;
            }
        }
        let horses = tables::HORSE_REACH[general.index()] & self.kind(Kind::Horse) & enemies;
        if !horses.is_empty() {
            for gate in tables::HORSE_TO[general.index()] {
                if gate.opens.meets(horses) {
                    found.blockers |= gate.at & occupied;
                }
            }
        }
        found
    }

    /// Whether `player`'s `mv` would give check. `player`'s general is not attacked after it.
    #[inline]
    pub(crate) fn gives_check(&self, player: Player, mv: Move) -> bool {
        let general = self.general(!player);
        let at = general.index();
        let Some(kind) = self.piece_at(mv.from).map(|piece| piece.kind) else {
            return false;
        };
        let by_horse = kind == Kind::Horse && tables::HORSE_REACH[at].contains(mv.to);
        if !by_horse && !tables::ZONE[at].meets(Bitboard::of(mv.from).with(mv.to)) {
            return false;
        }
        let occupied = self.occupied().without(mv.from).with(mv.to);
        let ours = |of: Kind| {
            let pieces = self.pieces(player, of).without(mv.from);
            if of == kind {
                pieces.with(mv.to)
            } else {
                pieces
            }
        };
        let (chariots, cannons) = (ours(Kind::Chariot), ours(Kind::Cannon));
        let crossing = tables::file_of(general) | tables::rank_of(general);
        let by_line = (chariots | cannons).meets(crossing) && {
            let lines = lines(general, occupied);
            lines.slide.meets(chariots) || lines.jump.meets(cannons)
        };
        by_line
            || tables::SOLDIER_TO[player.index()][at].meets(ours(Kind::Soldier))
            || through(&tables::HORSE_TO[at], occupied).meets(ours(Kind::Horse))
    }
}

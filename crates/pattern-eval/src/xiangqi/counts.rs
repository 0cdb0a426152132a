//! How often each weight counts that is not one of a piece's own: what the pieces do.

use super::balance::{self, Material};
use super::{danger, soldiers};
use game_core::{Player, Position};
use xiangqi_movegen::{Bitboard, Board, Kind, Square, Xiangqi};

/// The weights' groups, each a row of [`Counts`].
#[derive(Clone, Copy)]
pub(super) enum Group {
    Mobility,
    Threatened,
    Hanging,
    Protected,
    Palace,
    Danger,
    Lack,
    Soldiers,
}

/// Rows, and members of each, those that there are first.
pub(super) const GROUPS: usize = 8;
pub(super) const MEMBERS: usize = 8;

/// One number for each weight, as small as it may be: a sum of products is one instruction for
/// eight of them.
pub(super) type Rows = [[i16; MEMBERS]; GROUPS];

/// How often each weight counts, Red's less Black's.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(pub Rows);

/// The nine points of each player's palace.
const PALACES: [Bitboard; 2] = [palace(0), palace(7)];

const fn palace(lowest: u8) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut rank = lowest;
    while rank < lowest + 3 {
        squares = squares
            .with(Square::new(3, rank))
            .with(Square::new(4, rank))
            .with(Square::new(5, rank));
        rank += 1;
    }
    squares
}

impl Counts {
    #[inline]
    pub(super) fn of(pos: &Xiangqi, material: &Material) -> Self {
        let board = pos.board();
        let mut counts = Self::default();
        let attacked = Player::BOTH.map(|player| counts.activity(board, player));
        for player in Player::BOTH {
            let protected = board.of(player) & attacked[player.index()];
            let loose = board.of(player) & attacked[(!player).index()] & !protected;
            counts.pieces(board, protected, Group::Protected, player);
            let group = if pos.turn() == player {
                Group::Threatened
            } else {
                Group::Hanging
            };
            counts.pieces(board, loose, group, !player);
            danger::count(board, player, |member, times| {
                counts.add(Group::Danger, member.index(), player, times)
            });
            counts.add(Group::Soldiers, 0, player, soldiers::linked(board, player));
        }
        balance::lacks(material, |lack, times| {
            counts.0[Group::Lack as usize][lack.index()] += times as i16
        });
        counts
    }

    /// `times` more for `player`.
    #[inline]
    fn add(&mut self, group: Group, member: usize, player: Player, times: i32) {
        self.0[group as usize][member] += for_red(times, player) as i16;
    }

    /// One for each piece on `squares`.
    #[inline]
    fn pieces(&mut self, board: &Board, squares: Bitboard, group: Group, player: Player) {
        for at in squares {
            if let Some(piece) = board.piece_at(at) {
                self.add(group, piece.kind.index(), player, 1);
            }
        }
    }

    /// Counts what `player`'s pieces reach, and tells what they attack.
    #[inline]
    fn activity(&mut self, board: &Board, player: Player) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        // One by one, so that the compiler knows each kind.
        for attacks in [
            self.activity_of(board, player, Kind::General),
            self.activity_of(board, player, Kind::Advisor),
            self.activity_of(board, player, Kind::Elephant),
            self.activity_of(board, player, Kind::Horse),
            self.activity_of(board, player, Kind::Chariot),
            self.activity_of(board, player, Kind::Cannon),
            self.activity_of(board, player, Kind::Soldier),
        ] {
            attacked |= attacks;
        }
        attacked
    }

    /// The same for one kind.
    #[inline(always)]
    fn activity_of(&mut self, board: &Board, player: Player, kind: Kind) -> Bitboard {
        let own = board.of(player);
        let palace = PALACES[(!player).index()];
        let mut attacked = Bitboard::EMPTY;
        let mut reached = 0;
        let mut aimed = 0;
        let attacks_palace = matches!(
            kind,
            Kind::Horse | Kind::Chariot | Kind::Cannon | Kind::Soldier
        );
        for from in own & board.kind(kind) {
            // Only a cannon moves elsewhere than it attacks.
            let (attacks, reaches) = board.attacks_and_reaches(player, kind, from);
            attacked |= attacks;
            reached += (reaches & !own).len();
            // To count is expensive.
            if attacks_palace && attacks.meets(palace) {
                aimed += (attacks & palace).len();
            }
        }
        self.add(Group::Mobility, kind.index(), player, reached as i32);
        self.add(Group::Palace, kind.index(), player, aimed as i32);
        attacked
    }

    /// What they come to at `weights`.
    #[inline]
    pub(super) fn worth(&self, weights: &Rows) -> i32 {
        let products = self.0.as_flattened().iter().zip(weights.as_flattened());
        products
            .map(|(&count, &weight)| i32::from(count) * i32::from(weight))
            .sum()
    }

    /// What one group of them comes to.
    pub(super) fn worth_of(&self, group: Group, weights: &Rows) -> i32 {
        let products = self.0[group as usize].iter().zip(&weights[group as usize]);
        products
            .map(|(&count, &weight)| i32::from(count) * i32::from(weight))
            .sum()
    }
}

/// `value` for `player`, as Red sees it; and the other way about.
#[inline]
pub(super) fn for_red(value: i32, player: Player) -> i32 {
    match player {
        Player::First => value,
        Player::Second => -value,
    }
}

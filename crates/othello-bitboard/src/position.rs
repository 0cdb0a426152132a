use crate::{
    Move, Square, flips, kernel::SimdLevel, moves, perft, square::counted_squares, squares,
};
use game_core::{Outcome, Player, Position, zobrist};
use thiserror::Error;

/// A position of Othello: two bitboards and whose turn it is.
///
/// Black is [`Player::First`]. A forced pass is a move; the game is over when neither side can
/// move, and the side with more discs has won. `Display` and `FromStr` speak OBF, see
/// [`obf`](crate::obf).
///
/// ```
/// use game_core::{Notation, Outcome, Player, Position, perft};
/// use othello_bitboard::Othello;
///
/// let mut game = Othello::START;
/// assert_eq!(perft(&game, 6), 8200);
///
/// let f5 = game.parse_move("f5")?;
/// let flipped = game.play(f5);
/// assert_eq!((game.discs(Player::First), game.discs(Player::Second)), (4, 1));
/// game.undo(f5, flipped);
/// assert_eq!(game, Othello::START);
///
/// let last: Othello = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO X".parse()?;
/// assert_eq!((last.outcome(), last.reason()), (Some(Outcome::Win), Some("the board is full")));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    pub(crate) own: u64,
    pub(crate) opp: u64,
    pub(crate) turn: Player,
}

/// Two sets of discs that share a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{square} holds a disc of both sides")]
pub struct OverlapError {
    /// The first such square.
    pub square: Square,
}

impl Othello {
    /// The initial position: Black on e4 and d5, White on d4 and e5, Black to move.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        opp: 1 << 27 | 1 << 36,
        turn: Player::First,
    };

    /// The position where `turn` is to move and owns the discs `own`.
    ///
    /// Any placement will do, reachable or not: the empty board is a finished game.
    ///
    /// # Errors
    /// If a square is in both sets.
    pub fn new(own: u64, opp: u64, turn: Player) -> Result<Self, OverlapError> {
        match squares(own & opp).next() {
            Some(square) => Err(OverlapError { square }),
            None => Ok(Self { own, opp, turn }),
        }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the side that is not to move.
    #[inline]
    pub const fn opp(&self) -> u64 {
        self.opp
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !(self.own | self.opp)
    }

    /// The squares where `player` has a disc.
    #[inline]
    pub fn board(&self, player: Player) -> u64 {
        if player == self.turn {
            self.own
        } else {
            self.opp
        }
    }

    /// Whose disc lies on `square`.
    pub fn disc(&self, square: Square) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|&player| self.board(player) & square.bit() != 0)
    }

    /// How many discs `player` has, 0 to 64.
    #[inline]
    pub fn discs(&self, player: Player) -> u32 {
        self.board(player).count_ones()
    }

    /// Discs of the side to move less those of the other, -64 to 64.
    #[inline]
    pub const fn margin(&self) -> i32 {
        self.own.count_ones() as i32 - self.opp.count_ones() as i32
    }

    /// The [`margin`](Self::margin) of a finished game as tournaments and solvers count it: empty
    /// squares go to the winner.
    #[inline]
    pub const fn final_margin(&self) -> i32 {
        self.margin() + self.margin().signum() * self.empty().count_ones() as i32
    }

    /// The squares where the side to move may put a disc: [`moves`] of this board.
    #[inline]
    pub fn moves(&self) -> u64 {
        moves(self.own, self.opp)
    }

    /// The squares where the other side could put a disc if it were its turn.
    #[inline]
    pub fn opponent_moves(&self) -> u64 {
        moves(self.opp, self.own)
    }

    /// Whether the only legal move is the pass.
    #[inline]
    pub fn must_pass(&self) -> bool {
        self.moves() == 0 && self.opponent_moves() != 0
    }

    fn outcome_by_discs(&self) -> Outcome {
        match self.margin() {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

impl Default for Othello {
    fn default() -> Self {
        Self::START
    }
}

/// The pass may be played at any time, as a search's null move; it is offered only where it is
/// forced.
///
/// Perft counts by the convention that a forced pass is a ply and a finished game one leaf at any
/// remaining depth.
impl Position for Othello {
    type Move = Move;
    /// The discs turned.
    type Undo = u64;
    const SLOTS: usize = 65;
    const ENDED_LEAF: u64 = 1;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// Computed when asked for: two multiplications' mixing is cheaper than a key kept up to date
    /// disc by disc.
    #[inline]
    fn key(&self) -> u64 {
        const SIDE: [u64; 2] = zobrist::keys(*b"othello\0");
        zobrist::mix(self.own ^ zobrist::mix(self.opp ^ SIDE[self.turn.index()]))
    }

    /// A full board, or one side wiped out. That neither side can move is found by listing the
    /// moves.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        (self.empty() == 0 || self.opp == 0 || self.own == 0).then(|| self.outcome_by_discs())
    }

    fn stuck(&self) -> Outcome {
        self.outcome_by_discs()
    }

    #[inline]
    fn generate(&self, out: &mut Vec<Move>) {
        let places = self.moves();
        if places != 0 {
            out.extend(counted_squares(places).map(Move::from));
        } else if self.opponent_moves() != 0 {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> u64 {
        let flipped = mv
            .square()
            .map_or(0, |square| flips(square, self.own, self.opp));
        *self = Self {
            own: self.opp ^ flipped,
            opp: self.own ^ flipped | mv.bit(),
            turn: !self.turn,
        };
        flipped
    }

    #[inline]
    fn undo(&mut self, mv: Move, flipped: u64) {
        *self = Self {
            own: (self.opp ^ flipped) & !mv.bit(),
            opp: self.own ^ flipped,
            turn: !self.turn,
        };
    }

    #[inline]
    fn pack(&self, mv: Move) -> u16 {
        u8::from(mv).into()
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        let mv = u8::try_from(bits).ok().and_then(Move::new)?;
        let offered = if mv.is_pass() {
            self.must_pass()
        } else {
            self.moves() & mv.bit() != 0
        };
        offered.then_some(mv)
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.index()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.moves() {
            0 => (self.opponent_moves() != 0).into(),
            places => places.count_ones().into(),
        }
    }

    /// [`perft`] at the [best level](SimdLevel::best) of the processor.
    fn perft(&self, depth: u32) -> u64 {
        perft(SimdLevel::best(), self.own, self.opp, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_frozen() {
        assert_eq!(Othello::START.key(), 4_830_538_357_866_785_544);
    }

    #[test]
    fn a_pass_may_be_played_any_time_and_changes_the_key() {
        let mut pos = Othello::START;
        let undo = pos.play(Move::PASS);
        assert_eq!(
            (pos.turn(), pos.own(), pos.opp()),
            (Player::Second, Othello::START.opp(), Othello::START.own())
        );
        assert_ne!(pos.key(), Othello::START.key());
        pos.undo(Move::PASS, undo);
        assert_eq!(pos, Othello::START);
    }

    #[test]
    fn every_move_has_a_slot_of_its_own() {
        let moves: Vec<_> = (0..=64).filter_map(Move::new).collect();
        assert!(
            moves
                .iter()
                .map(|&mv| Othello::START.slot(mv))
                .eq(0..Othello::SLOTS)
        );
    }

    #[test]
    fn margins() {
        let pos = Othello::new(0b111, 0b1000, Player::Second).unwrap();
        assert_eq!((pos.margin(), pos.final_margin()), (2, 62));
        assert_eq!(
            (pos.discs(Player::First), pos.discs(Player::Second)),
            (1, 3)
        );
        let lost = Othello::new(0b1000, 0b111, Player::First).unwrap();
        assert_eq!((lost.margin(), lost.final_margin()), (-2, -62));
        assert_eq!(Othello::START.final_margin(), 0);
        assert_eq!(
            Othello::new(1, 0, Player::First).unwrap().final_margin(),
            64
        );
    }

    #[test]
    fn overlapping_boards_are_refused() {
        let error = Othello::new(0b1110, 0b0110, Player::First).unwrap_err();
        assert_eq!(error.to_string(), "b1 holds a disc of both sides");
    }

    #[test]
    fn wiped_out_or_empty_boards_are_over() {
        for (own, opp, outcome) in [
            (1, 0, Outcome::Win),
            (0, 1, Outcome::Loss),
            (0, 0, Outcome::Draw),
        ] {
            assert_eq!(
                Othello::new(own, opp, Player::First).unwrap().decided(),
                Some(outcome)
            );
        }
        assert_eq!(Othello::START.decided(), None);
    }
}

use super::layout::{CENTRE, EMPTIES, OPP_MOVES, OWN_MOVES};
use super::shapes::{Lanes, PLACES, disc};
use super::weights::Weights;
use othello_bitboard::{Square, squares};

/// The fillings of all places, from the view of the side to move: for solvers, which have boards
/// without a game.
///
/// It takes 96 bytes for each ply; a move updates it by a few vector additions.
///
/// ```
/// use othello_bitboard::Othello;
/// use pattern_eval::othello::{Filled, Weights};
///
/// // The side to move wins by 38 discs.
/// let pos: Othello = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X".parse()?;
/// let filled = Filled::new(pos.own(), pos.opp());
/// let (own, opp) = (pos.moves().count_ones(), pos.opponent_moves().count_ones());
/// assert!(filled.value(&Weights::trained(), own, opp, pos.empty().count_ones()) > 1000);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled(Lanes);

impl Filled {
    /// The fillings of the empty board.
    pub const EMPTY: Self = Self(Lanes::ZERO);

    /// The board where `own` is to move, from nothing.
    pub fn new(own: u64, opp: u64) -> Self {
        let mut filled = Self::EMPTY;
        squares(own).for_each(|square| filled.0.add(disc(square)));
        filled = filled.turned();
        squares(opp).for_each(|square| filled.0.add(disc(square)));
        filled.turned()
    }

    /// The other side's view, as after a pass.
    #[inline(always)]
    pub fn turned(mut self) -> Self {
        self.0.negate();
        self
    }

    /// The other side's view after the side to move has taken `square` and turned the discs
    /// `flipped`.
    #[inline(always)]
    pub fn after(&self, square: Square, flipped: u64) -> Self {
        let mut change = Self::EMPTY;
        squares(flipped).for_each(|square| change.0.add(disc(square)));
        // A turned disc also leaves the other colour.
        change.0.double();
        change.0.add(disc(square));
        change.0.add(&self.0);
        change.turned()
    }

    /// The sum of the weights for the side to move, which has `own_moves`, in hundredths of a disc:
    /// the score of [`Patterns`](super::Patterns) without its clamp.
    #[inline(always)]
    pub fn value(&self, weights: &Weights, own_moves: u32, opp_moves: u32, empties: u32) -> i32 {
        let weights = weights.of_stage(Weights::stage(empties));
        let place = |place: usize| {
            i32::from(weights[(CENTRE[place] + i32::from(self.0.0[place])) as usize])
        };
        let sum: i32 = (0..PLACES).map(place).sum();
        let count = |from: usize, count: u32| i32::from(weights[from + (count as usize).min(64)]);
        sum + count(OWN_MOVES, own_moves) + count(OPP_MOVES, opp_moves) + count(EMPTIES, empties)
    }
}

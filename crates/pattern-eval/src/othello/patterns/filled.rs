use super::layout::{CENTRE, EMPTIES, OPP_MOVES, OWN_MOVES};
use super::shapes::{LANES, Lanes, PLACES, disc};
use super::weights::{Stage, Weights};
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
///
/// Fillings are counted from half the range of 16 bits, which negation leaves where it is: so each is
/// an index as it stands, and needs no check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled(Lanes);

impl Filled {
    /// The fillings of the empty board.
    pub const EMPTY: Self = Self(Lanes([i16::MIN; LANES]));

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
        let mut change = Lanes::ZERO;
        for square in squares(flipped) {
            change.add(disc(square));
        }
        // A turned disc also leaves the other colour.
        change.double();
        change.add(disc(square));
        change.add(&self.0);
        Self(change).turned()
    }

    /// The sum of the weights for the side to move, which has `own_moves`, in hundredths of a disc:
    /// the score of [`Patterns`](super::Patterns) without its clamp.
    #[inline(always)]
    pub fn value(&self, weights: &Weights, own_moves: u32, opp_moves: u32, empties: u32) -> i32 {
        let weights = weights.around_stage(Weights::stage(empties));
        let sum = self.sum::<0, 12>(weights)
            + self.sum::<12, 24>(weights)
            + self.sum::<24, 36>(weights)
            + self.sum::<36, PLACES>(weights);
        let count = |from: usize, count: u32| {
            i32::from(weights[Weights::MARGIN + from + (count as usize).min(64)])
        };
        sum + count(OWN_MOVES, own_moves) + count(OPP_MOVES, opp_moves) + count(EMPTIES, empties)
    }

    /// The sum of the weights of some places: few enough that the compiler unrolls the loop, which
    /// makes the centres constants and spares each index a check.
    #[inline(always)]
    fn sum<const FROM: usize, const TO: usize>(&self, weights: &Stage) -> i32 {
        let mut sum = 0;
        for place in FROM..TO {
            let filling = usize::from(self.0.0[place] as u16);
            sum += i32::from(weights[CENTRE[place] as usize + filling]);
        }
        sum
    }
}

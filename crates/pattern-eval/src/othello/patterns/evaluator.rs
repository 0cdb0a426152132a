use super::fillings::{self, Fillings};
use super::layout::{CENTRE, EMPTIES, FEATURES, OFFSET, OPP_MOVES, OWN_MOVES};
use super::shapes::{ALL, Lanes, PLACES, SHAPES};
use super::weights::Weights;
use crate::othello::{expected_score, final_score};
use crate::{Explain, Term, Weighted};
use game_core::{Evaluator, Outcome, Player, Position, Score};
use othello_bitboard::{Move, Othello};
use std::sync::Arc;

/// The weighted patterns: the expected final margin, in hundredths of a disc.
///
/// Kept up to date move by move; cloned, it shares its weights.
///
/// ```
/// use game_core::{Evaluator, Position};
/// use othello_bitboard::Othello;
/// use pattern_eval::othello::Patterns;
///
/// // Black wins by 38 discs.
/// let pos: Othello = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X".parse()?;
/// let mut eval = Patterns::default();
/// eval.reset(&pos);
/// assert!(eval.evaluate(&pos).get() > 1000);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: Arc<Weights>,
    fillings: Fillings,
}

impl Patterns {
    /// The patterns with these weights; reset them before use.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            weights,
            fillings: Fillings::EMPTY,
        }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The value of `pos`, where Black's discs count as `COLOUR`, 1 if Black is to move and else
    /// -1.
    #[inline]
    fn sum<const COLOUR: i32>(&self, pos: &Othello) -> i32 {
        let weights = self
            .weights
            .of_stage(Weights::stage(pos.empty().count_ones()));
        let places = CENTRE.iter().zip(&self.fillings.now().0);
        let places =
            places.map(|(centre, &filling)| (centre + COLOUR * i32::from(filling)) as usize);
        places
            .chain(counts(pos))
            .map(|at| i32::from(weights[at]))
            .sum()
    }
}

/// The indices of the weights of `pos` in a stage.
pub(super) fn raw(pos: &Othello) -> [usize; FEATURES] {
    positions(pos, &fillings::of(pos))
}

fn positions(pos: &Othello, fillings: &Lanes) -> [usize; FEATURES] {
    let colour = 1 - 2 * pos.turn().index() as i32;
    let mut at = [0; FEATURES];
    for (place, at) in at[..PLACES].iter_mut().enumerate() {
        *at = (CENTRE[place] + colour * i32::from(fillings.0[place])) as usize;
    }
    at[PLACES..].copy_from_slice(&counts(pos));
    at
}

/// The indices of the weights of counts.
#[inline]
fn counts(pos: &Othello) -> [usize; 3] {
    [
        OWN_MOVES + pos.moves().count_ones() as usize,
        OPP_MOVES + pos.opponent_moves().count_ones() as usize,
        EMPTIES + pos.empty().count_ones() as usize,
    ]
}

impl Default for Patterns {
    /// With the weights trained from tournament games and self-play.
    fn default() -> Self {
        Self::new(Weights::trained())
    }
}

impl Evaluator<Othello> for Patterns {
    fn reset(&mut self, pos: &Othello) {
        self.fillings.reset(pos);
    }

    #[inline]
    fn played(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.fillings.played(!pos.turn(), mv, *flipped);
    }

    #[inline]
    fn undone(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.fillings.undone(!pos.turn(), mv, *flipped);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Othello) -> Score {
        let sum = match pos.turn() {
            Player::First => self.sum::<1>(pos),
            Player::Second => self.sum::<-1>(pos),
        };
        expected_score(sum)
    }

    fn terminal(&self, pos: &Othello, _: Outcome, _: usize) -> Score {
        final_score(pos.final_margin())
    }
}

impl Weighted for Patterns {}

impl Explain<Othello> for Patterns {
    fn terms(&mut self, pos: &Othello) -> Vec<Term> {
        let weights = self
            .weights
            .of_stage(Weights::stage(pos.empty().count_ones()));
        let values = positions(pos, self.fillings.now()).map(|at| f64::from(weights[at]));
        let of_shape = |shape: usize| {
            ALL.iter()
                .zip(&values)
                .filter(move |(place, _)| place.shape == shape)
        };
        let shapes = SHAPES.iter().enumerate();
        let terms = shapes.map(|(i, shape)| Term {
            name: shape.name,
            value: of_shape(i).map(|(_, value)| value).sum(),
        });
        let scalars = ["own moves", "opponent's moves", "empty squares"]
            .into_iter()
            .zip(&values[PLACES..]);
        terms
            .chain(scalars.map(|(name, &value)| Term { name, value }))
            .collect()
    }
}

const _: () = assert!(OFFSET[SHAPES.len()] == OWN_MOVES);

use super::layout::{CENTRE, EMPTIES, FEATURES, OFFSET, OPP_MOVES, OWN_MOVES};
use super::shapes::{ALL, LANES, PLACES, SHAPES, disc};
use super::weights::Weights;
use crate::othello::{DISC, final_score};
use crate::{Explain, Term, Weighted};
use game_core::{Evaluator, Outcome, Player, Position, Score};
use othello_bitboard::{Move, Othello, squares};
use std::sync::Arc;

/// The number of every place's filling: the sum of 3^i for each disc of Black's on its square i, less that for White's, so
/// that it is 0 where all is empty, and turns its sign when the colours are exchanged.
type Fillings = [i16; LANES];

/// The patterns, weighted: an evaluation in hundredths of a disc, of the margin that the game is expected to end with.
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
    /// The patterns with these weights; to be reset before they judge.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights, fillings: [0; LANES] }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// What the move changes in every place if Black made it.
    #[inline]
    fn change(mv: Move, flipped: u64) -> Fillings {
        let mut change = [0; LANES];
        for square in squares(flipped) {
            add(&mut change, disc(square));
        }
        // A disc turned is one less of the other colour, too.
        change.iter_mut().for_each(|lane| *lane = lane.wrapping_mul(2));
        if let Some(square) = mv.square() {
            add(&mut change, disc(square));
        }
        change
    }

    #[inline]
    fn update(&mut self, mover: Player, mv: Move, flipped: u64) {
        let change = Self::change(mv, flipped);
        match mover {
            Player::First => add(&mut self.fillings, &change),
            Player::Second => self.fillings.iter_mut().zip(change).for_each(|(lane, by)| *lane = lane.wrapping_sub(by)),
        }
    }
}

#[inline]
fn add(lanes: &mut Fillings, by: &Fillings) {
    lanes.iter_mut().zip(by).for_each(|(lane, by)| *lane = lane.wrapping_add(*by));
}

/// The fillings of `pos`, from nothing.
fn fillings(pos: &Othello) -> Fillings {
    let mut fillings = [0; LANES];
    for square in squares(pos.board(Player::First)) {
        add(&mut fillings, disc(square));
    }
    for square in squares(pos.board(Player::Second)) {
        fillings.iter_mut().zip(disc(square)).for_each(|(lane, by)| *lane = lane.wrapping_sub(*by));
    }
    fillings
}

/// Where in a stage the weights of `pos` lie.
pub(super) fn raw(pos: &Othello) -> [usize; FEATURES] {
    positions(pos, &fillings(pos))
}

#[inline(always)]
fn positions(pos: &Othello, fillings: &Fillings) -> [usize; FEATURES] {
    let sign = 1 - 2 * pos.turn().index() as i32;
    let mut at = [0; FEATURES];
    for (place, at) in at[..PLACES].iter_mut().enumerate() {
        *at = (CENTRE[place] + sign * i32::from(fillings[place])) as usize;
    }
    at[PLACES] = OWN_MOVES + pos.moves().count_ones() as usize;
    at[PLACES + 1] = OPP_MOVES + pos.opponent_moves().count_ones() as usize;
    at[PLACES + 2] = EMPTIES + pos.empty().count_ones() as usize;
    at
}

impl Default for Patterns {
    /// With the weights trained from tournament games and self-play.
    fn default() -> Self {
        Self::new(Weights::trained())
    }
}

impl Evaluator<Othello> for Patterns {
    fn reset(&mut self, pos: &Othello) {
        self.fillings = fillings(pos);
    }

    #[inline]
    fn played(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.update(!pos.turn(), mv, *flipped);
    }

    #[inline]
    fn undone(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.update(pos.turn(), mv, *flipped);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Othello) -> Score {
        let weights = self.weights.of_stage(Weights::stage(pos.empty().count_ones()));
        let sum: i32 = positions(pos, &self.fillings).into_iter().map(|at| i32::from(weights[at])).sum();
        Score::eval(sum.clamp(-64 * DISC, 64 * DISC))
    }

    fn terminal(&self, pos: &Othello, _: Outcome, _: usize) -> Score {
        final_score(pos.final_margin())
    }
}

impl Weighted for Patterns {}

impl Explain<Othello> for Patterns {
    fn terms(&mut self, pos: &Othello) -> Vec<Term> {
        let weights = self.weights.of_stage(Weights::stage(pos.empty().count_ones()));
        let values = positions(pos, &self.fillings).map(|at| f64::from(weights[at]));
        let of_shape = |shape: usize| ALL.iter().zip(&values).filter(move |(place, _)| place.shape == shape);
        let shapes = SHAPES.iter().enumerate();
        let terms = shapes.map(|(i, shape)| Term { name: shape.name, value: of_shape(i).map(|(_, value)| value).sum() });
        let scalars = ["own moves", "opponent's moves", "empty squares"].into_iter().zip(&values[PLACES..]);
        terms.chain(scalars.map(|(name, &value)| Term { name, value })).collect()
    }
}

const _: () = assert!(OFFSET[SHAPES.len()] == OWN_MOVES);

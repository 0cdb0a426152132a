use crate::{Explain, Term, Weight, Weighted};
use game_core::{Evaluator, Position, Score};
use std::marker::PhantomData;

/// What a hand-made evaluator counts, term by term, and what each is worth.
///
/// ```
/// # #[cfg(feature = "othello")] {
/// use othello_bitboard::Othello;
/// use pattern_eval::{Counted, Weight};
///
/// /// Corners and discs.
/// struct Held;
///
/// impl Counted<2> for Held {
///     type Position = Othello;
///     const WEIGHTS: [Weight; 2] = [
///         Weight::new("corners", 300, (0, 2_000), "points of a corner"),
///         Weight::new("discs", 10, (0, 200), "points of a disc"),
///     ];
///
///     fn counts(pos: &Othello) -> [i32; 2] {
///         const CORNERS: u64 = 0x8100_0000_0000_0081;
///         [CORNERS, u64::MAX].map(|squares| {
///             let held = |discs: u64| (discs & squares).count_ones() as i32;
///             held(pos.own()) - held(pos.opp())
///         })
///     }
/// }
///
/// let pos: Othello = format!("{}OO X", "X".repeat(62)).parse().expect("a position");
/// assert_eq!(Held::counts(&pos), [2, 60]);
/// # }
/// ```
pub trait Counted<const N: usize> {
    /// The positions it looks at.
    type Position: Position;

    /// The weights of the terms, in points for each that is counted.
    const WEIGHTS: [Weight; N];

    /// The counts of the terms for the player to move, less those of the opponent.
    fn counts(pos: &Self::Position) -> [i32; N];
}

/// The evaluator that is the sum of `N` counted terms, each times its weight: it explains itself, and
/// its weights are changed and tuned by name. It counts anew at every position.
///
/// ```
/// # #[cfg(feature = "othello")] {
/// use game_core::Evaluator;
/// use othello_bitboard::Othello;
/// use pattern_eval::{Counted, Explain, Weight, WeightedSum};
///
/// /// A disc is a disc.
/// #[derive(Clone, Copy, Debug)]
/// struct Discs;
///
/// impl Counted<1> for Discs {
///     type Position = Othello;
///     const WEIGHTS: [Weight; 1] = [Weight::new("disc", 100, (0, 1_000), "points of a disc")];
///
///     fn counts(pos: &Othello) -> [i32; 1] {
///         [pos.own().count_ones() as i32 - pos.opp().count_ones() as i32]
///     }
/// }
///
/// let mut eval = WeightedSum::<Discs, 1>::default();
/// assert_eq!((eval.evaluate(&Othello::START).get(), eval.terms(&Othello::START)[0].name), (0, "disc"));
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WeightedSum<C, const N: usize> {
    weights: [i32; N],
    counted: PhantomData<C>,
}

impl<C: Counted<N>, const N: usize> WeightedSum<C, N> {
    /// Each term's count times its weight.
    fn products(&self, pos: &C::Position) -> [i32; N] {
        let counts = C::counts(pos);
        std::array::from_fn(|term| counts[term] * self.weights[term])
    }
}

impl<C: Counted<N>, const N: usize> Default for WeightedSum<C, N> {
    fn default() -> Self {
        Self {
            weights: C::WEIGHTS.map(|weight| weight.value),
            counted: PhantomData,
        }
    }
}

impl<C: Counted<N>, const N: usize> Evaluator<C::Position> for WeightedSum<C, N> {
    fn evaluate(&mut self, pos: &C::Position) -> Score {
        Score::eval(self.products(pos).into_iter().sum())
    }
}

impl<C: Counted<N>, const N: usize> Explain<C::Position> for WeightedSum<C, N> {
    fn terms(&mut self, pos: &C::Position) -> Vec<Term> {
        let named = C::WEIGHTS.iter().zip(self.products(pos));
        named
            .map(|(weight, points)| Term {
                name: weight.name,
                value: f64::from(points),
            })
            .collect()
    }
}

impl<C: Counted<N>, const N: usize> Weighted for WeightedSum<C, N> {
    const WEIGHTS: &'static [Weight] = &C::WEIGHTS;

    fn with_weights(mut self, values: &[i32]) -> Self {
        for (weight, &value) in self.weights.iter_mut().zip(values) {
            *weight = value;
        }
        self
    }
}

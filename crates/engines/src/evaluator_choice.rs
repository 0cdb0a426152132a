use game_core::{Evaluator, Outcome, Position, Score};
use pattern_eval::{Explain, Term, Weight, Weighted};

/// One of a game's two evaluators. The choice never changes, so the branch is well predicted.
///
/// A game with three or more puts a choice in the place of one: `EvaluatorChoice<Network,
/// EvaluatorChoice<Patterns, Terms>>`. Then the weights are those of the last.
///
/// ```
/// use engines::{EvaluatorChoice, Weighted, othello::Shipped};
/// let trained = Shipped::named(None);
/// assert!(matches!(trained, EvaluatorChoice::Trained(_)));
/// // Who changes a weight chooses the evaluator that has weights.
/// let changed = trained.with_weights(&[600]);
/// assert!(matches!(changed, EvaluatorChoice::Handmade(eval) if eval.weights[0] == 600));
/// ```
#[derive(Clone, Debug)]
pub enum EvaluatorChoice<T, H> {
    /// Trained on games; its weights have no names.
    Trained(T),
    /// Hand-made terms, whose weights can be changed by name.
    Handmade(H),
}

impl<T: Default, H: Default> EvaluatorChoice<T, H> {
    /// The name of the hand-made evaluator in every game.
    pub const HANDMADE: &'static str = "handmade";

    /// The terms with their default weights.
    pub fn handmade() -> Self {
        Self::Handmade(H::default())
    }

    /// The trained evaluator that is shipped.
    pub fn trained() -> Self {
        Self::Trained(T::default())
    }

    /// The hand-made evaluator by its name, the trained one by any other or by none: what
    /// [`Wiring::evaluator`](crate::Wiring::evaluator) of a game with both returns.
    pub fn named(name: Option<&str>) -> Self {
        if name == Some(Self::HANDMADE) {
            Self::handmade()
        } else {
            Self::trained()
        }
    }
}

/// The trained evaluator that is shipped.
impl<T: Default, H> Default for EvaluatorChoice<T, H> {
    fn default() -> Self {
        Self::Trained(T::default())
    }
}

impl<P: Position, T: Evaluator<P>, H: Evaluator<P>> Evaluator<P> for EvaluatorChoice<T, H> {
    fn reset(&mut self, pos: &P) {
        match self {
            Self::Trained(trained) => trained.reset(pos),
            Self::Handmade(handmade) => handmade.reset(pos),
        }
    }

    #[inline]
    fn played(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        match self {
            Self::Trained(trained) => trained.played(pos, mv, undo),
            Self::Handmade(handmade) => handmade.played(pos, mv, undo),
        }
    }

    #[inline]
    fn undone(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        match self {
            Self::Trained(trained) => trained.undone(pos, mv, undo),
            Self::Handmade(handmade) => handmade.undone(pos, mv, undo),
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &P) -> Score {
        match self {
            Self::Trained(trained) => trained.evaluate(pos),
            Self::Handmade(handmade) => handmade.evaluate(pos),
        }
    }

    fn terminal(&self, pos: &P, outcome: Outcome, ply: usize) -> Score {
        match self {
            Self::Trained(trained) => trained.terminal(pos, outcome, ply),
            Self::Handmade(handmade) => handmade.terminal(pos, outcome, ply),
        }
    }
}

/// What both evaluators keep and a guide reads.
impl<T: AsRef<S>, H: AsRef<S>, S> AsRef<S> for EvaluatorChoice<T, H> {
    #[inline]
    fn as_ref(&self) -> &S {
        match self {
            Self::Trained(trained) => trained.as_ref(),
            Self::Handmade(handmade) => handmade.as_ref(),
        }
    }
}

impl<T, H: Weighted + Default> Weighted for EvaluatorChoice<T, H> {
    const WEIGHTS: &'static [Weight] = H::WEIGHTS;

    /// The hand-made evaluator with these weights.
    fn with_weights(self, values: &[i32]) -> Self {
        let handmade = match self {
            Self::Trained(_) => H::default(),
            Self::Handmade(handmade) => handmade,
        };
        Self::Handmade(handmade.with_weights(values))
    }
}

impl<P: Position, T: Explain<P>, H: Explain<P>> Explain<P> for EvaluatorChoice<T, H> {
    fn terms(&mut self, pos: &P) -> Vec<Term> {
        match self {
            Self::Trained(trained) => trained.terms(pos),
            Self::Handmade(handmade) => handmade.terms(pos),
        }
    }
}

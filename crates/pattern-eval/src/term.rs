use game_core::{Evaluator, Position};

/// One named part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is counted, in a word or two: `mobility`, `corners`.
    pub name: &'static str,
    /// Its contribution for the player to move, in the evaluator's unit.
    pub value: f64,
}

/// An evaluator that can say how it came to its value.
pub trait Explain<P: Position>: Evaluator<P> {
    /// The parts that add up to [`evaluate`](Evaluator::evaluate), up to rounding and clamping. The
    /// evaluator must be in step with `pos`, as after [`reset`](Evaluator::reset). Allocates: for
    /// people, not for a search.
    fn terms(&mut self, pos: &P) -> Vec<Term>;
}

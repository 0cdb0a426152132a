use game_core::{Evaluator, Position};

/// One named part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Its name: `mobility`, `corners`.
    pub name: &'static str,
    /// Its contribution for the player to move, in the evaluator's unit.
    pub value: f64,
}

/// An evaluator that can explain its score.
pub trait Explain<P: Position>: Evaluator<P> {
    /// The parts that add up to [`evaluate`](Evaluator::evaluate), up to rounding and clamping. The
    /// evaluator must be in step with `pos`, as after [`reset`](Evaluator::reset). It allocates, so
    /// it is for people, not for a search. By default the whole is one term.
    fn terms(&mut self, pos: &P) -> Vec<Term> {
        vec![Term {
            name: "evaluation",
            value: self.evaluate(pos).get().into(),
        }]
    }
}

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// An evaluator that counts what it is asked: the leaves of a search, the same in every library.
#[derive(Clone, Debug)]
pub struct Leaves<E> {
    eval: E,
    count: Arc<AtomicU64>,
}

impl<E> Leaves<E> {
    /// Counts the questions to `eval`.
    pub fn new(eval: E) -> Self {
        Self {
            eval,
            count: Arc::default(),
        }
    }

    /// Counts one leaf more.
    pub fn add(&self) {
        // One thread counts: a store costs less than an addition of many would.
        self.count.store(self.count() + 1, Relaxed);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }
}

impl<P, E> game_core::Evaluator<P> for Leaves<E>
where
    P: game_core::Position,
    E: game_core::Evaluator<P>,
{
    fn evaluate(&mut self, pos: &P) -> game_core::Score {
        self.add();
        self.eval.evaluate(pos)
    }
}

impl<E: minimax::Evaluator> minimax::Evaluator for Leaves<E> {
    type G = E::G;

    fn evaluate(&self, pos: &<E::G as minimax::Game>::S) -> i16 {
        self.add();
        self.eval.evaluate(pos)
    }
}

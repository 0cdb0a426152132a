use crate::{Evaluator, Outcome, Position, Score};
use core::ops::{Deref, DerefMut};

/// A position and the evaluator that follows it, some plies below a root.
#[derive(Debug)]
pub struct Node<'e, P, E> {
    pos: P,
    eval: &'e mut E,
    ply: usize,
}

impl<'e, P: Position, E: Evaluator<P>> Node<'e, P, E> {
    /// A line of no moves yet.
    pub fn new(pos: P, eval: &'e mut E) -> Self {
        eval.reset(&pos);
        Self { pos, eval, ply: 0 }
    }

    /// The position reached.
    #[inline]
    pub fn pos(&self) -> &P {
        &self.pos
    }

    /// The evaluator, in step with the position: what it knows, a guide may use.
    #[inline]
    pub fn eval(&self) -> &E {
        self.eval
    }

    /// Plies since the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The evaluator's opinion of the position reached.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.eval.evaluate(&self.pos)
    }

    /// The evaluator's word on a finished game.
    #[inline]
    pub fn terminal(&self, outcome: Outcome) -> Score {
        self.eval.terminal(&self.pos, outcome, self.ply)
    }

    /// What `look` sees after `mv`, which is taken back when it returns, though not if it panics:
    /// the cheapest way to look.
    #[inline]
    pub fn after<T>(&mut self, mv: P::Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.pos.play(mv);
        self.eval.played(&self.pos, mv, &undo);
        self.ply += 1;
        let seen = look(self);
        self.eval.undone(&self.pos, mv, &undo);
        self.pos.undo(mv, undo);
        self.ply -= 1;
        seen
    }

    /// Plays `mv` until the returned guard is dropped, by any path out of the scope.
    #[inline]
    pub fn play(&mut self, mv: P::Move) -> Step<'_, 'e, P, E> {
        let undo = self.pos.play(mv);
        self.eval.played(&self.pos, mv, &undo);
        self.ply += 1;
        Step {
            line: self,
            mv,
            undo: Some(undo),
        }
    }
}

/// A move in force; dropping it takes the move back.
#[must_use = "the move is taken back as soon as the step is dropped"]
pub struct Step<'a, 'e, P: Position, E: Evaluator<P>> {
    line: &'a mut Node<'e, P, E>,
    mv: P::Move,
    undo: Option<P::Undo>,
}

impl<'e, P: Position, E: Evaluator<P>> Deref for Step<'_, 'e, P, E> {
    type Target = Node<'e, P, E>;
    #[inline]
    fn deref(&self) -> &Self::Target {
        self.line
    }
}

impl<P: Position, E: Evaluator<P>> DerefMut for Step<'_, '_, P, E> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.line
    }
}

impl<P: Position, E: Evaluator<P>> Drop for Step<'_, '_, P, E> {
    #[inline]
    fn drop(&mut self) {
        if let Some(undo) = self.undo.take() {
            self.line.eval.undone(&self.line.pos, self.mv, &undo);
            self.line.pos.undo(self.mv, undo);
            self.line.ply -= 1;
        }
    }
}

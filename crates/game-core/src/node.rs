use crate::{Evaluator, Outcome, Player, Position, Score};
use core::ops::{Deref, DerefMut, Neg};

/// A position and the evaluator that follows it, some plies below a root.
///
/// ```
/// use game_core::{Node, Notation, Score, from_fn};
/// use othello_bitboard::Othello;
/// let mut discs = from_fn(Othello::margin);
/// let mut node = Node::new(Othello::START, &mut discs);
/// let f5 = node.pos().parse_move("f5")?;
/// // Four black discs against one, as White sees it who is to move, and as Black who has moved.
/// let (white, black) = node.after(f5, |child| {
///     let value = child.evaluate();
///     (value, child.negamax(value))
/// });
/// assert_eq!((white, black), (Score::eval(-3), Score::eval(3)));
/// assert_eq!((node.pos(), node.ply()), (&Othello::START, 0));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Debug)]
pub struct Node<'e, P, E> {
    pos: P,
    eval: &'e mut E,
    ply: usize,
    /// Who made the last move: the opponent, before any. Kept only where turns need not alternate.
    mover: Player,
}

impl<'e, P: Position, E: Evaluator<P>> Node<'e, P, E> {
    /// A line of no moves yet.
    pub fn new(pos: P, eval: &'e mut E) -> Self {
        eval.reset(&pos);
        let mover = !pos.turn();
        Self {
            pos,
            eval,
            ply: 0,
            mover,
        }
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

    /// Whether the move that led here has passed the turn to the other player.
    #[inline]
    pub fn turn_passed(&self) -> bool {
        P::TURNS_ALTERNATE || self.pos.turn() != self.mover
    }

    /// What is worth `value` to the player to move here, as the player sees it whose move led here;
    /// or the other way round.
    ///
    /// The change of sign of negamax (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975),
    /// but none where one player has moved and is to move again.
    #[inline]
    pub fn negamax<T: Neg<Output = T>>(&self, value: T) -> T {
        if self.turn_passed() { -value } else { value }
    }

    /// Makes the player to move here the one whose move led on, and returns who that was before.
    #[inline]
    fn set_mover(&mut self) -> Player {
        let before = self.mover;
        if !P::TURNS_ALTERNATE {
            self.mover = self.pos.turn();
        }
        before
    }

    /// Takes [`set_mover`](Self::set_mover) back.
    #[inline]
    fn reset_mover(&mut self, before: Player) {
        if !P::TURNS_ALTERNATE {
            self.mover = before;
        }
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
        let mover = self.set_mover();
        let undo = self.pos.play(mv);
        self.eval.played(&self.pos, mv, &undo);
        self.ply += 1;
        let seen = look(self);
        self.eval.undone(&self.pos, mv, &undo);
        self.pos.undo(mv, undo);
        self.ply -= 1;
        self.reset_mover(mover);
        seen
    }

    /// Plays `mv` until the returned guard is dropped, by any path out of the scope.
    #[inline]
    pub fn play(&mut self, mv: P::Move) -> Step<'_, 'e, P, E> {
        let mover = self.set_mover();
        let undo = self.pos.play(mv);
        self.eval.played(&self.pos, mv, &undo);
        self.ply += 1;
        Step {
            line: self,
            mv,
            undo: Some(undo),
            mover,
        }
    }
}

/// A move in force; dropping it takes the move back.
///
/// ```
/// use game_core::{Evaluator, Node, Notation, from_fn};
/// use othello_bitboard::{Error, Othello};
///
/// /// The length of the line when `moves` have been played, which are then taken back.
/// fn follow<E>(node: &mut Node<'_, Othello, E>, moves: &[&str]) -> Result<usize, Error>
/// where
///     E: Evaluator<Othello>,
/// {
///     let Some((first, rest)) = moves.split_first() else { return Ok(node.ply()) };
///     let mv = node.pos().parse_move(first)?;
///     follow(&mut node.play(mv), rest)
/// }
///
/// let mut discs = from_fn(Othello::margin);
/// let mut node = Node::new(Othello::START, &mut discs);
/// assert_eq!(follow(&mut node, &["f5", "d6", "c3"])?, 3);
/// // So are those before a move that is refused.
/// assert!(follow(&mut node, &["f5", "d6", "a1"]).is_err());
/// assert_eq!(node.pos(), &Othello::START);
/// # Ok::<(), Error>(())
/// ```
#[must_use = "the move is taken back as soon as the step is dropped"]
pub struct Step<'a, 'e, P: Position, E: Evaluator<P>> {
    line: &'a mut Node<'e, P, E>,
    mv: P::Move,
    undo: Option<P::Undo>,
    /// Who made the move before.
    mover: Player,
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
            self.line.reset_mover(self.mover);
        }
    }
}

use crate::{
    Budget, Guide, Horizon, MoveKind, NodeState, PathScore, ProbCut, Proof, Stage, Stopped,
};
use game_core::{Evaluator, Node, Position, Score, Window};

/// A pruning technique of a caller's own, for any game: added to a guide by [`Pruned`].
///
/// It is part of the kernel as it is compiled, as if it had been written there; without one
/// nothing is asked and nothing is spent.
///
/// ```
/// use game_core::{Evaluator, Node, Position, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, NodeState, Pruned, Pruning, Searcher};
///
/// /// Searches this many moves of a node, the second half of them a ply less deep.
/// #[derive(Clone)]
/// struct Late(i32);
///
/// impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Late {
///     fn reduce(
///         &mut self,
///         _line: &mut Node<'_, P, E>,
///         _mv: P::Move,
///         searched: i32,
///         reduction: i32,
///         _state: &NodeState,
///     ) -> Option<i32> {
///         (searched < self.0).then_some(reduction + i32::from(searched >= self.0 / 2))
///     }
/// }
///
/// let engine = || AlphaBeta::new(from_fn(Othello::margin));
/// let plain = engine().think(&Othello::START, Limits::depth(6));
/// let pruned = engine().guided_by(Pruned::new((), Late(2))).think(&Othello::START, Limits::depth(6));
/// assert!(pruned.nodes < plain.nodes);
/// ```
pub trait Pruning<P: Position, E: Evaluator<P>>: Clone {
    /// The value with which a node ends before its moves are searched: see [`Guide::prune`].
    #[inline]
    fn prune(&mut self, _line: &mut Node<'_, P, E>, _state: &NodeState) -> Option<Score> {
        None
    }

    /// The reduction of a move, or `None` to leave it out: see [`Guide::reduce`].
    #[inline]
    fn reduce(
        &mut self,
        _line: &mut Node<'_, P, E>,
        _mv: P::Move,
        _searched: i32,
        reduction: i32,
        _state: &NodeState,
    ) -> Option<i32> {
        Some(reduction)
    }
}

/// A guide with a pruning technique of a caller's own beside what it knows.
///
/// ```
/// use game_core::{Evaluator, Node, Outcome, Player, Position, Score, from_fn};
/// use search::{AlphaBeta, Limits, NodeState, Pruned, Pruning, Searcher};
/// # #[derive(Clone)]
/// # struct Heap { left: u8, turn: Player }
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 4;
/// #     fn turn(&self) -> Player { self.turn }
/// #     fn key(&self) -> u64 { u64::from(self.left) << 1 | self.turn as u64 }
/// #     fn decided(&self) -> Option<Outcome> { (self.left == 0).then_some(Outcome::Loss) }
/// #     fn stuck(&self) -> Outcome { unreachable!("an undecided heap has a counter to take") }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.left.min(3)) }
/// #     fn play(&mut self, mv: u8) { self.left -= mv; self.turn = !self.turn }
/// #     fn undo(&mut self, mv: u8, (): ()) { self.left += mv; self.turn = !self.turn }
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
///
/// /// Leaves a node that is a hundred points a ply above the window.
/// #[derive(Clone)]
/// struct Above;
///
/// impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Above {
///     fn prune(&mut self, _: &mut Node<'_, P, E>, state: &NodeState) -> Option<Score> {
///         let least = state.static_eval? - 100 * state.depth;
///         (least >= state.window.beta).then_some(least)
///     }
/// }
///
/// // One to three counters are taken in turn; whoever takes the last wins.
/// let heap = Heap { left: 40, turn: Player::First };
/// let eval = || from_fn(|heap: &Heap| if heap.left % 4 == 0 { -500 } else { 500 });
/// let mut plain = AlphaBeta::new(eval());
/// let mut pruned = AlphaBeta::new(eval()).guided_by(Pruned::new((), Above));
/// let [all, fewer] = [plain.think(&heap, Limits::depth(12)), pruned.think(&heap, Limits::depth(12))];
/// assert!(fewer.nodes < all.nodes);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pruned<G, T> {
    guide: G,
    technique: T,
}

impl<G, T> Pruned<G, T> {
    /// What `guide` knows, and the `technique`.
    pub fn new(guide: G, technique: T) -> Self {
        Self { guide, technique }
    }
}

// A hook that is not passed on would be lost silently.
#[deny(clippy::missing_trait_methods)]
impl<P, E, G, T> Guide<P, E> for Pruned<G, T>
where
    P: Position,
    E: Evaluator<P>,
    G: Guide<P, E>,
    T: Pruning<P, E>,
{
    const PRUNES: bool = true;

    #[inline]
    fn prune(&mut self, line: &mut Node<'_, P, E>, state: &NodeState) -> Option<Score> {
        let known = self.guide.prune(line, state);
        known.or_else(|| self.technique.prune(line, state))
    }

    #[inline]
    fn reduce(
        &mut self,
        line: &mut Node<'_, P, E>,
        mv: P::Move,
        searched: i32,
        reduction: i32,
        state: &NodeState,
    ) -> Option<i32> {
        let known = self.guide.reduce(line, mv, searched, reduction, state)?;
        self.technique.reduce(line, mv, searched, known, state)
    }

    // All else is the guide's.

    #[inline]
    fn new_search(&mut self) {
        self.guide.new_search();
    }

    #[inline]
    fn candidates(
        &mut self,
        line: &mut Node<'_, P, E>,
        stage: Stage,
        depth: i32,
        moves: &mut Vec<P::Move>,
    ) {
        self.guide.candidates(line, stage, depth, moves);
    }

    const DEFERS: bool = G::DEFERS;

    #[inline]
    fn defers(&mut self, line: &mut Node<'_, P, E>, mv: P::Move) -> bool {
        self.guide.defers(line, mv)
    }

    fn all_candidates(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        moves: &mut Vec<P::Move>,
        deferred: &mut Vec<P::Move>,
    ) {
        self.guide.all_candidates(line, depth, moves, deferred);
    }

    #[inline]
    fn rank(&mut self, line: &mut Node<'_, P, E>, moves: &[P::Move], ranks: &mut [i32]) {
        self.guide.rank(line, moves, ranks);
    }

    #[inline]
    fn kind(&mut self, line: &mut Node<'_, P, E>, mv: P::Move) -> MoveKind {
        self.guide.kind(line, mv)
    }

    #[inline]
    fn exchange_loses(&mut self, line: &mut Node<'_, P, E>, mv: P::Move, margin: i32) -> bool {
        self.guide.exchange_loses(line, mv, margin)
    }

    #[inline]
    fn gain(&mut self, line: &mut Node<'_, P, E>, mv: P::Move) -> Option<i32> {
        self.guide.gain(line, mv)
    }

    #[inline]
    fn structure(&mut self, line: &mut Node<'_, P, E>) -> u64 {
        self.guide.structure(line)
    }

    #[inline]
    fn horizon(&mut self, line: &mut Node<'_, P, E>, depth: i32) -> Horizon {
        self.guide.horizon(line, depth)
    }

    #[inline]
    fn path_verdict(&mut self, line: &mut Node<'_, P, E>) -> Option<PathScore> {
        self.guide.path_verdict(line)
    }

    #[inline]
    fn path_matters(&mut self, line: &mut Node<'_, P, E>) -> bool {
        self.guide.path_matters(line)
    }

    #[inline]
    fn extension(&mut self, line: &mut Node<'_, P, E>, mv: P::Move, reduction: i32) -> i32 {
        self.guide.extension(line, mv, reduction)
    }

    #[inline]
    fn null_move(&mut self, line: &mut Node<'_, P, E>) -> Option<P::Move> {
        self.guide.null_move(line)
    }

    #[inline]
    fn prob_cut(&mut self, line: &Node<'_, P, E>, depth: i32, nth: usize) -> Option<ProbCut> {
        self.guide.prob_cut(line, depth, nth)
    }

    #[inline]
    fn is_final(&self, score: Score) -> bool {
        self.guide.is_final(score)
    }

    #[inline]
    fn prove(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<P::Move>>, Stopped> {
        self.guide.prove(line, depth, window, budget)
    }

    fn finish(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        deepest: i32,
        budget: &mut Budget<'_>,
        answer: &mut Option<Proof<P::Move>>,
    ) -> Result<(), Stopped> {
        self.guide.finish(line, depth, deepest, budget, answer)
    }

    fn proof_line(
        &mut self,
        line: &mut Node<'_, P, E>,
        moves: &mut Vec<P::Move>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        self.guide.proof_line(line, moves, budget)
    }
}

use crate::{Bound, Budget, PathScore, ProbCut, Stopped};
use game_core::{Evaluator, Node, Position, Score, Window};

/// The part of a node's moves wanted: the noisy ones come first, and alone beyond the horizon.
///
/// ```
/// use game_core::{Evaluator, Node, from_fn};
/// use othello_bitboard::{CORNERS, Move, Othello, squares};
/// use search::{Guide, Stage};
///
/// /// Tries corners first, and alone beyond the horizon.
/// #[derive(Clone)]
/// struct Corners;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Corners {
///     fn candidates(
///         &mut self,
///         line: &mut Node<'_, Othello, E>,
///         stage: Stage,
///         _depth: i32,
///         moves: &mut Vec<Move>,
///     ) {
///         let places = line.pos().moves();
///         match stage {
///             Stage::Noisy => moves.extend(squares(places & CORNERS).map(Move::from)),
///             Stage::Quiet if line.pos().must_pass() => moves.push(Move::PASS),
///             Stage::Quiet => moves.extend(squares(places & !CORNERS).map(Move::from)),
///         }
///     }
/// }
///
/// let open: Othello = "-OX------------------------OX------XO--------------------------- X".parse()?;
/// let (mut eval, mut moves) = (from_fn(Othello::margin), Vec::new());
/// Corners.candidates(&mut Node::new(open, &mut eval), Stage::Noisy, 1, &mut moves);
/// assert_eq!(moves, ["a1".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves that may not be left unanswered: captures, checks, fours.
    Noisy,
    /// All the others; none of them is of [kind](Guide::kind) [`Noisy`](MoveKind::Noisy).
    Quiet,
}

/// What sort of move it is; only quiet moves are reduced, and only they teach the history.
///
/// ```
/// use game_core::{Evaluator, Node, from_fn};
/// use othello_bitboard::{CORNERS, Move, Othello};
/// use search::{Guide, MoveKind};
///
/// /// Takes corners for noisy moves, which `candidates` has to offer as such, and a pass for forced.
/// #[derive(Clone)]
/// struct Corners;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Corners {
///     fn kind(&mut self, _line: &mut Node<'_, Othello, E>, mv: Move) -> MoveKind {
///         match mv.square() {
///             None => MoveKind::Forced,
///             Some(square) if square.bit() & CORNERS != 0 => MoveKind::Noisy,
///             Some(_) => MoveKind::Quiet,
///         }
///     }
/// }
///
/// let mut eval = from_fn(Othello::margin);
/// let mut node = Node::new(Othello::START, &mut eval);
/// assert_eq!(Corners.kind(&mut node, "a1".parse()?), MoveKind::Noisy);
/// assert_eq!(Corners.kind(&mut node, "f5".parse()?), MoveKind::Quiet);
/// # Ok::<(), othello_bitboard::MoveTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Changes the balance at once.
    Noisy,
    /// Anything else.
    Quiet,
    /// The only sensible answer.
    Forced,
}

/// What the player to move may do beyond the horizon.
///
/// ```
/// use game_core::{Evaluator, Node, Outcome, Score, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Guide, Horizon, Limits, Searcher};
///
/// /// Does not judge a position with one move only: it plays that.
/// #[derive(Clone)]
/// struct Forced;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Forced {
///     fn horizon(&mut self, line: &mut Node<'_, Othello, E>, _depth: i32) -> Horizon {
///         if line.pos().moves().count_ones() == 1 { Horizon::MustAnswer } else { Horizon::StandPat }
///     }
/// }
///
/// // White has to pass, and then Black's only move takes White's last disc.
/// let game: Othello = "XO-------------------------------------------------------------- O".parse()?;
/// let mut engine = AlphaBeta::new(from_fn(Othello::margin)).guided_by(Forced);
/// assert_eq!(engine.think(&game, Limits::depth(1)).score(), Score::terminal(Outcome::Loss, 2));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Take the evaluation, or try a noisy move.
    StandPat,
    /// Try every move: in check, or against a four.
    MustAnswer,
}

/// A value found by other means than searching.
///
/// ```
/// use game_core::{Evaluator, Node, Outcome, Score, Window, from_fn};
/// use othello_bitboard::{Move, Othello, Square, flips, squares};
/// use search::{AlphaBeta, Bound, Budget, Guide, Limits, Proof, Searcher, Stopped};
///
/// /// Knows that a move which takes the last disc of the other side wins.
/// #[derive(Clone)]
/// struct Wipeout;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Wipeout {
///     fn prove(
///         &mut self,
///         line: &mut Node<'_, Othello, E>,
///         _depth: i32,
///         _window: Window,
///         budget: &mut Budget<'_>,
///     ) -> Result<Option<Proof<Move>>, Stopped> {
///         budget.spend()?;
///         let (own, opp) = (line.pos().own(), line.pos().opp());
///         let wipes = |&square: &Square| flips(square, own, opp) == opp;
///         let best = squares(line.pos().moves()).find(wipes).map(Move::from);
///         let score = Score::terminal(Outcome::Win, line.ply() + 1);
///         Ok(best.map(|mv| Proof { score, bound: Bound::Exact, best: Some(mv) }))
///     }
/// }
///
/// let game: Othello = "XO-------------------------------------------------------------- X".parse()?;
/// let report = AlphaBeta::new(from_fn(Othello::margin)).guided_by(Wipeout).think(&game, Limits::depth(1));
/// assert_eq!((report.score(), report.best()), (Score::terminal(Outcome::Win, 1), Some("c1".parse()?)));
/// assert_eq!(report.stats.proofs, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Relative to the root, like every score of a search.
    pub score: Score,
    /// What the score says about the true value.
    pub bound: Bound,
    /// The move that achieves it, where one does.
    pub best: Option<M>,
}

/// What the search knows of a node below the root when it has yet to search the moves.
///
/// ```
/// use game_core::{Evaluator, Node, Position, Score, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, NodeState, Pruned, Pruning, Searcher};
///
/// /// Trusts an evaluation that is a disc a ply above the window.
/// #[derive(Clone)]
/// struct Ahead;
///
/// impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Ahead {
///     fn prune(&mut self, _line: &mut Node<'_, P, E>, state: &NodeState) -> Option<Score> {
///         let least = state.static_eval? - state.depth;
///         (!state.pv && least >= state.window.beta).then_some(least)
///     }
/// }
///
/// let engine = || AlphaBeta::new(from_fn(Othello::margin));
/// let plain = engine().think(&Othello::START, Limits::depth(6));
/// let pruned = engine().guided_by(Pruned::new((), Ahead)).think(&Othello::START, Limits::depth(6));
/// assert!(pruned.nodes < plain.nodes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeState {
    /// The plies left, at least 1.
    pub depth: i32,
    /// The window.
    pub window: Window,
    /// The static evaluation, corrected if the search does; `None` where the player to move may
    /// not [stand pat](Horizon::StandPat).
    pub static_eval: Option<Score>,
    /// Whether the node is searched for its value and its variation, not for a bound.
    pub pv: bool,
}

/// What a game knows about searching itself.
///
/// Every hook sees the line (position, evaluator, ply) and defaults to knowing nothing, at no cost;
/// `()` is the guide that knows nothing at all. Each thread has its own clone, so a guide may keep
/// caches.
///
/// ```
/// use game_core::{Evaluator, Node, Position};
/// use search::{Guide, Stage};
///
/// /// Looks at no more than `width` moves, the first ones generated.
/// #[derive(Clone)]
/// struct Beam { width: usize }
///
/// impl<P: Position, E: Evaluator<P>> Guide<P, E> for Beam {
///     fn candidates(&mut self, line: &mut Node<'_, P, E>, stage: Stage, _depth: i32, moves: &mut Vec<P::Move>) {
///         if stage == Stage::Quiet {
///             let first = moves.len();
///             line.pos().generate(moves);
///             moves.truncate(first + self.width);
///         }
///     }
/// }
/// ```
pub trait Guide<P: Position, E: Evaluator<P>>: Clone {
    /// A search begins: nothing kept from an earlier one may change what it visits.
    #[inline]
    fn new_search(&mut self) {}

    /// Appends the moves of `stage` worth searching with `depth` plies left (zero or less beyond
    /// the horizon).
    ///
    /// The stages must not overlap, and must offer a legal move between them if there is one.
    #[inline]
    fn candidates(
        &mut self,
        line: &mut Node<'_, P, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<P::Move>,
    ) {
        if stage == Stage::Quiet {
            line.pos().generate(moves);
        }
    }

    /// Whether [`defers`](Self::defers) ever does.
    const DEFERS: bool = false;

    /// Whether `mv`, of the noisy stage and about to be tried, is put off: it then comes after the
    /// quiet moves, and beyond the horizon, where the player may stand pat, not at all. For what is
    /// too expensive to ask for every move of the stage, such as whether a capture loses by exchange:
    /// most nodes end before most of their moves are tried. A guide that implements it sets
    /// [`DEFERS`](Self::DEFERS).
    #[inline]
    fn defers(&mut self, _line: &mut Node<'_, P, E>, _mv: P::Move) -> bool {
        false
    }

    /// All candidates of a position that is searched as a whole, into `moves`, and those of them that
    /// are [put off](Self::defers) into `deferred`.
    fn all_candidates(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        moves: &mut Vec<P::Move>,
        deferred: &mut Vec<P::Move>,
    ) {
        self.candidates(line, Stage::Noisy, depth, moves);
        if Self::DEFERS {
            deferred.clone_from(moves);
            deferred.retain(|&mv| self.defers(line, mv));
        }
        self.candidates(line, Stage::Quiet, depth, moves);
    }

    /// Adds to `ranks`, which hold what killers (2^24) and history (up to 2^14) think of `moves`;
    /// greater is sooner.
    #[inline]
    fn rank(&mut self, _line: &mut Node<'_, P, E>, _moves: &[P::Move], _ranks: &mut [i32]) {}

    /// What sort of move `mv` is, before it is played.
    #[inline]
    fn kind(&mut self, _line: &mut Node<'_, P, E>, _mv: P::Move) -> MoveKind {
        MoveKind::Quiet
    }

    /// Whether `mv`, before it is played, loses more than `margin` points, at least 0, by exchange
    /// on the square that it goes to. By default no move does.
    #[inline]
    fn exchange_loses(&mut self, _line: &mut Node<'_, P, E>, _mv: P::Move, _margin: i32) -> bool {
        false
    }

    /// The most that the noisy move `mv`, before it is played, can gain at once, in points: what it
    /// captures. `None` where there is no telling.
    #[inline]
    fn gain(&mut self, _line: &mut Node<'_, P, E>, _mv: P::Move) -> Option<i32> {
        None
    }

    /// What the static evaluation may be wrong by in the same way, as a key: the pawns in chess. By
    /// default, and where there is nothing to tell, 0 for all positions.
    #[inline]
    fn structure(&mut self, _line: &mut Node<'_, P, E>) -> u64 {
        0
    }

    /// Whether the player to move may stand pat at the horizon (`depth` 0) or beyond it (negative).
    #[inline]
    fn horizon(&mut self, _line: &mut Node<'_, P, E>, _depth: i32) -> Horizon {
        Horizon::StandPat
    }

    /// A verdict on an undecided position that depends on more than its moves: repetition, the move
    /// count, bare material. By default the position's own [`adjudicate`](Position::adjudicate).
    /// Never asked at the root.
    #[inline]
    fn path_verdict(&mut self, line: &mut Node<'_, P, E>) -> Option<PathScore> {
        line.pos()
            .adjudicate()
            .map(|verdict| PathScore::adjudicated(line, verdict))
    }

    /// Whether the path to an unsettled position decides with what is still to come, as where it
    /// has occurred before and the next time would be judged: then no score in the table, which
    /// knows nothing of paths, ends its search.
    #[inline]
    fn path_matters(&mut self, _line: &mut Node<'_, P, E>) -> bool {
        false
    }

    /// Extra plies for `mv`, which has just led to `line`; 0 for none. No line grows to more than
    /// twice its nominal length.
    ///
    /// `reduction` is by how many plies `mv` is to be searched less deeply, late in the order as it
    /// is; an extension takes its place.
    #[inline]
    fn extension(&mut self, _line: &mut Node<'_, P, E>, _mv: P::Move, _reduction: i32) -> i32 {
        0
    }

    /// The null move, where passing may be assumed never to help: not in check, not in zugzwang.
    ///
    /// It is played and given a slot like any other move, though `generate` does not offer it.
    #[inline]
    fn null_move(&mut self, _line: &mut Node<'_, P, E>) -> Option<P::Move> {
        None
    }

    /// What a shallower search predicts of one with `depth` plies left here, for
    /// [multi-ProbCut](crate::Options::multi_prob_cut): the `nth` there is to try, counted from 0,
    /// cheapest first; `None` ends them. How far a forecast is wrong may depend on the phase of the
    /// game, which the line tells.
    #[inline]
    fn prob_cut(&mut self, _line: &Node<'_, P, E>, _depth: i32, _nth: usize) -> Option<ProbCut> {
        None
    }

    /// Whether [`prune`](Self::prune) and [`reduce`](Self::reduce) are asked.
    const PRUNES: bool = false;

    /// The value with which a node outside the principal variation ends before its moves are
    /// searched: a pruning technique beyond those of [`Options`](crate::Options). Asked after those
    /// of the options have let the node go on. [`Pruned`](crate::Pruned) adds one to any guide.
    #[inline]
    fn prune(&mut self, _line: &mut Node<'_, P, E>, _state: &NodeState) -> Option<Score> {
        None
    }

    /// Plies by which `mv`, before it is played and after `searched` others, is first searched less
    /// deeply, where the options say `reduction`; `None` leaves it out, which they never do before a
    /// move has been searched. What is found less deeply to be better than the window is searched
    /// again to the full depth.
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

    /// Whether `score` tells how the game ends, and is no opinion of the evaluator's: no margin of
    /// evaluation reaches from one to the other. By default what is [decisive](Score::is_decisive).
    #[inline]
    fn is_final(&self, score: Score) -> bool {
        score.is_decisive()
    }

    /// A proof by threat-space search, an endgame solver, a tablebase.
    ///
    /// Tried at the root, inside (`depth > 0`), and at the horizon and beyond (0 and less, where
    /// there is quiescence or none); `depth` tells how much work it may replace, `window` which
    /// answers are of use. It must be true of the position, whatever led there. Where there is no
    /// depth left, a lower bound that is of no use to the window still takes the place of a lower
    /// evaluation.
    ///
    /// # Errors
    /// If `budget` was spent: pass the error on by `?`.
    #[inline]
    fn prove(
        &mut self,
        _line: &mut Node<'_, P, E>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<P::Move>>, Stopped> {
        Ok(None)
    }

    /// Puts into `answer` what a solver of the guide's own finds at the root, before the iteration
    /// of `depth` in a search of at most `deepest` plies: the search ends with it, in place of that
    /// iteration and all that would come after. Leaves it alone where the iteration is the better
    /// use of what is left of `budget`.
    ///
    /// A proof of bound `None` is likely and no more. Only where one variation over all moves is
    /// asked for. Of several threads the first alone is asked; a solver that begins has the others
    /// end by [`Budget::alone`].
    ///
    /// # Errors
    /// If `budget` was spent: pass the error on by `?`. What `answer` then holds counts all the
    /// same.
    #[inline]
    fn finish(
        &mut self,
        _line: &mut Node<'_, P, E>,
        _depth: i32,
        _deepest: i32,
        _budget: &mut Budget<'_>,
        _answer: &mut Option<Proof<P::Move>>,
    ) -> Result<(), Stopped> {
        Ok(())
    }

    /// Appends the moves that a proof of `line` foresees, its best first, so that a report may show
    /// them. Asked after an iteration that ends with a [final](Guide::is_final) score or a draw,
    /// and a principal variation that ends before the game or the depth does: so where a
    /// [proof](Guide::prove) has stood for a leaf, of which the search knows the first move alone.
    ///
    /// # Errors
    /// If `budget` was spent: pass the error on by `?`.
    #[inline]
    fn proof_line(
        &mut self,
        _line: &mut Node<'_, P, E>,
        _moves: &mut Vec<P::Move>,
        _budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        Ok(())
    }
}

impl<P: Position, E: Evaluator<P>> Guide<P, E> for () {}

use crate::{
    Bound, Budget, Control, Limits, Report, Request, RootMove, Searcher, Stopped, Variation,
    kernel::Root,
};
use game_core::{Evaluator, Node, Position, Score};
use std::{cmp::Reverse, time::Duration};
use web_time::Instant;

/// The value of `pos` to `depth` plies by the definition (Shannon, 1950): no pruning, no memory.
///
/// The oracle that every other searcher is held against, under
/// [`Options::exact`](crate::Options::exact). A position at the horizon is evaluated unless the
/// board has decided it: having no move there is not noticed. Below the root the verdicts of
/// [`adjudicate`](Position::adjudicate) that look at the board alone end the game; others do not.
///
/// ```
/// use game_core::{Outcome, Player, Position, Score, from_fn};
/// # #[derive(Clone)]
/// # struct Heap(u8);
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 4;
/// #     fn turn(&self) -> Player { Player::First }
/// #     fn key(&self) -> u64 { self.0.into() }
/// #     fn decided(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Loss) }
/// #     fn stuck(&self) -> Outcome { Outcome::Loss }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.0.min(3)) }
/// #     fn play(&mut self, mv: u8) { self.0 -= mv }
/// #     fn undo(&mut self, mv: u8, (): ()) { self.0 += mv }
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
/// // Take one to three counters; whoever takes the last one wins. Five counters: take one, and win in three plies.
/// assert_eq!(search::minimax(&Heap(5), &mut from_fn(|_| 0), 5), Score::terminal(Outcome::Win, 3));
/// ```
pub fn minimax<P: Position, E: Evaluator<P>>(pos: &P, eval: &mut E, depth: u32) -> Score {
    let control = Control::default();
    let mut tree = Tree::new(Budget::new(&Limits::none(), &control));
    let mut line = Node::new(pos.clone(), eval);
    if let Some(outcome) = pos.decided() {
        return line.terminal(outcome);
    }
    // Nothing can stop it.
    tree.value(&mut line, depth).unwrap_or(Score::DRAW)
}

/// Plain minimax as a searcher: the yardstick in comparisons.
///
/// Limited by depth alone it searches that depth at once, so its node count is that of the tree.
/// Under a limit of nodes or time it deepens like the others, and the last of
/// [`Report::iterations`] is the tree's.
///
/// ```
/// use game_core::{from_fn, perft};
/// use othello_bitboard::Othello;
/// use search::{Limits, Minimax, Searcher};
/// let report = Minimax::new(from_fn(Othello::margin)).think(&Othello::START, Limits::depth(3));
/// // Every position of the tree, its root included.
/// let tree = (0..=3).map(|depth| perft(&Othello::START, depth)).sum::<u64>();
/// assert_eq!((report.nodes, report.iterations), (tree, vec![tree]));
/// ```
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    eval: E,
}

impl<E> Minimax<E> {
    /// The name it goes by beside [`Algorithm::name`](crate::Algorithm::name).
    pub const NAME: &'static str = "minimax";

    /// A minimax search with `eval` at the horizon.
    pub fn new(eval: E) -> Self {
        Self { eval }
    }
}

impl<P: Position, E: Evaluator<P> + Send> Searcher<P> for Minimax<E> {
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let start = Instant::now();
        let mut tree = Tree::new(Budget::new(&request.limits, control));
        let mut line = Node::new(request.pos.clone(), &mut self.eval);
        let mut report = Report::empty();
        let moves = match request.moves_or_outcome() {
            Ok(moves) => moves,
            Err(outcome) => return Report::finished(line.terminal(outcome)),
        };
        let mut roots: Vec<_> = moves
            .iter()
            .map(|&mv| Root {
                line: Variation::unknown(mv),
                nodes: 0,
            })
            .collect();
        let wanted = request
            .multi_pv
            .clamp(1, roots.len().max(1))
            .min(roots.len());
        report.lines = roots[..wanted]
            .iter()
            .map(|root| root.line.clone())
            .collect();

        let deepest = request.limits.deepest() as u32;
        let given = request.limits.depth.is_some();
        let straight = given
            && request.limits
                == Limits {
                    depth: request.limits.depth,
                    ..Limits::none()
                };
        let first = if straight { deepest } else { 1 };
        let mut ends = [Duration::ZERO; 2];
        for depth in first..=deepest {
            if roots.is_empty() {
                break;
            }
            let before = tree.budget.nodes();
            let result = tree.iterate(&mut line, &mut roots, depth);
            (report.nodes, report.time) = (tree.budget.nodes(), start.elapsed());
            report.stats.evaluations = tree.evaluations;
            let mut ranked = roots.clone();
            ranked.sort_by_key(|root| (root.line.bound != Bound::Exact, Reverse(root.line.score)));
            report.roots = ranked
                .iter()
                .map(|root| RootMove {
                    mv: root.mv(),
                    nodes: root.nodes,
                })
                .collect();
            // Of the moves tried so far the best, where there is no whole iteration to fall back
            // on.
            if result.is_ok() || report.depth == 0 {
                report
                    .lines
                    .iter_mut()
                    .zip(ranked)
                    .for_each(|(line, root)| *line = root.line);
            }
            if result.is_err() {
                break;
            }
            (report.depth, report.selective_depth) = (depth, tree.deepest as u32);
            report.iterations.push(tree.budget.nodes() - before);
            progress(&report);
            let another = moves.len() > 1 || !request.only.is_empty() || !request.hurries();
            if !(another && tree.budget.allows_another(ends, report.time, 1.0)) {
                break;
            }
            ends = [ends[1], report.time];
            let reached = report.score() >= request.limits.goal();
            if reached
                || control.is_stopped()
                || report.lines.iter().all(|line| line.ends_within(depth))
            {
                break;
            }
        }
        report
    }

    fn new_game(&mut self) {}
}

/// A walk over every line, with its principal variations.
struct Tree<'a, P: Position> {
    budget: Budget<'a>,
    /// The moves of every node on the way, one after another.
    moves: Vec<P::Move>,
    /// The principal variation from each ply.
    pv: Vec<Vec<P::Move>>,
    deepest: usize,
    evaluations: u64,
}

impl<'a, P: Position> Tree<'a, P> {
    fn new(budget: Budget<'a>) -> Self {
        Self {
            budget,
            moves: Vec::new(),
            pv: Vec::new(),
            deepest: 0,
            evaluations: 0,
        }
    }

    /// Gives each of `roots` its value and variation.
    fn iterate<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: u32,
    ) -> Result<(), Stopped> {
        self.budget.spend()?;
        for root in roots {
            let mv = root.mv();
            let before = self.budget.nodes();
            let value = line.after(mv, |child| {
                let value = self.below(child, depth - 1);
                value.map(|score| child.negamax(score))
            });
            root.nodes += self.budget.nodes() - before;
            let line = &mut root.line;
            (line.score, line.bound) = (value?, Bound::Exact);
            line.moves.truncate(1);
            line.moves
                .extend_from_slice(self.pv.get(1).map_or(&[], |row| row));
        }
        Ok(())
    }

    /// The value of a position below the root.
    fn below<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: u32,
    ) -> Result<Score, Stopped> {
        self.budget.spend()?;
        let ply = line.ply();
        self.deepest = self.deepest.max(ply);
        if self.pv.len() <= ply + 1 {
            self.pv.resize(ply + 2, Vec::new());
        }
        self.pv[ply].clear();
        if let Some(outcome) = line.pos().decided() {
            return Ok(line.terminal(outcome));
        }
        if let Some(verdict) = line.pos().adjudicate()
            && verdict.reach == 0
        {
            return Ok(line.terminal(verdict.outcome));
        }
        self.value(line, depth)
    }

    /// The value of an undecided position: the evaluator's at the horizon, else that of the best
    /// move.
    fn value<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: u32,
    ) -> Result<Score, Stopped> {
        if depth == 0 {
            self.evaluations += 1;
            return Ok(line.evaluate());
        }
        let ply = line.ply();
        let first = self.moves.len();
        if let Some(outcome) = line.pos().legal_moves(&mut self.moves) {
            return Ok(line.terminal(outcome));
        }
        let mut best = -Score::INFINITE;
        for i in first..self.moves.len() {
            let mv = self.moves[i];
            let score = line.after(mv, |child| {
                let value = self.below(child, depth - 1)?;
                Ok(child.negamax(value))
            })?;
            if score > best {
                best = score;
                if self.pv.len() <= ply + 1 {
                    self.pv.resize(ply + 2, Vec::new());
                }
                let (above, rest) = self.pv.split_at_mut(ply + 1);
                above[ply].clear();
                above[ply].push(mv);
                above[ply].extend_from_slice(&rest[0]);
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }
}

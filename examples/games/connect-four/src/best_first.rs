//! Best-first minimax search: a searcher from outside.

use engines::game_core::{Evaluator, Node, Position, Score, Window};
use engines::search::{Bound, Budget, Control, Report, Request, Searcher, Stopped, Variation};
use engines::{SearcherFacts, SearcherOption, SearcherParts, SearcherWiring, Wiring};
use std::cmp::Reverse;
use std::mem::size_of;
use std::ops::Range;

/// Best-first minimax search of any game (R. E. Korf and D. M. Chickering, "Best-first minimax
/// search", Artificial Intelligence 84, 1996): of the tree so far, the leaf at the end of the best
/// line grows next, until the budget or the memory is spent or that line ends the game.
pub struct BestFirst<E> {
    evaluator: E,
    /// Plies of alpha-beta below each leaf of the tree.
    lookahead: u32,
    /// The most memory of the tree, in bytes.
    bytes: usize,
}

impl<E> BestFirst<E> {
    /// What it is.
    pub const FACTS: SearcherFacts = SearcherFacts::new(
        "best-first",
        "best-first minimax: the end of the best line grows next",
    )
    .with_options(&[SearcherOption {
        name: "lookahead",
        about: "plies of alpha-beta below each leaf",
        value: 1,
        least: 0,
        most: 8,
        switched: "0",
    }]);

    /// Leaves are evaluated by an alpha-beta search of `lookahead` plies; the tree takes at most
    /// that many `bytes`.
    pub fn new(evaluator: E, lookahead: u32, bytes: usize) -> Self {
        Self {
            evaluator,
            lookahead,
            bytes,
        }
    }
}

/// The searcher in a game's wiring.
pub const fn best_first<W: Wiring>() -> SearcherWiring<W> {
    SearcherWiring {
        facts: BestFirst::<()>::FACTS,
        build: |parts: SearcherParts<'_, W>| {
            let lookahead = parts.option("lookahead").unsigned_abs();
            let bytes = parts.hash() << 20;
            Box::new(BestFirst::new(parts.evaluator, lookahead, bytes))
        },
    }
}

impl<P: Position, E: Evaluator<P> + Send> Searcher<P> for BestFirst<E> {
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut root = Node::new(request.pos.clone(), &mut self.evaluator);
        if let Some(outcome) = request.pos.legal_moves(&mut Vec::new()) {
            return Report::finished(root.terminal(outcome));
        }
        let mut tree = Tree {
            branches: vec![Branch::leaf(None, Score::DRAW, false)],
            most: self.bytes / size_of::<Branch<P::Move>>(),
            lookahead: self.lookahead,
            deepest: request
                .limits
                .depth
                .map_or(usize::MAX, |plies| plies as usize),
            longest: 0,
            budget: Budget::new(&request.limits, control),
        };
        let mut known = Report::empty();
        known.lines = request
            .moves()
            .into_iter()
            .map(Variation::unknown)
            .collect();
        known.lines.truncate(request.multi_pv.max(1));
        // Told again each time that the tree has doubled.
        let mut told = 1;
        if tree.expand(&mut root, 0, request.moves()).is_ok() {
            loop {
                tree.back_up(&root, 0);
                if tree.branches.len() >= 2 * told {
                    told = tree.branches.len();
                    known = tree.report(request.multi_pv);
                    progress(&known);
                }
                if !matches!(tree.grow(&mut root, 0), Ok(true)) {
                    break;
                }
            }
            known = tree.report(request.multi_pv);
        }
        known.nodes = tree.budget.nodes();
        known.time = tree.budget.elapsed();
        progress(&known);
        known
    }

    fn new_game(&mut self) {
        // Every search grows a tree of its own.
    }
}

/// A move of the tree, and what is known of the position after it.
struct Branch<M> {
    /// `None` at the root.
    mv: Option<M>,
    /// For the player whose move it is.
    score: Score,
    /// The game is over there.
    ended: bool,
    /// The moves from there; none before it has grown.
    children: Range<usize>,
}

impl<M> Branch<M> {
    fn leaf(mv: Option<M>, score: Score, ended: bool) -> Self {
        Self {
            mv,
            score,
            ended,
            children: 0..0,
        }
    }
}

struct Tree<'a, M> {
    /// The root first; the children of a branch stand together.
    branches: Vec<Branch<M>>,
    /// How many branches there may be.
    most: usize,
    lookahead: u32,
    /// How long a line may become, in plies.
    deepest: usize,
    /// The longest line so far.
    longest: usize,
    budget: Budget<'a>,
}

impl<M: Copy> Tree<'_, M> {
    /// Grows the leaf at the end of the best line from the branch `at`, which led to `node`, and
    /// backs up what it is worth; `false` if that leaf can grow no more.
    fn grow<P, E>(&mut self, node: &mut Node<'_, P, E>, at: usize) -> Result<bool, Stopped>
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        let Some(best) = self.best(at) else {
            let full = self.branches.len() >= self.most || node.ply() >= self.deepest;
            if full || self.branches[at].ended {
                return Ok(false);
            }
            let mut moves = Vec::new();
            node.pos().legal_moves(&mut moves);
            self.expand(node, at, moves)?;
            self.back_up(node, at);
            return Ok(true);
        };
        let Some(mv) = self.branches[best].mv else {
            return Ok(false);
        };
        let grown = node.after(mv, |child| self.grow(child, best))?;
        self.back_up(node, at);
        Ok(grown)
    }

    /// Gives the branch `at`, which led to `node`, these `moves` as its children.
    fn expand<P, E>(
        &mut self,
        node: &mut Node<'_, P, E>,
        at: usize,
        moves: Vec<M>,
    ) -> Result<(), Stopped>
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        let first = self.branches.len();
        for mv in moves {
            let grown = node.after(mv, |child| {
                let ended = child.pos().outcome().is_some();
                let score = self.value(child, self.lookahead, Window::FULL)?;
                Ok(Branch::leaf(Some(mv), child.negamax(score), ended))
            });
            match grown {
                Ok(branch) => self.branches.push(branch),
                Err(stopped) => {
                    // Half of the moves would mislead.
                    self.branches.truncate(first);
                    return Err(stopped);
                }
            }
        }
        self.longest = self.longest.max(node.ply() + 1);
        self.branches[at].children = first..self.branches.len();
        Ok(())
    }

    /// Fail-soft alpha-beta below a leaf.
    fn value<P, E>(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: u32,
        mut window: Window,
    ) -> Result<Score, Stopped>
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        self.budget.spend()?;
        let mut moves = Vec::new();
        let verdict = |node: &Node<'_, P, E>| node.pos().adjudicate().map(|end| end.outcome);
        let outcome = node.pos().legal_moves(&mut moves).or_else(|| verdict(node));
        if let Some(outcome) = outcome {
            return Ok(node.terminal(outcome));
        }
        if depth == 0 {
            return Ok(node.evaluate());
        }
        let mut best = -Score::INFINITE;
        for mv in moves {
            let value = node.after(mv, |child| {
                let reply = child.negamax(window);
                self.value(child, depth - 1, reply)
                    .map(|value| child.negamax(value))
            })?;
            best = best.max(value);
            window.alpha = window.alpha.max(best);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Gives the branch `at`, which led to `node`, the value of its best child.
    fn back_up<P, E>(&mut self, node: &Node<'_, P, E>, at: usize)
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        if let Some(best) = self.best(at) {
            self.branches[at].score = node.negamax(self.branches[best].score);
        }
    }

    /// The best child of a branch: of equals the first.
    fn best(&self, at: usize) -> Option<usize> {
        let children = self.branches[at].children.clone();
        children.min_by_key(|&child| Reverse(self.branches[child].score))
    }

    /// The children of a branch, the best first.
    fn ranked(&self, at: usize) -> Vec<usize> {
        let mut children: Vec<_> = self.branches[at].children.clone().collect();
        children.sort_by_key(|&child| Reverse(self.branches[child].score));
        children
    }

    fn report(&self, lines: usize) -> Report<M> {
        let mut roots = self.ranked(0);
        roots.truncate(lines.max(1));
        let line = |mut at: usize| {
            let score = self.branches[at].score;
            let mut moves = Vec::new();
            loop {
                moves.extend(self.branches[at].mv);
                match self.best(at) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            let bound = Bound::Exact;
            Variation {
                moves,
                score,
                bound,
            }
        };
        let mut report = Report::empty();
        report.lines = roots.into_iter().map(line).collect();
        report.depth = 1 + self.lookahead;
        report.selective_depth = self.longest as u32 + self.lookahead;
        report.nodes = self.budget.nodes();
        report.time = self.budget.elapsed();
        report
    }
}
